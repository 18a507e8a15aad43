/**
 * `npm start [-- --port 8788]`: the Worker on http://localhost:8787 (PORT overrides, too) with local D1, KV and Durable
 * Objects, migrations applied, demo data loaded and the demo internet bound. A change of the source reloads it. Ctrl-C
 * stops it; a second start keeps the data.
 */
import { createHash } from "node:crypto";
import { lookup } from "node:dns/promises";
import { existsSync, readFileSync, watch, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build, context } from "esbuild";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { PATHS } from "../src/paths.ts";
import { changePage } from "./demo-change.ts";
import { mailPage } from "./dev-mail.ts";
import { asModules, bundleOptions, folderOf, migrate, migrationsIn } from "./local-worker.ts";

const HELP = "Usage: npm start -- [--port 8787] [--storage .wrangler/state/v3]";
const DEMO_DATA = "test/internet/directory.sql";
const DEMO_INDEX = "scripts/demo-index.ts";
/** Holds the hash of the migrations and demo data in the local databases. */
const STAMP = "tallygate-data.sha256";
const INTERNET = "tallygate-internet";

const { port, storage } = readOptions();
const url = `http://localhost:${port}`;
if (await isTaken(port)) stop(`Port ${port} is taken. Choose another: npm start -- --port ${port + 1}`);

// wrangler only reads the configuration here. Its network access and its message about the secrets file are switched off.
Object.assign(process.env, {
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_LOG: "warn",
});
const { unstable_getMiniflareWorkerOptions } = await import("wrangler");

/** Prints the Worker's log, and the text of mails, which are not sent. */
class Terminal extends Log {
  protected override log(message: string): void {
    console.log(message);
    for (const [, path] of message.matchAll(/^Text: (.+)$/gm)) {
      if (path && existsSync(path))
        console.log(`\n${readFileSync(path, "utf8")}\nAll local mail: ${url}${PATHS.localMail}`);
    }
  }
}

/** Whether the Internet answers, asked once: a local run without it says so instead of waiting for each host. */
const offline = (await hasInternet()) ? {} : { LOCAL_OFFLINE: "true", NAME_SUFFIXES: "example" };

const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml", "local");
const { serviceBindings: _, rootPath: __, ...settings } = workerOptions as Record<string, unknown>;

function optionsOf(worker: string, internet: string) {
  const workers = [
    {
      ...settings,
      name: "tallygate",
      modules: asModules(worker),
      serviceBindings: { OUTBOUND: INTERNET },
      bindings: { ...(settings.bindings as object), ...offline },
    },
    {
      name: INTERNET,
      compatibilityDate: settings.compatibilityDate,
      modules: asModules(internet),
      bindings: "LOCAL_OFFLINE" in offline ? { OFFLINE: "true" } : {},
    },
    {
      name: "local-pages",
      compatibilityDate: settings.compatibilityDate,
      modules: asModules("export default { fetch: (request, env) => env.PAGE.fetch(request) }"),
      routes: [`*${PATHS.localMail}`, `*${PATHS.localChange}`],
      serviceBindings: { PAGE: localPage },
    },
  ];
  return convertV4MiniflareOptions({
    port,
    host: "127.0.0.1",
    cf: false,
    log: new Terminal(LogLevel.INFO),
    unsafeLocalExplorer: true,
    unsafeTriggerHandlers: true,
    resourcePersistencePath: storage,
    workers,
  } as never);
}

async function localPage(request: Parameters<typeof changePage>[2] & { url: string }): Promise<Response> {
  if (new URL(request.url).pathname === PATHS.localMail) return mailPage(url, request);
  const db = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  const { fetch: internet } = await miniflare.getWorker(INTERNET);
  return changePage(url, { db, internet, runCron }, request);
}

const entries = ["src/index.ts", "test/internet/index.ts"];
const builders = await Promise.all(
  entries.map((entry) => context({ ...bundleOptions(entry), minify: false, logLevel: "error" })),
);
const bundle = async () => {
  const built = await Promise.all(builders.map((builder) => builder.rebuild()));
  const [worker = "", internet = ""] = built.map(({ outputFiles }) => outputFiles?.[0]?.text);
  return optionsOf(worker, internet);
};

