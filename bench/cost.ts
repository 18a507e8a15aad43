import { load } from "./load.ts";
import { PRICES } from "./prices.ts";
import { type CallRows, rowsOfBusyCall, rowsOfSparseCall, rowsWritten } from "./rows-per-call.ts";
import { startWorker } from "./server.ts";
import { makeShots } from "./shots.ts";

const OBJECT_GB = 0.128;
const LOAD_MS = 4_000;
/** Ten calls a second keep the object awake. */
const BUSY_AWAKE_S = 0.1;
/** An idle object that may hibernate is not billed: a single call pays for the time in which its object waits for D1. */
const D1_TRIP_S = 0.2;

/** What a paid call costs the operator, from rows and CPU measured here and list prices. */
export async function cost(): Promise<void> {
  const server = await startWorker("bench/counting.ts");
  const { "paid call": paid } = await makeShots(server);
  if (!paid) return;
  const busy = await rowsOfBusyCall(server, paid);
  const before = server.cpuMs();
  const { calls } = await load(server.url, paid, 8, LOAD_MS);
  const after = server.cpuMs();
  const cpuMs = before === null || after === null ? null : (after - before) / calls;
  process.stderr.write("\rtwo minutes: an idle organisation returns its lease, before its one call and after it");
  const sparse = await rowsOfSparseCall(server, paid);
  process.stderr.write("\r".padEnd(90).concat("\r"));
  console.log("| per paid call | ten calls a second of an organisation | one call an hour |\n| --- | --- | --- |");
  const line = (what: string, pick: (rows: CallRows) => number, digits: number) =>
    console.log(`| ${what} | ${pick(busy).toFixed(digits)} | ${pick(sparse).toFixed(digits)} |`);
  line("rows written in the account object", ({ object }) => object, 2);
  line("alarms set", ({ alarms }) => alarms, 2);
  line("rows written in D1", ({ databaseWritten }) => databaseWritten, 2);
  line("**rows written**", rowsWritten, 2);
  line("rows read in D1", ({ databaseRead }) => databaseRead, 1);
  line("trips to D1", ({ databaseTrips }) => databaseTrips, 2);
  line("requests to the account object", ({ objectRequests }) => objectRequests, 2);
  console.log(`\nCPU of workerd, database and objects included: ${cpuMs?.toFixed(2) ?? "unknown"} ms a call.\n`);
  const [busyDollars, sparseDollars] = [
    dollarsOf(busy, cpuMs ?? 0, BUSY_AWAKE_S),
    dollarsOf(sparse, cpuMs ?? 0, sparse.databaseTrips * D1_TRIP_S),
  ];
  console.log("| dollars per million paid calls | ten calls a second | one call an hour |\n| --- | --- | --- |");
  for (const [what, price] of Object.entries(busyDollars))
    console.log(`| ${what} | ${price.toFixed(2)} | ${sparseDollars[what as keyof typeof sparseDollars].toFixed(2)} |`);
  console.log(`| **sum** | **${sum(busyDollars).toFixed(2)}** | **${sum(sparseDollars).toFixed(2)}** |`);
  await server.stop();
}

function dollarsOf(rows: CallRows, cpuMs: number, awakeSeconds: number) {
  return {
    "Worker request": PRICES.perMillionRequests,
    "Worker CPU": cpuMs * PRICES.perMillionCpuMs,
    "D1 rows written": rows.databaseWritten * PRICES.perMillionD1RowsWritten,
    "D1 rows read": rows.databaseRead * PRICES.perMillionD1RowsRead,
    "Durable Object requests": rows.objectRequests * PRICES.perMillionObjectRequests,
    "Durable Object awake": awakeSeconds * OBJECT_GB * PRICES.perMillionObjectGbSeconds,
    "Durable Object rows written": (rows.object + rows.alarms) * PRICES.perMillionObjectRowsWritten,
  };
}

function sum(dollars: Record<string, number>): number {
  return Object.values(dollars).reduce((total, price) => total + price, 0);
}
