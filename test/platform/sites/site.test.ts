import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { recall, remember } from "../../../src/platform/outbound/fact-cache.ts";
import { outboundFor } from "../../../src/platform/outbound/outbound.ts";
import type { Visit } from "../../../src/platform/outbound/page.ts";
import { SiteStore } from "../../../src/platform/sites/site-store.ts";
import { SiteVisitor, type VisitStore } from "../../../src/platform/sites/site-visitor.ts";
import { NO_SITES, siteObject } from "../../support/sites.ts";
import { fetchedFrom, sourceContext } from "../../support/source-context.ts";

const DAY_MS = 86_400_000;
const HOME = "https://acme-robotics.example/";

const page = (url: string, options?: { notBefore?: number }) => outboundFor(sourceContext()).page(url, options);
const timesAsked = async (url: string) =>
  (await fetchedFrom(new URL(url).hostname)).filter((line) => line === `GET ${url}`).length;

/** A visitor with its own memory, and the moments at which it asked each host. */
function visitorOf(answer: (url: URL) => Response, variables: Record<string, string>, burst?: number) {
  const config = readConfig({ ...env, PAGE_INTERVAL_MS: "100", ...variables });
  const asked: { url: string; at: number }[] = [];
  const visits = new Map<string, Visit>();
  const robots = new Map<string, { text: string; fetchedAt: number }>();
  const turns = new Map<string, number>();
  const store: VisitStore = {
    visit: async (url) => visits.get(url) ?? null,
    keepVisit: async (url, visit) => void visits.set(url, visit),
    robots: (origin) => robots.get(origin) ?? null,
    keepRobots: (origin, text) => void robots.set(origin, { text, fetchedAt: Date.now() }),
    turn: (host) => turns.get(host) ?? 0,
    keepTurn: (host, fullAt) => void turns.set(host, fullAt),
  };
  const OUTBOUND = {
    async fetch(request: Request) {
      const url = new URL(request.url);
      if (!url.hostname.endsWith("acme-robotics.example")) return (env.OUTBOUND as Fetcher).fetch(request);
      asked.push({ url: url.href, at: Date.now() });
      return answer(url);
    },
  };
  const visitor = new SiteVisitor(config, store, burst);
  const context = {
    ...sourceContext(),
    purpose: "answer" as const,
    env: { ...env, OUTBOUND } as unknown as Env,
    config,
  };
  return {
    asked,
    turns,
    visit: (url: string) => visitor.visit(context, { url, kind: "html", notBefore: 0, maxPriceUsd: 0 }),
  };
}

describe("a page", () => {
  it("is fetched once a day for every call", async () => {
    const first = await page(HOME);
    const second = await page(HOME);
    expect(second).toMatchObject({ status: "ok", text: first.status === "ok" ? first.text : "" });
    expect(second.status === "ok" && [...second.headers]).toEqual(first.status === "ok" && [...first.headers]);
    expect(await timesAsked(HOME)).toBe(1);
  });

  it("is fetched again for a look that must be fresh, which serves the next caller", async () => {
    const seen = await page(HOME, { notBefore: Date.now() + 1 });
    expect(await timesAsked(HOME)).toBe(2);
    const later = await page(HOME);
    expect(later.status === "ok" && later.fetchedAt).toBe(seen.status === "ok" && seen.fetchedAt);
    expect(await timesAsked(HOME)).toBe(2);
  });

  it("that 50 callers want at once is fetched once, and all have it", async () => {
    const url = "https://brightwater.example/";
    const seen = await Promise.all(Array.from({ length: 50 }, () => page(url)));
    expect(seen.every(({ status }) => status === "ok")).toBe(true);
    expect(await timesAsked(url)).toBe(1);
    expect(await timesAsked("https://brightwater.example/robots.txt")).toBe(1);
  });

  it("that is not there, or leads elsewhere, is not asked for again either", async () => {
    for (let call = 0; call < 2; call++) {
      expect(await page("https://missing.example/")).toMatchObject({ status: "not_found" });
      expect(await page("https://lumen-labs.example/")).toMatchObject({ url: new URL("https://www.lumenta.example/") });
    }
    expect(await timesAsked("https://missing.example/")).toBe(1);
    expect(await timesAsked("https://lumen-labs.example/")).toBe(1);
    // The site that it leads to has its own object.
    const kept = await runInDurableObject(siteObject("lumenta.example"), (_, { storage }) =>
      storage.sql.exec("SELECT url FROM visits").toArray(),
    );
    expect(kept).toEqual([{ url: "https://www.lumenta.example/" }]);
  });

  it("of a site that fails is asked for each time", async () => {
    for (let call = 0; call < 2; call++)
      expect(await page("https://failing.example/")).toMatchObject({ httpStatus: 500 });
    expect(await timesAsked("https://failing.example/robots.txt")).toBe(2);
  });

  it("comes without the object when that fails, and none is kept", async () => {
    const broken = { ...env, ...NO_SITES } as unknown as Env;
    const seen = await outboundFor(sourceContext({ env: broken })).page("https://fernhill.example/");
    expect(seen.status).toBe("ok");
    expect(await siteObject("fernhill.example").facts(["robots"])).toEqual([]);
  });

  it("comes when the object is lost in the middle of a visit", async () => {
    const lost = {
      getByName: () => ({ visit: () => scheduler.wait(20).then(() => Promise.reject(new Error("object reset"))) }),
    };
    const context = sourceContext({ env: { ...env, SITES: lost } as unknown as Env });
    expect(await outboundFor(context).page("https://quietfield.example/")).toMatchObject({ status: "ok" });
  });
});

