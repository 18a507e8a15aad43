import { type Load, load, median, type Shot } from "./load.ts";
import { startWorker } from "./server.ts";
import { copyAccounts, makeShots, overMcp } from "./shots.ts";

const CONNECTIONS = 32;
/** A request and the number of callers who send it, one at a time each. */
type Pair = { name: string; shot: Shot; other: Shot; expected: number; connections: number };
// Many short rounds, because what else the machine does then falls on both; several starts, because each is compiled a little otherwise.
const STARTS = 3;
const ROUNDS = 6;
const ROUND_MS = 400;

/** The floor has a rate limiter of its own. */
const FLOOR = { objects: { FLOOR_LIMITER: { className: "FloorLimiter", useSQLite: true } } };

type Round = { mine: Load; base: Load };

/** Requests a second, p50 and p99 of the Worker and of the floor, in alternating rounds; the ratio is of medians. */
export async function against(): Promise<void> {
  const rounds = new Map<string, Round[]>();
  for (let start = 1; start <= STARTS; start++) await runAll(rounds, start);
  console.log(
    `${CONNECTIONS} connections where nothing else is said, medians of ${STARTS * ROUNDS} alternating rounds of ${ROUND_MS} ms\n`,
  );
  console.log(
    "| request | worker/s | floor/s | ratio | p50 ms (floor) | p99 ms (floor) |\n| --- | --- | --- | --- | --- | --- |",
  );
  for (const [name, pairs] of rounds) {
    const of = (pick: (round: Round) => number) => median(pairs.map(pick));
    const [mine, base] = [of((round) => round.mine.perSecond), of((round) => round.base.perSecond)];
    const ratio = of((round) => round.mine.perSecond / round.base.perSecond);
    const times = (pick: "p50" | "p99") =>
      `${of((round) => round.mine[pick]).toFixed(1)} (${of((round) => round.base[pick]).toFixed(1)})`;
    console.log(
      `| ${name} | ${mine.toFixed(0)} | ${base.toFixed(0)} | ${ratio.toFixed(2)} | ${times("p50")} | ${times("p99")} |`,
    );
  }
}

async function runAll(rounds: Map<string, Round[]>, start: number): Promise<void> {
  const [worker, floor] = [await startWorker("src/index.ts"), await startWorker("bench/floor.ts", FLOOR)];
  const shots = await makeShots(worker);
  await copyAccounts(worker, floor);
  for (const { name, shot, other, expected, connections } of pairsOf(shots)) {
    process.stderr.write(`\rstart ${start} of ${STARTS}: ${name}`.padEnd(70));
    const done = rounds.get(name) ?? [];
    rounds.set(name, done);
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      const mine = await load(worker.url, shot, connections, ROUND_MS);
      const base = await load(floor.url, other, connections, ROUND_MS);
      for (const { statuses } of [mine, base]) {
        if (Object.keys(statuses).join() !== String(expected))
          throw new Error(`${name}: expected only ${expected}, got ${JSON.stringify(statuses)}`);
      }
      if (round > 0) done.push({ mine, base });
    }
  }
  process.stderr.write("\r".padEnd(70).concat("\r"));
  await Promise.all([worker.stop(), floor.stop()]);
}

function pairsOf(shots: Awaited<ReturnType<typeof makeShots>>): Pair[] {
  const all = Object.entries(shots).map(([name, shot]): Pair => {
    return { name, shot, other: shot, expected: shot.status, connections: CONNECTIONS };
  });
  const paid = all.find(({ name }) => name === "paid call");
  if (!paid) return all;
  const overTheOther = { ...paid, name: "paid call over MCP (floor: REST)", shot: overMcp(paid.shot) };
  const alone = [paid, overTheOther].map((pair) => ({ ...pair, name: `${pair.name}, one connection`, connections: 1 }));
  return [...all, overTheOther, ...alone];
}
