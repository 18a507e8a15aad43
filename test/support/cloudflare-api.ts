import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type Binding = { name: string; type: string; text?: string };
type Worker = { bindings: Binding[]; secrets: Record<string, string> };

/** A Cloudflare account as `npm run deploy` and `npm run doctor` see it through wrangler. It keeps what it is given. */
export type Account = {
  workers: Map<string, Worker>;
  databases: string[];
  namespaces: string[];
  queues: string[];
  /** Names of the applied migrations by id of the database, in their order. */
  migrations: Record<string, string[]>;
  /** Domains that may send mail. */
  senders: string[];
  uploads: number;
  /** The id of the version that the next upload makes, and those that serve, the newest first. */
  version: string;
  serving: string[];
  /** Where the data is kept, as the first deploy noted it. */
  jurisdiction: string;
  /** The commands that the stand-in for wrangler was given, of their options `--jurisdiction` only. */
  commands: string[];
  /** The command that fails in the stand-in, if any. */
  failing: string;
  /** While true nobody may see secrets. */
  isClosed: boolean;
  /** What makes wrangler talk to it. */
  variables: Record<string, string>;
  close(): void;
};

type Call = { method: string; path: string; body: string; type: string };
type Answer = { status: number; result?: unknown; errors?: { code: number; message: string }[] };

const ok = (result: unknown): Answer => ({ status: 200, result });
const list = (result: unknown[]) => ({ ...ok(result), result_info: { page: 1, total_pages: 1, count: result.length } });
const failure = (status: number, code: number): Answer => ({ status, errors: [{ code, message: "no" }] });
const ids = (names: string[]) =>
  names.map((name, index) => ({ name, uuid: `00000000-0000-4000-8000-00000000000${index}` }));

export async function openAccount(): Promise<Account> {
  const server = createServer(async (request, response) => {
    const { pathname: path } = new URL(request.url ?? "/", "http://api");
    const type = request.headers["content-type"] ?? "";
    const call = { method: request.method ?? "GET", path, body: await text(request), type };
    const { status, ...answer } = await respond(account, call);
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ success: status < 400, messages: [], errors: [], result: null, ...answer }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const account: Account = {
    workers: new Map(),
    databases: [],
    namespaces: [],
    queues: [],
    migrations: {},
    senders: [],
    uploads: 0,
    version: crypto.randomUUID(),
    serving: [],
    jurisdiction: "",
    commands: [],
    failing: "",
    isClosed: false,
    variables: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
      CLOUDFLARE_API_TOKEN: "token",
      CLOUDFLARE_ACCOUNT_ID: "account",
      CI: "1",
    },
    close: () => void server.close(),
  };
  return account;
}

async function respond(account: Account, call: Call): Promise<Answer> {
  const { method, path, body } = call;
  const [, name = "", rest = ""] = /\/workers\/(?:scripts|services|workers)\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  if (name) return aboutWorker(account, call, name, rest);
  if (path === "/command") return ok(standIn(account, JSON.parse(body)));
  if (path.endsWith("/workers/subdomain")) return ok({ subdomain: "account" });
  if (path.endsWith("/query")) {
    const { sql } = JSON.parse(body);
    return ok([{ success: true, meta: {}, results: query(account, path.split("/").at(-2) ?? "", sql) }]);
  }
  if (path.endsWith("/d1/database")) {
    if (method !== "POST") return list(ids(account.databases));
    account.databases.push(JSON.parse(body).name);
    return ok(ids(account.databases).at(-1));
  }
  if (path.includes("/d1/database/")) {
    const found = ids(account.databases).find((one) => path.endsWith(one.name) || path.endsWith(one.uuid));
    return found ? ok(found) : failure(404, 7404);
  }
  if (path.endsWith("/storage/kv/namespaces")) {
    if (method === "POST") account.namespaces.push(JSON.parse(body).title);
    const all = account.namespaces.map((title, index) => ({ id: `namespace-${index}`, title }));
    return method === "POST" ? ok(all.at(-1)) : list(all);
  }
  if (path.endsWith("/queues")) {
    if (method === "POST") account.queues.push(JSON.parse(body).queue_name);
    const all = account.queues.map((queue_name) => ({
      queue_id: queue_name,
      queue_name,
      consumers: [],
      producers: [],
    }));
    return method === "POST" ? ok(all.at(-1)) : list(all);
  }
  if (path.endsWith("/consumers")) return method === "GET" ? list([]) : ok({});
  if (path === "/zones") return list([{ id: "zone", name: "corp.example" }]);
  if (path.endsWith("/email/sending/subdomains"))
    return list(account.senders.map((sender) => ({ name: sender, enabled: true })));
  return ok({});
}

