import type { Counted } from "./counting.ts";
import { PRICES } from "./prices.ts";
import { type BenchServer, startWorker } from "./server.ts";
import { addKey } from "./shots.ts";

const COUNTED_ITEMS = 1_000;
const LARGE_ITEMS = 5_000;
const TOKENS = 1_000_000;
/** Of an item that asks for one page, in a window of 20 (BATCH_WINDOW of a paid organisation). */
const AWAKE_SECONDS = 3 / 20;
const OBJECT_GB = 0.128;
const CONSUMER_MESSAGES = 3;
const POLL_MS = 500;
const SAMPLE_MS = 50;

/** What an item of a batch costs the operator, and the memory that an export of 320 MB takes. */
export async function batch(): Promise<void> {
  await costOfItem();
  await memoryOfExport();
}

async function costOfItem(): Promise<void> {
  const server = await startWorker("bench/counting.ts");
  const key = await addKey(server, "paid", TOKENS);
  const readCounted = async () => (await (await fetch(new URL("/counted", server.url))).json()) as Counted;
  await readCounted();
  const cpuBefore = server.cpuMs();
  const id = await runBatch(server, key, COUNTED_ITEMS);
  const cpuAfter = server.cpuMs();
  const { database, objectRows, alarmsSet, alarmsRung, entries } = await readCounted();
  const file = await (await download(server, key, id, "jsonl")).arrayBuffer();
  const perItem = (count: number) => count / COUNTED_ITEMS;
  const cpuMs = cpuBefore === null || cpuAfter === null ? 0 : perItem(cpuAfter - cpuBefore);
  const dollars = {
    "queue, three operations a message": 3 * PRICES.perMillionQueueOperations,
    [`Worker requests, ${CONSUMER_MESSAGES} messages each`]: PRICES.perMillionRequests / CONSUMER_MESSAGES,
    "Worker CPU": cpuMs * PRICES.perMillionCpuMs,
    "Durable Object requests": perItem(entries + alarmsRung) * PRICES.perMillionObjectRequests,
    "Durable Object awake, 3 s an item, 20 at once": AWAKE_SECONDS * OBJECT_GB * PRICES.perMillionObjectGbSeconds,
    "Durable Object rows written, alarms included":
      perItem(objectRows + alarmsSet) * PRICES.perMillionObjectRowsWritten,
    "D1 rows written": perItem(database.written) * PRICES.perMillionD1RowsWritten,
    "D1 rows read": perItem(database.read) * PRICES.perMillionD1RowsRead,
    "answers kept for 30 days": (perItem(file.byteLength) / 1_000) * PRICES.perGbMonthObjectStorage,
  };
  console.log(
    `${COUNTED_ITEMS} items from the directory, per item: ${perItem(objectRows).toFixed(2)} rows written in the`,
  );
  console.log(
    `batch's object, ${perItem(alarmsSet).toFixed(2)} alarms set, ${perItem(database.written).toFixed(2)} rows written in D1 in`,
  );
  console.log(
    `${perItem(database.trips).toFixed(2)} trips, ${perItem(entries + alarmsRung).toFixed(2)} requests to the object, ${cpuMs.toFixed(1)} ms of CPU.\n`,
  );
  console.log("| dollars per million items | |\n| --- | --- |");
  for (const [what, price] of Object.entries(dollars)) console.log(`| ${what} | ${price.toFixed(2)} |`);
  const sum = Object.values(dollars).reduce((total, price) => total + price, 0);
  console.log(`| **sum** | **${sum.toFixed(2)}** |\n`);
  await server.stop();
}

async function memoryOfExport(): Promise<void> {
  const server = await startWorker("bench/large-answers.ts");
  const key = await addKey(server, "paid", TOKENS);
  const idle = server.memoryMb() ?? 0;
  const id = await runBatch(server, key, LARGE_ITEMS);
  const before = server.memoryMb() ?? 0;
  let most = before;
  const sampler = setInterval(() => {
    most = Math.max(most, server.memoryMb() ?? 0);
  }, SAMPLE_MS);
  const start = performance.now();
  const answer = await download(server, key, id, "jsonl");
  let [firstMs, bytes] = [0, 0];
  for await (const chunk of answer.body ?? []) {
    firstMs ||= performance.now() - start;
    bytes += chunk.length;
  }
  clearInterval(sampler);
  const seconds = (performance.now() - start) / 1_000;
  console.log("| JSONL MB | first byte ms | seconds | memory of workerd before, MB | most meanwhile, MB |");
  console.log("| --- | --- | --- | --- | --- |");
  const figures = [
    (bytes / 1e6).toFixed(0),
    firstMs.toFixed(0),
    seconds.toFixed(1),
    before.toFixed(0),
    most.toFixed(0),
  ];
  console.log(`| ${figures.join(" | ")} |`);
  console.log(`\nAfter its start it had ${idle.toFixed(0)} MB.`);
  await server.stop();
}

/** Runs a batch of companies that the directory knows, until its end; returns its id. */
async function runBatch(server: BenchServer, key: string, items: number): Promise<string> {
  const numbers = JSON.stringify(Array.from({ length: items }, (_, index) => index));
  await server.data
    .prepare(
      `INSERT INTO companies (domain, name, network_url, source, observed_at)
       SELECT 'bench' || value || '.example', 'Row', 'https://www.network.example/company/b' || value, 'bench', 0
       FROM json_each(?)`,
    )
    .bind(numbers)
    .run();
  const inputs = Array.from({ length: items }, (_, index) => ({ domain: `bench${index}.example` }));
  const { id } = await call(server, key, "create_batch", { tool: "get_network_company_url", inputs });
  for (;;) {
    const { status, counts } = await call(server, key, "get_batch", { id });
    process.stderr.write(`\r${counts.succeeded} of ${items} items `);
    if (status === "ended") break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  process.stderr.write("\r");
  return id;
}

type Answer = { id: string; status: string; counts: { succeeded: number } };

async function call({ url }: BenchServer, key: string, tool: string, body: unknown): Promise<Answer> {
  const init = { method: "POST", headers: { authorization: `Bearer ${key}` }, body: JSON.stringify(body) };
  return (await (await fetch(new URL(`/api/v0/${tool}`, url), init)).json()) as Answer;
}

function download({ url }: BenchServer, key: string, id: string, format: string): Promise<Response> {
  const path = `/api/v0/batches/${id}/results.${format}`;
  return fetch(new URL(path, url), { headers: { authorization: `Bearer ${key}` } });
}
