import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { askHouseFiles, outboundFor } from "../../../src/platform/outbound/outbound.ts";
import { HOUSE_DESCRIPTION } from "../../internet/house-rules.ts";
import { callTool, requestWith, richKey } from "../../support/harness.ts";
import { fetchedFrom, sourceContext } from "../../support/source-context.ts";

let key = "";
beforeAll(async () => {
  key = await richKey();
});
const company = async (domain: string) =>
  (await callTool(key, "get_company", { domain, fields: ["name", "description"] })).body;

describe("what a site says about the use of its words", () => {
  it.each([
    ["no-input.example", "robots.txt", "Content-Signal: search=yes, ai-input=no, ai-train=no"],
    ["no-input-header.example", "header", "Content-Signal: ai-input=no"],
    ["no-snippet.example", "meta", "robots: nosnippet"],
  ])("%s: facts with the link, no passage, and the line that says so", async (domain, source, line) => {
    const body = await company(domain);
    expect(body.fields.name).toMatchObject({ value: "Quiet Rooms", evidence: [{ url: `https://${domain}/` }] });
    expect(body.fields).not.toHaveProperty("description");
    expect(body.missing).toMatchObject({ description: "withheld_by_site" });
    expect(body.withheld_by_site).toEqual([{ field: "description", url: `https://${domain}/`, source, line }]);
    expect(JSON.stringify(body)).not.toContain("walls of felt");
  });

  it("use=reference: an excerpt, and the line", async () => {
    const body = await company("reference-only.example");
    const { value } = body.fields.description;
    expect(value.length).toBeLessThanOrEqual(161);
    expect(HOUSE_DESCRIPTION.startsWith(value.slice(0, -1))).toBe(true);
    expect(body.withheld_by_site).toMatchObject([
      { source: "robots.txt", line: expect.stringContaining("use=reference") },
    ]);
  });

  it.each(["others-rules.example", "signal-flood.example"])("%s: no limit", async (domain) => {
    const body = await company(domain);
    expect(body.fields.description.value).toBe(HOUSE_DESCRIPTION);
    expect(body).not.toHaveProperty("withheld_by_site");
  });
});

describe("every tool that reads a site", () => {
  const SITE_TOOLS = [
    ...["get_company", "get_network_company", "get_network_company_url", "list_company_jobs", "list_technologies"],
    ...["list_network_company_employees", "detect_signal", "signal_website_change", "signal_news_mention", "fetch"],
  ];

  it.each(["no-input.example", "no-input-header.example", "no-snippet.example"])(
    "shows no words of %s, which reserves them, and their number in a site that does not is not zero",
    async (domain) => {
      const shown = async (site: string) => {
        const asked = SITE_TOOLS.map((tool) => callTool(key, tool, tool === "fetch" ? { id: site } : { domain: site }));
        const answers = await Promise.all(asked);
        return answers.filter(({ text }) => text.includes("walls of felt")).length;
      };
      expect(await shown(domain)).toBe(0);
      expect(await shown("others-rules.example")).toBeGreaterThan(1);
    },
  );
});

describe("a site that sells its pages to crawlers", () => {
  it.each([
    ["paid-pages.example", 0.25],
    ["negative-price.example", undefined],
    ["endless-price.example", undefined],
  ])("%s is payment_required, costs nothing and is not asked again", async (domain, price) => {
    const { body, headers } = await callTool(key, "get_company", { domain });
    expect(body).toMatchObject({ status: "not_found", reason: "payment_required" });
    expect(body.crawl_price_usd).toBe(price);
    expect(headers.get("x-tokens-charged")).toBe("0");
    const before = await fetchedFrom(domain);
    await callTool(key, "get_network_company", { domain });
    expect(await fetchedFrom(domain)).toEqual(before);
  });
});

