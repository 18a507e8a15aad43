import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../scripts/local-worker.ts";
import { roomOf } from "./rooms.ts";
import { reportModules } from "./start-up.ts";

const STARTS = 5;
/** Compressed, in bytes. */
const MAX_UPLOAD = 1_000_000;

/** The size of what is uploaded, and the CPU of starting it, as `wrangler` measures both. */
export async function size(): Promise<void> {
  const built = wrangler("deploy", "--dry-run", "--env=");
  const kibibytes = Number(/gzip: ([\d.]+) KiB/.exec(built)?.[1]);
  const isOver = !(kibibytes * 1024 <= MAX_UPLOAD);
  console.log(
    `Upload, compressed: ${kibibytes} KiB, ${isOver ? "OVER" : "within"} the goal of ${MAX_UPLOAD / 1000} kB`,
  );
  if (isOver) process.exitCode = 1;
  await reportPackages();
  const file = join(mkdtempSync(join(tmpdir(), "tallygate-startup-")), "startup.cpuprofile");
  const starts = Array.from({ length: STARTS }, () => {
    const started = wrangler("check", "startup", "--outfile", file, "--env=");
    return Number(/Active: ([\d.]+)/.exec(started)?.[1]);
  });
  // What else runs on the machine only adds to it.
  console.log(`Start-up, least CPU of ${STARTS}: ${Math.min(...starts)} ms (${starts.join(", ")})`);
  await reportModules();
}

function wrangler(...parameters: string[]): string {
  const environment = { ...process.env, WRANGLER_SEND_METRICS: "false" };
  return spawnSync("wrangler", parameters, { env: environment, encoding: "utf8" }).stdout;
}

/** The packages and rooms in the bundle, minified and before compression. */
async function reportPackages(): Promise<void> {
  const { metafile } = await build({ ...bundleOptions("src/index.ts"), metafile: true });
  const bytes: Record<string, number> = {};
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const room = roomOf(path);
      bytes[room] = (bytes[room] ?? 0) + bytesInOutput;
    }
  }
  const sorted = Object.entries(bytes).toSorted(([, one], [, other]) => other - one);
  console.log(sorted.map(([room, size]) => `${room} ${(size / 1000).toFixed(1)} kB`).join(", "));
}