describe("the pace of a host", () => {
  it("is a burst of four, then one an interval, over 20 callers at once", async () => {
    const { asked, visit } = visitorOf(() => new Response("<p>x</p>"), {});
    const start = Date.now();
    const seen = await Promise.all(Array.from({ length: 20 }, (_, index) => visit(`${HOME}${index % 12}`)));
    expect(seen.every(({ status }) => status === "page")).toBe(true);
    // robots.txt counts too.
    expect(asked).toHaveLength(13);
    // Never sooner; a busy machine may make any of them later.
    for (const [index, { at }] of asked.entries()) expect(at - start).toBeGreaterThanOrEqual((index - 3) * 100 - 2);
  });

  it("is Crawl-delay without a burst", async () => {
    const answer = ({ pathname }: URL) =>
      new Response(pathname === "/robots.txt" ? "User-agent: *\nCrawl-delay: 1" : "x");
    const { asked, visit } = visitorOf(answer, { PAGE_INTERVAL_MS: "10" });
    await Promise.all([visit(`${HOME}a`), visit(`${HOME}b`)]);
    const [, a, b] = asked.map(({ at }) => at);
    expect((b ?? 0) - (a ?? 0)).toBeGreaterThanOrEqual(900);
  });

  it.each([429, 503])("rests as long as a %i says, and the refusal answers meanwhile", async (status) => {
    const answer = ({ pathname }: URL) =>
      pathname === "/busy" ? new Response("", { status, headers: { "Retry-After": "600" } }) : new Response("x");
    const { asked, visit } = visitorOf(answer, {});
    const failure = { retryAfterSeconds: 600 };
    expect(await visit(`${HOME}busy`)).toMatchObject({ status: "failed", failure });
    expect(await visit(`${HOME}busy`)).toMatchObject({ status: "failed", failure });
    expect(await visit(HOME)).toMatchObject({
      failure: { status: "unavailable", retryAfterSeconds: expect.closeTo(600, -1) },
    });
    expect(asked.map(({ url }) => url)).toEqual([`${HOME}robots.txt`, `${HOME}busy`]);
  });

  it("outlives its object, and robots.txt that changes between two pages is the old one for a day", async () => {
    let robots = "";
    const { visit, turns } = visitorOf(({ pathname }) => new Response(pathname === "/robots.txt" ? robots : "x"), {});
    await visit(`${HOME}a`);
    robots = "User-agent: *\nDisallow: /";
    expect(await visit(`${HOME}b`)).toMatchObject({ status: "page" });
    expect(turns.get("acme-robotics.example")).toBeGreaterThan(Date.now());
    await page("https://hazel-and-oak.example/");
    const site = siteObject("hazel-and-oak.example");
    await runInDurableObject(site, (_, { storage }) => {
      const store = new SiteStore(storage);
      store.keepTurn("hazel-and-oak.example", 42);
      expect(new SiteStore(storage).turn("hazel-and-oak.example")).toBe(42);
    });
  });
});

