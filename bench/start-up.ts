import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../scripts/local-worker.ts";
import { roomOf } from "./rooms.ts";

const STARTS = 10;
const SHOWN = 12;
/** esbuild writes the path of each module before its code. */
const MODULE = /^\/\/ ((?:src|node_modules)\/\S+)$/gm;

/**
 * Which packages and rooms take the time in which the Worker's modules run for the first time: the least of ten starts for each
 * module. In Node, because workerd's clock stands still meanwhile; compilation is not included.
 */
export async function reportModules(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tallygate-modules-"));
  const platform = "export class DurableObject {} export const env = {};";
  writeFileSync(join(folder, "platform.mjs"), platform);
  const { outputFiles } = await build({ ...bundleOptions("src/index.ts"), minify: false });
  const code = (outputFiles[0]?.text ?? "")
    .replaceAll('"cloudflare:workers"', '"./platform.mjs"')
    .replace(MODULE, (_, path) => `started(${JSON.stringify(path)});`);
  writeFileSync(join(folder, "worker.mjs"), code);
  const starter = `const marks = [];
    globalThis.started = (path) => marks.push([path, performance.now()]);
    await import("./worker.mjs");
    started("end");
    console.log(JSON.stringify(marks));`;
  writeFileSync(join(folder, "start.mjs"), starter);
  const least = new Map<string, number>();
  for (let start = 0; start < STARTS; start++) {
    const run = spawnSync(process.execPath, ["start.mjs"], { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 });
    const marks = JSON.parse(run.stdout) as [path: string, at: number][];
    for (const [index, [path, at]] of marks.slice(0, -1).entries()) {
      const took = (marks[index + 1]?.[1] ?? at) - at;
      least.set(path, Math.min(least.get(path) ?? took, took));
    }
  }
  const byRoom = Map.groupBy(least, ([path]) => roomOf(path));
  const sums = [...byRoom].map(([room, modules]) => ({ room, ms: sum(modules.map(([, ms]) => ms)) }));
  const all = sum(sums.map(({ ms }) => ms));
  const shown = sums.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN);
  console.log(`First run of all modules: ${all.toFixed(1)} ms`);
  console.log(shown.map(({ room, ms }) => `${room} ${((100 * ms) / all).toFixed(0)} %`).join(", "));
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
