import { beforeAll, describe, expect, it } from "vitest";
import { titleTokens } from "../../../src/readers/titles/title-terms.ts";
import { csvOf, importCsv } from "../../support/directory-csv.ts";
import {
  advanceClock,
  anonymousKey,
  balanceOf,
  callTool,
  freezeClock,
  giveTokens,
  richKey,
} from "../../support/harness.ts";

const LIST = "list_network_company_employees";
const SEARCH = "search_network_company_employees";
const DOMAIN = "staffed.example";

/** In the order in which they must be listed: by rank, then by folded name. */
const STAFF: [name: string, title: string, seniority: string | null, department: string | null][] = [
  ["Zoë Ångström", "Founder & CEO", "founder", "executive"],
  ["Álvaro Peña", "C.F.O.", "c_suite", "finance"],
  ["Bo Chen", "Chief Technology Officer", "c_suite", "engineering"],
  ["Mia Zimmer", "VP of Sales", "vp", "sales"],
  ["Carl Öhman", "Head of EMEA Sales", "head", "sales"],
  ["Ada Falk", "Director, Customer Support", "director", "customer_support"],
  ["Dora Kim", "Marketing Manager", "manager", "marketing"],
  ["Ed Moss", "Senior Engineer", "senior", "engineering"],
  ["Fay Ito", "", null, null],
  ["Gus Lee", "Barista", null, null],
  ["Hal Roy", "Junior Designer", "entry", "design"],
  ["Ida Noor", "Marketing Intern", "intern", "marketing"],
];

let key: string;
beforeAll(async () => {
  freezeClock(Date.parse("2026-11-21T12:00:00Z"));
  key = await richKey();
  const header = ["name", "title", "domain", "email", "email_status", "city", "profile_url"];
  const rows = [7, 2, 11, 0, 5, 9, 1, 3, 10, 4, 8, 6].map((index) => {
    const [name = "", title = ""] = STAFF[index] ?? [];
    return [
      name,
      title,
      DOMAIN,
      `p${index}@${DOMAIN}`,
      index === 1 ? "guessed" : "verified",
      "Umeå",
      `network.example/in/p-${index}`,
    ];
  });
  await importCsv("people", csvOf([header, ...rows]));
});