describe("the storage of an object", () => {
  it("is empty before a page was fetched", async () => {
    expect(await page("https://nobody-has-this.example/")).toEqual({ status: "no_dns" });
    await recall(sourceContext(), "company_facts", "nobody-has-this.example");
    await runInDurableObject(siteObject("nobody-has-this.example"), async (_, { storage }) => {
      expect(
        storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_%' ESCAPE '\\'").toArray(),
      ).toEqual([]);
      expect([...storage.kv.list()]).toEqual([]);
      expect(await storage.getAlarm()).toBeNull();
    });
  });

  it("is bounded: of 100 pages of 1.4 MB the latest are kept", { timeout: 120_000 }, async () => {
    await runInDurableObject(siteObject("large.example"), async (_, { storage }) => {
      const store = new SiteStore(storage);
      for (let index = 0; index < 100; index++) {
        // Half of it cannot be compressed.
        const noise = crypto.getRandomValues(new Uint8Array(60_000)).toBase64();
        const text = noise + "<p>word</p>".repeat((1_400_000 - noise.length) / 11);
        const visit: Visit = { status: "page", headers: [], text, truncated: false, fetchedAt: Date.now() + index };
        await store.keepVisit(`https://large.example/${index}`, visit, DAY_MS);
      }
      const [kept] = storage.sql.exec("SELECT count(*) AS pages, sum(bytes) AS bytes FROM visits").toArray();
      expect(kept?.pages).toBe(40);
      expect(Number(kept?.bytes)).toBeLessThan(20_000_000);
      expect(await store.visit("https://large.example/59")).toBeNull();
      const last = await store.visit("https://large.example/99");
      expect(last?.status === "page" && last.text.length).toBeGreaterThan(1_390_000);
    });
  });

  it("never takes more than 20 MB, whatever cannot be compressed", { timeout: 120_000 }, async () => {
    await runInDurableObject(siteObject("noise.example"), async (_, { storage }) => {
      const store = new SiteStore(storage);
      for (let index = 0; index < 22; index++) {
        const pieces = Array.from({ length: 20 }, () => crypto.getRandomValues(new Uint8Array(52_000)).toBase64());
        const visit: Visit = { status: "page", headers: [], text: pieces.join(""), truncated: false, fetchedAt: index };
        await store.keepVisit(`https://noise.example/${index}`, { ...visit, fetchedAt: Date.now() + index }, DAY_MS);
      }
      const [kept] = storage.sql.exec("SELECT count(*) AS pages, sum(bytes) AS bytes FROM visits").toArray();
      expect(Number(kept?.pages)).toBeGreaterThan(10);
      expect(Number(kept?.bytes)).toBeLessThan(20_000_000);
    });
  });

  it("is emptied by its alarm: pages after a day, everything once nothing is left", async () => {
    const domain = "dotted.example";
    await page(`https://${domain}/`);
    const site = siteObject(domain);
    expect(await site.facts(["robots"])).toHaveLength(1);
    const count = () =>
      runInDurableObject(site, (_, { storage }) =>
        storage.sql
          .exec("SELECT (SELECT count(*) FROM visits) AS visits, (SELECT count(*) FROM facts) AS facts")
          .toArray(),
      );
    const clock = vi.spyOn(Date, "now");
    const real = performance.timeOrigin + performance.now();
    try {
      clock.mockReturnValue(Math.ceil(real) + DAY_MS + 60_000);
      expect(await runDurableObjectAlarm(site)).toBe(true);
      expect(await count()).toEqual([{ visits: 0, facts: 1 }]);
      clock.mockReturnValue(Math.ceil(real) + 31 * DAY_MS);
      expect(await runDurableObjectAlarm(site)).toBe(true);
      await expect(count()).rejects.toThrow(/no such table/);
    } finally {
      clock.mockRestore();
    }
  });
});

describe("facts of a site", () => {
  it("are in its object and nowhere else, but for addresses at other domains, by which a person finds them", async () => {
    const context = sourceContext();
    const people = [{ name: "Ada Brandt", email: "ada@own.example" }, { email: "ada.brandt@mailbox.example" }];
    await remember(context, "site_people", "own.example", people, DAY_MS);
    expect(await recall(context, "site_people", "own.example")).toMatchObject({ data: people });
    expect(await siteObject("own.example").facts(["site_people"])).toHaveLength(1);
    const rows = "SELECT count(*) AS n FROM source_cache WHERE key LIKE 'own.example%'";
    expect(await env.DATA.prepare(rows).first("n")).toBe(0);
    const { results } = await env.DATA.prepare("SELECT term FROM fact_subjects WHERE key = 'own.example'").all();
    expect(results).toEqual([{ term: "ada.brandt@mailbox.example" }]);
  });
});
