import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BIN = "node_modules/.bin/wrangler";
const environment = { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", CI: "1" };
const LOCAL = ["--local", "--env", "local"];

export type Server = {
  url: string;
  /** Runs SQL against the server's database. */
  sql(command: string): Record<string, unknown>[];
  /** The newest mail to `email`, as the local server keeps it: JSON, and empty while there is none. */
  mailTo(email: string): Promise<string>;
  /** The digits in that mail. */
  mailedCode(email: string): Promise<string>;
  /** Ends the whole process group at once, as a power cut would. */
  kill(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
};

/** Where a server keeps D1, KV and Durable Objects, with migrations applied. Starting again on it keeps the data. */
export function makeStorage(): string {
  const folder = mkdtempSync(join(tmpdir(), "tallygate-"));
  run("d1", "migrations", "apply", "DB", ...LOCAL, "--persist-to", folder);
  return folder;
}

/** Starts the Worker and the demo internet under `wrangler dev`, on a free loopback port. `vars` override `[env.local]`'s. */
export async function startServer(storage: string, vars: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  const configurations = ["-c", "wrangler.toml", "-c", "test/internet/wrangler.toml", "--env", "local"];
  const variables = Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
  const child: ChildProcess = spawn(
    BIN,
    [
      "dev",
      ...configurations,
      "--ip",
      "127.0.0.1",
      "--port",
      String(port),
      // Of two servers that start at once and both want the usual port of the inspector, one would not start.
      "--inspector-port",
      "0",
      "--persist-to",
      storage,
      "--log-level",
      "none",
      ...variables,
    ],
    { env: environment, detached: true, stdio: "ignore" },
  );
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  for (let round = 0; !(await isReady(url)); round++) {
    if (round > 300 || child.exitCode !== null)
      throw new Error(`the server did not start: ${child.exitCode ?? "no answer"}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const mailTo = async (email: string) => {
    const mails = `${url}/cdn-cgi/local/explorer/api/local/email/sending`;
    const { result } = (await (await fetch(mails)).json()) as { result: { to: string[]; messageId: string }[] };
    const { messageId } = result.find(({ to }) => to.includes(email)) ?? {};
    return messageId ? (await fetch(`${mails}?email_id=${encodeURIComponent(messageId)}`)).text() : "";
  };
  return {
    url,
    mailTo,
    sql: (command) => {
      const output = run("d1", "execute", "DB", ...LOCAL, "--persist-to", storage, "--json", "--command", command);
      return JSON.parse(output)[0].results;
    },
    mailedCode: async (email) => /\\n +([0-9]{6})\\n/.exec(await mailTo(email))?.[1] ?? "",
    kill: async (signal) => {
      if (child.pid) process.kill(-child.pid, signal);
      await exited;
    },
  };
}

function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(BIN, args, { env: environment, encoding: "utf8" });
  if (status !== 0) throw new Error(`wrangler ${args.join(" ")}: ${stderr}`);
  return stdout;
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
