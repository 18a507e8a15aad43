import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { exactTitleMatch, titleMatch } from "../../src/index/match.ts";
import { SAMPLED } from "../../src/index/page-of-matches.ts";
import { putCompany } from "../../src/index/put-company.ts";
import { putJobs } from "../../src/index/put-jobs.ts";
import { searchJobs } from "../../src/index/search-jobs.ts";
import { DAY_MS } from "../../src/lib/time.ts";
import { guarded, sql } from "../../src/platform/database.ts";
import { forgetHere } from "../../src/platform/isolate-memory.ts";
import type { Job } from "../../src/readers/jobs/job.ts";
import { matchesTitle, parseTitleFilter } from "../../src/readers/titles/title-filter.ts";
import { balanceOf, callTool, request, richKey } from "../support/harness.ts";
import { indexJob } from "../support/index-jobs.ts";

const NOW = Date.now();
const DAY = (days: number) => new Date(NOW - days * DAY_MS).toISOString();
const TITLES = [
  "Account Executive",
  "Head of RevOps",
  "VP Sales",
  "Software Engineer",
  "Softwareentwickler",
  "Sales Intern",
  "Data Analyst",
  "Customer Success Manager",
  "営業マネージャー",
];
const TECHS = ["Salesforce", "HubSpot", "Google Analytics", "Kubernetes", "Stripe"];
const COUNTRIES = ["NO", "SE", "DE", "US", null];
const WORKPLACES = ["onsite", "hybrid", "remote", null] as const;
const DEPARTMENTS = ["Sales", "Engineering", null];
const SIZES = ["2-10", "11-50", "51-200"];

type Known = { job: Job; company: number };
const jobs: Known[] = [];
const companies: {
  domain: string;
  country: string;
  size: string;
  industry: string;
  technologies: string[];
  proved: boolean;
  founded: number;
}[] = [];

/** Pseudo-random, the same for one seed. */
let state = inject("seed");
function pick<T>(items: readonly T[]): T {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return items[Math.floor((state / 2 ** 32) * items.length)] as T;
}

const CALLS_OF_A_KEY = 200;
let key = "";
let calls = Number.POSITIVE_INFINITY;
/** Where the machine is fast, the calls of the whole file are more than the limit of one key allows. */
beforeEach(async () => {
  if (calls < CALLS_OF_A_KEY) return;
  key = await richKey();
  calls = 0;
});
beforeAll(async () => {
  for (let at = 0; at < 40; at++) {
    const company = {
      domain: `indexed-${at}.example`,
      country: pick(["NO", "SE", "DE", "US"]),
      size: pick(SIZES),
      industry: pick(["Computer software", "Building materials"]),
      technologies: TECHS.filter(() => pick([true, false])),
      proved: pick([true, true, false]),
      founded: pick([1999, 2015, 2022]),
    };
    companies.push(company);
    const known = <Value>(value: Value) => ({
      value,
      evidence: [{ url: `https://${company.domain}/`, kind: "own_site" }],
      seenAt: NOW,
    });
    await putCompany(env.DATA, {
      key: company.proved ? company.domain : `board:lever:t${at}`,
      fields: {
        name: known(`Indexed ${at} AS`),
        country: known(company.country),
        size: known(company.size),
        industry: known(company.industry),
        founded: known(company.founded),
        description: known(`We make things number${at}`),
      },
      technologies: company.technologies.map((name) => ({
        name,
        category: "x",
        evidence: [{ url: `https://${company.domain}/`, kind: "script" }],
        seenAt: NOW,
      })),
    });
    const list = Array.from({ length: 20 }, (_, index) =>
      indexJob(`${at}-${index}`, pick(TITLES), {
        country: pick(COUNTRIES),
        workplace: pick(WORKPLACES),
        department: pick(DEPARTMENTS),
        posted_at: pick([DAY(1), DAY(20), DAY(200), null]),
        language: "de",
        description: `You know ${pick(TECHS)} and ${pick(TECHS)}. ${pick(["Contact Nora Falk, nora.falk@corp.example, +47 22 33 44 55", "Apply"])}`,
      }),
    );
    const board = {
      system: "lever",
      token: `t${at}`,
      domain: company.proved ? company.domain : null,
      proof: [],
      name: `Indexed ${at}`,
    };
    await putJobs(env.DATA, board, list, NOW);
    jobs.push(...list.map((job) => ({ job, company: at })));
  }
});

