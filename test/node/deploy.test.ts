import { execFile } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Account, openAccount } from "../support/cloudflare-api.ts";
import { type Server, startServer } from "../support/server.ts";

const STAGING = ["--env", "staging"];
const MIGRATIONS = ["migrations/data", "migrations"].map((folder) =>
  readdirSync(folder).filter((name) => name.endsWith(".sql")),
);
const DATABASES = ["tallygate-data-staging", "tallygate-staging"];
const STAND_IN = mkdtempSync(join(tmpdir(), "tallygate-wrangler-"));
symlinkSync(resolve("test/support/stand-in-wrangler.ts"), join(STAND_IN, "wrangler"));
let account: Account;
let server: Server;
/** A deployment that is ready, at the third look with the new release, and answers everything else with 500. */
let looks = 0;
const broken = createServer(({ url }, response) => {
  if (url !== "/readyz") return response.writeHead(500).end();
  return response.end(JSON.stringify({ release: ++looks < 3 ? "the old one" : account.version }));
});

beforeAll(async () => {
  account = await openAccount();
  server = await startServer();
  account.version = ((await (await fetch(`${server.url}/readyz`)).json()) as { release: string }).release;
  await once(broken.listen(0, "127.0.0.1"), "listening");
});
beforeEach(() => {
  account.isClosed = false;
  account.senders = ["tallygate.example"];
});
afterAll(async () => {
  account?.close();
  broken.close();
  await server?.stop();
});

/** The applied migrations of each database. */
const migrations = () =>
  Object.keys(account.migrations)
    .toSorted()
    .map((id) => account.migrations[id]);

type Result = { code: number; output: string };

/** Runs a script of `npm run` on the account; what it prints on either channel. */
const run = (script: string, ...args: string[]) => runWith("node_modules/.bin", script, ...args);

/** The same with the `wrangler` of a folder, in the project of another. */
async function runWith(folder: string, script: string, ...args: string[]): Promise<Result> {
  return runIn(process.cwd(), folder, script, ...args);
}

async function runIn(cwd: string, folder: string, script: string, ...args: string[]): Promise<Result> {
  const env = {
    ...process.env,
    ...account.variables,
    PATH: `${folder}:${resolve("node_modules/.bin")}:${process.env.PATH}`,
    WRANGLER_LOG: "log",
  };
  return new Promise((resolve) => {
    const command = [join(import.meta.dirname, `../../scripts/${script}.ts`), ...args];
    const child = execFile(process.execPath, command, { env, cwd }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, output: stdout + stderr }),
    );
  });
}

