/**
 * `npm run deploy [-- --env staging] [--url https://…]`: creates the databases that are missing, makes the two required secrets
 * if they are missing, applies migrations, ships the Worker (wrangler provisions the rest at the first deploy), waits until the
 * deployment at `--url` (by default `BASE_URL` of wrangler.toml, else its workers.dev address) runs this release and is ready, and
 * runs the doctor on it. A step that fails leaves the release that serves in place: migrations only add (additive-migrations.ts).
 * `npm run deploy -- --rollback [version]` returns to the release before, or to a version. Other arguments go to `wrangler deploy`.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listNonAdditive } from "./additive-migrations.ts";
import {
  databasesOf,
  REQUIRED_SECRETS,
  readSecretNames,
  readVariables,
  takeEnvironment,
  takeOption,
  wrangler,
} from "./deployment.ts";

const READY_TRIES = 30;
const KEPT = "Nothing else was deployed: the release that was there goes on serving.";

const rest = process.argv.slice(2);
const environment = takeEnvironment(rest);
const option = environment ? [`--env=${environment}`] : [];
const variables = readVariables(environment);
const asked = takeOption(rest, "url") ?? variables.BASE_URL;
const jurisdiction = String(variables.JURISDICTION ?? "");

function step(what: string, args: string[], variables: Record<string, string> = {}, advice = ""): string {
  console.log(`→ ${what}`);
  const { ok, output } = wrangler(environment, args, variables);
  if (ok) return output;
  stop(`${output}\n${advice}`);
}

function stop(why: string): never {
  console.error(why);
  process.exit(1);
}

/** Waits until the deployment is ready and, when `release` is known, runs it. Stops the script when it does not get there. */
async function waitUntilReady(url: unknown, release?: string): Promise<void> {
  process.stdout.write(`→ Waiting for ${url}/readyz `);
  let last = "no answer";
  for (let round = 0; round < READY_TRIES; round++) {
    try {
      const response = await fetch(`${url}/readyz`);
      const body = (await response.json()) as { release?: string };
      const isOther = release !== undefined && body.release !== undefined && body.release !== release;
      if (response.ok && !isOther) return void console.log();
      last = isOther ? `release ${body.release} instead of ${release}` : JSON.stringify(body);
    } catch (cause) {
      last = String(cause);
    }
    process.stdout.write(".");
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
  stop(
    `\nThe deployment is not ready: ${last}. To return to the release before: npm run deploy -- --rollback ${option}`,
  );
}

if (rest.includes("--dry-run")) {
  console.log(step("Building, uploading nothing", ["deploy", ...rest]));
  process.exit(0);
}

if (rest[0] === "--rollback") {
  const message = ["--message", "npm run deploy -- --rollback", "--yes"];
  const [version] = rest.slice(1);
  console.log(step("Returning to an earlier release", ["rollback", ...rest.slice(1), ...message]));
  if (asked) await waitUntilReady(asked, version);
  console.log("The databases keep their migrations, which the earlier release works with (docs/operations.md).");
  process.exit(0);
}

const harmful = listNonAdditive();
if (harmful.length > 0) stop(`${harmful.join("\n")}\nThe release that serves would fail during the deploy. ${KEPT}`);

console.log(`→ Looking for the secrets of ${environment || "production"}`);
const { names, output: why } = readSecretNames(environment);
// An unreadable list must not be treated as empty: new secrets would invalidate every key and lose every objection.
const help =
  "Log in (npx wrangler login), or set CLOUDFLARE_API_TOKEN to a token that may edit Workers, KV, D1 and Queues.";
if (!names) stop(`${why}\nNothing was deployed: the secrets that are there cannot be seen. ${help}`);
const missing = REQUIRED_SECRETS.filter((name) => !names.has(name));

const existing = new Set(
  (JSON.parse(step("Looking for the databases", ["d1", "list", "--json"])) as { name: string }[]).map(
    ({ name }) => name,
  ),
);
const databases = databasesOf(environment);
const isNew = (name: string) => !existing.has(name);
/** Of the deployment's data, as its first deploy noted it. */
const NOTED = "SELECT value FROM state WHERE name = 'jurisdiction'";
const main = databases.find(({ binding }) => binding === "DB");
if (main && !isNew(main.name)) {
  const told = wrangler(environment, ["d1", "execute", "DB", "--remote", "--json", "--command", NOTED]);
  const noted = told.ok ? (JSON.parse(told.stdout)[0]?.results[0]?.value ?? "") : "";
  if (noted !== jurisdiction) {
    const data = noted ? `under the jurisdiction ${noted}` : "without a jurisdiction";
    stop(`JURISDICTION is "${jurisdiction}", and the data is ${data}: it would not be found. ${KEPT}`);
  }
}
for (const { binding, name } of databases.filter((one) => isNew(one.name))) {
  const where = jurisdiction ? ["--jurisdiction", jurisdiction] : [];
  step(`Creating the database ${binding}`, ["d1", "create", name, ...where], {}, KEPT);
}
for (const { binding } of databases)
  step(`Applying migrations of ${binding}`, ["d1", "migrations", "apply", binding, "--remote"], {}, KEPT);
if (main && isNew(main.name) && jurisdiction) {
  const note = `INSERT INTO state (name, value) VALUES ('jurisdiction', '${jurisdiction}') ON CONFLICT DO NOTHING`;
  step("Noting the jurisdiction", ["d1", "execute", "DB", "--remote", "--command", note], {}, KEPT);
}

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
console.log(step("Deploying the Worker and what it needs", ["deploy", ...args, ...rest], reporting, KEPT));
type Line = { type: string; targets?: string[]; version_id?: string };
const lines = readFileSync(report, "utf8").trim().split("\n");
const deployed = lines.map((line): Line => JSON.parse(line)).find(({ type }) => type === "deploy");
const url = asked ?? deployed?.targets?.find((target) => target.startsWith("https://"));

if (!url) {
  console.log("Deployed. Look at it with `npm run doctor -- https://your-host`.");
  process.exit(0);
}
await waitUntilReady(url, deployed?.version_id);
console.log("→ Looking at the deployment\n");
process.argv = [...process.argv.slice(0, 2), String(url), ...option];
await import("./doctor.ts");
