/**
 * `npm run doctor [-- https://your-host]`: looks at a deployment from outside, and with `wrangler` at what it was given, and
 * says for each finding what to do. Without an address it looks at the local server. Exits with 1 when something is wrong.
 */
import { spawnSync } from "node:child_process";

const base = (process.argv[2] ?? "http://localhost:8787").replace(/\/+$/, "");
const isLocal = /\/\/(localhost|127\.0\.0\.1)(:|$)/.test(base);
let wrong = 0;

function report(state: "ok" | "off" | "wrong", what: string, advice = ""): void {
  if (state === "wrong") wrong++;
  console.log(
    `${{ ok: "✓", off: "–", wrong: "✗" }[state]} ${what}${state === "ok" || !advice ? "" : `\n    ${advice}`}`,
  );
}

async function get(
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; body: Record<string, any> } | null> {
  try {
    const answer = await fetch(`${base}${path}`, { ...init, signal: AbortSignal.timeout(20_000) });
    return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Record<string, any> };
  } catch {
    return null;
  }
}

console.log(`${base}\n`);
const health = await get("/healthz");
if (health?.status !== 200) {
  report(
    "wrong",
    "the Worker does not answer",
    isLocal
      ? "Start it: npm start"
      : "Deploy it: npm run deploy. If it answers 500, a required secret is missing: see its log with `npx wrangler tail`.",
  );
  process.exit(1);
}
report("ok", "the Worker answers");
const ready = await get("/readyz");
const ADVICE: Record<string, string> = {
  database: "Apply the migrations: npx wrangler d1 migrations apply DB --remote",
  claims: "The KV binding CLAIMS does not answer: check wrangler.toml and deploy again.",
  rate_limiter:
    "The Durable Object does not answer: check the account's spending cap. Calls are limited by FALLBACK_LIMIT meanwhile.",
};
for (const [name, state] of Object.entries(ready?.body.checks ?? {}))
  report(state === "ok" ? "ok" : "wrong", `binding: ${name}`, ADVICE[name] ?? "");

const metadata = await get("/.well-known/oauth-authorization-server");
const issuer = metadata?.body.issuer;
report(
  issuer === base ? "ok" : "wrong",
  `it calls itself ${issuer}`,
  `Set BASE_URL to the address that agents use, if that is ${base}.`,
);
if (!isLocal && base.startsWith("http://")) report("wrong", "keys travel in clear text", "Serve it over https only.");

const registered = await get("/api/v0/get_api_key", { method: "POST", body: "{}" });
const key = registered?.body.api_key;
report(
  key ? "ok" : registered?.status === 429 ? "off" : "wrong",
  "an agent can register",
  `It answered ${registered?.status} ${registered?.body.error ?? ""}.`,
);
if (key) {
  const bearer = { Authorization: `Bearer ${key}` };
  const call = (tool: string, body: unknown) =>
    get(`/api/v0/${tool}`, { method: "POST", body: JSON.stringify(body), headers: bearer });
  const site = await call("get_network_company_url", { domain: isLocal ? "acme-robotics.example" : "cloudflare.com" });
  report(
    site?.status === 200 ? "ok" : "wrong",
    "outbound: it reads a company's site",
    `It answered ${site?.status} ${site?.body.detail ?? ""} Check DOH_URL, and OUTBOUND if you bound one.`,
  );
  const payments = await call("buy_tokens", { amount_usd: 5 });
  report(
    payments?.status === 200 ? "ok" : payments?.status === 501 ? "off" : "wrong",
    "payments: buy_tokens opens a checkout",
    payments?.body.detail ?? "",
  );
  await fetch(`${base}/oauth/revoke`, { method: "POST", body: new URLSearchParams({ token: key }) });
}

if (!isLocal) {
  const listed = spawnSync("wrangler", ["secret", "list", "--env="], {
    encoding: "utf8",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
  });
  if (listed.status !== 0)
    report("off", "secrets were not looked at", "Log in (npx wrangler login) to have them checked too.");
  else {
    const names = new Set((JSON.parse(listed.stdout) as { name: string }[]).map(({ name }) => name));
    for (const name of ["SIGNING_SECRET", "HASH_SECRET"])
      report(names.has(name) ? "ok" : "wrong", `secret: ${name}`, `npx wrangler secret put ${name}`);
    const SWITCHES: Record<string, string> = {
      STRIPE_SECRET_KEY: "payments",
      STRIPE_WEBHOOK_SECRET: "payments",
      ADMIN_TOKEN: "/admin",
      PDL_API_KEY: "People Data Labs",
      HUNTER_API_KEY: "Hunter",
      BRAVE_API_KEY: "Brave Search",
      THEIRSTACK_API_KEY: "TheirStack",
      TRUSTPILOT_API_KEY: "Trustpilot",
      REDDIT_CLIENT_ID: "Reddit",
      REDDIT_CLIENT_SECRET: "Reddit",
    };
    for (const [name, what] of Object.entries(SWITCHES))
      report(
        names.has(name) ? "ok" : "off",
        `secret: ${name} (${what})`,
        `To switch it on: npx wrangler secret put ${name}`,
      );
    report(
      "off",
      "mail",
      "Cannot be seen from outside: onboard the domain of MAIL_FROM to Email Sending, then register with an address of yours.",
    );
  }
}
console.log(wrong ? `\n${wrong} thing${wrong > 1 ? "s" : ""} to mend.` : "\nNothing to mend.");
process.exit(wrong ? 1 : 0);
