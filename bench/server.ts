import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { asModules, bundleOptions, folderOf, migrate } from "../scripts/local-worker.ts";
import { heapReader } from "./heap.ts";

type Options = Record<string, unknown> & { bindings?: object; durableObjects?: object };

/** Every organisation may make as many requests as it likes, but for plan `free`, which is always refused. */
export const UNLIMITED = { RATE_LIMIT_ANONYMOUS: "1000000000", RATE_LIMIT_FREE: "0", ANONYMOUS_TOKENS: "1000000000" };

export type BenchServer = {
  url: URL;
  /** The ledger. */
  db: D1Database;
  /** The databases with calls, `db` first. */
  ledgers: D1Database[];
  /** Facts, directory, archive and index. */
  data: D1Database;
  /** CPU milliseconds that its workerd has used so far, or null where /proc does not tell. */
  cpuMs(): number | null;
  /** Resident memory of its workerd, megabytes, or null. */
  memoryMb(): number | null;
  /** JavaScript heap of the worker's isolate, megabytes, or null; asked through the inspector, which `watchHeap` opens. */
  heapMb(): Promise<number | null>;
  /** Ends its workerd at once, as a power cut would. */
  kill(): Promise<void>;
  /** Sends a request to the build that runs `beside` the first. */
  fetchBeside(path: string, init: RequestInit): Promise<Response>;
  /** What the demo internet was asked, as `METHOD url`, and when (ms since 1970). */
  asked(): Promise<{ line: string; at: number }[]>;
  /** Fills the index with the demo companies, with `demoIndex`. */
  fillIndex(): Promise<void>;
  /** Runs the Worker's cron, which no clock starts here. */
  runCron(): Promise<void>;
  stop(): Promise<void>;
};

export type BenchOptions = {
  /** Durable Object classes of the entry besides the Worker's own. */
  objects?: Record<string, unknown>;
  /** Databases with calls, `DB` among them; 1 without it. */
  ledgers?: number;
  /** A folder that outlives the server, so that another can go on with its data. */
  storage?: string;
  /** Binds the demo internet, or another one by its entry; without it nothing may leave. */
  internet?: boolean | string;
  plugins?: Plugin[];
  /** How another build of the Worker is made that runs beside the first, on its data and its Durable Objects. */
  beside?: Plugin[];
  /** Variables of the Worker that differ from `[env.local]`; without them, those of the benchmarks. */
  variables?: Record<string, string>;
  /** Gets each line the Worker logs; without it they are printed. */
  onLog?: (line: string) => void;
  watchHeap?: boolean;
  /** Serves what the Worker has mailed under `/cdn-cgi/local/explorer/api/local/email`, as `wrangler dev` does. */
  showMail?: boolean;
  /** `fillIndex` can fill the index. */
  demoIndex?: boolean;
};

/** What Miniflare runs: the Worker, another one beside it with `beside`, and the demo internet with `internet`. */
async function optionsOf(
  entry: string,
  {
    objects,
    storage,
    ledgers = 1,
    internet,
    plugins,
    beside,
    variables = UNLIMITED,
    onLog,
    watchHeap,
    showMail,
    demoIndex,
  }: BenchOptions,
) {
  const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml", "local") as { workerOptions: Options };
  const { bindings, durableObjects, serviceBindings: _, rootPath: __, queueConsumers, ...worker } = workerOptions;
  const demo = {
    name: "tallygate-internet",
    compatibilityDate: worker.compatibilityDate,
    modules: await moduleOf(typeof internet === "string" ? internet : "test/internet/index.ts"),
  };
  const outbound = internet && { serviceBindings: { OUTBOUND: demo.name } };
  const { d1Databases } = worker as { d1Databases?: object };
  const further = Array.from({ length: ledgers - 1 }, (_, index) => [`DB_${index + 2}`, `bench-ledger-${index + 2}`]);
  Object.assign(worker, { d1Databases: { ...d1Databases, ...Object.fromEntries(further) } });
  const served = { ...worker, bindings: { ...bindings, ...variables }, ...outbound };
  const tested = {
    ...served,
    name: "bench",
    queueConsumers,
    durableObjects: { ...durableObjects, ...objects },
    modules: await moduleOf(entry, plugins),
  };
  const another = beside && {
    ...served,
    name: "beside",
    durableObjects: ofAnother("bench", durableObjects),
    modules: await moduleOf(entry, beside),
  };
  const filler = demoIndex && {
    name: "demo-index",
    compatibilityDate: worker.compatibilityDate,
    modules: await moduleOf("scripts/demo-index-worker.ts"),
    d1Databases: worker.d1Databases,
  };
  return convertV4MiniflareOptions({
    port: 0,
    host: "127.0.0.1",
    cf: false,
    unsafeLocalExplorer: showMail ?? false,
    ...(watchHeap && { inspectorPort: 0 }),
    ...(onLog && { handleStructuredLogs: ({ message }: { message: string }) => onLog(message) }),
    resourcePersistencePath: storage ?? mkdtempSync(join(tmpdir(), "tallygate-bench-")),
    workers: [tested, ...(another ? [another] : []), ...(internet ? [demo] : []), ...(filler ? [filler] : [])],
  } as never);
}