describe("files in which a site reserves its words", () => {
  it.each([
    ["ai-txt.example", "ai.txt", "Disallow: /"],
    ["tdm-file.example", "tdmrep.json", '{"location":"/","tdm-reservation":1}'],
  ])("%s counts once a look has asked for it, and is asked for once a day", async (domain, source, line) => {
    const outbound = outboundFor(sourceContext({ purpose: "look" }));
    await askHouseFiles(outbound, `https://${domain}`);
    await askHouseFiles(outboundFor(sourceContext()), `https://${domain}`);
    const body = await company(domain);
    expect(body.withheld_by_site).toEqual([{ field: "description", url: `https://${domain}/`, source, line }]);
    const asked = await fetchedFrom(domain);
    expect(new Set(asked).size).toBe(asked.length);
  });
});

describe("paying for pages", () => {
  const ask = async (variables: Record<string, unknown>, input: object) =>
    JSON.parse(
      (
        await requestWith(variables, "/api/v0/get_company", {
          method: "POST",
          headers: { Authorization: `Bearer ${key}` },
          body: JSON.stringify({ domain: "sold-pages.example", fields: ["name"], ...input }),
        })
      ).text,
    );
  const sold = { status: "not_found", reason: "payment_required", crawl_price_usd: 0.02 };

  it("happens only where operator and caller allow it, within what the call costs, once for ten callers at once", async () => {
    expect(await ask({}, { max_crawl_price_usd: 1 })).toMatchObject(sold);
    expect(await ask({ MAX_CRAWL_PRICE_USD: "1" }, {})).toMatchObject(sold);
    expect(await ask({ MAX_CRAWL_PRICE_USD: "1" }, { max_crawl_price_usd: 0.01 })).toMatchObject(sold);
    expect(await ask({ MAX_CRAWL_PRICE_USD: "1", PRICES: "get_company=1" }, { max_crawl_price_usd: 1 })).toMatchObject(
      sold,
    );
    const callers = Array.from({ length: 10 }, () => ask({ MAX_CRAWL_PRICE_USD: "1" }, { max_crawl_price_usd: 1 }));
    const bodies = await Promise.all(callers);
    for (const body of bodies) expect(body.fields.name.value).toBe("Quiet Rooms");
    expect(bodies.filter(({ crawl_paid_usd: paid }) => paid === 0.02)).toHaveLength(1);
    // Kept for a day: the next caller has it without paying.
    expect((await ask({}, {})).fields.name.value).toBe("Quiet Rooms");
  });

  it.each([-1, 0, 1e308, "1"])("a price limit of %j is invalid_request", async (max_crawl_price_usd) => {
    expect(await ask({}, { max_crawl_price_usd })).toMatchObject({
      error: "invalid_request",
      errors: [{ path: "max_crawl_price_usd" }],
    });
  });
});

describe("scheduled looks", () => {
  const visit = async (domain: string, purpose: "answer" | "look") => {
    const agents: (string | null)[] = [];
    const fetch = (request: Request) => {
      agents.push(request.headers.get("User-Agent"));
      return (env.OUTBOUND as Fetcher).fetch(request);
    };
    const bindings = { ...env, OUTBOUND: { fetch }, SITES: { getByName: () => ({}) } } as unknown as Env;
    const context = sourceContext({ purpose, env: bindings, config: readConfig(bindings) });
    const page = await outboundFor(context).page(`https://${domain}/`);
    return { status: page.status, agent: agents.at(-1) };
  };

  it("have an identity of their own, which a site may refuse, and obey what it says to the fetcher for answers", async () => {
    expect(await visit("crawler-refused.example", "answer")).toEqual({
      status: "ok",
      agent: "TallygateBot/1.0 (+https://tallygate.example/bot)",
    });
    expect(await visit("crawler-refused.example", "look")).toEqual({
      status: "disallowed_by_robots",
      agent: "TallygateCrawler/1.0 (+https://tallygate.example/bot)",
    });
    expect((await visit("fetcher-refused.example", "look")).status).toBe("disallowed_by_robots");
  });

  it("do not get a page of the store that they may not visit", async () => {
    const home = "https://crawler-refused.example/";
    expect((await outboundFor(sourceContext()).page(home)).status).toBe("ok");
    expect((await outboundFor(sourceContext({ purpose: "look" })).page(home)).status).toBe("disallowed_by_robots");
  });
});
