import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { matchesTitle, parseTitleFilter } from "../../../src/readers/titles/title-filter.ts";
import { titleClauses } from "../../../src/sources/vendors/pdl.ts";
import {
  advanceClock,
  balanceOf,
  freezeClock,
  hastenTimeLimits,
  requestWith,
  richKey,
  tally,
  times,
} from "../../support/harness.ts";
import { fetchedFrom } from "../../support/source-context.ts";
import { MATCHING } from "../../support/title-filter-cases.ts";

const SITE = "vendor-only.example";
const PDL = { PDL_API_KEY: "good-key" };
const BRAVE = { BRAVE_API_KEY: "good-key" };
const LIST = "list_network_company_employees";
const PROFILE = "get_network_profile_url";
const PROFILE_OF = (slug: string) => `https://network.example/in/${slug}`;

let key: string;
const errors = vi.spyOn(console, "error").mockImplementation(() => {});
vi.spyOn(console, "warn").mockImplementation(() => {});

beforeAll(async () => {
  freezeClock(Date.parse("2026-11-21T12:00:00Z"));
  key = await richKey();
});
// Every test begins at a vendor that has not been asked and has cost nothing.
beforeEach(async () => {
  await env.DATA.exec("DELETE FROM source_cache");
  await env.DB.exec("DELETE FROM vendor_spending");
});

/** Calls a tool of a deployment that has these vendor keys. */
function call(vars: Record<string, string>, tool: string, body: Record<string, unknown>) {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  return requestWith(vars, `/api/v0/${tool}`, { method: "POST", headers, body: JSON.stringify(body) });
}

async function callsTo(host: string): Promise<number> {
  return (await fetchedFrom(host)).length;
}