/** Starts one worker on workerd with nothing in front of it, with migrations applied. */
export async function startWorker(entry: string, options: BenchOptions = {}): Promise<BenchServer> {
  const before = new Set(workerds());
  const miniflare = new Miniflare(await optionsOf(entry, options));
  const url = await miniflare.ready;
  const heapMb = options.watchHeap
    ? await heapReader(new URL((await miniflare.getInspectorURL()).href.replace("ws:", "http:")))
    : async () => null;
  const pid = workerds().find((candidate) => !before.has(candidate));
  const db = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  const ledgers = [db];
  for (let number = 2; number <= (options.ledgers ?? 1); number++)
    ledgers.push((await miniflare.getD1Database(`DB_${number}`)) as unknown as D1Database);
  for (const ledger of ledgers) await migrate(ledger, folderOf("DB"));
  const data = (await miniflare.getD1Database("DATA")) as unknown as D1Database;
  await migrate(data, folderOf("DATA"));
  const stop = () => miniflare.dispose().catch(() => {});
  return {
    url,
    db,
    ledgers,
    data,
    cpuMs: () => (pid === undefined ? null : cpuOf(pid)),
    memoryMb: () => (pid === undefined ? null : memoryOf(pid)),
    heapMb,
    kill: async () => {
      if (pid !== undefined) process.kill(pid, "SIGKILL");
      await stop();
    },
    fetchBeside: async (path, init) =>
      (await (await miniflare.getWorker("beside")).fetch(new URL(path, url), init as never)) as unknown as Response,
    asked: async () => {
      const internet = await miniflare.getWorker("tallygate-internet");
      return (await (await internet.fetch("http://log.internet.example/times")).json()) as {
        line: string;
        at: number;
      }[];
    },
    fillIndex: async () => void (await (await miniflare.getWorker("demo-index")).fetch(url.href)),
    runCron: async () => void (await (await miniflare.getWorker("bench")).scheduled()),
    stop,
  };
}

/** The Durable Objects of another worker, by the same bindings. */
function ofAnother(worker: string, objects: object = {}) {
  return Object.fromEntries(Object.entries(objects).map(([name, object]) => [name, { ...object, scriptName: worker }]));
}

const bundles = new Map<string, Promise<string>>();

/** Bundles an entry at its first start in this process with plugins of these names. */
async function moduleOf(entry: string, plugins: Plugin[] = []) {
  const key = [entry, ...plugins.map(({ name }) => name)].join();
  const bundle = bundles.get(key) ?? bundleOf(entry, plugins);
  bundles.set(key, bundle);
  return asModules(await bundle);
}

async function bundleOf(entry: string, plugins: Plugin[]): Promise<string> {
  const bundle = await build({ ...bundleOptions(entry), plugins });
  return bundle.outputFiles[0]?.text ?? "";
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

function memoryOf(pid: number): number | null {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return null;
  }
}
