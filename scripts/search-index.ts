/**
 * Fills, writes out and copies the search index of a deployment:
 *
 *   npm run index:seed -- FILE… [--system greenhouse] [--url https://…]
 *   npm run index:export -- FILE [--url https://…]
 *   npm run index:import -- FILE [--url https://…]
 *
 * `ADMIN_TOKEN` comes from the environment; without it the one of `npm start` is used, and only for localhost. A part that fails is
 * sent again, which doubles nothing.
 */
import { closeSync, createReadStream, openSync, readFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import type { IndexRow } from "../src/index/copy-index.ts";
import type { seedBoards } from "../src/sources/jobs/listed-boards.ts";
import { adminApi, readOptions, showErrors, sizeOfFile, stop } from "./admin-api.ts";
import { readBoardList } from "./board-lists.ts";

const BOARDS_IN_A_PART = 1_000;
const ROWS_IN_A_PART = 500;
const TABLES: IndexRow["table"][] = ["companies", "boards", "jobs"];

const HELP = `npm run index:seed -- boards.csv
npm run index:seed -- sources/greenhouse.yml ats-companies/*.csv
npm run index:export -- index.ndjson
npm run index:import -- index.ndjson

  --url      the deployment, default http://localhost:8787
  --system   the system of a list that does not say it; default is the file's name
ADMIN_TOKEN comes from the environment.

A list of job boards is CSV with the columns system, token, name and domain (the last two may be left out), CSV with the columns
name, slug and url, or YAML of "- company: …" and "  board: …". docs/operations.md has more.`;

const [command = "", ...args] = process.argv.slice(2);
process.argv.splice(2, process.argv.length, ...args);
const { values, positionals } = readOptions(
  { url: { type: "string", default: "http://localhost:8787" }, system: { type: "string" } } as const,
  HELP,
);
const send = adminApi(values.url, "application/json");
const endpoint = (path: string) => new URL(`/admin/index/${path}`, values.url);

const [file] = positionals;
if (file === undefined) stop(`Name the file: npm run index:${command} -- FILE`);
else if (command === "seed") for (const list of positionals) await seed(list);
else if (command === "export") await exportTo(file);
else await importFrom(file);

async function seed(list: string): Promise<void> {
  sizeOfFile(list);
  const named = values.system ? list.replace(/[^/\\]+(?=\.\w+$)/, values.system) : list;
  const { boards, errors } = readBoardList(named, readFileSync(list, "utf8"));
  const total = { added: 0, changed: 0, daily: 0, on_demand: 0, off: 0 };
  for (let start = 0; start < boards.length; start += BOARDS_IN_A_PART) {
    const part = boards.slice(start, start + BOARDS_IN_A_PART);
    const report = await send<Awaited<ReturnType<typeof seedBoards>>>("POST", endpoint("boards"), JSON.stringify(part));
    total.added += report.added;
    total.changed += report.changed;
    for (const policy of ["daily", "on_demand", "off"] as const) total[policy] += report.policies[policy];
    errors.push(...report.errors);
    process.stdout.write(`\r${list}: ${start + part.length} of ${boards.length} boards sent `);
  }
  console.log(
    `\n${total.added} new, ${total.changed} changed. Asked daily: ${total.daily}, when a call asks: ${total.on_demand}, never: ${total.off}`,
  );
  showErrors(
    errors.toSorted((a, b) => a.line - b.line),
    errors.length,
  );
}

async function exportTo(target: string): Promise<void> {
  const out = openSync(target, "wx", 0o600);
  for (const table of TABLES) {
    let count = 0;
    for (let after = 0; ; ) {
      const page = new URL(`?${new URLSearchParams({ table, after: String(after) })}`, endpoint("rows"));
      const { rows } = await send<{ rows: IndexRow[] }>("GET", page);
      const last = rows.at(-1);
      if (!last) break;
      writeSync(out, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      count += rows.length;
      after = last.id;
      process.stdout.write(`\r${count} ${table} `);
    }
    console.log(`\r${count} ${table} `);
  }
  closeSync(out);
}

async function importFrom(source: string): Promise<void> {
  sizeOfFile(source);
  let [sent, written] = [0, 0];
  let part: string[] = [];
  const flush = async () => {
    if (part.length === 0) return;
    const answer = await send<{ written: number }>("POST", endpoint("rows"), `[${part.join(",")}]`);
    sent += part.length;
    written += answer.written;
    part = [];
    process.stdout.write(`\r${sent} rows sent, ${written} new `);
  };
  for await (const line of createInterface({ input: createReadStream(source), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() && part.push(line) >= ROWS_IN_A_PART) await flush();
  }
  await flush();
  console.log();
}