const close = async (token: string) => {
  const id = await sql(env.DATA, "SELECT id FROM index_boards WHERE token = @token", { token }).first<number>("id");
  await env.DATA.batch([
    sql(env.DATA, "DELETE FROM index_jobs_fts WHERE rowid IN (SELECT id FROM index_jobs WHERE board_id = @id)", { id }),
    sql(env.DATA, "DELETE FROM index_jobs WHERE board_id = @id", { id }),
    sql(env.DATA, "DELETE FROM index_companies WHERE id = (SELECT company_id FROM index_boards WHERE id = @id)", {
      id,
    }),
    sql(env.DATA, "DELETE FROM index_boards WHERE id = @id", { id }),
  ]);
};
const search = (tool: string, input: Record<string, unknown>) => {
  calls++;
  return callTool(key, tool, input);
};

/** Every page of a search. */
async function all(tool: string, input: Record<string, unknown>, list: "jobs" | "companies"): Promise<any[]> {
  const rows: any[] = [];
  for (let cursor: string | null | undefined, pages = 0; cursor !== null && pages < 60; pages++) {
    const { status, body } = await search(tool, { ...input, limit: 25, ...(cursor && { cursor }) });
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(...body[list]);
    cursor = body.next_cursor;
  }
  return rows;
}

const has = (text: string, words: string) =>
  words
    .toLowerCase()
    .split(" ")
    .every((word) => new RegExp(`\\b${word}\\b`, "i").test(text));