describe("People Data Labs", () => {
  it("says where the company's page is, in our form of the address", async () => {
    const { body } = await call(PDL, "get_network_company_url", { domain: SITE });
    expect(body).toMatchObject({
      url: "https://www.network.example/company/vendor-only",
      domain: SITE,
      status: "ok",
      source: "pdl",
      confidence: 0.8,
      evidence: [{ url: "https://www.peopledatalabs.com/", kind: "vendor" }],
    });
  });

  it("says what is known about the company", async () => {
    const { body } = await call(PDL, "get_network_company", { domain: SITE });
    expect(body).toMatchObject({
      name: "Vendor Only",
      website: `https://${SITE}/`,
      industry: "Machinery",
      size_band: "51-200",
      country: "DE",
      city: "Leipzig",
      founded_year: 2014,
      source: "pdl",
      status: "ok",
    });
  });

  it("is not believed about a company of another domain", async () => {
    const { status, body } = await call(PDL, "get_network_company", { domain: "mistaken.example" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: null, status: "not_found" });
  });

  it("lists people: capitals put in, booleans are no addresses, who has left is left out", async () => {
    const { body } = await call(PDL, LIST, { domain: SITE });
    expect(body).toMatchObject({ total: 6, status: "ok", source: "pdl", cached: false });
    expect(body.employees[0]).toMatchObject({
      name: "Lena Co",
      title: "Co-Founder & CEO",
      location: null,
      email: null,
      seniority: "founder",
      profile_url: PROFILE_OF("lena-v4"),
      verified: true,
      source: "pdl",
    });
    expect(body.employees[1]).toMatchObject({
      title: "Chief Technology Officer",
      location: "Leipzig, Saxony, Germany",
    });
    expect(body.employees[2]).toMatchObject({ name: "Noor van der Meer", email: "noor@vendor-only.example" });
    expect(JSON.stringify(body)).not.toMatch(/gonzalez|true,"personal/i);
  });

  it("obeys our title filter, whatever it was asked", async () => {
    const filter = { domain: SITE, title_filters: "(sales OR CTO) NOT intern" };
    const { body } = await call(PDL, LIST, filter);
    expect(body.employees.map(({ name }: { name: string }) => name)).toEqual(["Ada Brandt", "Noor van der Meer"]);
  });

  it("is asked for no more people than the operator buys, and the answer says so", async () => {
    const { body } = await call({ ...PDL, PDL_PEOPLE_PER_SEARCH: "2" }, LIST, { domain: SITE });
    expect(body).toMatchObject({ total: 2, has_more: false, status: "partial" });
  });

  it("knows a profile, and two namesakes are none", async () => {
    const { body: found } = await call(PDL, PROFILE, { name: "Ada Brandt", domain: SITE });
    expect(found).toMatchObject({ url: PROFILE_OF("ada-brandt-v1"), location: "Leipzig, Saxony, Germany" });
    const { body: doubtful } = await call(PDL, PROFILE, { name: "Jo Park", domain: SITE });
    expect(doubtful).toMatchObject({ url: null, status: "not_found", ambiguous: true });
  });

  it("knows nobody: 200, charged when it was asked, and not asked again for a day", async () => {
    for (const charged of ["30", "0"]) {
      const answer = await call(PDL, LIST, { domain: "unknown-to-all.example" });
      expect(answer).toMatchObject({ status: 200, body: { total: 0, status: "not_found" } });
      expect(answer.headers.get("X-Tokens-Charged")).toBe(charged);
    }
    const asked = (await fetchedFrom("api.peopledatalabs.com")).length;
    await call(PDL, LIST, { domain: "unknown-to-all.example" });
    expect(await callsTo("api.peopledatalabs.com")).toBe(asked);
    advanceClock(25 * 3_600_000);
    await call(PDL, LIST, { domain: "unknown-to-all.example" });
    expect(await callsTo("api.peopledatalabs.com")).toBe(asked + 1);
  });

  it("is asked once, however many ask at the same time", async () => {
    const before = await callsTo("api.peopledatalabs.com");
    const answers = await times(8, () => call(PDL, LIST, { domain: SITE }));
    expect(tally(answers)).toEqual({ 200: 8 });
    for (const { body } of answers) expect(body.total).toBe(6);
    expect(await callsTo("api.peopledatalabs.com")).toBe(before + 1);
    const { body } = await call(PDL, LIST, { domain: SITE });
    expect(body).toMatchObject({ cached: true, total: 6 });
    expect(await callsTo("api.peopledatalabs.com")).toBe(before + 1);
  });

  it("is not configured without its key", async () => {
    const before = await callsTo("api.peopledatalabs.com");
    const { body } = await call({ PDL_API_KEY: "" }, LIST, { domain: SITE });
    expect(body).toMatchObject({
      total: 0,
      sources: expect.arrayContaining([{ source: "pdl", state: "not_configured" }]),
    });
    expect(await callsTo("api.peopledatalabs.com")).toBe(before);
  });
});

describe("a vendor's error", () => {
  // 42 seconds before the moment at which the vendor's limit is reset.
  beforeAll(() => freezeClock(Date.parse("2026-11-25T12:00:00Z")));
  const cases: [vendor: Record<string, string>, tool: string, status: number, error: string, retry: string | null][] = [
    [{ PDL_API_KEY: "bad-key" }, LIST, 503, "upstream_unavailable", "300"],
    [{ PDL_API_KEY: "poor-key" }, LIST, 503, "upstream_unavailable", "300"],
    [{ PDL_API_KEY: "busy-key" }, LIST, 503, "upstream_unavailable", "42"],
    [{ PDL_API_KEY: "odd-key" }, LIST, 502, "upstream_error", null],
    [{ PDL_API_KEY: "down-key" }, LIST, 502, "upstream_error", null],
    [{ PDL_API_KEY: "text-key" }, LIST, 502, "upstream_error", null],
    [{ PDL_API_KEY: "slow-key" }, LIST, 504, "upstream_timeout", null],
    [{ PDL_API_KEY: "poor-key" }, "get_network_company", 503, "upstream_unavailable", "300"],
    [{ PDL_API_KEY: "bad-key" }, "get_network_company_url", 503, "upstream_unavailable", "300"],
    [{ BRAVE_API_KEY: "bad-key" }, PROFILE, 503, "upstream_unavailable", "300"],
    [{ BRAVE_API_KEY: "poor-key" }, PROFILE, 503, "upstream_unavailable", "300"],
    [{ BRAVE_API_KEY: "busy-key" }, PROFILE, 503, "upstream_unavailable", "3"],
    [{ BRAVE_API_KEY: "odd-key" }, PROFILE, 502, "upstream_error", null],
    [{ BRAVE_API_KEY: "down-key" }, PROFILE, 502, "upstream_error", null],
  ];
  it.each(cases)("%o, %s: %i %s", async (vendor, tool, status, error, retry) => {
    if (status === 504) hastenTimeLimits();
    const before = await balanceOf(key);
    const answer = await call(vendor, tool, {
      domain: "only-at-vendors.example",
      ...(tool === PROFILE && { name: "Tilda Holm" }),
    });
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.headers.get("Retry-After")).toBe(retry);
    expect(answer.headers.get("X-Tokens-Charged")).toBe("0");
    expect(await balanceOf(key)).toBe(before);
    expect(answer.text).not.toMatch(/secret-token|-key\b|peopledatalabs|brave/i);
  });

  it("is told to the operator, without the key", async () => {
    errors.mockClear();
    await call({ PDL_API_KEY: "poor-key" }, LIST, { domain: SITE });
    const lines = errors.mock.calls.map(([line]) => String(line));
    expect(lines.join("\n")).toContain('"event":"vendor_alert","vendor":"pdl","problem":"out_of_credits"');
    expect(lines.join("\n")).not.toMatch(/poor-key|secret-token/);
  });

  it("is not remembered: the next call asks again", async () => {
    expect((await call({ PDL_API_KEY: "busy-key" }, LIST, { domain: SITE })).status).toBe(503);
    advanceClock(1);
    expect((await call(PDL, LIST, { domain: SITE })).body.total).toBe(6);
  });

  it("does not matter where somebody else knows", async () => {
    const { status, body } = await call({ PDL_API_KEY: "bad-key" }, LIST, { domain: "brightwater.example" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "ok", source: "own_site", total: 5 });
    const both = { PDL_API_KEY: "busy-key", ...BRAVE };
    const { body: profile } = await call(both, PROFILE, { name: "Tilda Holm", domain: SITE });
    expect(profile).toMatchObject({ url: PROFILE_OF("tilda-holm-b1"), source: "brave" });
  });

  it("leaves nobody waiting who asked at the same time", async () => {
    const answers = await times(4, () => call({ PDL_API_KEY: "poor-key" }, LIST, { domain: SITE }));
    expect(tally(answers)).toEqual({ 503: 4 });
  });
});

