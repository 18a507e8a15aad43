import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "../../src/config.ts";
import { pairsOf, printOf, readPrints, sightings } from "../../src/privacy/names-in-text.ts";
import { withhold } from "../../src/privacy/withhold.ts";
import { parseName } from "../../src/readers/names/person-name.ts";
import { findTool, TOOLS } from "../../src/tools/index.ts";
import { rawComment, rawPost } from "../internet/reddit-data.ts";
import { csvOf, employeesOf, importCsv } from "../support/directory-csv.ts";
import { type Answer, callTool, organisationOf, requestWith, richKey } from "../support/harness.ts";
import { askPrivacy } from "../support/privacy-request.ts";
import type { Event } from "../support/watch-harness.ts";

const OPERATOR = { ADMIN_TOKEN: "operator-secret" };
let key: string;

vi.spyOn(console, "log").mockImplementation(() => {});
beforeAll(async () => {
  key = await richKey();
});
beforeEach(async () => {
  await env.DB.prepare("DELETE FROM suppressions").run();
});

const call = (tool: string, body: object, changes: Record<string, unknown> = {}): Promise<Answer> =>
  requestWith(changes, `/api/v0/${tool}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });

/** Hacker News says these things; everything else is the demo internet. */
function hackerNews(hits: object[]) {
  const fetch = async (request: Request) => {
    if (!request.url.includes("hn.algolia.com")) return env.OUTBOUND?.fetch(request);
    return Response.json({ hits, nbHits: hits.length, nbPages: 1, page: 0, hitsPerPage: 20 });
  };
  return { OUTBOUND: { fetch } };
}

const story = (id: number, fields: object) => ({
  objectID: String(id),
  title: `Story ${id}`,
  url: `https://news.example/${id}`,
  author: "user1",
  points: 10,
  num_comments: 3,
  created_at: "2026-11-01T00:00:00Z",
  created_at_i: 1_793_491_200,
  story_text: null,
  comment_text: null,
  _tags: ["story", "author_user1", `story_${id}`],
  ...fields,
});

