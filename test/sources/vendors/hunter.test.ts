import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, balanceOf, requestWith, richKey, tally, times } from "../../support/harness.ts";
import { fetchedFrom } from "../../support/source-context.ts";

const HUNTER = { HUNTER_API_KEY: "hunter-test-key" };
let key: string;
let logged: string[];

beforeAll(async () => {
  key = await richKey();
});
beforeEach(() => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));
});

function call(tool: string, body: unknown, variables: Record<string, string> = HUNTER): Promise<Answer> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  return requestWith(variables, `/api/v0/${tool}`, { method: "POST", headers, body: JSON.stringify(body) });
}

const find = (name: string, domain = "by-vendor.example", variables = HUNTER) =>
  call("get_email", { name, domain }, variables);
const check = (email: string, variables = HUNTER) => call("verify_email", { email }, variables);

describe("get_email with Hunter", () => {
  it("is verified when Hunter has verified it, and says whether the domain takes everything", async () => {
    const { status, body } = await find("Ada Verified");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: "ada.verified@by-vendor.example",
      status: "verified",
      source: "hunter",
      confidence: 0.96,
      is_catch_all: false,
      pattern: "{first}.{last}",
      reason: null,
      evidence: [{ url: "https://www.by-vendor.example/team", kind: "hunter" }],
    });
  });

  it("asks again while Hunter is still working", async () => {
    const { body } = await find("Ada Working");
    expect(body).toMatchObject({ email: "ada.working@by-vendor.example", status: "verified" });
    const asked = (await fetchedFrom("api.hunter.io")).filter((line) => line.includes("Working"));
    expect(asked).toHaveLength(3);
  });

  it("is asked once about a person, whether it knows the person or not", async () => {
    const asked = async () => (await fetchedFrom("api.hunter.io")).length;
    const before = await asked();
    const first = await find("Ida Verified");
    const second = await find("Ida Verified");
    expect(second.body).toEqual({ ...first.body, cached: true, observed_at: expect.any(String) });
    expect(second.body.source).toBe("hunter");
    for (const _ of [1, 2]) expect((await find("Ida Nobody")).body.source).toBe("pattern_shares");
    expect((await asked()) - before).toBe(2);
  });

  it.each([
    ["Ada Catchall", { is_catch_all: true, confidence: 0.62 }],
    ["Ada Unchecked", { is_catch_all: false, confidence: 0.7 }],
  ])("%s: does not call it verified", async (name, expected) => {
    const { body } = await find(name);
    expect(body).toMatchObject({ status: "pattern", source: "hunter", ...expected });
  });

  it.each(["Ada Bounced", "Ada Refused", "Ada Nobody"])("%s: guesses as ever", async (name) => {
    const { body } = await find(name);
    expect(body).toMatchObject({ status: "guess", source: "pattern_shares", is_catch_all: null });
  });

  it("pays nobody for what a page shows", async () => {
    const { body } = await find("Tom Becker", "spelled-out.example");
    expect(body).toMatchObject({ status: "published", source: "own_site", is_catch_all: null });
    const asked = await fetchedFrom("api.hunter.io");
    expect(asked.filter((line) => line.includes("spelled-out"))).toEqual([]);
  });

  it("never shows who objected, then or later, and keeps the objection", async () => {
    const nothing = { email: null, status: "not_found", reason: "person_objected", alternatives: [] };
    expect((await find("Ada Objector")).body).toMatchObject(nothing);
    const before = (await fetchedFrom("api.hunter.io")).length;
    expect((await find("Ada Objector")).body).toMatchObject(nothing);
    expect((await find("Ada Objector", "by-vendor.example", { HUNTER_API_KEY: "" })).body).toMatchObject(nothing);
    expect((await fetchedFrom("api.hunter.io")).length).toBe(before);
  });

  it.each([
    ["Ada Ratelimit", 503, "upstream_unavailable", "rate_limited"],
    ["Ada Quota", 503, "upstream_unavailable", "out_of_credits"],
    ["Ada Broken", 502, "upstream_error", "unavailable"],
    ["Ada Nonsense", 502, "upstream_error", "unavailable"],
  ])("%s: %d %s, refunded, and the operator's log says %s", async (name, status, error, reason) => {
    const before = await balanceOf(key);
    const answer = await find(name, "own-mail.example");
    expect(answer.status).toBe(status);
    expect(answer.body.error).toBe(error);
    if (status === 503) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.text).not.toMatch(/secret-token|hunter/i);
    expect(await balanceOf(key)).toBe(before);
    const alert = logged.find((line) => line.includes("vendor_failed"));
    expect(alert).toContain(`"reason":"${reason}"`);
    expect(logged.join()).not.toMatch(/secret-token|hunter-test-key/);
  });

  it("a key that Hunter refuses is the operator's problem", async () => {
    const answer = await find("Ada Verified", "own-mail.example", { HUNTER_API_KEY: "wrong-key" });
    expect(answer.status).toBe(503);
    expect(answer.text).not.toContain("wrong-key");
    expect(logged.find((line) => line.includes("vendor_failed"))).toContain("auth_failed");
  });

  it("a limited vendor does not spoil what another rung has learned", async () => {
    const { status, body } = await find("Ada Ratelimit", "dotted.example");
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: "ada.ratelimit@dotted.example", status: "pattern", source: "own_site" });
  });
});

