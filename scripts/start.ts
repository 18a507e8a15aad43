/**
 * `npm start`: the Worker on http://localhost:8787 (PORT overrides) with local D1, KV and Durable Objects, migrations
 * applied, demo data loaded and the demo internet bound. Ctrl-C stops it all; a second start keeps the data.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const port = Number(process.env.PORT ?? 8787);
const url = `http://localhost:${port}`;
const quiet = { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", CI: "1" };
const DEMO_DATA = "test/internet/directory.sql";

function wrangler(what: string, ...args: string[]): void {
  process.stdout.write(`${what} … `);
  const run = spawnSync("wrangler", args, { env: quiet, encoding: "utf8" });
  if (run.status !== 0) {
    console.log("failed");
    console.error(run.stdout, run.stderr);
    process.exit(1);
  }
  console.log("done");
}

wrangler("Applying migrations", "d1", "migrations", "apply", "DB", "--local", "--env", "local");
if (existsSync(DEMO_DATA))
  wrangler("Loading demo data", "d1", "execute", "DB", "--local", "--env", "local", "--file", DEMO_DATA);

const configurations = ["-c", "wrangler.toml", "-c", "test/internet/wrangler.toml", "--env", "local"];
// Any free port for the inspector: of two that start at once and both want the usual one, one would not start.
const ports = ["--port", String(port), "--inspector-port", "0"];
const server: ChildProcess = spawn(
  "wrangler",
  ["dev", ...configurations, ...ports, "--ip", "127.0.0.1", "--show-interactive-dev-session=false"],
  { env: quiet, stdio: ["ignore", "pipe", "inherit"], detached: true },
);
server.stdout?.on("data", (chunk: Buffer) => {
  process.stdout.write(chunk);
  // Mail does not leave the machine: wrangler writes it to a file and names the file here.
  for (const [, path] of String(chunk).matchAll(/^Text: (.+)$/gm))
    if (path) console.log(`\n${readFileSync(path, "utf8")}`);
});

const stop = () => {
  try {
    // The whole process group: wrangler and its workerd.
    if (server.pid) process.kill(-server.pid, "SIGTERM");
  } catch {
    // It has ended already.
  }
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
server.on("exit", (code) => process.exit(code ?? 0));
// npm, asked to end, ends its shell and leaves this process behind.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop(), 500);

while (
  !(await fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  ))
) {
  await new Promise((resolve) => setTimeout(resolve, 200));
}
console.log(`
Tallygate is ready on ${url}

  curl -s -X POST ${url}/api/v0/get_api_key -d '{}'
  curl -s -X POST ${url}/api/v0/get_network_company_url -H "Authorization: Bearer <API_KEY>" -d '{"domain":"acme-robotics.example"}'

Documents: ${url}/docs   For agents: ${url}/auth.md   Whole story: npm run demo   Stop: Ctrl-C
`);

// Cloudflare runs the cron every minute; here this does.
setInterval(() => void fetch(`${url}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`).catch(() => {}), 60_000);