describe("the operator's daily budget", () => {
  beforeAll(() => freezeClock(Date.parse("2026-11-26T12:00:00Z")));
  const spent = () =>
    env.DB.prepare(
      "SELECT coalesce(sum(credits), 0) AS credits FROM vendor_spending WHERE vendor = 'pdl'",
    ).first<number>("credits");

  it("counts what calls have really cost", async () => {
    await call(PDL, LIST, { domain: SITE });
    expect(await spent()).toBe(7);
    await call(PDL, LIST, { domain: "unknown-to-all.example" });
    await call({ PDL_API_KEY: "down-key" }, LIST, { domain: "another.example" });
    expect(await spent()).toBe(7);
  });

  it("cannot be exceeded by calls at the same time, and then the vendor is skipped until midnight", async () => {
    // The caller has bought tokens, so half of the day's credits are its share.
    const vars = { ...PDL, VENDOR_CREDITS_PER_DAY: "4", PDL_PEOPLE_PER_SEARCH: "1" };
    const before = await callsTo("api.peopledatalabs.com");
    const asked = async () => (await callsTo("api.peopledatalabs.com")) - before;
    const answers = await times(6, (index) => call(vars, LIST, { domain: `one-${"abcdef"[index]}.example` }));
    expect(tally(answers)).toEqual({ 200: 2, 503: 4 });
    expect(answers.filter(({ body }) => body.total === 1)).toHaveLength(2);
    expect([await asked(), await spent()]).toEqual([2, 2]);
    const domain = "one-f.example";
    await env.DATA.prepare("DELETE FROM source_cache").run();
    const before503 = await balanceOf(key);
    const { status, body, headers } = await call(vars, LIST, { domain });
    expect([status, body.error, headers.get("Retry-After")]).toEqual([503, "upstream_unavailable", "43200"]);
    expect([await asked(), await balanceOf(key)]).toEqual([2, before503]);
    advanceClock(24 * 3_600_000);
    expect((await call(vars, LIST, { domain })).body.total).toBe(1);
    expect(await asked()).toBe(3);
  });
});