describe("npm run deploy -- --env staging", () => {
  const deploy = () => run("deploy", ...STAGING, "--url", server.url);
  /** The commands in their order, with the stand-in for wrangler. */
  const repeat = async (url = server.url) => {
    account.commands = [];
    const result = await runWith(STAND_IN, "deploy", ...STAGING, "--url", url);
    return { ...result, commands: account.commands };
  };
  const secrets = () => account.workers.get("tallygate-staging")?.secrets;

  it("changes nothing when it cannot see which secrets there are", async () => {
    account.isClosed = true;
    const { code, output } = await deploy();
    expect([code, account.uploads, account.databases]).toEqual([1, 0, []]);
    expect(output).toContain("Nothing was deployed");
  });

  it("deploys to an empty account, and the doctor finds no problem", async () => {
    const { code, output } = await deploy();
    expect(output).toContain("making SIGNING_SECRET and HASH_SECRET");
    expect(output).toContain("Nothing to mend.");
    expect(code).toBe(0);
    expect([...account.workers.keys()]).toEqual(["tallygate-staging"]);
    expect([account.databases, account.namespaces]).toEqual([DATABASES, ["tallygate-staging-claims"]]);
    expect(migrations()).toEqual(MIGRATIONS);
    expect(Object.keys(secrets() ?? {})).toEqual(["SIGNING_SECRET", "HASH_SECRET"]);
    const values = Object.values(secrets() ?? {});
    for (const value of values) {
      expect(value).toMatch(/^[0-9a-f]{64}$/);
      expect(output).not.toContain(value);
    }
    expect(new Set(values).size).toBe(2);
  });

  it("keeps secrets and data when it is repeated, and says when the Worker then answers nothing but 500", async () => {
    const before = { ...secrets() };
    const { code, output, commands } = await repeat(`http://127.0.0.1:${(broken.address() as AddressInfo).port}`);
    expect(output).not.toContain("making");
    expect([code, account.uploads, looks], output).toEqual([1, 2, 3]);
    expect(commands).toEqual([
      ...["secret list", "d1 list", "d1 execute DB", "d1 migrations apply DATA", "d1 migrations apply DB", "deploy"],
      "secret list",
    ]);
    expect(secrets()).toEqual(before);
    expect(output).toMatch(/✗ the Worker answers\n .*500.*npx wrangler tail --env staging/);
    expect(output).toContain("✓ secret: HASH_SECRET");
    expect(output).toContain("1 thing to mend.");
  });

  it("runs migrations first: one that fails leaves the release that serves in place", async () => {
    account.failing = "d1 migrations apply DB";
    const { code, output, commands } = await repeat();
    account.failing = "";
    expect([code, account.uploads, commands.at(-1)], output).toEqual([1, 2, "d1 migrations apply DB"]);
    expect(output).toContain("the release that was there goes on serving");
  });

  it("goes nowhere when the data is under another jurisdiction", async () => {
    account.jurisdiction = "eu";
    const { code, output, commands } = await repeat();
    account.jurisdiction = "";
    expect([code, account.uploads, commands.at(-1)], output).toEqual([1, 2, "d1 execute DB"]);
    expect(output).toContain('JURISDICTION is "", and the data is under the jurisdiction eu');
  });

  it("keeps the databases of a new deployment under its jurisdiction, and ships no migration that takes away", async () => {
    const project = mkdtempSync(join(tmpdir(), "tallygate-project-"));
    const vars = '\n[env.staging.vars]\nJURISDICTION = "eu"\n';
    writeFileSync(join(project, "wrangler.toml"), readFileSync("wrangler.toml", "utf8") + vars);
    cpSync("migrations", join(project, "migrations"), { recursive: true });
    const { databases, uploads } = account;
    Object.assign(account, { databases: [], commands: [] });
    const deploying = () => runIn(project, STAND_IN, "deploy", ...STAGING, "--url", server.url);
    const { output } = await deploying();
    const made = [
      "d1 create tallygate-data-staging --jurisdiction eu",
      "d1 create tallygate-staging --jurisdiction eu",
    ];
    expect(account.commands.slice(0, 8), output).toEqual([
      ...["secret list", "d1 list", ...made, "d1 migrations apply DATA", "d1 migrations apply DB"],
      ...["d1 execute DB", "deploy"],
    ]);
    expect(account.jurisdiction).toBe("eu");
    Object.assign(account, { databases, uploads, jurisdiction: "", commands: [] });

    writeFileSync(join(project, "migrations/9999_less.sql"), "ALTER TABLE `calls` DROP COLUMN `tool`;");
    const refused = await deploying();
    expect([refused.code, account.commands]).toEqual([1, []]);
    expect(refused.output).toContain("9999_less.sql drops a column");
  });

  it("--rollback returns to the version before", async () => {
    const [now] = account.serving;
    account.serving = [String(now), "00000000-0000-4000-8000-00000000000a"];
    const { code, output } = await run("deploy", ...STAGING, "--url", server.url, "--rollback");
    expect([code, account.uploads], output).toEqual([0, 2]);
    expect(account.serving[0]).toBe("00000000-0000-4000-8000-00000000000a");
    expect(output).toContain("The databases keep their migrations");
    // With a version it waits until that one serves.
    const named = await run("deploy", ...STAGING, "--url", server.url, "--rollback", account.version);
    expect([named.code, account.uploads, account.serving[0]], named.output).toEqual([0, 2, account.version]);
  });

  it.each([
    ["local", "its secrets are public"],
    ["nowhere", "wrangler.toml does not have it"],
  ])("--env %s is refused: %s", async (environment, why) => {
    const uploads = account.uploads;
    const { code, output } = await run("deploy", "--env", environment);
    expect([code, account.uploads]).toEqual([1, uploads]);
    expect(output).toContain(why);
  });
});

describe("npm run doctor", () => {
  const look = (...args: string[]) => run("doctor", server.url, ...args);

  it("reports what the account lacks and how to fix it in that environment", async () => {
    account.senders = [];
    const worker = account.workers.get("tallygate-staging");
    delete worker?.secrets.HASH_SECRET;
    const { code, output } = await look(...STAGING);
    expect(code).toBe(1);
    expect(output).toContain("2 things to mend.");
    expect(output).toMatch(/✗ secret: HASH_SECRET\n .*npx wrangler secret put HASH_SECRET --env staging/);
    expect(output).toMatch(/✗ mail: tallygate.example may send\n .*email sending enable tallygate.example/);
    expect(output).toMatch(/– vendor: Hunter\n .*npx wrangler secret put HUNTER_API_KEY --env staging/);
  });

  it("looks at a local server without asking any account", async () => {
    const { code, output } = await look();
    expect(output).toContain("✓ binding: ANALYTICS");
    expect(output).not.toContain("secret: SIGNING_SECRET");
    expect(code).toBe(0);
  });

  it("reports what to do when the deployment does not respond", async () => {
    const { code, output } = await run("doctor", "http://localhost:1");
    expect(code).toBe(1);
    expect(output).toMatch(/✗ the Worker answers\n .*npm start/);
  });
});
