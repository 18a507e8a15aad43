import { type Load, load, median } from "./load.ts";
import { startWorker } from "./server.ts";
import { copyAccounts, makeShots } from "./shots.ts";

const ROUNDS = 5;
const ROUND_MS = 1_500;
const OBJECTS = { GROUP_COMMIT: { className: "GroupCommit", useSQLite: true } };

/** Paid calls with holds and settlements sent directly, and through the group-commit prototype, idle and loaded. */
export async function groupCommit(): Promise<void> {
  const [direct, grouped] = [
    await startWorker("src/index.ts"),
    await startWorker("bench/grouped.ts", { objects: OBJECTS }),
  ];
  const { "paid call": paid } = await makeShots(direct);
  await copyAccounts(direct, grouped);
  if (!paid) return;
  console.log("| callers | direct/s (p50 ms) | grouped/s (p50 ms) | ratio |\n| --- | --- | --- | --- |");
  for (const callers of [1, 8, 32, 64]) {
    const rounds: { one: Load; other: Load }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const pair = {
        one: await load(direct.url, paid, callers, ROUND_MS),
        other: await load(grouped.url, paid, callers, ROUND_MS),
      };
      for (const { statuses } of Object.values(pair))
        if (Object.keys(statuses).join() !== "200") throw new Error(JSON.stringify(statuses));
      // The first round warms up.
      if (round > 0) rounds.push(pair);
    }
    const of = (pick: (pair: (typeof rounds)[number]) => number) => median(rounds.map(pick));
    const show = (which: "one" | "other") =>
      `${of((pair) => pair[which].perSecond).toFixed(0)} (${of((pair) => pair[which].p50).toFixed(1)})`;
    console.log(
      `| ${callers} | ${show("one")} | ${show("other")} | ${of((pair) => pair.other.perSecond / pair.one.perSecond).toFixed(2)} |`,
    );
  }
  await Promise.all([direct.stop(), grouped.stop()]);
}
