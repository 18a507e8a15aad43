import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";

/** Every organisation may make as many requests as it likes, but for plan `free`, which is always refused. */
const VARIABLES = { RATE_LIMIT_ANONYMOUS: "1000000000", RATE_LIMIT_FREE: "0", ANONYMOUS_TOKENS: "1000000000" };

export type BenchServer = {
  url: URL;
  db: D1Database;
  /** CPU milliseconds that its workerd has used so far, or null where /proc does not tell. */
  cpuMs(): number | null;
  stop(): Promise<void>;
};

/** Starts one worker on workerd with nothing in front of it, on a database of its own with migrations applied. */
export async function startWorker(entry: string, objects: Record<string, unknown> = {}): Promise<BenchServer> {
  const bundle = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    external: ["cloudflare:*"],
    conditions: ["workerd", "worker", "browser"],
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
  });
  const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml", "local") as { workerOptions: object };
  const {
    serviceBindings: _,
    modulesRules: __,
    rootPath: ___,
    bindings,
    durableObjects,
    ...options
  } = workerOptions as Record<string, unknown>;
  const before = new Set(workerds());
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      port: 0,
      host: "127.0.0.1",
      cf: false,
      resourcePersistencePath: mkdtempSync(join(tmpdir(), "tallygate-bench-")),
      workers: [
        {
          ...options,
          name: "bench",
          durableObjects: { ...(durableObjects as object), ...objects },
          bindings: { ...(bindings as object), ...VARIABLES },
          modules: [{ type: "ESModule", path: "index.js", contents: bundle.outputFiles[0]?.text ?? "" }],
        },
      ],
    } as never),
  );
  const url = await miniflare.ready;
  const pid = workerds().find((candidate) => !before.has(candidate));
  const db = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  for (const file of readdirSync("migrations")
    .filter((name) => name.endsWith(".sql"))
    .sort()) {
    const statements = readFileSync(join("migrations", file), "utf8").split("--> statement-breakpoint");
    await db.batch(statements.map((statement) => db.prepare(statement)));
  }
  return { url, db, cpuMs: () => (pid === undefined ? null : cpuOf(pid)), stop: () => miniflare.dispose() };
}

function workerds(): number[] {
  try {
    return execFileSync("pgrep", ["-P", String(process.pid), "workerd"], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
  } catch {
    return [];
  }
}

function cpuOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    // utime and stime, in ticks of 10 ms.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}
