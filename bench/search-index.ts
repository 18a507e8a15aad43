import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Rows } from "./count-rows.ts";
import { fillCompany } from "./index-jobs.ts";
import { PRICES } from "./prices.ts";
import { type BenchServer, startWorker } from "./server.ts";
import { addKey } from "./shots.ts";
import { openSqliteFile } from "./sqlite-file.ts";

const JOBS_OF_A_COMPANY = 10;
/** Filled through the Worker, which counts rows; the rest goes into the database's file. */
const COMPANIES_OF_WORKER = 200;
const COMPANIES_AT_ONCE = 100;
const COMPANIES_A_TRANSACTION = 500;
/** The goal is to fill 100,000 jobs twice. */
const COMPANIES_FILLED_TWICE = 10_000;
const ROUNDS = 20;
const DAY_MS = 86_400_000;
const BOARDS_LOOKED_AT = 200;
const DAYS = 30;
const RICH = 1_000_000_000;
/** `INDEX_BOARDS_PER_MINUTE` of a day. */
const BOARDS_A_DAY = 60 * 24 * 60;

type Query = { tool: string; input: object };
const jobs = (...inputs: object[]): Query[] => inputs.map((input) => ({ tool: "search_jobs", input }));
const companies = (...inputs: object[]): Query[] => inputs.map((input) => ({ tool: "search_companies", input }));
const QUERIES: Record<string, Query[]> = {
  "newest, two words": jobs({ text: "sales payments" }, { text: "nurse" }, { text: "controller energy" }),
  "newest, country and date": jobs(
    { text: "engineer", country: "DE", posted_after: "2026-10-20" },
    { title_filters: "account executive", country: "NO", posted_after: "2026-10-01T12:00:00Z" },
  ),
  "newest, technology": jobs({ technologies: ["Salesforce"], country: "US" }, { technologies: ["Terraform"] }),
  "newest, boolean title filter": jobs(
    { title_filters: '(sales OR "account executive") AND NOT junior' },
    { title_filters: "head revops" },
    { title_filters: '"senior account executive" OR "lead software engineer"' },
  ),
  "newest, what the employer is": jobs(
    { title_filters: "nurse", company: { country: "NO", size: "201-500" } },
    { text: "engineer", company: { industry: "Energy", technologies: ["SAP"], size: "1001-5000" } },
  ),
  best: jobs({ text: "senior engineer cloud", order: "best" }, { text: "sales manager", order: "best" }),
  "nothing found": jobs({ text: "zymurgist" }),
  "companies, facts": companies({ country: "NO", technologies: ["Salesforce"] }, { industry: "Energy", size: "11-50" }),
  "companies, hiring": companies(
    { country: "NO", technologies: ["Salesforce"], hiring: { title_filters: "head revops" } },
    { hiring: { title_filters: "nurse", technologies: ["SAP"] } },
  ),
  "companies, best": companies({ text: "sales energy", order: "best" }),
  "similar companies": [7, 77, 177].map((company) => ({
    tool: "find_similar_companies",
    input: { domain: `c${company}.example` },
  })),
};

/** The search index with made-up jobs: `--jobs 1000000` is the size of the goals; `--keep` names a folder for the data: one that is there is only searched. */
export async function searchIndex(): Promise<void> {
  const { values } = parseArgs({
    strict: false,
    options: { jobs: { type: "string", default: "100000" }, keep: { type: "string" } },
  });
  const count = Math.ceil(Number(values.jobs) / JOBS_OF_A_COMPANY);
  const kept = typeof values.keep === "string" ? values.keep : undefined;
  const storage = kept ?? mkdtempSync(join(tmpdir(), "tallygate-index-"));
  const start = () => startWorker("bench/index-worker.ts", { internet: true, storage, onLog: () => {} });
  const isFilled = kept !== undefined && existsSync(kept);
  if (!isFilled) await fill(start, storage, count);
  const server = await start();
  try {
    await search(server);
    if (!isFilled) await lookForAMonth(server);
  } finally {
    await server.stop();
  }
}

/** Through the Worker, then into the file of its database. */
async function fill(start: () => Promise<BenchServer>, storage: string, count: number): Promise<void> {
  const first = await start();
  const empty = await sizeOf(first);
  await fillTwice(first, Math.min(count, COMPANIES_OF_WORKER)).finally(first.stop);
  await fillFile(storage, count);
  const filled = await start();
  const bytes = (await sizeOf(filled).finally(filled.stop)) - empty;
  console.log(
    `size: ${(bytes / 1e6).toFixed(0)} MB, ${(bytes / (count * JOBS_OF_A_COMPANY)).toFixed(0)} bytes a job\n`,
  );
}

/** Fills the rest into the database's file, and the first 100,000 jobs again. */
async function fillFile(storage: string, count: number): Promise<void> {
  const file = openSqliteFile(storage, "index_jobs");
  const fillSome = async (name: string, from: number, to: number) => {
    const [started, before] = [performance.now(), file.changes()];
    const seconds = () => ((performance.now() - started) / 1000).toFixed(0);
    let filled = 0;
    for (let start = from; start < to; start += COMPANIES_A_TRANSACTION) {
      await file.inTransaction(async () => {
        const end = Math.min(to, start + COMPANIES_A_TRANSACTION);
        for (let company = start; company < end; company++) filled += await fillCompany(file.db, company);
      });
      if ((start - from) % 10_000 === 0) console.error(`${name}: ${filled} jobs, ${seconds()} s`);
    }
    console.log(`${name}: ${filled} jobs in ${seconds()} s, ${file.changes() - before} rows changed`);
  };
  await fillSome("into the file", Math.min(count, COMPANIES_OF_WORKER), count);
  await fillSome("the same again", 0, Math.min(count, COMPANIES_FILLED_TWICE));
  file.close();
}

