/**
 * `npm run deploy [-- --env staging] [--url https://…]`: ships the Worker (wrangler provisions D1 and KV at the first deploy),
 * makes the two required secrets if they are missing, applies migrations, waits until the deployment at `--url` (by default
 * `BASE_URL` of wrangler.toml, else its workers.dev address) is ready, and runs the doctor on it. Other arguments go to `wrangler deploy`.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  REQUIRED_SECRETS,
  readSecretNames,
  readVariables,
  takeEnvironment,
  takeOption,
  wrangler,
} from "./deployment.ts";

const READY_TRIES = 30;

const rest = process.argv.slice(2);
const environment = takeEnvironment(rest);
const option = environment ? [`--env=${environment}`] : [];
const asked = takeOption(rest, "url") ?? readVariables(environment).BASE_URL;

function step(what: string, args: string[], variables: Record<string, string> = {}): string {
  console.log(`→ ${what}`);
  const { ok, output } = wrangler(environment, args, variables);
  if (ok) return output;
  stop(output);
}

function stop(why: string): never {
  console.error(why);
  process.exit(1);
}

if (rest.includes("--dry-run")) {
  console.log(step("Building, uploading nothing", ["deploy", ...rest]));
  process.exit(0);
}

console.log(`→ Looking for the secrets of ${environment || "production"}`);
const { names, output: why } = readSecretNames(environment);
// An unreadable list must not be treated as empty: new secrets would invalidate every key and lose every objection.
const help =
  "Log in (npx wrangler login), or set CLOUDFLARE_API_TOKEN to a token that may edit Workers, KV, D1 and Queues.";
if (!names) stop(`${why}\nNothing was deployed: the secrets that are there cannot be seen. ${help}`);
const missing = REQUIRED_SECRETS.filter((name) => !names.has(name));
const folder = mkdtempSync(join(tmpdir(), "tallygate-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
process.on("SIGINT", () => process.exit(130));
const secrets = join(folder, "secrets.json");
const report = join(folder, "report.ndjson");
const made = Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString("hex")]));
writeFileSync(secrets, JSON.stringify(made), { mode: 0o600 });
if (missing.length > 0) console.log(`  making ${missing.join(" and ")}: random, known to Cloudflare only`);
const args = missing.length > 0 ? ["--secrets-file", secrets] : [];
const reporting = { WRANGLER_OUTPUT_FILE_PATH: report };
console.log(step("Deploying the Worker and what it needs", ["deploy", ...args, ...rest], reporting));
const lines = readFileSync(report, "utf8").trim().split("\n");
const targets = lines.flatMap((line): string[] => JSON.parse(line).targets ?? []);
const url = asked ?? targets.find((target) => target.startsWith("https://"));
step("Applying migrations", ["d1", "migrations", "apply", "DB", "--remote"]);

if (!url) {
  console.log("Deployed. Look at it with `npm run doctor -- https://your-host`.");
  process.exit(0);
}
process.stdout.write(`→ Waiting for ${url}/readyz `);
const isReady = () =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
for (let round = 0; round < READY_TRIES && !(await isReady()); round++) {
  process.stdout.write(".");
  await new Promise((resolve) => setTimeout(resolve, 2000));
}
console.log("\n→ Looking at the deployment\n");
process.argv = [...process.argv.slice(0, 2), String(url), ...option];
await import("./doctor.ts");