describe("search_jobs", () => {
  it("finds what a scan of all jobs finds, for 200 random questions", async () => {
    for (let round = 0; round < 200; round++) {
      const asked = Object.fromEntries(
        Object.entries({
          text: pick([null, "salesforce", "manager", "google analytics", "entwickler"]),
          title_filters: pick([
            null,
            null,
            "sales NOT intern",
            '"account executive" OR revops',
            "(VP OR head) AND NOT data",
            "market* OR soft*",
          ]),
          technologies: pick([null, null, ["HubSpot"], ["Google Analytics", "Stripe"]]),
          country: pick([null, "NO", "DE"]),
          workplace: pick([null, null, "remote"]),
          posted_after: pick([null, null, DAY(30), DAY(30).slice(0, 10)]),
          company: pick([
            null,
            null,
            { country: "NO" },
            { size: ["2-10", "11-50"], technologies: ["Salesforce"] },
            { industry: "software" },
          ]),
          include_unproved: pick([true, false]),
        }).filter(([, value]) => value !== null),
      ) as Record<string, any>;
      if (Object.keys(asked).length === 1) asked.text = "salesforce";
      const filter = parseTitleFilter(asked.title_filters ?? "");
      const expected = jobs.filter(({ job, company }) => {
        const of = companies[company] as (typeof companies)[number];
        const text = `${job.title} ${job.department ?? ""} ${job.description} Indexed ${company}`;
        const isCompound = asked.text === "entwickler" && job.title === "Softwareentwickler";
        return (
          (!asked.text || isCompound || has(text, asked.text)) &&
          matchesTitle(filter, job.title, job.department ?? "") &&
          (asked.technologies ?? []).every((name: string) => has(text, name)) &&
          (!asked.country || job.country === asked.country) &&
          (!asked.workplace || job.workplace === asked.workplace) &&
          (!asked.posted_after || (job.posted_at ?? "") >= asked.posted_after) &&
          (asked.include_unproved || of.proved) &&
          (!asked.company?.country || of.country === asked.company.country) &&
          (!asked.company?.size || asked.company.size.includes(of.size)) &&
          (!asked.company?.industry || of.industry.includes("software")) &&
          (asked.company?.technologies ?? []).every((name: string) => of.technologies.includes(name))
        );
      });
      const { body } = await search("search_jobs", asked);
      if (body.total_is_exact) expect(body.total, JSON.stringify(asked)).toBe(expected.length);
      else expect(asked.posted_after).toContain("T");
      if (round % 5 > 0) continue;
      const found = await all("search_jobs", asked, "jobs");
      expect(found.map(({ id }) => id).toSorted(), JSON.stringify(asked)).toEqual(
        expected.map(({ job }) => job.id).toSorted(),
      );
    }
  });

  it("title filters find through the index just what they accept", async () => {
    const titles = [
      "Chief Executive Officer",
      "Assistant to the CEO",
      "CEO Office Sales Manager",
      "Senior Vice President, Sales EMEA",
      "VP of Sales",
      "President Vice Sales",
      "Sr. Account Executive",
      "Executive Account Manager",
      "Sales Development Representative",
      "Development Sales, Representative of Sales",
      "R&D Engineer (C++)",
      "営業マネージャー",
      "Co-Founder & CTO",
      "Marketing / Growth",
      "***",
      "Head of Marketing Operations Engineering",
    ];
    const departments = ["Sales", "Executive", null];
    const list = titles.flatMap((title, at) =>
      departments.map((department, of) => indexJob(`title-${at}-${of}`, title, { department })),
    );
    await putJobs(env.DATA, { system: "lever", token: "titles", domain: null, proof: [], name: "Titles" }, list, NOW);
    const words = [
      "sales",
      "CEO",
      "vp",
      "head",
      "R&D",
      '"account executive"',
      "executive",
      "assist*",
      "mark*",
      "NOT sales",
    ];
    const more = [
      '"sales development rep"',
      "chief executive officer",
      '"head of marketing operations"',
      "営業",
      "office",
    ];
    const { results } = await sql(env.DATA, "SELECT id, title, department FROM index_jobs", {}).all<any>();
    const kinds = { exact: 0, rest: 0 };
    for (let round = 0; round < 200; round++) {
      const [one, other, third] = [pick([...words, ...more]), pick([...words, ...more]), pick(words)];
      const expression = pick([one, `${one} ${other}`, `(${one} OR ${other}) NOT (${third})`, `NOT (${one}) ${other}`]);
      let filter: ReturnType<typeof parseTitleFilter>;
      try {
        filter = parseTitleFilter(expression);
      } catch {
        continue;
      }
      const accepted = results.filter(({ title, department }) => matchesTitle(filter, title, department ?? ""));
      const match = exactTitleMatch(filter);
      kinds[match ? "exact" : "rest"]++;
      const necessary = match ?? titleMatch(filter);
      if (!necessary) continue;
      const find = "SELECT rowid AS id FROM index_jobs_fts WHERE index_jobs_fts MATCH @match";
      const found = (await sql(env.DATA, find, { match: necessary }).all<{ id: number }>()).results.map(({ id }) => id);
      const ids = accepted.map(({ id }) => id);
      if (match) expect(found.toSorted(), expression).toEqual(ids.toSorted());
      else expect(found, expression).toEqual(expect.arrayContaining(ids));
    }
    expect(kinds.exact).toBeGreaterThan(100);
    expect(kinds.rest).toBeGreaterThan(0);
    await close("titles");
  });

  it("finds plurals by the singular and the reverse, and other words as they are, in eight languages", async () => {
    const titles = [
      ["Robots Engineer", "robot", "robots", "robotics"],
      ["Softwareentwickler für Roboter", "roboter", "entwickler", "robot"],
      ["Ingénieurs logiciels", "ingenieur", "logiciels", "ingenierie"],
      ["Ingenieros de ventas", "ingeniero", "venta", "vender"],
      ["Analistas de dados", "analista", "analistas", "analise"],
      ["Verpleegkundigen en assistenten", "verpleegkundigen", "assistenten", "assistente"],
      ["Säljare och tekniker", "saljare", "tekniker", "teknik"],
      ["営業マネージャー東京", "東京", "営業", "大阪"],
    ] as const;
    const list = titles.map(([title], at) => indexJob(`lang-${at}`, title, { language: at === 1 ? "de" : null }));
    await putJobs(env.DATA, { system: "lever", token: "langs", domain: null, proof: [], name: "Langs" }, list, NOW);
    for (const [at, [, one, other, none]] of titles.entries()) {
      for (const [word, isFound] of [
        [one, true],
        [other, true],
        [none, false],
      ] as const) {
        const found = (await all("search_jobs", { text: `${word} langs`, include_unproved: true }, "jobs")).map(
          ({ id }) => id,
        );
        expect([word, found.includes(`lang-${at}`)]).toEqual([word, isFound]);
      }
    }
    await close("langs");
  });

  it("counts exactly below 10,000, and pages through all of them", async () => {
    const list = Array.from({ length: 3_000 }, (_, at) => indexJob(`many-${at}`, `Stevedore ${at}`));
    await putJobs(env.DATA, { system: "lever", token: "many", domain: null, proof: [], name: "Many" }, list, NOW);
    const { body } = await search("search_jobs", { text: "stevedore", include_unproved: true });
    expect(body).toMatchObject({ total: 3_000, total_is_exact: true });
    const titles: string[] = [];
    // Beyond the ranked ones come the older.
    for (let place: Awaited<ReturnType<typeof searchJobs>>["next"] | undefined; place !== null; ) {
      const page = { order: "best", limit: 400, place: place ?? null } as const;
      const found = await searchJobs(env.DATA, { text: "stevedore", includesUnproved: true }, page);
      titles.push(...found.jobs.map(({ title }) => title));
      place = found.next;
    }
    expect([titles.length, new Set(titles).size]).toEqual([3_000, 3_000]);
    await close("many");
  });

  it("says 10,000 for so many and more", async () => {
    const totalOf = async (count: number) => {
      await env.DATA.prepare(
        `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${count})
         INSERT INTO index_jobs_fts (rowid, title, facets)
         SELECT 8500000000000000 + i, 'longshoreman', iif(i % 32 = 0, '${SAMPLED}', '') FROM n`,
      ).run();
      const page = { order: "newest", limit: 10, place: null } as const;
      const { total } = await searchJobs(env.DATA, { text: "longshoreman", includesUnproved: true }, page);
      await env.DATA.prepare("DELETE FROM index_jobs_fts WHERE rowid >= 8500000000000000").run();
      return total;
    };
    expect(await totalOf(9_999)).toEqual({ count: 9_999, isExact: true });
    expect(await totalOf(10_000)).toEqual({ count: 10_000, isExact: false });
    expect(await totalOf(13_000)).toEqual({ count: 10_000, isExact: false });
  });

  it("gives each job its company with the proof, and the newest first", async () => {
    const { body } = await search("search_jobs", { title_filters: "revops" });
    expect(body).toMatchObject({ status: "ok", source: "index", cached: true, demo: true, total_is_exact: true });
    expect(body.index).toMatchObject({ companies: 40, jobs: 800, boards: 40, note: null });
    for (const { company } of body.jobs)
      expect(company).toMatchObject({ joined: "proved", domain: expect.stringContaining(".example") });
    const dates = body.jobs.map(({ posted_at: posted, first_seen_at: seen }: any) => posted ?? seen);
    expect(dates.map((date: string) => date.slice(0, 13))).toEqual(
      dates
        .toSorted()
        .toReversed()
        .map((date: string) => date.slice(0, 13)),
    );
  });

  it("ranks by words where best is asked for", async () => {
    for (const words of ["sales", "manager salesforce", "head sales stripe"]) {
      const asked = { text: words, include_unproved: true };
      const [best, newest] = [
        await all("search_jobs", { ...asked, order: "best" }, "jobs"),
        await all("search_jobs", asked, "jobs"),
      ];
      const inTitle = ({ title }: { title: string }) => words.split(" ").filter((word) => has(title, word)).length;
      const ranked = newest.slice(0, 400).toSorted((one, other) => inTitle(other) - inTitle(one));
      const expected = [...ranked, ...newest.slice(400)];
      expect(best.length, words).toBeGreaterThan(0);
      expect(best.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }
    const { body } = await search("search_companies", { text: "number7 indexed", order: "best" });
    expect(body.companies[0].name).toBe("Indexed 7 AS");
    // In their own words before the titles of their jobs.
    const found = await all("search_companies", { text: "software", order: "best" }, "companies");
    const own = found.map(({ industry }) => industry === "Computer software");
    expect([own[0], own.at(-1), own]).toEqual([true, false, own.toSorted().toReversed()]);
  });

  it("charges nothing when nothing is found, and says that only unproved boards have it", async () => {
    const before = await balanceOf(key);
    const none = await search("search_jobs", { text: "glassblower" });
    expect(none.body).toMatchObject({ status: "not_found", reason: "no_match", jobs: [], total: 0, next_cursor: null });
    expect(none.headers.get("x-tokens-charged")).toBe("0");
    await putJobs(
      env.DATA,
      { system: "lever", token: "lonely", domain: null, proof: [], name: "Lonely" },
      [indexJob("1", "Ropemaker")],
      NOW,
    );
    const unproved = await search("search_jobs", { text: "ropemaker" });
    expect(unproved.body).toMatchObject({ status: "not_found", reason: "only_unproved_matches" });
    expect(await balanceOf(key)).toBe(before);
    const { body } = await search("search_jobs", { text: "ropemaker", include_unproved: true });
    expect(body.jobs[0].company).toEqual({ domain: null, name: "Lonely", joined: "unproved", proof: [] });
    expect(await balanceOf(key)).toBe(before - 2);
  });

  it.each([
    [{}, "text"],
    [{ text: "" }, "text"],
    [{ title_filters: " " }, "text"],
    [{ title_filters: [] }, "text"],
    [{ text: "?!" }, "text"],
    [{ text: "x".repeat(10_000) }, "text"],
    [{ text: "sales ".repeat(60) }, "text"],
    [{ text: "sales", country: "XX" }, "country"],
    [{ text: "sales", country: "Norway" }, "country"],
    [{ text: "sales", workplace: "moon" }, "workplace"],
    [{ text: "sales", posted_after: "yesterday" }, "posted_after"],
    [{ text: "sales", posted_after: "2999-01-01" }, "posted_after"],
    [{ text: "sales", company: {} }, "company"],
    [{ text: "sales", company: { size: "many" } }, "company"],
    [{ text: "sales", limit: 26 }, "limit"],
    [{ text: "sales", cursor: "AAAA" }, "cursor"],
    [{ text: "sales", cursor: "x".repeat(86) }, "cursor"],
    [{ text: "sales", order: "random" }, "order"],
    [{ country: "NO", order: "best" }, "order"],
    [{ technologies: [] }, "technologies"],
    [{ technologies: ["!"] }, "technologies"],
  ])("%j is 400 at %s", async (input, path) => {
    const before = await balanceOf(key);
    const { status, body } = await search("search_jobs", input);
    expect(status).toBe(400);
    expect(body.errors[0].path).toContain(path);
    expect(await balanceOf(key)).toBe(before);
  });

  it("a title filter that is none is 400 with its position", async () => {
    const { status, body } = await search("search_jobs", { title_filters: "(sales" });
    expect([status, body.error, body.code]).toEqual([400, "invalid_title_filter", "unbalanced_paren"]);
  });

  it("a cursor is of one query", async () => {
    const { body } = await search("search_jobs", { text: "salesforce", limit: 1, include_unproved: true });
    const other = await search("search_jobs", {
      text: "hubspot",
      limit: 1,
      include_unproved: true,
      cursor: body.next_cursor,
    });
    expect([other.status, other.body.errors[0].path]).toEqual([400, "cursor"]);
    const ofOrder = await search("search_jobs", {
      text: "salesforce",
      order: "best",
      include_unproved: true,
      cursor: body.next_cursor,
    });
    expect([ofOrder.status, ofOrder.body.errors[0].path]).toEqual([400, "cursor"]);
    const ofTool = await search("search_companies", { text: "salesforce", limit: 1, cursor: body.next_cursor });
    expect([ofTool.status, ofTool.body.errors[0].path]).toEqual([400, "cursor"]);
    const next = await search("search_jobs", {
      text: "salesforce",
      limit: 5,
      include_unproved: true,
      cursor: body.next_cursor,
    });
    expect(next.body.jobs[0].id).not.toBe(body.jobs[0].id);
    expect(next.body.total).toBe(body.total);
  });

  it.each([
    'sales" OR "x',
    "sales AND",
    "NOT sales",
    "NEAR(sales, 2)",
    "title : sales",
    "sales*",
    "^sales",
    "{title} : a",
    "- sales",
    "sales; DROP TABLE index_jobs",
    "'",
    "''; --",
    "\u0000sales",
    "sal\u0301es",
    "🦄 sales",
    "हिन्दी भाषा",
    "ภาษาไทย",
    "𝓼𝓪𝓵𝓮𝓼",
    "ꟁꟃ sales",
    "a\u200bb",
    "京都 sales",
    "ﬃ",
    "%",
    "sales\\",
    "İstanbul",
    "x0",
    "facets : xproved0yes",
    "\ud800",
    "sales\udfff robots",
    "a\u0000b\u0001c",
    "\u202esales\u2066",
    "e\u0301".repeat(60),
    "\u{1F1F3}\u{1F1F4} \u{10FFFF}",
    "q1qtitled",
    "x ".repeat(100),
    "a b c d e f g h i j k l m n o p q r s t u v w x y z ".repeat(4).slice(0, 199),
    "ä".repeat(200),
    "京".repeat(200),
    "xend0entwickler",
    "@match $1 ?1",
    "\u0007sales\u001b[31m",
    "__proto__ constructor",
  ])("%j are plain words", async (text) => {
    for (const [tool, order] of [
      ["search_jobs", "newest"],
      ["search_jobs", "best"],
      ["search_companies", "newest"],
      ["search_companies", "best"],
    ] as const) {
      const { status, body } = await search(tool, {
        text,
        order,
        include_unproved: true,
        ...(tool === "search_jobs" && { technologies: ["Salesforce"] }),
      });
      expect([200, 400], JSON.stringify(body)).toContain(status);
      if (status === 400) expect(body.errors[0].path).toBe("text");
    }
  });

  it.each([
    { posted_after: "0001-01-01" },
    { posted_after: "1999-12-31T23:59:59Z" },
    { posted_after: "1970-01-01" },
    { text: "sales", posted_after: "2026-02-29T25:00:00Z" },
    { text: "sales", posted_after: "+275760-09-13T00:00:00Z" },
    { text: "sales", posted_after: 1e308 },
    { text: "sales", country: Array(1_000).fill("NO") },
    { text: "sales", country: "\ud800" },
    { text: "sales", company: { country: "NO", size: Array(1_000).fill("2-10") } },
    { text: "sales", company: { technologies: Array(1_000).fill("SAP") } },
    { text: "sales", company: { industry: "\ud800\u0000" } },
    { technologies: ["\udc00", "C++", ".NET"] },
    { text: "sales", limit: 1e308 },
    { text: "sales", limit: -0 },
    { text: "sales", cursor: "\u0000".repeat(84) },
    { text: "sales", cursor: { at: 1 } },
    { title_filters: "(".repeat(900) },
    { title_filters: "\ud800* OR \u0000" },
    { title_filters: Array(1_000).fill("NOT sales") },
    { title_filters: Array.from({ length: 64 }, (_, at) => `vp${at}`) },
    { title_filters: `NOT (${Array.from({ length: 60 }, () => "vp").join(" OR ")})` },
    { title_filters: '"vp vp vp vp vp vp"' },
    { text: "sales", order: "best", cursor: "A".repeat(84) },
    { text: "sales", include_unproved: "yes" },
    { hiring: { posted_after: "1999-01-01", technologies: ["\ud800"] }, founded_after: 1e308, raised_after: -1 },
    { text: 5, city: {}, hiring: [[]] },
    { text: null, company: null, hiring: null, domain: null, title_filters: null },
    { text: "sales", order: "best", limit: null, cursor: null },
    { text: ["sales"], technologies: "SAP", domain: ["acme.example"] },
    JSON.parse(`{ "text": "sales", "company": ${'{ "a": '.repeat(50)}1${" }".repeat(50)} }`),
    JSON.parse(`{ "technologies": ${"[".repeat(50)}"SAP"${"]".repeat(50)}, "domain": [[]] }`),
    { text: "sales", technologies: Array(2_000).fill(null), size: Array(2_000).fill({}) },
    { title_filters: Array(2_000).fill("sales"), domain: "x".repeat(10_000) },
    { title_filters: "sales NOT sales", hiring: { title_filters: '"vp" NOT "vp"' } },
    { text: "sales", order: "best", country: "\u202eNO", city: "\u0000", domain: "\u202eacme.example" },
  ])("%j is an answer or 400 with the field, never a fault", async (input) => {
    for (const tool of ["search_jobs", "search_companies", "find_similar_companies"]) {
      const { status, body } = await search(tool, input);
      expect([200, 400], JSON.stringify(body)).toContain(status);
      if (status === 400) expect(body.errors?.[0]?.path ?? body.code, JSON.stringify(body)).toBeTruthy();
    }
  });

  it("keeps no person: no name, address or number that the texts were full of", async () => {
    for (const text of ["nora", "falk", "nora falk", "corp", "22334455", "44"]) {
      const { body } = await search("search_jobs", { text, include_unproved: true });
      expect(body.status, text).toBe("not_found");
    }
    const { results } = await env.DATA.prepare("SELECT * FROM index_jobs").all();
    expect(JSON.stringify(results)).not.toMatch(/nora|falk|corp\.example/i);
  });
});

describe("search_companies", () => {
  it("finds what a scan of all companies finds, with a reason for each criterion", async () => {
    for (let round = 0; round < 60; round++) {
      const asked = Object.fromEntries(
        Object.entries({
          country: pick([null, "NO", "DE"]),
          size: pick([null, "2-10", ["11-50", "51-200"]]),
          industry: pick([null, "software"]),
          technologies: pick([null, ["HubSpot"], ["Stripe", "Kubernetes"]]),
          founded_after: pick([null, 2010]),
          hiring: pick([
            null,
            { title_filters: "revops" },
            { title_filters: "sales NOT intern", technologies: ["HubSpot"] },
            { posted_after: DAY(5) },
          ]),
        }).filter(([, value]) => value !== null),
      ) as Record<string, any>;
      if (Object.keys(asked).length === 0) asked.country = "SE";
      const filter = parseTitleFilter(asked.hiring?.title_filters ?? "");
      const expected = companies.flatMap((company, at) => {
        const isHiring = jobs.some(
          ({ job, company: of }) =>
            of === at &&
            matchesTitle(filter, job.title, job.department ?? "") &&
            (asked.hiring?.technologies ?? []).every((name: string) => has(job.description ?? "", name)) &&
            (!asked.hiring?.posted_after || (job.posted_at ?? "") >= asked.hiring.posted_after),
        );
        return (!asked.country || company.country === asked.country) &&
          (!asked.size || [asked.size].flat().includes(company.size)) &&
          (!asked.industry || company.industry.includes("software")) &&
          (asked.technologies ?? []).every((name: string) => company.technologies.includes(name)) &&
          (!asked.founded_after || company.founded >= asked.founded_after) &&
          (!asked.hiring || isHiring)
          ? [`Indexed ${at} AS`]
          : [];
      });
      const found = await all("search_companies", asked, "companies");
      expect(found.map(({ name }) => name).toSorted(), JSON.stringify(asked)).toEqual(expected.toSorted());
      for (const { why } of found) {
        expect(new Set(why.map(({ criterion }: any) => criterion))).toEqual(new Set(Object.keys(asked)));
        for (const { evidence, seen_at: seen } of why)
          expect([evidence.length > 0, Boolean(seen)]).toEqual([true, true]);
      }
    }
  });

  it("shows where the words of a text are", async () => {
    const { body } = await search("search_companies", { text: "number7 salesforce" });
    for (const { why } of body.companies)
      expect(why.map(({ value }: any) => value).join(" ")).toMatch(/number7.*Salesforce/i);
    const byJob = await search("search_companies", { text: "softwareentwickler", limit: 1 });
    expect(byJob.body.companies[0].why).toMatchObject([
      { criterion: "text", value: "Softwareentwickler", evidence: [{ kind: "job_posting" }] },
    ]);
  });

  it.each([
    [{}, "text"],
    [{ country: "ZZ" }, "country"],
    [{ founded_after: 2999 }, "founded_after"],
    [{ raised_after: "2999-01-01" }, "raised_after"],
    [{ hiring: {} }, "hiring"],
    [{ hiring: { title_filters: "" } }, "hiring"],
    [{ size: [] }, "size"],
    [{ city: "…" }, "city"],
  ])("%j is 400 at %s", async (input, path) => {
    const { status, body } = await search("search_companies", input);
    expect(status).toBe(400);
    expect(body.errors[0].path).toContain(path);
  });
});

describe("find_similar_companies", () => {
  it("finds companies that share rare traits, with the reasons", async () => {
    const known = <Value>(value: Value) => ({
      value,
      evidence: [{ url: "https://x.example/", kind: "own_site" }],
      seenAt: NOW,
    });
    for (const name of ["twin-a", "twin-b"])
      await putCompany(env.DATA, {
        key: `${name}.example`,
        fields: {
          name: known(name),
          country: known(name === "twin-a" ? "FR" : "IT"),
          description: known("Falconry equipment for museums"),
        },
        technologies: [{ name: "Odoo", category: "ERP", evidence: [], seenAt: NOW }],
      });
    const { body } = await search("find_similar_companies", { domain: "twin-a.example" });
    expect(body.companies[0]).toMatchObject({
      domain: "twin-b.example",
      reasons: expect.arrayContaining([{ kind: "technology", value: "Odoo", companies: 1 }]),
    });
    const scores = body.companies.map(({ score }: any) => score);
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
    const elsewhere = await search("find_similar_companies", { domain: "twin-a.example", country: "NO" });
    expect(elsewhere.body).toMatchObject({ status: "not_found" });
    const unknown = await search("find_similar_companies", { domain: "never-indexed.example" });
    expect(unknown.body).toMatchObject({ status: "not_found", reason: "company_not_indexed", companies: [] });
    expect(unknown.headers.get("x-tokens-charged")).toBe("0");
  });

  it("finds the one that shares several frequent traits behind many newer ones that share one each", async () => {
    const put = (name: string, technologies: string[]) =>
      putCompany(env.DATA, {
        key: `${name}.example`,
        technologies: technologies.map((technology) => ({
          ...{ name: technology, category: "x", evidence: [], seenAt: NOW },
        })),
      });
    const frequent = ["Zapple", "Yonder", "Xylem"];
    await put("old-match", frequent);
    await put("asking", frequent);
    for (let index = 0; index < 25 * frequent.length; index++)
      await put(`newer-${index}`, [frequent[index % frequent.length] as string]);
    const { body } = await search("find_similar_companies", { domain: "asking.example" });
    expect(body.companies[0]).toMatchObject({ domain: "old-match.example", reasons: { length: 3 } });
    for (const { companies } of body.companies[0].reasons) expect(companies).toBeGreaterThanOrEqual(20);
  });
});

describe("a large index", () => {
  it("is counted once in six hours, and all isolates share the count", async () => {
    const keep = (age: number) =>
      sql(env.DB, "INSERT OR REPLACE INTO state (name, value) VALUES ('index_size', @value)", {
        value: JSON.stringify({ companies: 1, jobs: 2, boards: 3, oldestSeenAt: null, countedAt: NOW - age }),
      }).run();
    const shown = async () => {
      forgetHere(guarded(env.DATA));
      return (await search("search_jobs", { text: "glassblower" })).body.index;
    };
    await keep(DAY_MS / 5);
    expect(await shown()).toMatchObject({ companies: 1, jobs: 2, boards: 3 });
    await keep(DAY_MS / 3);
    expect((await shown()).jobs).toBeGreaterThan(100);
    await env.DB.prepare("DELETE FROM state WHERE name = 'index_size'").run();
  });
});

it("the landing page and the documentation begin with a search", async () => {
  const tools = (text: string) =>
    text.match(/\b(?:search_jobs|search_companies|resolve_company|get_email|get_company)\b/g);
  expect(tools((await request("/")).text)?.[0]).toBe("search_jobs");
  const { text } = await request("/docs.md");
  expect(tools(text.slice(text.indexOf("/api/v0/")))?.[0]).toMatch(/^search_/);
});

describe("an empty index", () => {
  it("says so, and what fills it", async () => {
    for (const table of ["index_jobs", "index_boards", "index_companies", "index_jobs_fts", "index_companies_fts"])
      await env.DATA.prepare(`DELETE FROM ${table}`).run();
    forgetHere(guarded(env.DATA));
    const { body } = await search("search_jobs", { text: "sales" });
    expect(body).toMatchObject({
      status: "not_found",
      reason: "index_empty",
      index: { companies: 0, jobs: 0, boards: 0, oldest_seen_at: null },
    });
    expect(body.index.note).toContain("index of this deployment is empty");
  });
});