await prepareData();
const miniflare = new Miniflare(await bundle().catch(() => stop("The source does not build.")));
let isStopping = false;
const end = async () => {
  if (isStopping) return;
  isStopping = true;
  await miniflare.dispose().catch(() => {});
  process.exit(0);
};
process.on("SIGINT", end);
process.on("SIGTERM", end);
// When npm is terminated it ends its shell but leaves this process running.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && void end(), 500);

await miniflare.ready;
const ready = await fetch(`${url}/readyz`);
if (!ready.ok) stop(`The Worker is not ready: ${await ready.text()}`);
console.log(banner());

// Stands in for Cloudflare's cron, which runs every minute.
setInterval(() => void runCron(), 60_000);

function runCron(): Promise<unknown> {
  return fetch(`${url}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`).catch(() => {});
}

let pending: NodeJS.Timeout | undefined;
for (const folder of ["src", "test/internet"]) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(pending);
    pending = setTimeout(reload, 200);
  });
}

async function reload(): Promise<void> {
  try {
    await miniflare.setOptions(await bundle());
    console.log("Reloaded.");
  } catch {
    // esbuild has printed the error; the Worker keeps running unchanged.
  }
}

/** Applies migrations and loads the demo data unless the databases have the same ones. The port opens afterwards. */
async function prepareData(): Promise<void> {
  const demo = readFileSync(DEMO_DATA, "utf8");
  const hash = createHash("sha256").update(demo).update(readFileSync(DEMO_INDEX));
  const bindings = Object.keys(settings.d1Databases as object);
  for (const folder of new Set(bindings.map(folderOf))) {
    for (const file of migrationsIn(folder)) hash.update(readFileSync(join(folder, file)));
  }
  const stamp = hash.digest("hex");
  const stampFile = join(storage, STAMP);
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  const filler = await build(bundleOptions("scripts/demo-index-worker.ts"));
  const modules = asModules(filler.outputFiles[0]?.text ?? "");
  const database = { name: "database", modules, d1Databases: settings.d1Databases };
  const compatibilityDate = settings.compatibilityDate;
  const options = { resourcePersistencePath: storage, cf: false, workers: [{ ...database, compatibilityDate }] };
  const opened = new Miniflare(convertV4MiniflareOptions(options as never));
  for (const binding of bindings) {
    await migrate((await opened.getD1Database(binding)) as unknown as D1Database, folderOf(binding));
  }
  const data = (await opened.getD1Database("DATA")) as unknown as D1Database;
  const statements = demo.split(/;\n/).filter((statement) => statement.trim());
  await data.batch(statements.map((statement) => data.prepare(statement)));
  const filled = await opened.dispatchFetch(url);
  if (!filled.ok) stop(`The demo index is not filled: ${await filled.text()}`);
  await opened.dispose();
  writeFileSync(stampFile, stamp);
}

function banner(): string {
  const { bindings } = settings as { bindings: { ADMIN_TOKEN?: string } };
  return `
Tallygate is ready on ${url}${"LOCAL_OFFLINE" in offline ? " without Internet: only the demo companies can be looked up" : ""}

  curl -s -X POST ${url}/api/v0/get_api_key -d '{}'
  curl -s -X POST ${url}/api/v0/get_network_company_url -H "Authorization: Bearer <API_KEY>" -d '{"domain":"acme-robotics.example"}'

  For people     ${url}/docs        For agents  ${url}/llms.txt, ${url}/auth.md
  Owner's page   ${url}/console     Mail        ${url}${PATHS.localMail} and this terminal; none is sent
  Operator       ${url}/admin       Token       ${bindings.ADMIN_TOKEN ?? "none: set ADMIN_TOKEN"}
  MCP            ${url}/mcp         Whole story npm run demo        Stop  Ctrl-C
`;
}

function readOptions(): { port: number; storage: string } {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({ options: { port: text, storage: text, help: { type: "boolean" } } });
    if (values.help) {
      console.log(HELP);
      process.exit(0);
    }
    const given = values.port ?? process.env.PORT ?? "8787";
    const chosen = Number(given);
    if (!Number.isInteger(chosen) || chosen < 1 || chosen > 65_535) stop(`"${given}" is not a port. ${HELP}`);
    return { port: chosen, storage: values.storage ?? ".wrangler/state/v3" };
  } catch (error) {
    return stop(`${(error as Error).message.split(". ")[0]}. ${HELP}`);
  }
}

function hasInternet(): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false).unref());
  return Promise.race([lookup("cloudflare-dns.com").then(Boolean, () => false), late]);
}

function isTaken(candidate: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(candidate, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