describe("13.10: an objection is honoured everywhere", () => {
  it.each([
    ["with proof", "ana.reis@newsroom.example"],
    ["without proof", "ana@mailbox-of-mine.example"],
  ])("by news, leadership and all signals together, %s", async (_, email) => {
    const domain = "newsroom.example";
    for (const tool of ["signal_leadership_change", "detect_signal"]) {
      expect((await call(tool, { domain })).text).toContain("Ana Reis");
    }
    await askPrivacy(key, { type: "objection", email, name: "Ana Reis", domain });
    for (const tool of ["signal_leadership_change", "signal_news_mention", "detect_signal"]) {
      const { status, text } = await call(tool, { domain });
      expect([tool, status]).toEqual([tool, 200]);
      expect(text).not.toMatch(/ana.{0,3}reis/i);
    }
  });

  it("by Hacker News: titles, texts, links and addresses", async () => {
    const hits = [
      story(901, { title: "Acme Robotics hires Ilse Marten", url: "https://news.example/acme-robotics-ilse-marten" }),
      story(902, { story_text: "MARTEN, Ilse of acme-robotics.example: write to Ilse.Marten@acme-robotics.example" }),
      story(904, { title: "Arms", url: "https://acme-robotics.example/team/ilsemarten" }),
      story(905, { title: "Arms", url: "https://acme-robotics.example/%49lse-Marten" }),
      story(903, { title: "Ilse Marten cooks", story_text: "Nothing about a company" }),
    ];
    const search = () => call("search_hackernews", { query: `arms ${crypto.randomUUID()}` }, hackerNews(hits));
    expect((await search()).text).toContain("Ilse Marten");
    const name = { name: "Ilse Marten", domain: "acme-robotics.example" };
    await askPrivacy(key, { type: "objection", email: "ilse@mailbox-of-mine.example", ...name });
    const unproved = (await search()).text;
    expect(unproved).not.toContain("acme-robotics-ilse");
    expect(unproved).not.toMatch(/marten, ilse|hires ilse/i);
    // A namesake elsewhere is somebody else until the address proves who asks.
    expect(unproved).toContain("Ilse Marten cooks");

    await askPrivacy(key, { type: "objection", email: "ilse.marten@acme-robotics.example", ...name });
    const proved = (await search()).text;
    expect(proved).not.toMatch(/ilse|marten@/i);
    expect(proved).toContain("[withheld] cooks");
  });

  it("by Reddit: posts and comments", async () => {
    const lines = (things: unknown[]) => things.map((thing) => JSON.stringify(thing)).join("\n");
    const bring = (kind: string, things: unknown[]) =>
      requestWith(OPERATOR, `/admin/reddit/imports?kind=${kind}`, {
        method: "POST",
        body: lines(things),
        headers: { Authorization: `Bearer ${OPERATOR.ADMIN_TOKEN}` },
      });
    const said = "I met Jörg Ünver, who runs Widgetry (widgetry.example)";
    await bring("posts", [rawPost("ob1", { title: "Widgetrian robots", selftext: said })]);
    await bring("comments", [
      rawComment("ob2", { link_id: "t3_ob1", parent_id: "t3_ob1", body: `joerg uenver? ${said}` }),
    ]);
    const texts = async () => {
      const found = await call("search_reddit_posts", { query: "widgetrian" });
      const post = await call("get_reddit_post", { post_id: "ob1" });
      return found.text + post.text;
    };
    expect(await texts()).toContain("Jörg Ünver");
    const email = "j.uenver@widgetry.example";
    await askPrivacy(key, { type: "objection", email, name: "Jörg Ünver", domain: "widgetry.example" });
    const after = await texts();
    expect(after).toContain("I met [withheld], who runs Widgetry");
    expect(after).not.toMatch(/[uü]nver/i);
  });

  it("by addresses and profiles wherever they stand, and by lists of people", async () => {
    const domain = "objected.example";
    const profile = "https://network.example/in/objected-one";
    await importCsv(
      "people",
      csvOf([
        ["name", "title", "domain", "email", "profile_url"],
        ["Olga Berg", "CEO", domain, `olga.berg@${domain}`, profile],
        ["Per Dahl", "CTO", domain, `per.dahl@${domain}`, "https://network.example/in/per-dahl"],
      ]),
    );
    await askPrivacy(key, { type: "erasure", email: `olga.berg@${domain}` });
    expect((await employeesOf(key, domain)).map(({ name }) => name)).toEqual(["Per Dahl"]);
    const hits = [
      story(911, { title: `See ${profile} or olga.berg@${domain}`, url: profile, story_text: "Olga Berg" }),
    ];
    const { text } = await call("search_hackernews", { query: `olga ${crypto.randomUUID()}` }, hackerNews(hits));
    expect(text).not.toMatch(/olga.berg|in\/objected-one"/i);
  });

  it("for a domain longer than a LIKE pattern of D1 may be", async () => {
    const domain = `${"long-name-of-a-company-that-goes-on-and-on".padEnd(60, "x")}.example`;
    await importCsv(
      "people",
      csvOf([
        ["name", "domain", "email"],
        ["Lina Holm", domain, `lina.holm@${domain}`],
      ]),
    );
    const fields = { email: `lina.holm@${domain}`, name: "Lina Holm", domain };
    const shown = await askPrivacy(key, { type: "access", ...fields });
    expect([shown.status, shown.text.includes("made up for this test")]).toEqual([200, true]);
    expect((await askPrivacy(key, { type: "erasure", ...fields })).status).toBe(200);
    const left = env.DATA.prepare("SELECT count(*) AS n FROM people WHERE domain = ?").bind(domain);
    expect(await left.first("n")).toBe(0);
  });

  it("not of a company: without proof, nobody hides its name as that of a person", async () => {
    const domain = "acme-robotics.example";
    for (const [email, name] of [
      ["a@mailbox-of-mine.example", "Acme Robotics"],
      ["b@mailbox-of-mine.example", "Robotics Acme"],
    ] as const) {
      await askPrivacy(key, { type: "objection", email, name, domain });
    }
    const { text } = await call("get_network_company", { domain });
    expect(text).toContain("Acme Robotics");
    expect(text).not.toContain("[withheld]");
    await askPrivacy(key, { type: "objection", email: `acme.robotics@${domain}`, name: "Acme Robotics", domain });
    expect((await call("get_network_company", { domain })).text).not.toContain("Acme Robotics");
  });

  it("in lists of events about any number of companies", async () => {
    const organisationId = await organisationOf(key);
    const event =
      env.DB.prepare(`INSERT INTO watch_events (id, organisation_id, type, domain, data_json, watch_ids_json, tokens,
        state, tried_at, is_unsent, observed_at)
      VALUES (?, ?, 'leadership.changed', ?, '{"before":null,"after":{"person":"Ana Reis"},"evidence":[]}', '[]', 1, 'ready',
        0, 0, ?)`);
    const domains = Array.from({ length: 30 }, (_, index) => `event-${index}.example`);
    await env.DB.batch(domains.map((domain) => event.bind(`evt_${domain}`, organisationId, domain, Date.now())));
    const objection = { type: "objection", email: "z@mailbox-of-mine.example", name: "Ana Reis" } as const;
    await askPrivacy(key, { ...objection, domain: "event-29.example" });
    const { body } = await call("list_watch_events", { limit: 100 });
    // Of another company's events, the same name is a namesake.
    const named = (body.events as Event[]).map(({ after }) => after.person);
    expect([named.length, named.filter((name: string) => name !== "Ana Reis")]).toEqual([30, ["[withheld]"]]);
  });

  it("by construction: every tool that does not administer the account is run through the list", () => {
    for (const tool of TOOLS) {
      expect([tool.name, findTool(tool.name, readConfig(env))?.run !== tool.run]).toEqual([
        tool.name,
        tool.category !== "admin",
      ]);
    }
  });

  it("what the caller sent itself comes back as it was", async () => {
    await askPrivacy(key, {
      type: "objection",
      email: "x@mailbox-of-mine.example",
      name: "Ana Reis",
      domain: "newsroom.example",
    });
    const { body } = await callTool(key, "get_network_profile_url", { name: "Ana Reis", domain: "newsroom.example" });
    expect(body).toMatchObject({ url: null, name: "Ana Reis", status: "not_found" });
  });

  it("at a bounded cost: a name on the list that a site repeats a thousand times is not looked up as often", async () => {
    const name = { name: "Ana Reis", domain: "newsroom.example" };
    await askPrivacy(key, { type: "objection", email: "z@mailbox-of-mine.example", ...name });
    const context = { env, config: readConfig(env as Env) };
    const words = (at: number) => Array.from({ length: 30 }, (_, index) => `w${at * 30 + index}`).join(" ");
    const texts = Array.from({ length: 20 }, (_, text) =>
      Array.from({ length: 50 }, (_, at) => `Ana Reis ${words(text * 50 + at)}`).join(" "),
    );
    const list = await readPrints(context);
    const hash = vi.spyOn(crypto.subtle, "sign");
    const { texts: shown } = await withhold(context, list, {}, { domain: "elsewhere.example", texts });
    // 200 names with some 100 words and word pairs near each; without a bound it is five times as much.
    expect(hash.mock.calls.length).toBeLessThan(25_000);
    hash.mockRestore();
    expect(shown[0]).toBe(texts[0]);
    expect(shown.at(-1)).not.toContain("Ana");
  });

  it("a failed look-up never reveals a person: D1 down is 503", async () => {
    await askPrivacy(key, {
      type: "objection",
      email: "y@mailbox-of-mine.example",
      name: "Ana Reis",
      domain: "newsroom.example",
    });
    const DB = new Proxy(env.DB, {
      get(db, name) {
        if (name !== "prepare") return Reflect.get(db, name).bind(db);
        return (text: string) => {
          if (/suppressions_version|"state"/.test(text)) throw new Error("D1_ERROR: down");
          return db.prepare(text);
        };
      },
    });
    vi.spyOn(console, "error").mockImplementationOnce(() => {});
    const { status, headers } = await call("signal_leadership_change", { domain: "newsroom.example" }, { DB });
    expect([status, headers.get("x-tokens-charged")]).toEqual([503, "0"]);
  });
});

describe("names in text", () => {
  const name = parseName("Ana María Reis-Costa");
  const seed = 7;
  const prints = new Set(pairsOf(name as NonNullable<typeof name>).map((pair) => printOf(seed, pair)));
  const found = (text: string) => sightings(text, seed, prints).map(({ start, end }) => text.slice(start, end));

  it.each([
    "Ana Reis",
    "ANA REIS",
    "reis, ana",
    "/press/ana-reis-joins",
    "Ana M. Reis",
    "Ana Maria Reis Costa",
    "ana_costa",
  ])("are found in %j", (text) => {
    expect(found(text).length).toBeGreaterThan(0);
  });

  it.each(["Ana", "Reis", "reis reis reis ", "Anna Reis", "Ana told all of her friends about Reis"])(
    "are not found in %j",
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );
});