describe("a list of employees", () => {
  it("has the fields of the wire contract, and what it stands on", async () => {
    const before = await balanceOf(key);
    const { status, body } = await callTool(key, LIST, { domain: `https://WWW.${DOMAIN}/about`, limit: 1 });
    expect(status).toBe(200);
    expect(body).toEqual({
      domain: DOMAIN,
      employees: [
        {
          name: "Zoë Ångström",
          first_name: "Zoë",
          last_name: "Ångström",
          title: "Founder & CEO",
          seniority: "founder",
          department: "executive",
          location: "Umeå",
          email: `p0@${DOMAIN}`,
          profile_url: "https://network.example/in/p-0",
          verified: false,
          source: "directory",
          last_seen_at: "2026-11-21T12:00:00.000Z",
        },
      ],
      page: 1,
      limit: 1,
      total: STAFF.length,
      has_more: true,
      title_filter: { parsed: "", warnings: [] },
      status: "ok",
      source: "directory",
      sources: expect.arrayContaining([{ source: "directory", state: "found" }]),
      confidence: 0.9,
      evidence: [{ url: "https://network.example/in/p-0", kind: "directory" }],
      observed_at: "2026-11-21T12:00:00.000Z",
      cached: false,
    });
    expect(await balanceOf(key)).toBe(before - 30);
  });

  it("is slimmer and cheaper when searched", async () => {
    const before = await balanceOf(key);
    const { body } = await callTool(key, SEARCH, { domain: DOMAIN });
    expect(body.employees).toHaveLength(10);
    expect(body.employees[0]).toEqual({
      name: "Zoë Ångström",
      title: "Founder & CEO",
      profile_url: "https://network.example/in/p-0",
    });
    expect(body).toMatchObject({
      domain: DOMAIN,
      page: 1,
      limit: 10,
      total: STAFF.length,
      has_more: true,
      status: "ok",
    });
    expect(await balanceOf(key)).toBe(before - 5);
  });

  it("is in the order of rank, then of names, whatever the order of the rows", async () => {
    const { body } = await callTool(key, LIST, { domain: DOMAIN, limit: 50 });
    const listed = body.employees.map((one: Record<string, unknown>) => [
      one.name,
      one.title ?? "",
      one.seniority,
      one.department,
    ]);
    expect(listed).toEqual(STAFF);
  });

  it.each([1, 5, 10, 50])("comes in pages of %i that make up the whole, once each", async (limit) => {
    const names: string[] = [];
    const pages = Math.ceil(STAFF.length / limit);
    for (let page = 1; page <= pages; page++) {
      const { body } = await callTool(key, SEARCH, { domain: DOMAIN, limit, page });
      expect(body).toMatchObject({ page, limit, total: STAFF.length, has_more: page < pages });
      names.push(...body.employees.map(({ name }: { name: string }) => name));
    }
    expect(names).toEqual(STAFF.map(([name]) => name));
    const { status, body } = await callTool(key, SEARCH, { domain: DOMAIN, limit, page: pages + 1 });
    expect({ status, ...body }).toMatchObject({ status: "ok", employees: [], total: STAFF.length, has_more: false });
  });

  it("does not repeat or skip rows under concurrent requests", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => callTool(key, SEARCH, { domain: DOMAIN, limit: 1, page: index + 1 })),
    );
    expect(answers.map(({ body }) => body.employees[0].name)).toEqual(STAFF.map(([name]) => name));
  });

  it.each([
    { limit: 0 },
    { limit: 51 },
    { limit: 1.5 },
    { limit: "10" },
    { limit: -1 },
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { page: null },
    { title_filters: 7 },
    { title_filters: [1] },
    { domain: "" },
    { domain: "gmail.com" },
  ])("refuses %j without a charge", async (wrong) => {
    const before = await balanceOf(key);
    for (const tool of [LIST, SEARCH]) {
      const { status, body, headers } = await callTool(key, tool, { domain: DOMAIN, ...wrong });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: "invalid_request", errors: [{ path: Object.keys(wrong)[0] }] });
      expect(headers.get("x-tokens-charged")).toBe("0");
    }
    expect(await balanceOf(key)).toBe(before);
  });

  it("is empty, with a reason, for an unknown company", async () => {
    const { status, body } = await callTool(key, LIST, { domain: "nobody-knows.example" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      employees: [],
      total: 0,
      has_more: false,
      status: "not_found",
      source: null,
      confidence: 0,
      evidence: [],
    });
    expect(body).not.toHaveProperty("demo");
  });

  it("shows no guessed address", async () => {
    const { body } = await callTool(key, LIST, { domain: DOMAIN, title_filters: "CFO" });
    expect(body.employees).toMatchObject([{ name: "Álvaro Peña", email: null }]);
  });

  it("marks people seen on the company's own site within 30 days as verified", async () => {
    const domain = "own-site.example";
    // A key of its own: the clock goes back at the end, and with it no rate limit would.
    const key = await richKey();
    const header = ["name", "domain", "source_url", "observed_at"];
    const rows = [
      ["Ada Brandt", domain, `https://www.${domain}/team`, "2026-11-20"],
      ["Tom Becker", domain, "https://news.example/article", "2026-11-20"],
    ];
    await importCsv("people", csvOf([header, ...rows]));
    const verified = async () => {
      const { body } = await callTool(key, LIST, { domain });
      return body.employees.map((one: { name: string; verified: boolean }) => [one.name, one.verified]);
    };
    expect(await verified()).toEqual([
      ["Ada Brandt", true],
      ["Tom Becker", false],
    ]);
    advanceClock(31 * 86_400_000);
    expect(await verified()).toEqual([
      ["Ada Brandt", false],
      ["Tom Becker", false],
    ]);
    freezeClock(Date.parse("2026-11-21T12:00:00Z"));
  });
});