async function aboutWorker(account: Account, call: Call, name: string, rest: string): Promise<Answer> {
  const worker = account.workers.get(name);
  if (rest === "/secrets") {
    if (account.isClosed) return failure(403, 10000);
    const secrets = Object.keys(worker?.secrets ?? {}).map((secret) => ({ name: secret, type: "secret_text" }));
    return worker ? list(secrets) : failure(404, 10007);
  }
  // It has every file already.
  if (rest === "/assets-upload-session") return ok({ jwt: "e30.e30.e30", buckets: [] });
  if (call.method === "PUT" && rest === "") {
    const form = await new Response(call.body, { headers: { "Content-Type": call.type } }).formData();
    const { bindings } = JSON.parse(String(form.get("metadata"))) as { bindings: Binding[] };
    const made = bindings.flatMap(({ name: secret, type, text: value = "" }) =>
      type === "secret_text" ? [[secret, value]] : [],
    );
    account.workers.set(name, { bindings, secrets: { ...worker?.secrets, ...Object.fromEntries(made) } });
    account.uploads++;
    account.serving.unshift(account.version);
    return ok({ id: name, startup_time_ms: 50, deployment_id: account.version.replaceAll("-", "") });
  }
  if (rest === "/settings" || call.path.includes("/services/")) {
    return worker
      ? ok({ bindings: worker.bindings, default_environment: { script: { tag: "tag" } } })
      : failure(404, 10007);
  }
  if (rest.startsWith("/deployments") && call.method === "POST") {
    account.serving.unshift(JSON.parse(call.body).versions[0].version_id);
    return ok({ id: "deployment" });
  }
  if (rest.startsWith("/deployments")) return ok({ deployments: account.serving.map(deploymentOf) });
  if (rest.startsWith("/versions/")) return ok({ id: rest.slice(10), number: 1, metadata: {}, resources: {} });
  return ok({
    enabled: true,
    previews_enabled: false,
    subdomain: { enabled: true, previews_enabled: false },
    schedules: [],
  });
}

function deploymentOf(version: string, age: number) {
  const created_on = new Date(Date.UTC(2027, 0, 1) - age * 1000).toISOString();
  return {
    id: version,
    created_on,
    source: "api",
    annotations: {},
    versions: [{ version_id: version, percentage: 100 }],
  };
}

/** D1 as far as migrations go: each of their files ends by noting its name. */
function query(account: Account, database: string, sql: string): unknown[] {
  const migrations = account.migrations[database] ?? [];
  account.migrations[database] = migrations;
  const applied = /INSERT INTO "?d1_migrations"? \(name\)\s+values \('([^']+)'\)/i.exec(sql)?.[1];
  if (applied) migrations.push(applied);
  if (/^INSERT INTO state/.test(sql)) account.jurisdiction = /'(eu)'/.exec(sql)?.[1] ?? "";
  if (sql.includes("'jurisdiction'")) return account.jurisdiction ? [{ value: account.jurisdiction }] : [];
  return /^\s*SELECT/i.test(sql) ? migrations.map((migration, index) => ({ id: index, name: migration })) : [];
}

/** Answers a command as wrangler would, as far as the deploy and the doctor read its answers. */
function standIn(account: Account, { args, secrets }: { args: string[]; secrets: Record<string, string> }) {
  const command = args
    .slice(
      0,
      args.findIndex((arg) => arg.startsWith("--")),
    )
    .join(" ");
  const where = args.indexOf("--jurisdiction");
  account.commands.push([command, ...(where < 0 ? [] : args.slice(where, where + 2))].join(" "));
  if (command === account.failing) return { code: 1, output: `${command} fails` };
  const worker = account.workers.get("tallygate-staging");
  const report = { type: "deploy", version_id: account.version };
  const outputs: Record<string, () => unknown> = {
    "secret list": () => Object.keys(worker?.secrets ?? {}).map((name) => ({ name })),
    "d1 list": () => ids(account.databases),
    "d1 execute DB": () => [{ results: query(account, "", args.at(-2) ?? "") }],
    deploy: () => {
      Object.assign(worker?.secrets ?? {}, secrets);
      account.uploads++;
      return report;
    },
  };
  const output = JSON.stringify(outputs[command]?.() ?? "");
  return { code: 0, output, ...(command === "deploy" && { report }) };
}
