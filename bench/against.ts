import { type Load, load, median, type Shot } from "./load.ts";
import { startWorker } from "./server.ts";
import { copyAccounts, makeShots, overMcp } from "./shots.ts";

const CONNECTIONS = 32;
const ROUNDS = 5;
const ROUND_MS = 1_500;

/** Requests a second, p50 and p99 of the Worker and of the floor, in alternating rounds; the ratio is of medians. */
export async function against(): Promise<void> {
  const [worker, floor] = [await startWorker("src/index.ts"), await startWorker("bench/floor.ts")];
  const shots = await makeShots(worker);
  await copyAccounts(worker, floor);
  const pairs = Object.entries(shots).map(([name, shot]) => ({ name, shot, other: shot as Shot, status: shot.status }));
  const paid = shots["paid call"];
  if (paid)
    pairs.push({
      name: "paid call over MCP (floor: REST)",
      shot: { ...overMcp(paid), status: 200 },
      other: paid,
      status: 200,
    });

  console.log(`${CONNECTIONS} connections, medians of ${ROUNDS} alternating rounds of ${ROUND_MS} ms\n`);
  console.log(
    "| request | worker/s | floor/s | ratio | p50 ms (floor) | p99 ms (floor) |\n| --- | --- | --- | --- | --- | --- |",
  );
  for (const { name, shot, other, status } of pairs) {
    const rounds: { mine: Load; base: Load }[] = [];
    await load(worker.url, shot, CONNECTIONS, ROUND_MS / 3);
    await load(floor.url, other, CONNECTIONS, ROUND_MS / 3);
    for (let round = 0; round < ROUNDS; round++) {
      const mine = await load(worker.url, shot, CONNECTIONS, ROUND_MS);
      const base = await load(floor.url, other, CONNECTIONS, ROUND_MS);
      for (const answered of [mine.statuses, base.statuses]) {
        if (Object.keys(answered).join() !== String(status))
          throw new Error(`${name}: expected only ${status}, got ${JSON.stringify(answered)}`);
      }
      rounds.push({ mine, base });
    }
    const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
    const [mine, base] = [of((round) => round.mine.perSecond), of((round) => round.base.perSecond)];
    const ratio = of((round) => round.mine.perSecond / round.base.perSecond);
    const times = (pick: "p50" | "p99") =>
      `${of((round) => round.mine[pick]).toFixed(1)} (${of((round) => round.base[pick]).toFixed(1)})`;
    console.log(
      `| ${name} | ${mine.toFixed(0)} | ${base.toFixed(0)} | ${ratio.toFixed(2)} | ${times("p50")} | ${times("p99")} |`,
    );
  }
  await Promise.all([worker.stop(), floor.stop()]);
}
