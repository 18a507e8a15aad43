/**
 * `npm run doctor [-- https://your-host] [--env staging]`: looks at a deployment from outside, through its Worker (with
 * ADMIN_TOKEN in the environment) and at its account (when wrangler is logged in), and says for each finding what to do.
 * Without an address it looks at the local server. Exits with 1 when something is wrong.
 */
import {
  databasesOf,
  REQUIRED_SECRETS,
  readSecretNames,
  readVariables,
  takeEnvironment,
  wrangler,
} from "./deployment.ts";

type State = "ok" | "off" | "wrong";
type Answer = { status: number; body: Record<string, any> };

const args = process.argv.slice(2);
const isAccountNamed = args.some((arg) => arg.startsWith("--env"));
const environment = takeEnvironment(args);
const base = (args[0] ?? "http://localhost:8787").replace(/\/+$/, "");
const isLocal = /\/\/(localhost|127\.0\.0\.1)(:|$)/.test(base);
const adminToken = process.env.ADMIN_TOKEN ?? (isLocal ? String(readVariables("local").ADMIN_TOKEN) : undefined);
const command = (text: string) => `npx wrangler ${text}${environment && ` --env ${environment}`}`;

let wrong = 0;

function report(state: State, what: string, advice = ""): void {
  if (state === "wrong") wrong++;
  const isTold = state !== "ok" && advice !== "";
  console.log(`${{ ok: "✓", off: "–", wrong: "✗" }[state]} ${what}${isTold ? `\n    ${advice}` : ""}`);
}

async function get(path: string, init: RequestInit = {}): Promise<Answer | null> {
  try {
    const answer = await fetch(`${base}${path}`, { ...init, signal: AbortSignal.timeout(30_000) });
    return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Record<string, any> };
  } catch {
    return null;
  }
}

const migrate = (database: string) =>
  `Apply its migrations: ${command(`d1 migrations apply ${database} --remote`)}, or deploy again.`;

const ledgers = databasesOf(environment).flatMap(({ binding }) => (binding === "DATA" ? [] : [binding]));

const READINESS: Record<string, string> = {
  database: migrate("DB"),
  migrations: ledgers.map(migrate).join(" "),
  data: migrate("DATA"),
  claims: "The KV namespace CLAIMS does not answer: deploy again, and look at cloudflarestatus.com.",
  rate_limiter:
    "The Durable Object does not answer: check the account's spending cap. FALLBACK_LIMIT limits calls meanwhile.",
};

/** Public checks. False when the deployment does not respond. */
async function lookFromOutside(): Promise<boolean> {
  const health = await get("/healthz");
  if (health?.status !== 200) {
    const deploy = `Deploy it: npm run deploy${environment && ` -- --env ${environment}`}.`;
    const failing = `It answers ${health?.status}. Its log says why, in a line with "level":"error": ${command("tail")}`;
    report("wrong", "the Worker answers", health ? failing : isLocal ? "Start it: npm start" : deploy);
    return false;
  }
  report("ok", `the Worker answers, version ${health.body.version}`);
  const ready = await get("/readyz");
  for (const [name, state] of Object.entries(ready?.body.checks ?? {})) {
    report(state === "ok" ? "ok" : "wrong", `ready: ${name}`, READINESS[name] ?? "");
  }
  const issuer = (await get("/.well-known/oauth-authorization-server"))?.body.issuer;
  const advice = `Set BASE_URL under [vars] to the address that agents use, if that is ${base}, and deploy again.`;
  report(issuer === base ? "ok" : "wrong", `it calls itself ${issuer}`, advice);
  if (!isLocal && base.startsWith("http://")) report("wrong", "keys travel in clear text", "Serve it over https only.");
  await actAsAgent();
  return true;
}

/** Registers, calls a tool and revokes the key, as an agent would. */
async function actAsAgent(): Promise<void> {
  const registered = await get("/api/v0/get_api_key", { method: "POST", body: "{}" });
  const key = registered?.body.api_key;
  const refusal = `It answered ${registered?.status} ${registered?.body.error ?? ""}.`;
  report(key ? "ok" : registered?.status === 429 ? "off" : "wrong", "an agent can register", refusal);
  if (!key) return;
  const call = (tool: string, body: unknown) =>
    get(`/api/v0/${tool}`, { method: "POST", body: JSON.stringify(body), headers: { Authorization: `Bearer ${key}` } });
  const domain = isLocal ? "acme-robotics.example" : "cloudflare.com";
  const site = await call("get_network_company_url", { domain });
  const blocked = `It answered ${site?.status}. ${site?.body.detail ?? ""} Check DOH_URL, and OUTBOUND if you bound one.`;
  report(site?.status === 200 ? "ok" : "wrong", `outbound: it reads ${domain}`, blocked);
  const payments = await call("buy_tokens", { amount_usd: 5 });
  const state = payments?.status === 200 ? "ok" : payments?.status === 501 ? "off" : "wrong";
  report(state, "payments: buy_tokens opens a checkout", payments?.body.detail ?? "");
  await fetch(`${base}/oauth/revoke`, { method: "POST", body: new URLSearchParams({ token: key }) });
}

