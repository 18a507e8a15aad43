import { readFileSync } from "node:fs";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { build } from "esbuild";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { lengthenLimits } from "./test/support/patience.ts";
import { HANG_LIMITS, prepareSurroundings } from "./test/support/surroundings.ts";

prepareSurroundings();

/** Rooms of plain functions, which need neither the Worker nor a runtime of their own. */
const PLAIN_ROOMS = [
  ...["test/readers/**/*.test.ts", "test/lib/**/*.test.ts", "test/bench/**/*.test.ts"],
  // It measures CPU time, which workerd does not tell.
  "test/attacks/03-hostile-pages.test.ts",
  // It asks the V8 of Node which functions were called.
  "test/attacks/03-parser-list.test.ts",
  // It reads the sources.
  "test/attacks/03-regular-expressions.test.ts",
];

/** One worker, before all others, while `.ci/run` checks: each further one would load the Worker again for a file or two. */
const FIRST = { maxWorkers: 1, sequence: { groupOrder: 0 } };
const TOGETHER = { sequence: { groupOrder: 1 } };

/** `npm run fuzz` takes as long as FUZZ_RUNS say. */
const testTimeout = process.env.FUZZ_RUNS ? 0 : HANG_LIMITS.testTimeout;

/** As wrangler bundles `*.txt` and `*.md`. */
const textModules = {
  name: "text-modules",
  enforce: "pre" as const,
  load: (id: string) => (/\.(txt|md)$/.test(id) ? `export default ${JSON.stringify(readFileSync(id, "utf8"))};` : null),
};

const inPlainNode = {
  plugins: [textModules],
  test: { name: "plain", include: PLAIN_ROOMS, isolate: false, testTimeout, ...TOGETHER },
};

/** Tests that run once more where new organisations have their calls in a second or third database (src/platform/ledgers.ts). */
const OF_LEDGERS = [
  ...["test/ledger/several-ledgers.test.ts", "test/ledger/call-log.test.ts", "test/ledger/ledger-identity.test.ts"],
  ...["test/operator/close-organisations.test.ts", "test/console/delete-workspace.test.ts"],
];

/** Packages of hundreds of modules, each of which a worker would ask for by itself. */
const PACKAGES = ["stripe", "stdnum", "zod", "zod/v4", "drizzle-orm", "drizzle-orm/d1", "drizzle-orm/sqlite-core"];

/** Most tests run inside workerd, against the Worker as `[env.local]` configures it, with the demo internet as OUTBOUND. */
const inWorkerd = (name: string, ledgers: Record<string, string>, include: string[], schedule: object) => ({
  plugins: [
    textModules,
    { name: "patient", enforce: "pre" as const, transform: lengthenLimits },
    cloudflareTest(async () => {
      const internet = await build({
        entryPoints: ["test/internet/index.ts"],
        bundle: true,
        format: "esm",
        write: false,
        loader: { ".html": "text", ".csv": "text" },
      });
      return {
        wrangler: { configPath: "./wrangler.toml", environment: "local" },
        // workerd tells of each request that a test cuts off.
        verbose: false,
        miniflare: {
          bindings: {
            TEST_MIGRATIONS: await readD1Migrations("./migrations"),
            TEST_DATA_MIGRATIONS: await readD1Migrations("./migrations/data"),
            // The demo internet needs no rest between two pages.
            PAGE_INTERVAL_MS: "0",
            // Most tests count from this trial; those of its default unset it.
            ANONYMOUS_TOKENS: "25",
            // Guesses of real domains would be asked of the real Internet.
            NAME_SUFFIXES: "example",
            // Machine payments are off but in their own tests: everything else answers as without them.
            X402_PAY_TO: "",
          },
          // Empty ones, for tests of migrations and backups.
          d1Databases: { LEDGER_1: "ledger-1", LEDGER_2: "ledger-2", ...ledgers },
          workers: [
            {
              name: "tallygate-internet",
              modules: true,
              script: internet.outputFiles[0]?.text ?? "",
              compatibilityDate: "2026-10-20",
            },
          ],
        },
      };
    }),
  ],
  test: {
    name,
    // A worker runs many files: to start workerd and to load the Worker takes longer than most files' tests. `setup.ts`
    // empties the storage before each file.
    isolate: false,
    include,
    exclude: ["test/node/**", "test/browser/**", ...PLAIN_ROOMS],
    ...schedule,
    deps: { optimizer: { ssr: { enabled: true, include: PACKAGES } } },
    setupFiles: ["test/support/setup.ts"],
    ...HANG_LIMITS,
    // `npm run fuzz` asks for many more.
    provide: {
      fuzzRuns: Number(process.env.FUZZ_RUNS ?? 10),
      seed: Number(process.env.SEED ?? Date.now() % 2 ** 31),
      // `npm run record` records the whole sandbox.
      recordsAll: process.env.RECORD === "all",
    },
  },
});

/** Tests of processes and of clients that need Node, against a server on loopback. */
const inNode = {
  plugins: [textModules],
  test: {
    name: "node",
    isolate: false,
    include: ["test/node/*.test.ts"],
    setupFiles: ["test/support/node-setup.ts"],
    ...HANG_LIMITS,
    ...TOGETHER,
  },
};

/** A worker that began one of these last would run alone at the end of its project. */
const LONGEST = /deploy\.test|older-releases|-kill\.test|first-minutes|03-hostile-(?:pages|sites)|board-looks/;

/** Project after project, the longest waits first: a worker goes on to the next file only if that is of the same project. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
    const byProject = Object.groupBy(sorted, ({ project }) => project.name);
    return ["ledgers", "node", "plain", "workerd"].flatMap((name) => byProject[name] ?? []);
  }
}

const rank = ({ moduleId }: TestSpecification) => (LONGEST.test(moduleId) ? 0 : 1);

export default defineConfig({
  // Packages ship source maps without their sources, about which Vite warns a thousand times.
  logLevel: "error",
  test: {
    projects: [
      inPlainNode,
      inWorkerd("workerd", {}, ["test/**/*.test.ts"], TOGETHER),
      inWorkerd("ledgers", { DB_2: "ledger-of-calls-2", DB_3: "ledger-of-calls-3" }, OF_LEDGERS, FIRST),
      inNode,
    ],
    sequence: { sequencer: ByProject },
    // Some tests wait for processes, time limits and retries: with those in the browser beside them, four workers keep two
    // cores busy. More would compile the Worker more often.
    maxWorkers: 4,
    // What the Worker logs about expected failures is printed only for a test that fails.
    silent: "passed-only",
    // Of files that pass, one line each.
    slowTestThreshold: 60_000,
  },
});