describe("verify_email with Hunter", () => {
  it.each([
    ["valid", "valid", null, false],
    ["invalid", "invalid", "mailbox_does_not_exist", false],
    ["accept_all", "risky", "domain_accepts_all", true],
    ["webmail", "valid", null, false],
    ["disposable", "risky", "disposable_domain", false],
    ["unknown", "unknown", "mail_server_does_not_tell", null],
  ])("%s is %s", async (local, status, reason, is_catch_all) => {
    const { body } = await check(`${local}@by-vendor.example`);
    expect(body).toMatchObject({ status, reason, is_catch_all, source: "hunter", mx: { accepts_mail: true } });
  });

  it("waits for an answer", async () => {
    expect((await check("working@by-vendor.example")).body).toMatchObject({ status: "valid", confidence: 0.94 });
  });

  it("is not asked where the DNS has the answer", async () => {
    expect((await check("ratelimit@null-mx-root.example")).body).toMatchObject({ status: "invalid" });
  });

  it("a person who objected is not looked up again", async () => {
    const objected = { status: "unknown", reason: "person_objected", is_catch_all: null };
    expect((await check("objector@by-vendor.example")).body).toMatchObject(objected);
    expect((await check("Objector@by-vendor.example", { HUNTER_API_KEY: "" })).body).toMatchObject(objected);
  });

  it.each([
    ["ratelimit", 503],
    ["quota", 503],
    ["broken", 502],
  ])("%s is %d and refunded", async (local, status) => {
    const before = await balanceOf(key);
    const answer = await check(`${local}@by-vendor.example`);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/secret-token|hunter/i);
    expect(await balanceOf(key)).toBe(before);
  });
});

describe("Hunter's budget of a day", () => {
  const used = () =>
    env.DB.prepare("SELECT credits FROM vendor_spending WHERE vendor = 'hunter'").first<number>("credits");
  const asked = async () => (await fetchedFrom("api.hunter.io")).length;
  beforeEach(async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    await env.DB.exec("DELETE FROM vendor_spending");
    await env.DATA.exec("DELETE FROM source_cache");
  });

  it("counts what calls have really cost", async () => {
    await check("valid@by-vendor.example");
    await find("Ada Verified");
    expect(await used()).toBe(2);
    // The finder is free where it knows nobody.
    await find("Ada Nobody");
    await check("broken@by-vendor.example");
    await find("Ada Quota", "own-mail.example");
    expect(await used()).toBe(2);
  });

  it("cannot be exceeded by calls at the same time; then addresses are told without Hunter", async () => {
    // The caller has bought tokens, so half of the day's credits are its share.
    const vars = { ...HUNTER, VENDOR_CREDITS_PER_DAY: "4" };
    const before = await asked();
    const answers = await times(6, (index) => check(`valid${index}@by-vendor.example`, vars));
    expect(tally(answers)).toEqual({ 200: 6 });
    const verdicts = answers.map(({ body }) => `${body.status} ${body.reason}`).sort();
    expect(verdicts).toEqual([...Array(4).fill("unknown daily_vendor_budget_used_up"), "valid null", "valid null"]);
    expect([(await asked()) - before, await used()]).toEqual([2, 2]);
    const { body } = await find("Ada Verified", "by-vendor.example", vars);
    expect(body).toMatchObject({ status: "guess", source: "pattern_shares" });
    expect([(await asked()) - before, await used()]).toEqual([2, 2]);
  });
});
