import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Profile = {
  nodes: { id: number; callFrame: { functionName: string } }[];
  samples: number[];
  timeDeltas: number[];
};

/** The size of what is uploaded, and the CPU of starting it, as `wrangler` measures both. */
export async function size(): Promise<void> {
  const environment = { ...process.env, WRANGLER_SEND_METRICS: "false" };
  const built = spawnSync("wrangler", ["deploy", "--dry-run", "--env="], { env: environment, encoding: "utf8" });
  console.log(/Total Upload.*/.exec(built.stdout)?.[0] ?? "bundle: unknown");
  const file = join(mkdtempSync(join(tmpdir(), "tallygate-startup-")), "startup.cpuprofile");
  spawnSync("wrangler", ["check", "startup", "--outfile", file, "--env="], { env: environment });
  const profile = JSON.parse(readFileSync(file, "utf8")) as Profile;
  const idle = new Set(
    profile.nodes.filter(({ callFrame }) => /^\((idle|program)\)$/.test(callFrame.functionName)).map(({ id }) => id),
  );
  const busy = profile.timeDeltas.reduce(
    (sum, delta, index) => (idle.has(profile.samples[index] ?? 0) ? sum : sum + delta),
    0,
  );
  console.log(
    `Start-up: ${(busy / 1000).toFixed(0)} ms of CPU, of ${(profile.timeDeltas.reduce((a, b) => a + b, 0) / 1000).toFixed(0)} ms profiled`,
  );
}
