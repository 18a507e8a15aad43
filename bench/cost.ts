import { settle, takeHold } from "../src/ledger/holds.ts";
import { countRows, type Rows } from "./count-rows.ts";
import { load, type Shot } from "./load.ts";
import { PRICES } from "./prices.ts";
import { type BenchServer, startWorker } from "./server.ts";
import { makeShots } from "./shots.ts";

/** How often an organisation is taken to call: its object is awake that long per call, and stores once a second. */
const CALLS_PER_SECOND = 10;
const OBJECT_GB = 0.128;
const CALLS_MS = 4_000;

/** Rows that the hold and the settlement of one paid call read and write. */
export async function rowsPerCall({ db }: BenchServer, paid: Shot): Promise<Rows> {
  const counted = countRows(db);
  const key = paid.headers?.authorization?.slice(7) ?? "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  const keyHash = Buffer.from(digest).toString("hex");
  const now = Date.now();
  const id = `${now.toString(16).padStart(12, "0")}${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`;
  const call = { id, keyHash, tool: "bench", tokens: 2, label: null, now, idempotent: null, noteUse: false };
  const hold = await takeHold(counted.db, call);
  if (hold.status !== "held") throw new Error(`no hold: ${hold.status}`);
  await settle(counted.db, id);
  return counted.rows;
}

/** What a paid call costs the operator, from rows and CPU measured here and list prices. */
export async function cost(): Promise<void> {
  const server = await startWorker("src/index.ts");
  const { "paid call": paid } = await makeShots(server);
  if (!paid) return;
  const rows = await rowsPerCall(server, paid);
  await load(server.url, paid, 8, 1_000);
  const before = server.cpuMs();
  const { calls } = await load(server.url, paid, 8, CALLS_MS);
  const after = server.cpuMs();
  const cpuMs = before === null || after === null ? null : (after - before) / calls;
  const awakeSeconds = 1 / CALLS_PER_SECOND;
  // One more row read: the directory's answer.
  const dollars = {
    "Worker request": PRICES.perMillionRequests,
    "Worker CPU (all of workerd's, database and object included)": (cpuMs ?? 0) * PRICES.perMillionCpuMs,
    "D1 rows written": rows.written * PRICES.perMillionD1RowsWritten,
    "D1 rows read": (rows.read + 1) * PRICES.perMillionD1RowsRead,
    "Durable Object request": PRICES.perMillionObjectRequests,
    "Durable Object awake": awakeSeconds * OBJECT_GB * PRICES.perMillionObjectGbSeconds,
    "Durable Object rows written": awakeSeconds * PRICES.perMillionObjectRowsWritten,
  };
  console.log(
    `A paid call reads ${rows.read + 1} rows and writes ${rows.written}, settlement included; it waits for one D1 trip to hold,`,
  );
  console.log(
    `one to look into the directory, and one Durable Object call. CPU ${cpuMs?.toFixed(2) ?? "unknown"} ms a call.\n`,
  );
  console.log(
    `| dollars per million paid calls, ${CALLS_PER_SECOND} calls a second per organisation | |\n| --- | --- |`,
  );
  for (const [what, price] of Object.entries(dollars)) console.log(`| ${what} | ${price.toFixed(3)} |`);
  console.log(
    `| **sum** | **${Object.values(dollars)
      .reduce((sum, price) => sum + price, 0)
      .toFixed(2)}** |`,
  );
  await server.stop();
}
