/**
 * Brings a file of JSON lines in Reddit's own shape into the operator's Reddit archive, part by part:
 *
 *   npm run reddit:import -- posts.jsonl [--kind posts|comments] [--url https://…]
 *
 * Without `--kind` the first line says it. `ADMIN_TOKEN` comes from the environment; without it the one of `npm start` is
 * used, and only for localhost. A part that fails is sent again, and so may the whole file be: that doubles nothing.
 */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { IMPORT_ROWS } from "../src/constants.ts";
import { adminApi, type LineError, readOptions, showErrors, sizeOfFile, stop } from "./admin-api.ts";

const PART_BYTES = 4_000_000;

const HELP = `npm run reddit:import -- posts.jsonl [--kind posts|comments] [--url https://your-host]

One JSON object a line, in Reddit's own shape: a thing (kind t3 or t1) or its data. Posts need id, title, subreddit,
author and created_utc; comments id, link_id, author, body and created_utc. A post that says it is deleted (removed_by_category,
or [deleted] or [removed] as author, title or text) is deleted here; a line that is cut off never deletes or replaces anything.
Without --kind the first line says it. ADMIN_TOKEN comes from the environment. docs/imports.md has more.`;
const options = { kind: { type: "string" }, url: { type: "string", default: "http://localhost:8787" } } as const;
const { values, positionals } = readOptions(options, HELP);
const file = positionals[0] ?? stop("Name the file: npm run reddit:import -- posts.jsonl");
if (values.kind !== undefined && values.kind !== "posts" && values.kind !== "comments") {
  stop(`--kind is posts or comments, not "${values.kind}".`);
}
sizeOfFile(file);
const send = adminApi(values.url, "application/x-ndjson");
const endpoint = new URL("/admin/reddit/imports", values.url);

type Report = { stored: number; removed: number; failed: number; errors: LineError[] };

const total: Report = { stored: 0, removed: 0, failed: 0, errors: [] };
let part: string[] = [];
let bytes = 0;
/** Lines of the file before this part. */
let before = 0;

for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
  const size = Buffer.byteLength(line) + 1;
  if (bytes + size > PART_BYTES || part.length === IMPORT_ROWS) await flush();
  part.push(line);
  bytes += size;
}
await flush();
console.log();
showErrors(total.errors, total.failed);
if (total.failed > 0) stop(`${total.failed} lines were not understood; the others are in.`);

async function flush(): Promise<void> {
  if (part.length === 0) return;
  const kind = values.kind ?? kindOf(part.find((line) => line.trim() !== "") ?? "");
  values.kind = kind;
  endpoint.searchParams.set("kind", kind);
  const report = await send<Report>("POST", endpoint, part.join("\n"));
  total.stored += report.stored;
  total.removed += report.removed;
  total.failed += report.failed;
  total.errors.push(...report.errors.map(({ line, message }) => ({ line: before + line, message })));
  before += part.length;
  part = [];
  bytes = 0;
  process.stdout.write(`\r${total.stored} ${kind} stored, ${total.removed} removed, ${total.failed} not understood `);
}

function kindOf(line: string): "posts" | "comments" {
  return /"link_id"\s*:/.test(line) ? "comments" : "posts";
}
