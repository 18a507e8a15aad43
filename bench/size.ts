import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../scripts/local-worker.ts";

/** The size of what is uploaded, and the CPU of starting it, as `wrangler` measures both. */
export async function size(): Promise<void> {
  const environment = { ...process.env, WRANGLER_SEND_METRICS: "false" };
  const built = spawnSync("wrangler", ["deploy", "--dry-run", "--env="], { env: environment, encoding: "utf8" });
  console.log(/Total Upload.*/.exec(built.stdout)?.[0] ?? "bundle: unknown");
  await reportPackages();
  const file = join(mkdtempSync(join(tmpdir(), "tallygate-startup-")), "startup.cpuprofile");
  const started = spawnSync("wrangler", ["check", "startup", "--outfile", file, "--env="], {
    env: environment,
    encoding: "utf8",
  });
  console.log(`Start-up, of CPU: ${/Active: (.*)/.exec(started.stdout)?.[1] ?? "unknown"}`);
}

/** The packages in the bundle, minified and before compression. */
async function reportPackages(): Promise<void> {
  const { metafile } = await build({ ...bundleOptions("src/index.ts"), metafile: true });
  const bytes: Record<string, number> = {};
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(path)?.[1] ?? path.split("/")[0] ?? "";
      bytes[name] = (bytes[name] ?? 0) + bytesInOutput;
    }
  }
  const sorted = Object.entries(bytes).toSorted(([, one], [, other]) => other - one);
  console.log(sorted.map(([name, size]) => `${name} ${(size / 1000).toFixed(1)} kB`).join(", "));
}
