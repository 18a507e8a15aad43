import { load, median, type Shot } from "./load.ts";
import { rowsOfBusyCall, rowsWritten } from "./rows-per-call.ts";
import { type BenchServer, startWorker } from "./server.ts";
import { makeShots } from "./shots.ts";

const SIZES = [
  { organisations: 10, ledgerRows: 10, ledgers: 1 },
  { organisations: 100_000, ledgerRows: 1_000_000, ledgers: 1 },
  // The measured organisation has its calls in the second.
  { organisations: 100_000, ledgerRows: 1_000_000, ledgers: 3 },
];
const BATCH = 50_000;
const ROUNDS = 5;
const ROUND_MS = 1_500;

/** What is measured: a warm call, which asks no database, and a statement, which flushes and reads what D1 has. */
const MEASURED = ["paid call", "get_token_balance"] as const;

type Measured = (typeof SIZES)[number] & {
  server: BenchServer;
  shots: Awaited<ReturnType<typeof makeShots>>;
  p50: Map<string, number[]>;
};

/** Calls with a small and with a large database, in alternating rounds. */
export async function growth(): Promise<void> {
  const servers: Measured[] = [];
  for (const size of SIZES) {
    const server = await startWorker("bench/counting.ts", { ledgers: size.ledgers });
    await fill(server, size);
    if (size.ledgers > 1) await server.db.exec("INSERT INTO state (name, value) VALUES ('emptiest_ledger', '1')");
    servers.push({ ...size, server, shots: await makeShots(server), p50: new Map<string, number[]>() });
  }
  for (const name of MEASURED) {
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { server, shots, p50 } of servers) {
        const { p50: ms } = await load(server.url, shots[name] as Shot, 4, ROUND_MS);
        // The first round warms up.
        if (round > 0) p50.set(name, [...(p50.get(name) ?? []), ms]);
      }
    }
  }
  const medianOf = (at: number, name: string) => median(servers[at]?.p50.get(name) ?? []);
  console.log(
    "| organisations | ledger rows | databases | paid call p50 ms | get_token_balance p50 ms | rows read a paid call | rows written | of them in DB |\n| --- | --- | --- | --- | --- | --- | --- | --- |",
  );
  for (const [at, { organisations, ledgerRows, ledgers, server, shots }] of servers.entries()) {
    const rows = await rowsOfBusyCall(server, shots["paid call"] as Shot);
    const times = MEASURED.map((name) => medianOf(at, name).toFixed(2)).join(" | ");
    const counts = `${rows.databaseRead.toFixed(1)} | ${rowsWritten(rows).toFixed(2)} | ${rows.mainWritten.toFixed(2)}`;
    console.log(`| ${organisations} | ${ledgerRows} | ${ledgers} | ${times} | ${counts} |`);
  }
  const ratios = (at: number, to: number) =>
    MEASURED.map((name) => `${name} ${(medianOf(at, name) / medianOf(to, name)).toFixed(2)}`).join(", ");
  console.log(`\nLarge to small: ${ratios(1, 0)}\nThree databases to one: ${ratios(2, 1)}`);
  for (const { server } of servers) await server.stop();
}

async function fill(
  { db, ledgers }: BenchServer,
  { organisations, ledgerRows }: (typeof SIZES)[number],
): Promise<void> {
  const number = (from: number, to: number) =>
    `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${to})`;
  const place = `i % 100000 % ${ledgers.length}`;
  const organisation = `printf('%02x%022x', ${place}, i % 100000)`;
  for (let from = 0; from < organisations; from += BATCH) {
    await db.exec(
      `INSERT INTO organisations (id, plan, balance, created_at) ${number(from, Math.min(organisations, from + BATCH))} SELECT ${organisation}, 'free', 1000000, 0 FROM n`,
    );
    await db.exec(
      `INSERT INTO api_keys (hash, id, organisation_id, name, masked, created_at, expires_at) ${number(from, Math.min(organisations, from + BATCH))} SELECT printf('%064x', i), printf('key_%024x', i), ${organisation}, 'x', 'x', 0, 0 FROM n`,
    );
  }
  for (let from = 0; from < ledgerRows; from += BATCH) {
    process.stderr.write(`\rfilling ${from} of ${ledgerRows} ledger rows `);
    for (const [index, ledger] of ledgers.entries())
      await ledger.exec(
        `INSERT INTO calls (organisation_id, id, key_id, tool, held, tokens, state) ${number(from, Math.min(ledgerRows, from + BATCH))} SELECT ${organisation}, printf('%012x%020x', 1700000000000 + i, i), 'key', 'bench', 1, 1, 'settled' FROM n WHERE ${place} = ${index}`,
      );
  }
  process.stderr.write("\r");
}