/** The Worker's report on its bindings, vendors and mail sender; null without access to it. */
async function askWorker(): Promise<{ mail_from: string | null } | null> {
  if (!adminToken) {
    const advice = `Set ADMIN_TOKEN in this shell to what ${command("secret put ADMIN_TOKEN")} was given, then run this again.`;
    report("off", "bindings and vendors' keys were not tried", advice);
    return null;
  }
  const answer = await get("/admin/doctor", { headers: { Authorization: `Bearer ${adminToken}` } });
  if (answer?.status !== 200) {
    const advice = `It answered ${answer?.status}: ADMIN_TOKEN of this shell is not the deployment's.`;
    report("wrong", "bindings and vendors' keys were not tried", advice);
    return null;
  }
  for (const { state, what, advice } of answer.body.checks) {
    // The Worker does not know its environment.
    report(
      state,
      what,
      advice.replaceAll(/npx wrangler (secret put \w+)/g, (_: string, text: string) => command(text)),
    );
  }
  return { mail_from: answer.body.mail_from };
}

const PAYMENTS = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"];
const VENDORS = [
  "PDL_API_KEY",
  "HUNTER_API_KEY",
  "BRAVE_API_KEY",
  "THEIRSTACK_API_KEY",
  "TRUSTPILOT_API_KEY",
  "REDDIT_CLIENT_ID",
  "REDDIT_CLIENT_SECRET",
];

/** Checks of the account: secrets and the sender domain. `/readyz` tells of migrations. */
function lookAtAccount(told: { mail_from: string | null } | null): void {
  const { names } = readSecretNames(environment);
  if (!names) {
    const advice = "To have them looked at: npx wrangler login, or set CLOUDFLARE_API_TOKEN.";
    report("off", "secrets and mail domain were not looked at", advice);
    return;
  }
  const put = (name: string) => command(`secret put ${name}`);
  for (const name of REQUIRED_SECRETS) {
    report(names.has(name) ? "ok" : "wrong", `secret: ${name}`, `npm run deploy makes it, or you do: ${put(name)}`);
  }
  // The Worker itself has tried its keys.
  for (const name of ["ADMIN_TOKEN", ...PAYMENTS, ...(told ? [] : VENDORS)]) {
    report(names.has(name) ? "ok" : "off", `secret: ${name}`, `To switch on what it is for: ${put(name)}`);
  }
  lookAtSender(told ? told.mail_from : readVariables(environment).MAIL_FROM);
}

function lookAtSender(sender: unknown): void {
  const [, domain] = String(sender ?? "").split("@");
  if (!domain) {
    const advice = "Set MAIL_FROM under [vars] to an address of a domain of yours; until then no person can register.";
    report("off", "mail: nobody sends the codes", advice);
    return;
  }
  const { output } = wrangler(environment, ["email", "sending", "settings", domain]);
  const what = `mail: ${domain} may send`;
  const enable = `Onboard it to Email Sending: npx wrangler email sending enable ${domain}`;
  if (/Enabled: *true/.test(output)) report("ok", what);
  else if (/Enabled: *false|No sending subdomain/.test(output)) report("wrong", what, enable);
  else
    report(
      "off",
      `${what}: this login cannot tell`,
      `If the domain is in this account and does not send yet: ${enable}`,
    );
}

/** What the forms for verified bots ask for, e.g. developers.cloudflare.com/bots/concepts/bot/verified-bots. */
function printBotListing(): void {
  const { SERVICE_NAME = "Tallygate" } = readVariables(environment);
  const [answers, looks] = ["Bot", "Crawler"].map((end) => `${SERVICE_NAME}${end}/1.0 (+${base}/bot)`);
  console.log(`
To be listed as verified bots, send to the networks that your sites use:
    documentation    ${base}/bot
    keys             ${base}/.well-known/http-message-signatures-directory (with WEB_BOT_AUTH_KEY)
    for questions    ${answers}: fetches a page when a user asks (category: AI assistant, user action)
    scheduled looks  ${looks}: looks at watched companies once a day (category: monitoring)`);
}

console.log(`${base}\n`);
const answers = await lookFromOutside();
const told = answers ? await askWorker() : null;
// `npm start` has no account; `--env` asks for one to be checked.
if (!isLocal || isAccountNamed) lookAtAccount(told);
if (!isLocal) printBotListing();
console.log(wrong ? `\n${wrong} thing${wrong > 1 ? "s" : ""} to mend.` : "\nNothing to mend.");
process.exit(wrong ? 1 : 0);
