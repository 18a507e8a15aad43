/**
 * `npm run deploy`: ships the Worker (wrangler provisions D1 and KV at the first deploy), makes the two required secrets if
 * they are missing, applies migrations, and waits until the deployment says it is ready. Arguments go to `wrangler deploy`.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const environment = { ...process.env, WRANGLER_SEND_METRICS: "false" };
const REQUIRED = ["SIGNING_SECRET", "HASH_SECRET"];
const READY_TRIES = 30;

function wrangler(args: string[]): { ok: boolean; output: string } {
  // The empty name is the top level of wrangler.toml, which is what ships.
  const run = spawnSync("wrangler", [...args, "--env="], {
    env: environment,
    encoding: "utf8",
    stdio: ["inherit", "pipe", "pipe"],
  });
  return { ok: run.status === 0, output: `${run.stdout}${run.stderr}` };
}

function step(what: string, args: string[]): string {
  console.log(`→ ${what}`);
  const { ok, output } = wrangler(args);
  if (ok) return output;
  console.error(output);
  process.exit(1);
}

const rest = process.argv.slice(2);
if (rest.includes("--dry-run")) {
  console.log(step("Building, uploading nothing", ["deploy", ...rest]));
  process.exit(0);
}

step("Checking who you are (wrangler login, or CLOUDFLARE_API_TOKEN)", ["whoami"]);
// Before the first deploy there is no Worker to have secrets.
const listed = wrangler(["secret", "list"]);
const missing = REQUIRED.filter((name) => !listed.ok || !listed.output.includes(`"${name}"`));
const folder = mkdtempSync(join(tmpdir(), "tallygate-"));
let output: string;
try {
  const secrets = join(folder, "secrets.json");
  writeFileSync(
    secrets,
    JSON.stringify(Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString("hex")]))),
    { mode: 0o600 },
  );
  const made = missing.length > 0 ? ["--secrets-file", secrets] : [];
  if (made.length > 0) console.log(`  making ${missing.join(" and ")}: random, known to Cloudflare only`);
  output = step("Deploying the Worker and what it needs", ["deploy", ...made, ...rest]);
} finally {
  rmSync(folder, { recursive: true });
}
console.log(output);
step("Applying migrations", ["d1", "migrations", "apply", "DB", "--remote"]);

const url = /https:\/\/\S+/.exec(output)?.[0];
if (!url) {
  console.log("Deployed. GET /readyz on your domain says when it is ready.");
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
process.exit(spawnSync("node", ["scripts/doctor.ts", url], { env: environment, stdio: "inherit" }).status ?? 1);
