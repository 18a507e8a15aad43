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
import { parseArgs } from "node:util";

const PART_BYTES = 4_000_000;
const ATTEMPTS = 4;
const SHOWN_ERRORS = 20;
const LOCAL_TOKEN = "local-admin-token-for-this-machine-only";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kind: { type: "string" }, url: { type: "string", default: "http://localhost:8787" } },
});
const file = positionals[0] ?? stop("Name the file: npm run reddit:import -- posts.jsonl");
const endpoint = new URL("/admin/reddit/imports", values.url);
const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(endpoint.hostname);
const token = process.env.ADMIN_TOKEN ?? (isLocal ? LOCAL_TOKEN : stop("Set ADMIN_TOKEN in the environment."));

type Report = { stored: number; removed: number; failed: number; errors: { line: number; message: string }[] };

const total: Report = { stored: 0, removed: 0, failed: 0, errors: [] };
let part: string[] = [];
let bytes = 0;
/** Lines of the file before this part. */
let before = 0;

for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
  const size = Buffer.byteLength(line) + 1;
  if (bytes + size > PART_BYTES) await flush();
  part.push(line);
  bytes += size;
}
await flush();
console.log();
for (const { line, message } of total.errors.slice(0, SHOWN_ERRORS)) console.log(`line ${line}: ${message}`);
if (total.failed > 0) stop(`${total.failed} lines were not understood; the others are in.`);

async function flush(): Promise<void> {
  if (part.length === 0) return;
  const kind = values.kind ?? kindOf(part.find((line) => line.trim() !== "") ?? "");
  values.kind = kind;
  endpoint.searchParams.set("kind", kind);
  const report = await send(part.join("\n"));
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

async function send(body: string): Promise<Report> {
  for (let attempt = 1; ; attempt++) {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/x-ndjson" };
    const response = await fetch(endpoint, { method: "POST", headers, body }).catch((error) => error as Error);
    if (response instanceof Response && response.ok) return (await response.json()) as Report;
    const isOver = response instanceof Response && response.status < 500 && response.status !== 429;
    const reason = response instanceof Response ? `${response.status} ${await response.text()}` : String(response);
    if (isOver || attempt === ATTEMPTS) stop(`\n${reason}`);
    await new Promise((resolve) => setTimeout(resolve, 1_000 * 2 ** attempt));
  }
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
