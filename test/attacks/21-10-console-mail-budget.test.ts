import { afterEach, describe, expect, it, vi } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../src/lib/time.ts";
import { cancelLink, freshAddress, pressCancel } from "../support/claim-flow.ts";
import { type Answer, advanceClock, freezeClock, mailedCode, requestWith, tally } from "../support/harness.ts";
import { Visitor } from "../support/visitor.ts";

/** Production's numbers. */
const STRICT = {
  MAILS_PER_ADDRESS_HOUR: "5",
  MAILS_PER_ADDRESS_DAY: "10",
  MAILS_PER_IP_HOUR: "10",
  MAILS_PER_IP_DAY: "30",
  MAIL_COOLDOWN_SECONDS: "60",
};

afterEach(() => void vi.useRealTimers());

/** A browser at `ip`. */
const browser = (ip: string, vars: Record<string, string> = STRICT) =>
  new Visitor((path, init = {}) =>
    requestWith(vars, path, { ...init, headers: { ...init.headers, "CF-Connecting-IP": ip } }),
  );

const askForCode = (visitor: Visitor, email: string): Promise<Answer> =>
  visitor.submit("/console/sign-in", "/console/sign-in", { email });

async function enterCode(visitor: Visitor, email: string): Promise<Answer> {
  await visitor.submit("/console/sign-in/code", "/console/sign-in/code", { code: mailedCode(email) });
  return visitor.get("/console");
}

const requestPrivacy = (email: string, ip: string) =>
  browser(ip).submit("/privacy", "/privacy", { email, type: "access", name: "", domain: "" });

const register = (email: string, ip: string) =>
  requestWith(STRICT, "/agent/identity", {
    method: "POST",
    body: JSON.stringify({ type: "identity_assertion", assertion_type: "verified_email", assertion: email }),
    headers: { "Content-Type": "application/json", "CF-Connecting-IP": ip },
  });

describe("21.10: mails that strangers cause do not lock an owner out of the console", () => {
  it("neither requests about personal data nor agents' registrations", async () => {
    freezeClock();
    const email = freshAddress();
    for (const ip of ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4", "203.0.113.5"]) {
      expect((await requestPrivacy(email, ip)).status).toBeLessThan(400);
      advanceClock(MINUTE_MS);
    }
    expect((await requestPrivacy(email, "203.0.113.6")).status).toBe(429);
    expect((await register(email, "203.0.113.7")).status).toBe(429);
    const owner = browser("198.51.100.7");
    expect((await askForCode(owner, email)).status).toBe(303);
    expect((await enterCode(owner, email)).text).toContain("Signed in as");
  });

  it("nor sign-ins from other networks, of which an address gets four times what one network does", async () => {
    freezeClock();
    const email = freshAddress();
    const thief = browser("203.0.113.20");
    const statuses = [];
    for (let mail = 0; mail < 7; mail++) {
      statuses.push(await askForCode(thief, email));
      advanceClock(MINUTE_MS);
    }
    expect(tally(statuses)).toEqual({ 303: 5, 429: 2 });
    const owner = browser("198.51.100.8");
    expect((await askForCode(owner, email)).status).toBe(303);
    expect((await enterCode(owner, email)).text).toContain("Signed in as");

    const others = [];
    for (let network = 0; network < 20; network++)
      others.push(await askForCode(browser(`203.0.114.${network}`), email));
    expect(tally(others)).toEqual({ 303: 14, 429: 6 });
    // The link of any of those mails gives the budget back.
    expect((await pressCancel(cancelLink(email))).status).toBe(200);
    expect((await askForCode(browser("198.51.100.9"), email)).status).toBe(303);
    advanceClock(HOUR_MS);
    expect((await askForCode(thief, email)).status).toBe(303);
  });

  it("nor all other mails of the deployment", async () => {
    // Uses by the tests above are over.
    freezeClock(Date.now() + 3 * HOUR_MS);
    let network = 0;
    const stranger = () => browser(`192.0.2.${++network}`, { MAILS_PER_HOUR: "3" });
    const answers = [];
    for (let mail = 0; mail < 5; mail++) {
      const fields = { email: freshAddress(), type: "access", name: "", domain: "" };
      answers.push(await stranger().submit("/privacy", "/privacy", fields));
    }
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
    expect((await askForCode(stranger(), freshAddress())).status).toBe(303);
  });
});
