import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "../../../src/lib/time.ts";
import { countChanges } from "../../../src/tools/socials/get-company-hiring.ts";
import { advanceClock, callTool, freezeClock, richKey } from "../../support/harness.ts";
import { changeSite } from "../../support/signal-harness.ts";
import { forgetSites } from "../../support/sites.ts";

let key: string;
beforeAll(async () => {
  key = await richKey();
});

describe("list_company_jobs", () => {
  const list = async (domain: string, more: Record<string, unknown>) => {
    const { status, body } = await callTool(key, "list_company_jobs", { domain, ...more });
    expect(status).toBe(200);
    return body.jobs.map(({ title }: { title: string }) => title);
  };

  it.each([
    ["lever-works.example", { location: "paris" }, ["Account Manager"]],
    ["lever-works.example", { location: "FR" }, ["Account Manager"]],
    ["lever-works.example", { location: "par" }, []],
    ["lever-works.example", { department: "sales" }, ["Account Manager"]],
    ["lever-works.example", { workplace: "hybrid" }, ["Account Manager"]],
    ["lever-works.example", { posted_after: "2025-11-10" }, ["Account Manager"]],
    ["lever-works.example", { posted_after: "2025-11-10T11:00:00Z" }, []],
    // Head of Partnerships, in Sales.
    ["greenhouse-works.example", { title_filters: "sales" }, ["Head of Partnerships"]],
    ["greenhouse-works.example", { title_filters: "partnerships NOT sales" }, []],
  ])("%s %j: %j", async (domain, filter, titles) => {
    expect(await list(domain, filter)).toEqual(titles);
  });

  it("gives texts only when they are asked for", async () => {
    const domain = "greenhouse-works.example";
    const { body: bare } = await callTool(key, "list_company_jobs", { domain });
    expect(bare.jobs[0]).not.toHaveProperty("description");
    const { body, text } = await callTool(key, "list_company_jobs", { domain, include: ["description"] });
    expect(body.jobs[0].description).toContain("Find & keep partners");
    expect(text).not.toContain("jobs@ghworks");
  });

  it.each([{ workplace: "moon" }, { posted_after: "yesterday" }, { include: ["salary"] }, { location: "" }])(
    "%o is 400",
    async (field) => {
      const { status, body } = await callTool(key, "list_company_jobs", { domain: "lever-works.example", ...field });
      expect(status).toBe(400);
      expect(body.errors[0].path).toContain(Object.keys(field)[0]);
    },
  );
});

describe("a board that is recognised and not read", () => {
  const domain = "on-workday.example";

  it("is partial in every tool, with its name", async () => {
    const listed = await callTool(key, "list_company_jobs", { domain });
    expect(listed.body).toMatchObject({
      status: "partial",
      board: "workday",
      reason: "board_not_read",
      jobs: [],
      total: null,
    });
    expect(listed.body.evidence).toEqual([
      { url: "https://acme.wd5.myworkdayjobs.com/en-US/Acme_Careers", kind: "job_board" },
    ]);
    const unread = { status: "partial", board: "workday", reason: "board_not_read" };
    const hiring = await callTool(key, "get_company_hiring", { domain });
    expect(hiring.body).toMatchObject({ ...unread, total_jobs: null });
    const signal = await callTool(key, "signal_hiring_sales_rep", { domain });
    expect(signal.body).toMatchObject({ ...unread, is_detected: false, total_jobs: null });
    for (const { headers } of [listed, hiring, signal]) expect(headers.get("X-Tokens-Charged")).toBe("0");
  });

  it("is an error of its detectors, not an answer of theirs", async () => {
    const { body } = await callTool(key, "detect_signal", { domain });
    const hiring = ["support", "sales_rep", "sales_leadership", "sales_rep_repost"].map(
      (name) => `signal_hiring_${name}`,
    );
    expect(body.errors).toEqual(expect.arrayContaining(hiring.map((signal) => ({ signal, reason: "board_not_read" }))));
    expect(body.checked.filter((name: string) => hiring.includes(name))).toEqual([]);
    expect(body.status).toBe("partial");
  });
});

