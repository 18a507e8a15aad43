import { rowsPerCall } from "./cost.ts";
import { load, median } from "./load.ts";
import { type BenchServer, startWorker } from "./server.ts";
import { makeShots } from "./shots.ts";

const SIZES = [
  { organisations: 10, ledgerRows: 10 },
  { organisations: 100_000, ledgerRows: 1_000_000 },
];
const BATCH = 50_000;
const ROUNDS = 5;
const ROUND_MS = 1_500;

/** The paid call with a small and with a large database, in alternating rounds. */
export async function growth(): Promise<void> {
  const servers = [];
  for (const size of SIZES) {
    const server = await startWorker("src/index.ts");
    await fill(server, size);
    const { "paid call": paid } = await makeShots(server);
    if (!paid) return;
    servers.push({ ...size, server, paid, rows: await rowsPerCall(server, paid), p50: [] as number[] });
    await load(server.url, paid, 4, ROUND_MS);
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { server, paid, p50 } of servers) p50.push((await load(server.url, paid, 4, ROUND_MS)).p50);
  }
  console.log("| organisations | ledger rows | p50 ms | rows read | rows written |\n| --- | --- | --- | --- | --- |");
  for (const { organisations, ledgerRows, p50, rows } of servers) {
    console.log(`| ${organisations} | ${ledgerRows} | ${median(p50).toFixed(2)} | ${rows.read} | ${rows.written} |`);
  }
  const [small, large] = servers;
  console.log(`\nLarge to small: p50 ${(median(large?.p50 ?? []) / median(small?.p50 ?? [])).toFixed(2)}`);
  for (const { server } of servers) await server.stop();
}

async function fill({ db }: BenchServer, { organisations, ledgerRows }: (typeof SIZES)[number]): Promise<void> {
  const number = (from: number, to: number) =>
    `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${to})`;
  const organisation = "printf('%024x', i % 100000)";
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
    await db.exec(
      `INSERT INTO holds (id, organisation_id, key_id, tool, tokens) ${number(from, Math.min(ledgerRows, from + BATCH))} SELECT printf('%012x%020x', 1700000000000 + i, i), ${organisation}, 'key', 'bench', 1 FROM n`,
    );
  }
  await db.exec("UPDATE holds SET state = 'settled' WHERE state = 'open'");
  process.stderr.write("\r");
}
