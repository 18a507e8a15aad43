import type { Counted } from "./counting.ts";
import type { Shot } from "./load.ts";
import type { BenchServer } from "./server.ts";

/** What one paid call reads and writes, in its account object and in D1, with its share of flushes, leases and alarms. */
export type CallRows = {
  object: number;
  alarms: number;
  databaseWritten: number;
  /** In `DB`, where the calls may be in another. */
  mainWritten: number;
  databaseRead: number;
  databaseTrips: number;
  objectRequests: number;
};

const PACE_MS = 100;
const WARM_CALLS = 30;
const BUSY_CALLS = 100;
const FLUSHED_AFTER_MS = 1_500;
/** The lease is returned a minute after the last call. */
const RETURNED_AFTER_MS = 64_000;

/** Of a server that runs `counting.ts`: ten calls a second of one organisation, without the first three seconds. */
export async function rowsOfBusyCall(server: BenchServer, paid: Shot): Promise<CallRows> {
  await callAtPace(server, paid, WARM_CALLS);
  await readCounted(server);
  await callAtPace(server, paid, BUSY_CALLS);
  await sleep(FLUSHED_AFTER_MS);
  return perCall(await readCounted(server), BUSY_CALLS);
}

/** A single call, until its lease has been returned: takes a minute. */
export async function rowsOfSparseCall(server: BenchServer, paid: Shot): Promise<CallRows> {
  await sleep(RETURNED_AFTER_MS);
  await readCounted(server);
  await callAtPace(server, paid, 1);
  await sleep(RETURNED_AFTER_MS);
  return perCall(await readCounted(server), 1);
}

/** Rows written, object and D1 together; an alarm that is set counts as one. */
export function rowsWritten({ object, alarms, databaseWritten }: CallRows): number {
  return object + alarms + databaseWritten;
}

async function callAtPace({ url }: BenchServer, paid: Shot, calls: number): Promise<void> {
  const start = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let call = 0; call < calls; call++) {
    await sleep(start + call * PACE_MS - performance.now());
    const { path, ...init } = paid;
    sent.push(fetch(new URL(path, url), init).then((answer) => answer.text()));
  }
  await Promise.all(sent);
}

async function readCounted({ url }: BenchServer): Promise<Counted> {
  return (await (await fetch(new URL("/counted", url))).json()) as Counted;
}

function perCall({ database, ledgers, objectRows, alarmsSet, alarmsRung, entries }: Counted, calls: number): CallRows {
  return {
    object: objectRows / calls,
    alarms: alarmsSet / calls,
    databaseWritten: (database.written + ledgers.written) / calls,
    mainWritten: database.written / calls,
    databaseRead: (database.read + ledgers.read) / calls,
    databaseTrips: (database.trips + ledgers.trips) / calls,
    objectRequests: (entries + alarmsRung) / calls,
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
