import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "../../src/lib/time.ts";
import { GRANT } from "../support/claim-flow.ts";
import {
  advanceClock,
  balanceOf,
  brokenLedgers,
  freezeClock,
  mailedCode,
  requestWith,
  tally,
  times,
} from "../support/harness.ts";

const STRICT = { ANONYMOUS_KEYS_PER_IP_HOUR: "5", ANONYMOUS_KEYS_PER_IP_DAY: "20" };

afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

const register = (ip: string, vars: Record<string, string> = STRICT) =>
  requestWith(vars, "/agent/identity", {
    method: "POST",
    body: JSON.stringify({ type: "anonymous" }),
    headers: { "Content-Type": "application/json", "CF-Connecting-IP": ip },
  });

/** The balance of a new workspace of an address, in production's strictness. */
async function welcomed(email: string): Promise<number> {
  const vars = { WELCOME_GRANTS_PER_DOMAIN_DAY: "1" };
  const post = (path: string, body: object) =>
    requestWith(vars, path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
    });
  const assertion = { type: "identity_assertion", assertion_type: "verified_email", assertion: email };
  const { claim_token } = (await post("/agent/identity", assertion)).body;
  await post("/agent/identity/claim", { claim_token, user_code: mailedCode(email) });
  const form = new URLSearchParams({ grant_type: GRANT, claim_token });
  const key = (await requestWith(vars, "/oauth/token", { method: "POST", body: form })).body.access_token;
  return balanceOf(key);
}

describe("13.15: trials cannot be farmed", () => {
  it("from the 65,536 networks of one IPv6 customer: a /48 gets four times what a /64 gets", async () => {
    freezeClock();
    const prefix = `2001:db8:${crypto.randomUUID().slice(0, 4)}`;
    expect(tally(await times(8, () => register(`${prefix}:1::1`)))).toEqual({ 200: 5, 429: 3 });
    const answers = [];
    for (let network = 2; network < 40; network++) answers.push(await register(`${prefix}:${network.toString(16)}::1`));
    expect(tally(answers)).toEqual({ 200: 15, 429: 23 });
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("3600");
    // Another customer is not concerned.
    expect((await register(`2001:db9:${crypto.randomUUID().slice(0, 4)}::1`)).status).toBe(200);
  });

  it("is limited by a budget of all clients together", async () => {
    freezeClock();
    advanceClock(2 * DAY_MS);
    const vars = { ...STRICT, ANONYMOUS_KEYS_PER_HOUR: "10" };
    const answers = await times(25, (index) => register(`203.0.113.${index}`, vars));
    expect(tally(answers)).toEqual({ 200: 10, 429: 15 });
    expect(answers.find(({ status }) => status === 429)?.body.error_description).toContain("verified email");
    // A refused registration has given its network's share back.
    advanceClock(3_600_000);
    expect((await register("203.0.113.24", vars)).status).toBe(200);
  });

  it("with sub-domains of disposable hosts", async () => {
    const host = await env.DB.prepare("SELECT domain FROM disposable_domains LIMIT 1").first<string>("domain");
    expect(await welcomed(`a@${host}`)).toBe(0);
    expect(await welcomed(`a@x.${host}`)).toBe(0);
    expect(await welcomed(`a@deep.er.${host}`)).toBe(0);
  });

  it("with any number of addresses at a domain of one's own: one grant a day, sub-domains included", async () => {
    freezeClock();
    const domain = `farm-${crypto.randomUUID().slice(0, 8)}.net`;
    const balances = await Promise.all(
      ["a", "b", "c", "d"].map((name, index) => welcomed(`${name}@${index % 2 ? "mail." : ""}${domain}`)),
    );
    expect(balances.sort((a, b) => a - b)).toEqual([0, 0, 0, 100]);
    advanceClock(DAY_MS);
    expect(await welcomed(`e@${domain}`)).toBe(100);
    expect(await welcomed(`f@${domain}`)).toBe(0);
  });

  it("while mailbox providers, where each address is somebody else's, are not counted", async () => {
    const name = () => `p${crypto.randomUUID().slice(0, 12)}`;
    for (const host of ["gmail.com", "gmail.com", "proton.me", "proton.me"]) {
      expect(await welcomed(`${name()}@${host}`)).toBe(100);
    }
  });
});