const ask = async <T>(server: BenchServer, path: string) => {
  const answer = await fetch(new URL(path, server.url));
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
};

const dollars = (rows: Pick<Rows, "read" | "written">) =>
  (rows.read * PRICES.perMillionD1RowsRead + rows.written * PRICES.perMillionD1RowsWritten) / 1e6;

async function fillTwice(server: BenchServer, count: number): Promise<void> {
  for (const round of ["first", "second"]) {
    await ask(server, "/counted");
    const started = performance.now();
    let filled = 0;
    for (let from = 0; from < count; from += COMPANIES_AT_ONCE) {
      filled += await ask<number>(server, `/fill?from=${from}&to=${Math.min(count, from + COMPANIES_AT_ONCE)}`);
    }
    const rows = await ask<Rows>(server, "/counted");
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${round} filling: ${filled} jobs of ${count} companies in ${seconds} s, ${rows.written} rows written`);
  }
}

async function sizeOf({ data }: BenchServer): Promise<number> {
  return (await data.prepare("SELECT 1").run()).meta.size_after;
}

const call = (server: BenchServer, key: string, { tool, input }: Query) =>
  fetch(new URL(`/api/v0/${tool}`, server.url), {
    method: "POST",
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify(input),
  });

async function search(server: BenchServer): Promise<void> {
  const key = await addKey(server, "anonymous", RICH);
  console.log(
    "\n| query | found | database p50 ms | p95 | gateway p50 ms | p95 | CPU ms | rows read | dollars a million |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const [name, queries] of Object.entries(QUERIES)) {
    const [database, gateway, read]: [number[], number[], number[]] = [[], [], []];
    let total = 0;
    // The first call counts the index, which calls of the next hours do not.
    await call(server, key, queries[0] as Query);
    const cpuBefore = server.cpuMs() ?? 0;
    for (let round = 0; round < ROUNDS; round++) {
      const query = queries[round % queries.length] as Query;
      await ask(server, "/counted");
      const started = performance.now();
      const answer = await call(server, key, query);
      const body = (await answer.json()) as { total?: number; companies?: unknown[] };
      if (!answer.ok) throw new Error(JSON.stringify(body));
      gateway.push(performance.now() - started);
      const rows = await ask<Rows>(server, "/counted");
      database.push(rows.ms);
      read.push(rows.read);
      total = Math.max(total, body.total ?? body.companies?.length ?? 0);
    }
    const shown = [at(database, 0.5), at(database, 0.95), at(gateway, 0.5), at(gateway, 0.95)].map((ms) =>
      ms.toFixed(0),
    );
    const cpu = ((server.cpuMs() ?? 0) - cpuBefore) / ROUNDS;
    const cost = dollars({ read: 1e6 * (read.reduce((sum, count) => sum + count) / read.length), written: 0 });
    console.log(
      `| ${name} | ${total} | ${shown.join(" | ")} | ${cpu.toFixed(0)} | ${at(read, 0.5)} | ${cost.toFixed(2)} |`,
    );
  }
}

function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** A month of daily looks at boards of the demo internet, of which every tenth changes a job each day. */
async function lookForAMonth(server: BenchServer): Promise<void> {
  const boards = Array.from({ length: BOARDS_LOOKED_AT }, (_, index) => ({
    ...{ line: index + 1, system: "greenhouse", token: `many-${index}`, name: "", domain: "", url: "" },
  }));
  await fetch(new URL("/admin/index/boards", server.url), {
    method: "POST",
    headers: { Authorization: "Bearer local-admin-token-for-this-machine-only" },
    body: JSON.stringify(boards),
  });
  const days: (Rows & { bytes: number })[] = [];
  const start = Date.now();
  for (let day = 0; day <= DAYS; day++) {
    await ask(server, `/internet?day=${day}`);
    const before = await sizeOf(server);
    await ask(server, "/counted");
    const looks = await ask<number>(server, `/look?now=${start + day * DAY_MS}`);
    if (looks < BOARDS_LOOKED_AT) throw new Error(`${looks} looks on day ${day}`);
    const rows = await ask<Rows>(server, "/counted");
    days.push({ ...rows, bytes: (await sizeOf(server)) - before });
  }
  console.log(`\n| day | rows written | rows read | bytes | dollars, ${BOARDS_A_DAY} boards |`);
  console.log("| --- | --- | --- | --- | --- |");
  const scale = BOARDS_A_DAY / BOARDS_LOOKED_AT;
  const show = (name: string | number, { written, read, bytes }: { written: number; read: number; bytes: number }) =>
    console.log(`| ${name} | ${written} | ${read} | ${bytes} | ${(scale * dollars({ written, read })).toFixed(4)} |`);
  for (const [day, rows] of days.entries()) show(day === 0 ? "first look" : day, rows);
  const sum = (name: "written" | "read" | "bytes") => days.slice(1).reduce((all, rows) => all + rows[name], 0);
  show(`${DAYS} days`, { written: sum("written"), read: sum("read"), bytes: sum("bytes") });
}