describe("a site of which nothing could be read", () => {
  it.each([
    ["nobody-has-this.example", "domain_has_no_dns"],
    ["forbidden.example", "disallowed_by_robots"],
  ])("%s has an unknown number of positions, not none", async (domain, reason) => {
    const listed = await callTool(key, "list_company_jobs", { domain });
    expect(listed.body).toMatchObject({ status: "not_found", reason, jobs: [], total: null, has_more: false });
    const hiring = await callTool(key, "get_company_hiring", { domain });
    expect(hiring.body).toMatchObject({ status: "not_found", reason, total_jobs: null });
    const signal = await callTool(key, "signal_hiring_sales_rep", { domain });
    expect(signal.body).toMatchObject({ is_detected: false, reason, total_jobs: null });
  });

  it("is none only where a list of positions was read", async () => {
    const { body } = await callTool(key, "list_company_jobs", { domain: "empty-desk.example" });
    expect(body).toMatchObject({ jobs: [], total: 0 });
  });
});

describe("signals over any board", () => {
  it("prove themselves with the posting's own address", async () => {
    const { body } = await callTool(key, "signal_hiring_sales_rep", { domain: "zoho-works.example" });
    expect(body).toMatchObject({ is_detected: true, board: "zoho" });
    expect(body.evidence[0]).toEqual({ url: "https://zohoworks.zohorecruit.in/jobs/Careers/88", kind: "job_posting" });
  });
});

describe("get_company_hiring", () => {
  it("counts what is open", async () => {
    const { body, headers } = await callTool(key, "get_company_hiring", { domain: "bamboo-works.example" });
    expect(headers.get("X-Tokens-Charged")).toBe("3");
    const one = (...values: (string | null)[]) => values.map((value) => ({ value, count: 1 }));
    expect(body).toMatchObject({
      board: "bamboohr",
      total_jobs: 2,
      by_department: one("Finance", null),
      by_country: one("PT", "US"),
      by_workplace: one("hybrid", "remote"),
      opened: { last_7_days: null, last_30_days: null },
      status: "ok",
      reason: "baseline_created",
      coverage: { read: expect.arrayContaining([expect.objectContaining({ board: "bamboohr" })]), not_read: [] },
    });
  });

  it("publishes ranges of salaries by currency and period", async () => {
    const { body } = await callTool(key, "get_company_hiring", { domain: "greenhouse-works.example" });
    expect(body.salary_ranges).toEqual([{ currency: "EUR", period: "year", jobs: 1, min: 85000, max: 110000 }]);
    expect(body.by_seniority).toEqual([
      { value: "head", count: 1 },
      { value: null, count: 1 },
    ]);
  });

  it("counts what opened and closed since its first look", async () => {
    freezeClock(Date.now() + 100 * DAY_MS);
    const domain = "changing.example";
    const job = (id: string) => ({ id, title: `Potter ${id}`, place: "Porto" });
    await env.DB.exec("DELETE FROM snapshots");
    await env.DATA.exec("DELETE FROM source_cache");
    forgetSites();
    await changeSite({ jobs: [job("a"), job("b")] });
    expect((await callTool(key, "get_company_hiring", { domain })).body.reason).toBe("baseline_created");
    await changeSite({ jobs: [job("b"), job("c"), job("d")] });
    advanceClock(DAY_MS);
    const { body } = await callTool(key, "get_company_hiring", { domain });
    expect(body).toMatchObject({
      total_jobs: 3,
      reason: null,
      opened: { last_7_days: 2, last_30_days: 2 },
      closed: { last_7_days: 1, last_30_days: 1 },
    });
    await changeSite({});
    vi.useRealTimers();
  });
});

describe("countChanges", () => {
  const now = 100 * DAY_MS;
  const look = (daysAgo: number, ...data: string[]) => ({ data, observedAt: now - daysAgo * DAY_MS });

  it("counts by window, and a position that is open again was not closed", () => {
    const history = [look(40, "a", "b"), look(20, "a", "c"), look(3, "b", "c", "d")];
    expect(countChanges(history, now)).toMatchObject({
      opened: { last_7_days: 2, last_30_days: 3 },
      closed: { last_7_days: 1, last_30_days: 1 },
    });
  });

  it("nothing changed since an old look is zero, a baseline of today is unknown", () => {
    expect(countChanges([look(40, "a")], now).opened).toEqual({ last_7_days: 0, last_30_days: 0 });
    expect(countChanges([look(10, "a")], now).opened).toEqual({ last_7_days: 0, last_30_days: null });
    expect(countChanges([look(0, "a")], now).closed).toEqual({ last_7_days: null, last_30_days: null });
  });
});
