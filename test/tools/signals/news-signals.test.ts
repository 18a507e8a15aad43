import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { newsDetection } from "../../../src/tools/signals/shared/news.ts";
import { callTool, freezeClock, requestWith, richKey } from "../../support/harness.ts";
import { calmGdelt } from "../../support/signal-harness.ts";
import { fetchedFrom } from "../../support/source-context.ts";

let key = "";
beforeAll(async () => {
  key = await richKey();
});
beforeEach(calmGdelt);

describe("news that is about the company and recent", () => {
  it.each([
    ["signal_funding", "acme-robotics.example", ["gdelt", "own_site"]],
    ["signal_funding", "fernhill.example", ["own_site"]],
    ["signal_funding", "hazel-and-oak.example", ["edgar"]],
    ["signal_funding", "newsroom.example", ["own_site"]],
    ["signal_leadership_change", "newsroom.example", ["own_site"]],
    ["signal_leadership_change", "acme-robotics.example", ["edgar"]],
    ["signal_leadership_change", "fernhill.example", ["own_site"]],
    ["signal_news_mention", "acme-robotics.example", ["hackernews", "gdelt", "own_site"]],
    ["signal_news_mention", "fernhill.example", ["hackernews"]],
  ])("%s fires for %s: %j", async (tool, domain, sources) => {
    const { status, body, text, headers } = await callTool(key, tool, { domain });
    expect(status).toBe(200);
    expect(body).toMatchObject({ domain, is_detected: true, status: "ok", reason: null, incomplete: [] });
    expect(new Set(body.events.map(({ source }: { source: string }) => source))).toEqual(new Set(sources));
    expect(body.confidence).toBe(Math.max(...body.events.map(({ confidence }: { confidence: number }) => confidence)));
    expect(text).not.toMatch(/<|secret-token/);
    expect(headers.get("X-Tokens-Charged")).toBe("5");
  });

  it.each([
    // A namesake on Hacker News and at the SEC: a single word says nothing.
    ["signal_funding", "lumenta.example"],
    ["signal_leadership_change", "lumenta.example"],
    ["signal_news_mention", "lumenta.example"],
    // A namesake with a site of its own at the SEC, old news, a customer's round, a title with the right words.
    ["signal_funding", "brightwater.example"],
    ["signal_leadership_change", "brightwater.example"],
    // Old posts of its own, and a feed whose entities would grow.
    ["signal_funding", "quietfield.example"],
    ["signal_leadership_change", "quietfield.example"],
    // Last month's article.
    ["signal_news_mention", "hazel-and-oak.example"],
  ])("%s does not fire for %s", async (tool, domain) => {
    const { status, body } = await callTool(key, tool, { domain });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      is_detected: false,
      events: [],
      status: "ok",
      confidence: 0,
      evidence: [],
      incomplete: [],
    });
  });

  it("says that no registrant is certainly the company, not that it filed nothing", async () => {
    const { body } = await callTool(key, "signal_funding", { domain: "quietfield.example" });
    expect(body).toMatchObject({ is_detected: false, status: "ok", reason: "registrant_not_matched" });
    expect(body.summary).toContain("No registrant of the SEC is certainly this company");
  });

  it("names a form D of the company's own and leaves out the old one", async () => {
    const { body } = await callTool(key, "signal_funding", { domain: "hazel-and-oak.example" });
    expect(body.events).toMatchObject([
      {
        title: "Hazel & Oak Ltd filed form D, a notice of securities sold without registration",
        source: "edgar",
        confidence: 0.95,
        url: "https://www.sec.gov/Archives/edgar/data/4/000000000426000001/primary_doc.xml",
      },
    ]);
    expect(body.cached).toBe(true);
  });

  it("says which source could not speak, and takes GDELT's notice under 200 for what it is", async () => {
    const { body, text } = await callTool(key, "signal_news_mention", { domain: "slow-careers.example" });
    expect(body).toMatchObject({ status: "partial", incomplete: [{ source: "gdelt", reason: "rate_limited" }] });
    expect(text).not.toContain("secret-token");
  });

  it("asks GDELT once when two companies come at the same time", async () => {
    freezeClock();
    onTestFinished(() => void vi.useRealTimers());
    const before = (await fetchedFrom("api.gdeltproject.org")).length;
    const domains = ["tech-user.example", "tech-talker.example"];
    const answers = await Promise.all(domains.map((domain) => callTool(key, "signal_news_mention", { domain })));
    const limited = answers.filter(({ body }) => body.incomplete.length > 0);
    expect(limited).toMatchObject([{ body: { incomplete: [{ source: "gdelt", reason: "rate_limited" }] } }]);
    expect((await fetchedFrom("api.gdeltproject.org")).length - before).toBe(1);
  });

  it("leaves the SEC alone without a contact for its User-Agent", async () => {
    const before = await fetchedFrom("sec.gov");
    const { status, body } = await requestWith({ MAIL_FROM: "" }, "/api/v0/signal_leadership_change", {
      method: "POST",
      body: JSON.stringify({ domain: "tech-talker.example" }),
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(status).toBe(200);
    expect(body.incomplete).toContainEqual({ source: "edgar", reason: "not_configured" });
    expect(await fetchedFrom("sec.gov")).toEqual(before);
  });

  it("reads dates and addresses off a press page", async () => {
    const { body } = await callTool(key, "signal_funding", { domain: "newsroom.example" });
    expect(body.events).toMatchObject([
      { title: "We raised a €2M seed round", url: "https://newsroom.example/press/15", source: "own_site" },
    ]);
  });

  it("names a source that was not read to its end", () => {
    const report = { source: "own_site", items: [], observedAt: 0, cached: false };
    expect(newsDetection([report], [], 30, "").incomplete).toEqual([]);
    expect(newsDetection([{ ...report, isPartial: true }], [], 30, "").incomplete).toEqual([
      { source: "own_site", reason: "site_not_read" },
    ]);
  });

  it("asks the SEC once and remembers", async () => {
    await callTool(key, "signal_leadership_change", { domain: "acme-robotics.example" });
    const before = await fetchedFrom("sec.gov");
    const { body } = await callTool(key, "signal_leadership_change", { domain: "acme-robotics.example" });
    expect(body).toMatchObject({ is_detected: true, cached: true });
    expect(await fetchedFrom("sec.gov")).toEqual(before);
  });
});

