import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { plainText } from "../../../src/readers/page/plain-text.ts";
import type { PeopleQuestion } from "../../../src/readers/people/person.ts";
import { mergePeople, nameFields, type Person } from "../../../src/readers/people/person.ts";
import { parseTitleFilter } from "../../../src/readers/titles/title-filter.ts";
import { directoryEntries } from "../../../src/sources/directory/directory.ts";
import type { Finding } from "../../../src/sources/facts/finding.ts";
import { PEOPLE_SOURCES, PEOPLE_VENDORS, peopleOf } from "../../../src/sources/people/people.ts";
import { csvOf, importCsv } from "../../support/directory-csv.ts";
import { advanceClock, callTool, freezeClock, richKey, tally, times } from "../../support/harness.ts";
import { sourceContext } from "../../support/source-context.ts";
import { MATCHING } from "../../support/title-filter-cases.ts";

const PROFILE = "get_network_profile_url";
const HEADER = ["name", "title", "domain", "profile_url", "is_current", "city"];

let key: string;
beforeAll(async () => {
  freezeClock(Date.parse("2026-11-21T12:00:00Z"));
  key = await richKey();
});

describe("a person is found by name", () => {
  const domain = "named.example";
  beforeAll(async () => {
    const people = [
      ["Jürgen Müller-Schmidt", "CEO", "jms", "Leipzig"],
      ["Robert O’Neill", "CFO", "ron", ""],
      ["Ludwig van der Berg", "Engineer", "lvdb", ""],
      ["John Smith", "Engineer", "john-1", ""],
      ["John Smith", "Sales Manager", "john-2", ""],
      ["Ana Silva", "Engineer", "", "Porto"],
      ["陈伟", "销售总监", "chen-wei", ""],
    ];
    const rows = people.map(([name = "", title = "", slug, city = ""]) => [
      name,
      title,
      domain,
      slug ? `network.example/in/${slug}` : "",
      "",
      city,
    ]);
    await importCsv("people", csvOf([HEADER, ...rows]));
  });

  it("with the fields of the wire contract", async () => {
    const { status, body, headers } = await callTool(key, PROFILE, { name: "Dr. juergen mueller-schmidt", domain });
    expect(status).toBe(200);
    expect(headers.get("x-tokens-charged")).toBe("5");
    expect(body).toEqual({
      url: "https://network.example/in/jms",
      name: "Jürgen Müller-Schmidt",
      domain,
      location: "Leipzig",
      title: "CEO",
      status: "ok",
      ambiguous: false,
      reason: null,
      source: "directory",
      confidence: 0.9,
      cached: false,
      evidence: [{ url: "https://network.example/in/jms", kind: "directory" }],
      observed_at: "2026-11-21T12:00:00.000Z",
    });
  });

  it.each([
    ["Bob ONeill", "ron"],
    ["O’Neill, Robert", "ron"],
    ["R. O'Neill", "ron"],
    ["Ludwig Berg", "lvdb"],
    ["LUDWIG VANDERBERG", "lvdb"],
    ["Jürgen Schmidt", "jms"],
    ["陈伟", "chen-wei"],
  ])("written as %s", async (name, slug) => {
    const { body } = await callTool(key, PROFILE, { name, domain });
    expect(body).toMatchObject({ url: `https://network.example/in/${slug}`, status: "ok" });
    expect(body.confidence).toBeLessThanOrEqual(0.9);
  });

  it("but not when two people have the name, because a wrong person is worse than none", async () => {
    const { status, body } = await callTool(key, PROFILE, { name: "John Smith", domain });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      url: null,
      name: "John Smith",
      status: "not_found",
      ambiguous: true,
      reason: "ambiguous",
      evidence: [],
    });
    const { body: told } = await callTool(key, PROFILE, { name: "John Smith", domain, title_filters: "sales" });
    expect(told).toMatchObject({ url: "https://network.example/in/john-2", status: "ok", ambiguous: false });
  });

  it.each([
    ["Jane Smith", "no_such_person"],
    ["Jürgen Weiß", "no_such_person"],
    ["Ana Silva", "no_profile_known"],
    ['" OR name_tokens : *', "no_such_person"],
  ])("%s is %s", async (name, reason) => {
    const { status, body } = await callTool(key, PROFILE, { name, domain });
    expect(status).toBe(200);
    expect(body).toMatchObject({ url: null, status: "not_found", ambiguous: false, reason });
  });

  it("at another company is another person", async () => {
    const { body } = await callTool(key, PROFILE, { name: "Robert O’Neill", domain: "named.example.example" });
    expect(body).toMatchObject({ url: null, status: "not_found", reason: "no_such_person" });
  });

  it.each(["", "  ", "42", "x@named.example", "<script>", "a".repeat(201)])(
    "refuses %j as a name, without a charge",
    async (name) => {
      const { status, body, headers } = await callTool(key, PROFILE, { name, domain });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: "invalid_request", errors: [{ path: "name" }] });
      expect(headers.get("x-tokens-charged")).toBe("0");
    },
  );

  it("under the alias of the tool", async () => {
    const { body } = await callTool(key, "get_linkedin_profile_url", { name: "Robert O’Neill", domain });
    expect(body.url).toBe("https://network.example/in/ron");
  });
});

