import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { requestWith } from "../support/harness.ts";
import { fetchedFrom } from "../support/source-context.ts";

const ADMIN_TOKEN = "operator-token";
const GOOD = {
  PDL_API_KEY: "good-key",
  HUNTER_API_KEY: "hunter-test-key",
  BRAVE_API_KEY: "good-key",
  THEIRSTACK_API_KEY: "theirstack-key",
  TRUSTPILOT_API_KEY: "trustpilot-key",
  REDDIT_CLIENT_ID: "doctor",
  REDDIT_CLIENT_SECRET: "secret",
  COMPANIES_HOUSE_API_KEY: "companies-house-key",
  CVR_USER: "cvr-user",
  CVR_PASSWORD: "cvr-password",
  BOLAGSVERKET_CLIENT_ID: "swedish-id",
  BOLAGSVERKET_CLIENT_SECRET: "swedish-secret",
};

/** Bindings that no deployment has. */
const OF_TESTS = /^(OUTBOUND|TEST_MIGRATIONS|TEST_DATA_MIGRATIONS|LEDGER_|__VITEST)/;

type Check = { what: string; state: string; advice: string };

async function look(vars: Record<string, unknown>): Promise<Check[]> {
  const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
  const { status, body, text } = await requestWith({ ADMIN_TOKEN, ...vars }, "/admin/doctor", { headers });
  expect(status).toBe(200);
  expect(text).not.toContain("secret-token");
  for (const value of Object.values(vars)) if (value) expect(text).not.toContain(`"${value}"`);
  return body.checks;
}

const statesOf = (checks: Check[], kind: string) =>
  Object.fromEntries(checks.filter(({ what }) => what.startsWith(kind)).map(({ what, state }) => [what, state]));

describe("the Worker's report to the doctor", () => {
  it("is the operator's business", async () => {
    const open = (headers: Record<string, string>, vars = {}) =>
      requestWith({ ADMIN_TOKEN, ...vars }, "/admin/doctor", { headers });
    expect((await open({})).status).toBe(401);
    expect((await open({ Authorization: "Bearer a guess" })).status).toBe(401);
    const closed = await open({ Authorization: `Bearer ${ADMIN_TOKEN}` }, { ADMIN_TOKEN: "" });
    expect(closed.status).toBe(404);
    expect((await requestWith({ ADMIN_TOKEN }, "/admin/doctor", { method: "POST" })).status).toBe(405);
  });

  it("names each binding, and the one that is missing", async () => {
    const states = statesOf(await look({}), "binding");
    const bound = Object.entries(env).filter(([name, value]) => typeof value === "object" && !OF_TESTS.test(name));
    expect(states).toEqual(Object.fromEntries(bound.map(([name]) => [`binding: ${name}`, "ok"])));
    const checks = await look({ EMAIL: undefined });
    expect(checks.filter(({ state }) => state === "wrong")).toEqual([
      { what: "binding: EMAIL", state: "wrong", advice: expect.stringContaining("npm run deploy") },
    ]);
  });

  it.each([
    [{}, undefined],
    [{ PAYMENTS: "stripe", STRIPE_SECRET_KEY: "sk_test_1" }, "off"],
    [{ PAYMENTS: "stripe", STRIPE_SECRET_KEY: "rk_live_1" }, "ok"],
    [{ PAYMENTS: "test", STRIPE_SECRET_KEY: "sk_test_1" }, undefined],
  ])("tells a live key of Stripe from one of its test mode: %j", async (vars, state) => {
    const checks = await look({ STRIPE_SECRET_KEY: undefined, ...vars });
    expect(checks.find(({ what }) => what.includes("live key"))?.state).toBe(state);
  });

  it("tries each vendor's key that is there, at no cost but one query of Brave's budget", async () => {
    await env.DB.prepare("DELETE FROM vendor_spending").run();
    const vendors = statesOf(await look(GOOD), "vendor");
    expect(vendors).toEqual({
      "vendor: People Data Labs": "ok",
      "vendor: Hunter": "ok",
      "vendor: Brave Search": "ok",
      "vendor: TheirStack": "ok",
      "vendor: Trustpilot": "ok",
      "vendor: Reddit": "ok",
      "vendor: Companies House": "ok",
      "vendor: CVR": "ok",
      "vendor: Bolagsverket": "ok",
    });
    const { results } = await env.DB.prepare("SELECT vendor, credits FROM vendor_spending").all();
    expect(results).toEqual([{ vendor: "brave", credits: 1 }]);
  });

  it("asks no vendor without a key, and says how to set each key", async () => {
    const hosts = ["peopledatalabs.com", "hunter.io", "brave.com", "theirstack.com", "trustpilot.com", "reddit.com"];
    const calls = async () => (await Promise.all(hosts.map(fetchedFrom))).flat().length;
    const before = await calls();
    const all = await look(Object.fromEntries(Object.keys(GOOD).map((name) => [name, ""])));
    const checks = all.filter(({ what }) => what.startsWith("vendor"));
    expect(checks.map(({ state }) => state)).toEqual(Array(9).fill("off"));
    for (const name of Object.keys(GOOD)) {
      expect(checks.map(({ advice }) => advice).join()).toContain(`npx wrangler secret put ${name}`);
    }
    expect(await calls()).toBe(before);
  });

  it.each([
    ["Hunter", { HUNTER_API_KEY: "bad-key" }, "It refuses HUNTER_API_KEY."],
    ["People Data Labs", { PDL_API_KEY: "bad-key" }, "It refuses PDL_API_KEY."],
    ["People Data Labs", { PDL_API_KEY: "poor-key" }, "used up"],
    ["People Data Labs", { PDL_API_KEY: "down-key" }, "status page"],
    ["People Data Labs", { PDL_API_KEY: "text-key" }, "status page"],
    ["Brave Search", { BRAVE_API_KEY: "bad-key" }, "It refuses BRAVE_API_KEY."],
    ["Brave Search", { BRAVE_API_KEY: "good-key", VENDOR_CREDITS_PER_DAY: "0" }, "used up"],
    ["TheirStack", { THEIRSTACK_API_KEY: "poor" }, "used up"],
    ["Trustpilot", { TRUSTPILOT_API_KEY: "bad-key" }, "It refuses TRUSTPILOT_API_KEY."],
    ["Reddit", { REDDIT_CLIENT_ID: "refused", REDDIT_CLIENT_SECRET: "s" }, "It refuses REDDIT_CLIENT_ID and"],
    ["Companies House", { COMPANIES_HOUSE_API_KEY: "bad-key" }, "It refuses COMPANIES_HOUSE_API_KEY."],
    ["CVR", { CVR_USER: "refused", CVR_PASSWORD: "p" }, "It refuses CVR_USER and CVR_PASSWORD."],
    [
      "Bolagsverket",
      { BOLAGSVERKET_CLIENT_ID: "refused", BOLAGSVERKET_CLIENT_SECRET: "s" },
      "It refuses BOLAGSVERKET_CLIENT_ID and",
    ],
    ["Reddit", { REDDIT_CLIENT_ID: "down", REDDIT_CLIENT_SECRET: "s" }, "status page"],
  ])("%s with %j is wrong, with what to do", async (vendor, vars, advice) => {
    const check = (await look(vars)).find(({ what }) => what === `vendor: ${vendor}`);
    expect(check).toMatchObject({ state: "wrong", advice: expect.stringContaining(advice) });
  });
});
