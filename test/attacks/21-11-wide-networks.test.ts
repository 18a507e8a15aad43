import { afterEach, describe, expect, it, vi } from "vitest";
import { HOUR_MS } from "../../src/lib/time.ts";
import { freshAddress } from "../support/claim-flow.ts";
import { type Answer, freezeClock, requestWith, tally } from "../support/harness.ts";

afterEach(() => void vi.useRealTimers());

type Ask = (ip: string, vars: Record<string, string>) => Promise<Answer>;

const post = (path: string, body: object, ip: string, vars: Record<string, string>) =>
  requestWith(vars, path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", "CF-Connecting-IP": ip },
  });

const registerClient: Ask = (ip, vars) =>
  post("/oauth/register", { redirect_uris: ["https://host.example/callback"] }, ip, vars);
const mailCode: Ask = (ip, vars) => {
  const assertion = { type: "identity_assertion", assertion_type: "verified_email", assertion: freshAddress() };
  return post("/agent/identity", assertion, ip, vars);
};
const anonymousKey: Ask = (ip, vars) => post("/agent/identity", { type: "anonymous" }, ip, vars);

const MAILS = { MAILS_PER_IP_HOUR: "10", MAILS_PER_IP_DAY: "30" };
const KEYS = { ANONYMOUS_KEYS_PER_IP_HOUR: "5", ANONYMOUS_KEYS_PER_IP_DAY: "20" };

/** What `count` requests from networks of /64 in one /48 are answered. */
async function fromOneCustomer(ask: Ask, vars: Record<string, string>, count: number) {
  const prefix = `2001:db8:${crypto.randomUUID().slice(0, 4)}`;
  const answers = [];
  for (let network = 0; network < count; network++)
    answers.push(await ask(`${prefix}:${network.toString(16)}::1`, vars));
  return answers;
}

describe("21.11: the networks of one IPv6 customer", () => {
  it.each([
    ["OAuth clients", registerClient, {}, 240, 201],
    ["mails", mailCode, MAILS, 40, 200],
    ["anonymous keys", anonymousKey, KEYS, 20, 200],
  ])("get four times the %s of one network", async (_, ask, vars, limit, status) => {
    freezeClock();
    const answers = await fromOneCustomer(ask, vars, limit + 3);
    expect(tally(answers)).toEqual({ [status]: limit, 429: 3 });
    expect(answers.at(-1)?.headers.get("retry-after")).toBe("3600");
    // Another customer is not concerned.
    expect((await ask(`2001:db9:${crypto.randomUUID().slice(0, 4)}::1`, vars)).status).toBe(status);
  });
});

describe("21.11: all networks together", () => {
  it.each([
    ["OAuth clients", registerClient, "OAUTH_CLIENTS_PER_HOUR", 201],
    ["mails", mailCode, "MAILS_PER_HOUR", 200],
    ["anonymous keys", anonymousKey, "ANONYMOUS_KEYS_PER_HOUR", 200],
  ])("get so many %s an hour", async (_, ask, name, status) => {
    // Uses by the tests above are over.
    freezeClock(Date.now() + 2 * HOUR_MS);
    const vars = { [name]: "3" };
    const answers = [];
    for (let network = 1; network <= 6; network++) answers.push(await ask(`203.0.113.${network}`, vars));
    expect(tally(answers)).toEqual({ [status]: 3, 429: 3 });
  });
});
