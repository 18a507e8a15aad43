import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { theirStackJobs } from "../../../src/sources/vendors/theirstack.ts";
import { DETECTORS } from "../../../src/tools/signals/detectors.ts";
import { type Answer, balanceOf, callTool, requestWith, richKey, times } from "../../support/harness.ts";
import { calmGdelt, DETECTOR_NAMES } from "../../support/signal-harness.ts";
import { fetchedFrom, sourceContext } from "../../support/source-context.ts";

type Reasoned = { signal: string; reason: string };

let key = "";
beforeAll(async () => {
  key = await richKey();
});
beforeEach(calmGdelt);

const detect = (body: Record<string, unknown>, bearer = key) => callTool(bearer, "detect_signal", body);
const ended = ({ body }: Answer): string[] =>
  [...body.checked, ...[...body.skipped, ...body.errors].map(({ signal }: Reasoned) => signal)].sort();
const reasons = (list: Reasoned[]) => Object.fromEntries(list.map(({ signal, reason }) => [signal, reason]));

describe("detect_signal", () => {
  it("answers every detector in exactly one place, and only what fired as a signal", async () => {
    const answer = await detect({
      domain: "https://www.acme-robotics.example/",
      techs: ["intercom.com", "zendesk.com"],
    });
    const { status, body, text, headers } = answer;
    expect(status).toBe(200);
    expect(ended(answer)).toEqual([...DETECTOR_NAMES].sort());
    expect(body).toMatchObject({ domain: "acme-robotics.example", status: "ok", errors: [], incomplete: [] });
    expect(reasons(body.skipped)).toEqual({
      signal_hiring_role: "needs_input",
      signal_hiring_sales_rep_repost: "baseline_created",
      signal_website_change: "baseline_created",
      signal_reviews_negative: "not_configured",
      signal_reviews_positive: "not_configured",
    });
    const fired = body.signals.map(({ signal_name: name }: { signal_name: string }) => name);
    expect(fired).toEqual([
      "signal_technologies_identified",
      "signal_hiring_support",
      "signal_hiring_sales_rep",
      "signal_funding",
      "signal_leadership_change",
      "signal_news_mention",
    ]);
    for (const signal of body.signals) {
      expect(signal).toMatchObject({ is_detected: true, category: expect.any(String), summary: expect.any(String) });
      expect(signal.strength).toBeGreaterThan(0);
      expect(signal.strength).toBeLessThanOrEqual(1);
      expect(signal.evidence.length).toBeGreaterThan(0);
    }
    expect(body.signals[0].data.technologies_found).toEqual(["intercom.com"]);
    expect(text).not.toMatch(/[<>]|secret-token/);
    expect(headers.get("X-Tokens-Charged")).toBe("15");
  });

  it("looks at a site once, however many detectors want the page", async () => {
    const before = (await fetchedFrom("brightwater.example")).length;
    await detect({ domain: "brightwater.example", techs: ["intercom.com"] });
    const urls = (await fetchedFrom("brightwater.example"))
      .slice(before)
      .filter((line) => !line.includes("robots.txt"));
    expect(urls).toHaveLength(new Set(urls).size);
    expect(urls).toContain("GET https://brightwater.example/");
  });

  it("without techs skips the technologies", async () => {
    const { body } = await detect({ domain: "lumenta.example", techs: [] });
    expect(reasons(body.skipped).signal_technologies_identified).toBe("needs_input");
    expect(body.signals).toEqual([]);
    expect(body).toMatchObject({ confidence: 0, source: null, evidence: [] });
  });

  it("a page that hangs costs its detectors their time and nobody else anything", async () => {
    const answer = await detect({ domain: "slow-careers.example", techs: ["intercom.com"] });
    expect(answer.status).toBe(200);
    expect(answer.body.status).toBe("partial");
    expect(reasons(answer.body.errors)).toEqual({
      signal_hiring_support: "timeout",
      signal_hiring_sales_rep: "timeout",
      signal_hiring_sales_leadership: "timeout",
      signal_hiring_sales_rep_repost: "timeout",
    });
    expect(answer.body.checked).toEqual([
      "signal_technologies_identified",
      "signal_funding",
      "signal_leadership_change",
      "signal_news_mention",
    ]);
    expect(ended(answer)).toEqual([...DETECTOR_NAMES].sort());
  });

  it("one that fails is named and does not spoil the others", async () => {
    const answer = await detect({ domain: "failing.example", techs: ["intercom.com"] });
    expect(answer.status).toBe(200);
    expect(answer.body.status).toBe("partial");
    expect(reasons(answer.body.errors)).toMatchObject({
      signal_technologies_identified: "upstream_error",
      signal_hiring_support: "upstream_error",
      signal_website_change: "upstream_error",
    });
    expect(answer.body.checked).toContain("signal_news_mention");
    expect(answer.body.incomplete).toContainEqual({
      signal: "signal_news_mention",
      source: "own_site",
      reason: "upstream_error",
    });
    expect(ended(answer)).toEqual([...DETECTOR_NAMES].sort());
    expect(answer.text).not.toContain("secret-token");
  });

  it("a site that forbids the look is an error of those that need it", async () => {
    const { body } = await detect({ domain: "forbidden.example" });
    expect(reasons(body.errors)).toMatchObject({ signal_website_change: "disallowed_by_robots" });
    expect((await fetchedFrom("forbidden.example")).filter((line) => !line.endsWith("/robots.txt"))).toEqual([]);
  });

  it("reviews count once there is a key", async () => {
    const { body } = await requestWith({ TRUSTPILOT_API_KEY: "trustpilot-key" }, "/api/v0/detect_signal", {
      method: "POST",
      body: JSON.stringify({ domain: "acme-robotics.example" }),
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(body.checked).toEqual(expect.arrayContaining(["signal_reviews_negative", "signal_reviews_positive"]));
  });

  it.each(["network.example", "www.linkedin.com", "10.0.0.1", "gmail.com", "co.uk"])("%s is 400", async (domain) => {
    const answer = await detect({ domain });
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect(answer.headers.get("X-Tokens-Charged")).toBe("0");
  });
});

describe("the organisation's order", () => {
  it("is all detectors until it is set", async () => {
    const { body, headers } = await callTool(await richKey(), "get_signals_order");
    expect(body).toEqual({ order: DETECTOR_NAMES, omitted: [] });
    expect(headers.get("X-Tokens-Charged")).toBe("0");
  });

  it("holds for the organisation and for nobody else", async () => {
    const own = await richKey();
    const order = ["signal_news_mention", "signal_hiring_sales_rep", "signal_hiring_support"];
    const omitted = DETECTOR_NAMES.filter((name) => !order.includes(name));
    const set = await callTool(own, "set_signals_order", { order: [...order, "signal_news_mention"] });
    expect(set).toMatchObject({ status: 200, body: { order, omitted } });
    expect((await callTool(own, "get_signals_order")).body).toEqual({ order, omitted });
    expect((await callTool(key, "get_signals_order")).body.omitted).toEqual([]);

    const answer = await detect({ domain: "acme-robotics.example", techs: ["intercom.com"] }, own);
    expect(answer.body.checked).toEqual(order);
    expect(answer.body.signals.map(({ signal_name: name }: { signal_name: string }) => name)).toEqual(order);
    expect(reasons(answer.body.skipped)).toEqual(Object.fromEntries(omitted.map((name) => [name, "omitted"])));
    expect(ended(answer)).toEqual([...DETECTOR_NAMES].sort());
  });

  it("refuses an unknown name and changes nothing", async () => {
    const own = await richKey();
    for (const order of [["signal_funding", "signal_unknown"], ["detect_signal"], "signal_funding", null]) {
      expect(await callTool(own, "set_signals_order", { order })).toMatchObject({
        status: 400,
        body: { error: "invalid_request" },
      });
    }
    expect((await callTool(own, "get_signals_order")).body.omitted).toEqual([]);
  });

  it("when nothing can be checked the call is refunded: 501 if nothing erred, 502 if something did", async () => {
    const own = await richKey();
    const balance = await balanceOf(own);
    await callTool(own, "set_signals_order", { order: ["signal_hiring_role", "signal_reviews_negative"] });
    expect(await detect({ domain: "acme-robotics.example" }, own)).toMatchObject({
      status: 501,
      body: { error: "not_configured" },
    });
    await callTool(own, "set_signals_order", { order: [] });
    expect(await detect({ domain: "acme-robotics.example" }, own)).toMatchObject({ status: 501 });
    await callTool(own, "set_signals_order", { order: ["signal_website_change", "signal_reviews_negative"] });
    expect(await detect({ domain: "failing.example" }, own)).toMatchObject({
      status: 502,
      body: { error: "upstream_error" },
    });
    expect(await balanceOf(own)).toBe(balance);
  });

  it("a baseline is an answer", async () => {
    const own = await richKey();
    await callTool(own, "set_signals_order", { order: ["signal_website_change"] });
    const { status, body } = await detect({ domain: "fernhill.example" }, own);
    expect(status).toBe(200);
    expect(body).toMatchObject({ signals: [], checked: [], errors: [] });
    expect(reasons(body.skipped).signal_website_change).toBe("baseline_created");
  });
});

describe("hiring", () => {
  it.each([
    ["signal_hiring_support", "acme-robotics.example", ["Customer Support Specialist"]],
    ["signal_hiring_support", "fernhill.example", ["Customer Success Manager"]],
    ["signal_hiring_sales_rep", "acme-robotics.example", ["Account Executive"]],
    ["signal_hiring_sales_leadership", "brightwater.example", ["Head of Partnerships"]],
    ["signal_hiring_support", "brightwater.example", []],
    ["signal_hiring_sales_rep", "brightwater.example", []],
    ["signal_hiring_sales_leadership", "acme-robotics.example", []],
    ["signal_hiring_sales_rep", "quietfield.example", []],
  ])("%s at %s: %j", async (tool, domain, titles) => {
    const { status, body } = await callTool(key, tool, { domain });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      domain,
      is_detected: titles.length > 0,
      matching_jobs_count: titles.length,
      status: "ok",
    });
    expect(body.matching_jobs.map(({ title }: { title: string }) => title)).toEqual(titles);
    for (const job of body.matching_jobs) {
      expect(Object.keys(job).sort()).toEqual(["department", "id", "location", "posted_at", "title", "url"]);
    }
  });

  it("signal_hiring_role takes any filter", async () => {
    const { body } = await callTool(key, "signal_hiring_role", {
      domain: "acme-robotics.example",
      job_title_filters: ["engineer NOT junior", "account executive"],
    });
    expect(body).toMatchObject({ is_detected: true, total_jobs: 3, matching_jobs_count: 2, board: "greenhouse" });
  });

  it("refuses a filter it cannot read before it holds tokens", async () => {
    const input = { domain: "acme-robotics.example", job_title_filters: "(sales OR" };
    const answer = await callTool(key, "signal_hiring_role", input);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: "invalid_title_filter", code: expect.any(String), position: expect.any(Number) },
    });
    expect(answer.headers.get("X-Tokens-Charged")).toBe("0");
    expect(await callTool(key, "signal_hiring_role", { domain: "acme-robotics.example" })).toMatchObject({
      status: 400,
    });
  });

  it("asks the vendor where the company's own pages list nothing, and leaves namesakes out", async () => {
    const ask = (secret: string, domain: string) =>
      requestWith({ THEIRSTACK_API_KEY: secret }, "/api/v0/signal_hiring_sales_leadership", {
        method: "POST",
        body: JSON.stringify({ domain }),
        headers: { Authorization: `Bearer ${key}` },
      });
    const alerts = vi.spyOn(console, "error").mockImplementation(() => {});
    const broke = await ask("wrong-key", "lumenta.example");
    expect(alerts.mock.calls.join("\n")).toContain('"vendor":"theirstack","problem":"out_of_credits"');
    alerts.mockRestore();
    expect(broke).toMatchObject({ status: 200, body: { is_detected: false, board: null } });
    expect(broke.text).not.toContain("secret-token");
    const { body } = await ask("theirstack-key", "lumenta.example");
    expect(body).toMatchObject({
      is_detected: true,
      total_jobs: 1,
      board: "theirstack",
      matching_jobs: [{ title: "VP of Sales" }],
    });
    const before = await fetchedFrom("api.theirstack.com");
    await ask("theirstack-key", "acme-robotics.example");
    expect(await fetchedFrom("api.theirstack.com")).toEqual(before);
  });

  it("asks the vendor within its budget of a day, which counts the rows that came", async () => {
    const used = () =>
      env.DB.prepare("SELECT credits FROM vendor_spending WHERE vendor = 'theirstack'").first("credits");
    const calls = async () => (await fetchedFrom("api.theirstack.com")).length;
    const ask = async (limit: number, domain: string) => {
      const context = sourceContext();
      const vars = { THEIRSTACK_API_KEY: "theirstack-key", VENDOR_CREDITS_PER_DAY: limit };
      const finding = await theirStackJobs({ ...context, config: { ...context.config, ...vars } }, domain);
      return finding.status === "found" ? finding.data.length : null;
    };
    await env.DB.prepare("DELETE FROM vendor_spending").run();
    const before = await calls();
    // 25 rows may come of a call, so two at the same time do not fit into 49.
    const found = await times(4, (index) => ask(49, `one-${index}.example`));
    expect(found.filter((jobs) => jobs !== null)).toEqual([1]);
    expect([(await calls()) - before, await used()]).toEqual([1, 2]);
    expect([await ask(26, "two.example"), await ask(27, "two.example")]).toEqual([null, 1]);
    expect([(await calls()) - before, await used()]).toEqual([2, 4]);
  });
});

it("the list has the twelve detectors of the contract, each a tool of its own", () => {
  expect(DETECTORS.map(({ name }) => name)).toEqual(DETECTOR_NAMES);
});

it("never fetched the network, whatever was asked", async () => {
  for (const host of ["network.example", "linkedin.com", "127.0.0.1", "10.0.0.1"]) {
    expect(await fetchedFrom(host)).toEqual([]);
  }
});
