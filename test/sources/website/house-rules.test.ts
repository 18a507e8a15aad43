import { beforeAll, describe, expect, it } from "vitest";
import { HOUSE_DESCRIPTION } from "../../internet/house-rules.ts";
import { callTool, richKey } from "../../support/harness.ts";
import { fetchedFrom } from "../../support/source-context.ts";

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
