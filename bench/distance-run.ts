import { load } from "./load.ts";
import { startWorker } from "./server.ts";
import { makeShots } from "./shots.ts";

const EDGE_MS = 10;
const OBJECT_MS = 20;
const REPLICA_MS = 10;
const PRIMARY_MS = [10, 80, 180];

/** What a paid call takes when its objects and database are far away: round trips are added in front of the real ones. */
export async function distance(): Promise<void> {
  const server = await startWorker("bench/distance.ts");
  const { "paid call": paid, "refused: forged key": forged } = await makeShots(server);
  if (!paid || !forged) return;
  console.log(
    `Caller to edge ${EDGE_MS} ms, edge to Durable Object ${OBJECT_MS} ms, to a D1 replica ${REPLICA_MS} ms; one caller at a time\n`,
  );
  console.log("| edge to D1 primary | paid call p50 ms | refused forged key p50 ms |\n| --- | --- | --- |");
  for (const primary of PRIMARY_MS) {
    const headers = { "x-rtt": `${EDGE_MS},${OBJECT_MS},${primary},${REPLICA_MS}` };
    const call = await load(server.url, { ...paid, headers: { ...paid.headers, ...headers } }, 1, 4_000);
    const refused = await load(server.url, { ...forged, headers: { ...forged.headers, ...headers } }, 1, 1_000);
    console.log(`| ${primary} ms | ${call.p50.toFixed(0)} | ${refused.p50.toFixed(0)} |`);
  }
  console.log("\nA warm paid call waits for its account object twice, and for the databases that its tool reads.");
  await server.stop();
}