describe("reviews", () => {
  const reviews = (tool: string, domain: string, apiKey = "trustpilot-key") =>
    requestWith({ TRUSTPILOT_API_KEY: apiKey }, `/api/v0/${tool}`, {
      method: "POST",
      body: JSON.stringify({ domain }),
      headers: { Authorization: `Bearer ${key}` },
    });

  it.each([
    ["signal_reviews_negative", 1, "Arm fell off"],
    ["signal_reviews_positive", 5, "Steady hands"],
  ])("%s fires for the recent ones", async (tool, stars, title) => {
    const { status, body, text } = await reviews(tool, "acme-robotics.example");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      is_detected: true,
      matching_reviews_count: 1,
      recent_reviews_count: 3,
      average_stars: 3,
      source: "trustpilot",
      reviews: [{ stars, title }],
    });
    expect(text).not.toContain("Somebody Private");
  });

  it.each([
    ["signal_reviews_negative", "lumenta.example", null],
    ["signal_reviews_positive", "lumenta.example", null],
    ["signal_reviews_negative", "fernhill.example", "not_on_trustpilot"],
    ["signal_reviews_negative", "brightwater.example", "not_on_trustpilot"],
  ])("%s does not fire for %s: old, or a namesake's, or none", async (tool, domain, reason) => {
    const { status, body } = await reviews(tool, domain);
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_detected: false, reviews: [], reason });
  });

  it("is 501 without a key, naming the variable, and not charged", async () => {
    for (const tool of ["signal_reviews_negative", "signal_reviews_positive"]) {
      const answer = await callTool(key, tool, { domain: "acme-robotics.example" });
      expect(answer).toMatchObject({ status: 501, body: { error: "not_configured" } });
      expect(answer.body.detail).toContain("TRUSTPILOT_API_KEY");
      expect(answer.headers.get("X-Tokens-Charged")).toBe("0");
    }
  });

  it("is 503 when the API refuses, without its words", async () => {
    const answer = await reviews("signal_reviews_negative", "quietfield.example", "wrong-key");
    expect(answer).toMatchObject({ status: 503, body: { error: "upstream_unavailable" } });
    expect(answer.text).not.toContain("secret-token");
  });

  it("never reads Trustpilot's pages", async () => {
    expect(await fetchedFrom("www.trustpilot.com")).toEqual([]);
  });
});