describe("people who have left, and rows that have expired,", () => {
  it("appears nowhere, and counts nowhere", async () => {
    const domain = "moved-on.example";
    const rows = [
      ["Ada Brandt", "CTO", domain, "network.example/in/ada", "true", ""],
      ["Tom Becker", "CTO", domain, "network.example/in/tom", "false", ""],
    ];
    await importCsv("people", csvOf([HEADER, ...rows]), { retention_days: "30" });
    // A key of its own: the clock goes back at the end, and with it no rate limit would.
    const key = await richKey();
    const seen = async () => {
      const list = await callTool(key, "list_network_company_employees", { domain });
      const search = await callTool(key, "search_network_company_employees", { domain, title_filters: "CTO" });
      const profiles = await times(2, (index) =>
        callTool(key, PROFILE, { name: ["Ada Brandt", "Tom Becker"][index], domain }),
      );
      expect([list, search, ...profiles].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      return [list.body.total, search.body.total, ...profiles.map(({ body }) => body.url)];
    };
    expect(await seen()).toEqual([1, 1, "https://network.example/in/ada", null]);
    advanceClock(30 * 86_400_000);
    expect(await seen()).toEqual([0, 0, null, null]);
    freezeClock(Date.parse("2026-11-21T12:00:00Z"));
  });
});

describe("in a company of thousands", () => {
  const domain = "thousands.example";
  const inert = (titles: string[]) => titles.map((title) => plainText(title, 150)).filter(Boolean);
  const titles = [...new Set(MATCHING.flatMap(([, pass, fail]) => inert([...pass, ...fail])))];
  const word = (index: number) =>
    [...index.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("");

  beforeAll(async () => {
    // The full-text search helps from the second page of 2,000 rows on; these fill the first.
    const filler = Array.from({ length: 2_001 }, (_, index) => [`Aaron A${word(index)}`, "Glazier", domain]);
    const cases = titles.map((title, index) => [`Zelda Z${word(index)}`, title, domain]);
    const { body } = await importCsv("people", csvOf([["name", "title", "domain"], ...filler, ...cases]));
    expect(body).toMatchObject({ rows_ok: filler.length + titles.length, rows_failed: 0 });
  });

  it("the search finds exactly the people whom the filter accepts", async () => {
    for (const [expression, pass, fail] of MATCHING) {
      const found = (await directoryEntries({ env }, domain, parseTitleFilter(expression))).map(({ title }) => title);
      for (const title of inert(pass)) expect(found, expression).toContain(title);
      for (const title of inert(fail)) expect(found, expression).not.toContain(title);
    }
  });

  it("pages stay whole and quick questions stay right", async () => {
    const body = { domain, title_filters: "glazier", limit: 50 };
    const answers = await times(42, (index) =>
      callTool(key, "search_network_company_employees", { ...body, page: index + 1 }),
    );
    expect(tally(answers)).toEqual({ 200: 42 });
    const names = answers.flatMap((answer) => answer.body.employees.map(({ name }: { name: string }) => name));
    expect(new Set(names).size).toBe(2_001);
    expect([...names].sort()).toEqual(names);
    expect(answers.map((answer) => answer.body.has_more).indexOf(false)).toBe(40);
  });
});

describe("what several sources know", () => {
  const lists = { always: PEOPLE_SOURCES, nothing_found: PEOPLE_VENDORS } as unknown as Record<string, object[]>;
  const before = Object.entries(lists).map(([when, sources]) => [when, [...sources]] as const);
  afterEach(() => before.forEach(([when, sources]) => void lists[when]?.splice(0, Infinity, ...sources)));

  const person = (name: string, more: Partial<Person> = {}): Person => ({
    ...(nameFields(name) as ReturnType<typeof nameFields> & object),
    title: null,
    location: null,
    profileUrl: null,
    email: null,
    isVerified: true,
    lastSeenAt: Date.now(),
    source: "own_site",
    confidence: 0.8,
    evidence: [{ url: "https://merged.example/team", kind: "card" }],
    cached: false,
    ...more,
  });
  const found = (data: Person[]): Finding<Person[]> => ({
    status: "found",
    data,
    evidence: [],
    confidence: 1,
    observedAt: 0,
    cached: false,
  });
  const failed: Finding<Person[]> = { status: "failed", error: new AppError("upstream_timeout", "Too slow.") };
  let asked: string[] = [];
  function use(...list: [name: string, when: "always" | "nothing_found", answer: Finding<Person[]>][]) {
    asked = [];
    const made = list.map(([name, when, answer]) => ({
      name,
      when,
      async find(_context: unknown, { domain }: PeopleQuestion) {
        asked.push(`${name} ${domain}`);
        return answer;
      },
    }));
    for (const when of ["always", "nothing_found"])
      lists[when]?.splice(0, Infinity, ...made.filter((source) => source.when === when));
  }
  const ask = (domain: string, filter = "") =>
    peopleOf(sourceContext(), { domain, filter: parseTitleFilter(filter) }, { offset: 0, limit: 10 });

  beforeAll(async () => {
    const rows = [
      ["Ada Brandt", "CTO", "merged.example", "network.example/in/ada", "", ""],
      ["Tom Becker", "", "merged.example", "", "", ""],
    ];
    await importCsv("people", csvOf([HEADER, ...rows]));
  });

  it("is one list: each person once, gaps filled, best source first", async () => {
    use([
      "own_site",
      "always",
      found([
        person("ADA BRANDT", { email: "ada@merged.example" }),
        person("Tom Becker", { title: "Founder" }),
        person("New Hire", { title: "Intern" }),
      ]),
    ]);
    const { people, total, isPartial } = await ask("merged.example");
    expect({ total, isPartial }).toEqual({ total: 3, isPartial: false });
    expect(people).toMatchObject([
      { name: "Tom Becker", title: "Founder", source: "directory", isVerified: true },
      {
        name: "Ada Brandt",
        title: "CTO",
        email: "ada@merged.example",
        isVerified: true,
        profileUrl: "https://network.example/in/ada",
      },
      { name: "New Hire", source: "own_site" },
    ]);
    expect(people[1]?.evidence).toHaveLength(2);
    const filtered = await ask("merged.example", "founder OR intern");
    expect(filtered.people.map(({ name }) => name)).toEqual(["Tom Becker", "New Hire"]);
    expect(filtered.total).toBe(2);
  });

  it("is partial when a source fails, and an error only when no source knows anyone", async () => {
    use(["own_site", "always", failed]);
    expect(await ask("merged.example")).toMatchObject({
      total: 2,
      isPartial: true,
      sources: [
        { source: "directory", state: "found" },
        { source: "own_site", state: "failed" },
      ],
    });
    await expect(ask("unknown-to-all.example")).rejects.toMatchObject({ code: "upstream_timeout" });
  });

  it("costs nothing while cheaper sources know somebody", async () => {
    const vendors: Parameters<typeof use> = [
      ["own_site", "always", { status: "not_found", reason: null }],
      ["first_vendor", "nothing_found", { status: "not_configured", variables: ["X_KEY"] }],
      ["second_vendor", "nothing_found", found([person("Eve Adams", { title: "CEO" })])],
      ["third_vendor", "nothing_found", failed],
    ];
    use(...vendors);
    await ask("merged.example");
    expect(asked).toEqual(["own_site merged.example"]);
    use(...vendors);
    expect((await ask("unknown-to-all.example", "CEO")).total).toBe(1);
    expect(asked).toEqual(
      ["own_site", "first_vendor", "second_vendor"].map((name) => `${name} unknown-to-all.example`),
    );
    use(...vendors.slice(0, 3));
    expect((await ask("unknown-to-all.example", "CFO")).total).toBe(0);
  });

  it("joins a person whose family name is written first", () => {
    const merged = mergePeople([[person("Smith John"), person("John Smith", { title: "CEO" })]]);
    expect(merged.map(({ title }) => title)).toEqual(["CEO"]);
  });

  it("does not join two people of one name", () => {
    const merged = mergePeople([
      [
        person("John Smith", { profileUrl: "a", title: "CEO" }),
        person("John Smith", { profileUrl: "b", title: "Driver" }),
      ],
      [person("John Smith", { title: "Engineer" }), person("Eva Adams"), person("Eva Adams", { profileUrl: "c" })],
    ]);
    expect(merged.map(({ name, profileUrl, title }) => [name, profileUrl, title])).toEqual([
      ["John Smith", "a", "CEO"],
      ["John Smith", "b", "Driver"],
      ["Eva Adams", "c", null],
    ]);
  });
});

describe("a company", () => {
  it("that the directory knows is answered from it, also when the sources for its gaps know nothing", async () => {
    const rows = [
      ["name", "domain", "network_url", "observed_at"],
      ["Filed Ltd", "filed.example", "network.example/company/filed", "2026-11-01"],
    ];
    await importCsv("companies", csvOf(rows));
    const { body, headers } = await callTool(key, "get_network_company", { domain: "filed.example" });
    expect(headers.get("x-tokens-charged")).toBe("2");
    expect(body).toEqual({
      domain: "filed.example",
      name: "Filed Ltd",
      url: "https://www.network.example/company/filed",
      website: "https://filed.example/",
      industry: null,
      size_band: null,
      country: null,
      city: null,
      founded_year: null,
      description: null,
      sources: { name: "directory", url: "directory", website: "directory" },
      status: "ok",
      reason: null,
      source: "directory",
      confidence: 0.99,
      cached: false,
      evidence: [{ url: "https://www.network.example/company/filed", kind: "directory" }],
      observed_at: "2026-11-01T00:00:00.000Z",
    });
    const { body: link } = await callTool(key, "get_network_company_url", { domain: "filed.example" });
    expect(link).toMatchObject({ url: "https://www.network.example/company/filed", source: "directory" });
  });

  it("that only its own site knows is read from there", async () => {
    const { body } = await callTool(key, "get_network_company", { domain: "acme-robotics.example" });
    expect(body).toMatchObject({
      name: "Acme Robotics",
      url: "https://www.network.example/company/acme-robotics",
      city: "Leipzig",
      status: "ok",
      source: "own_site",
      description: "Robot arms that small workshops can afford",
      cached: false,
      evidence: [{ kind: "json_ld" }],
    });
    const again = await callTool(key, "get_network_company", { domain: "acme-robotics.example" });
    expect(again.body).toEqual({ ...body, cached: true });
    const plain = await callTool(key, "get_network_company", { domain: "brightwater.example" });
    expect(plain.body).toMatchObject({
      name: "Brightwater Analytics",
      source: "own_site",
      evidence: [{ kind: "meta" }, { kind: "frame_link" }],
    });
  });

  it("that is unknown to all sources is an answer", async () => {
    const { status, body } = await callTool(key, "get_network_company", { domain: "nobody-at-home.example" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: null,
      url: null,
      status: "not_found",
      reason: "domain_has_no_dns",
      source: null,
      confidence: 0,
    });
  });
});