describe("Brave Search", () => {
  it("finds a profile whose title begins with the name and that names the company", async () => {
    const { body } = await call(BRAVE, PROFILE, { name: "Tilda Holm", domain: SITE });
    expect(body).toMatchObject({
      url: PROFILE_OF("tilda-holm-b1"),
      name: "Tilda Holm",
      title: null,
      location: null,
      source: "brave",
      confidence: 0.8,
      evidence: [{ url: "https://search.brave.com/", kind: "vendor" }],
      status: "ok",
    });
    const [line = ""] = (await fetchedFrom("api.search.brave.com")).filter((one) => one.includes("+vendor-only+"));
    const asked = new URL(line.replace("GET ", "")).searchParams;
    expect(asked.get("q")).toBe('"Tilda Holm" vendor-only (site:linkedin.com/in OR site:network.example/in)');
    expect(asked.get("count")).toBe("20");
  });

  it("believes a description less than a title", async () => {
    const { body } = await call(BRAVE, PROFILE, { name: "Vera Snippet", domain: SITE });
    expect(body).toMatchObject({ url: PROFILE_OF("vera"), confidence: 0.6 });
  });

  it("cannot choose between two", async () => {
    const { body } = await call(BRAVE, PROFILE, { name: "Max Doppel", domain: SITE });
    expect(body).toMatchObject({ url: null, ambiguous: true });
  });

  it("finds nobody when there are no web results", async () => {
    const { status, body } = await call(BRAVE, PROFILE, { name: "Nobody Here", domain: SITE });
    expect(status).toBe(200);
    expect(body).toMatchObject({ url: null, status: "not_found", reason: "no_such_person" });
  });

  it("is asked before or after other vendors, as the operator says", async () => {
    const both = { ...PDL, ...BRAVE };
    const before = await callsTo("api.peopledatalabs.com");
    await call({ ...both, VENDOR_ORDER: "brave,pdl" }, PROFILE, { name: "Tilda Holm", domain: SITE });
    expect(await callsTo("api.peopledatalabs.com")).toBe(before);
    await call(both, PROFILE, { name: "Vera Snippet", domain: SITE });
    expect(await callsTo("api.peopledatalabs.com")).toBe(before + 1);
  });
});

describe("what a vendor is asked for titles", () => {
  type Clause = { bool?: { must?: Clause[]; should?: Clause[] }; match_phrase?: { job_title: string } };
  function passes({ bool, match_phrase }: Clause, title: string): boolean {
    if (match_phrase) return title.includes(` ${match_phrase.job_title} `);
    const { must = [], should = [] } = bool ?? {};
    return must.every((one) => passes(one, title)) && (should.length === 0 || should.some((one) => passes(one, title)));
  }

  it("is never narrower than the filter", async () => {
    const { titleTokens } = await import("../../../src/readers/titles/title-terms.ts");
    let narrowed = 0;
    for (const [expression, titles] of MATCHING) {
      const filter = parseTitleFilter(expression);
      const clauses = titleClauses(filter) as Clause[];
      narrowed += clauses.length;
      for (const title of titles.filter((one) => matchesTitle(filter, one))) {
        const words = ` ${titleTokens(title).join(" ")} `;
        expect(
          clauses.every((clause) => passes(clause, words)),
          `${expression}: ${title}`,
        ).toBe(true);
      }
    }
    expect(narrowed).toBeGreaterThan(50);
  });
});

describe("the network", () => {
  it("was never fetched", async () => {
    for (const host of ["network.example", "linkedin.com"]) expect(await fetchedFrom(host)).toEqual([]);
  });
});
