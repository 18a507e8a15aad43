import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The size of what is uploaded, and the CPU of starting it, as `wrangler` measures both. */
export async function size(): Promise<void> {
  const environment = { ...process.env, WRANGLER_SEND_METRICS: "false" };
  const built = spawnSync("wrangler", ["deploy", "--dry-run", "--env="], { env: environment, encoding: "utf8" });
  console.log(/Total Upload.*/.exec(built.stdout)?.[0] ?? "bundle: unknown");
  const file = join(mkdtempSync(join(tmpdir(), "tallygate-startup-")), "startup.cpuprofile");
  const started = spawnSync("wrangler", ["check", "startup", "--outfile", file, "--env="], {
    env: environment,
    encoding: "utf8",
  });
  console.log(`Start-up, of CPU: ${/Active: (.*)/.exec(started.stdout)?.[1] ?? "unknown"}`);
}