describe("a title filter", () => {
  it("chooses, and is answered as it was understood", async () => {
    const expected: [string | string[], string[]][] = [
      ["(CEO OR CTO OR Founder) NOT intern", ["Zoë Ångström", "Bo Chen"]],
      ["sales", ["Mia Zimmer", "Carl Öhman"]],
      [
        ["VP sales", "barista"],
        ["Mia Zimmer", "Gus Lee"],
      ],
      ["market* NOT intern", ["Dora Kim"]],
      ["NOT (sales OR marketing OR engineer OR CTO OR CFO)", ["Zoë Ångström", "Ada Falk", "Gus Lee", "Hal Roy"]],
      ["", STAFF.map(([name]) => name)],
      [[], STAFF.map(([name]) => name)],
    ];
    for (const [title_filters, names] of expected) {
      const { body } = await callTool(key, SEARCH, { domain: DOMAIN, title_filters, limit: 50 });
      expect({ title_filters, names: body.employees.map(({ name }: { name: string }) => name) }).toEqual({
        title_filters,
        names,
      });
      expect(body.total).toBe(names.length);
    }
    const { body } = await callTool(key, SEARCH, { domain: DOMAIN, title_filters: "CEO OR CTO sales" });
    expect(body.title_filter).toEqual({ parsed: "CEO OR CTO sales", warnings: [] });
    const doubtful = await callTool(key, SEARCH, { domain: DOMAIN, title_filters: "CEO OR CTO AND sales" });
    expect(doubtful.body.title_filter.warnings).toHaveLength(1);
  });

  it("without a match gives an empty answer", async () => {
    const { status, body } = await callTool(key, LIST, { domain: DOMAIN, title_filters: "astronaut" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ employees: [], total: 0, status: "not_found", title_filter: { parsed: "astronaut" } });
  });

  const BROKEN: [code: string, position: number, expression: string | string[]][] = [
    ["unbalanced_paren", 0, "(CEO OR CTO"],
    ["unbalanced_paren", 3, "CEO)"],
    ["unbalanced_quote", 7, 'CEO OR "head of sales'],
    ["unexpected_operator", 0, "AND CEO"],
    ["unexpected_end", 6, "CEO OR"],
    ["empty_group", 4, "CEO ()"],
    ["empty_phrase", 0, '""'],
    ["bad_wildcard", 0, "a*"],
    ["too_deep", 10, "(((((((((((a)))))))))))"],
    ["too_long", 1000, "a".repeat(1001)],
    ["too_many_terms", 320, `${"a OR ".repeat(64)}a`],
    ["unbalanced_paren", 7, ["CEO", "(CTO"]],
  ];

  it.each(BROKEN)(
    "that cannot be read is %s at %i, and costs nothing, even with nothing to pay from",
    async (code, position, title_filters) => {
      const poor = await anonymousKey();
      await giveTokens(poor, -25);
      for (const tool of [LIST, SEARCH, "get_network_profile_url"]) {
        const { status, body, headers } = await callTool(poor, tool, {
          domain: DOMAIN,
          name: "Ada Brandt",
          title_filters,
        });
        expect(status).toBe(400);
        expect(headers.get("content-type")).toContain("application/problem+json");
        expect(body).toMatchObject({ error: "invalid_title_filter", code, position, request_id: expect.any(String) });
        expect(headers.get("x-tokens-charged")).toBe("0");
      }
      expect(await balanceOf(poor)).toBe(0);
      expect((await callTool(poor, SEARCH, { domain: DOMAIN, title_filters: "CEO" })).status).toBe(402);
    },
  );

  it("treats SQL and full-text syntax as text", async () => {
    for (const title_filters of [
      '"a"" OR title_tokens : x',
      "NEAR(a b)",
      "sales'); DROP TABLE people; --",
      "co-founder",
      "{a}:b",
      "^sales",
    ]) {
      const { status } = await callTool(key, SEARCH, { domain: DOMAIN, title_filters });
      expect([200, 400]).toContain(status);
    }
    expect(titleTokens("Co-Founder")).toEqual(["cofounder"]);
    expect((await callTool(key, SEARCH, { domain: DOMAIN })).body.total).toBe(STAFF.length);
  });
});
