import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../src/lib/time.ts";
import { previousOpening } from "../../../src/tools/signals/hiring-signals.ts";
import { advanceClock, callTool, freezeClock, richKey, runCron, times } from "../../support/harness.ts";
import { changeSite } from "../../support/signal-harness.ts";
import { forgetSites } from "../../support/sites.ts";
import { fetchedFrom } from "../../support/source-context.ts";
import { lookNow } from "../../support/watch-harness.ts";

const domain = "changing.example";
const OTHER = { id: "g-1", title: "Gardener", place: "Porto" };
const REP = { id: "job-1", title: "Account Executive", place: "Porto" };

/** Queues of our fetcher remember the time, so it never goes back. */
let start = Date.now();

beforeEach(async () => {
  start += 200 * DAY_MS;
  freezeClock(start);
  await env.DB.batch(["snapshots", "watched_domains"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  await env.DATA.exec("DELETE FROM source_cache");
  forgetSites();
  await changeSite({});
});
afterEach(() => {
  vi.useRealTimers();
});

async function kept(): Promise<{ kind: string; data_json: string }[]> {
  return (
    await env.DB.prepare("SELECT kind, data_json FROM snapshots ORDER BY kind, observed_at").all<{
      kind: string;
      data_json: string;
    }>()
  ).results;
}

describe("signal_website_change", () => {
  const look = (key: string) => callTool(key, "signal_website_change", { domain });

  it("stores a baseline, then fires with before and after, for everybody, for 30 days", async () => {
    const key = await richKey();
    expect((await look(key)).body).toMatchObject({
      is_detected: false,
      reason: "baseline_created",
      changes: [],
      status: "ok",
    });
    advanceClock(HOUR_MS);
    expect((await look(key)).body).toMatchObject({ is_detected: false, reason: null, changes: [] });
    expect(await kept()).toHaveLength(1);

    await changeSite({
      title: "Changing | <i>Cloth</i>",
      plans: [
        ["Starter", "$29"],
        ["Team", "$49"],
      ],
    });
    advanceClock(HOUR_MS);
    const { body, text, headers } = await look(key);
    expect(body).toMatchObject({
      is_detected: true,
      reason: null,
      source: "own_site",
      summary: "Changed: title, plans.",
    });
    expect(body.changes).toEqual([
      { field: "title", before: "Changing | Paper", after: "Changing | Cloth", changed_at: body.observed_at },
      {
        field: "plans",
        before: [
          { name: "Starter", price: "$19" },
          { name: "Team", price: "$49" },
        ],
        after: [
          { name: "Starter", price: "$29" },
          { name: "Team", price: "$49" },
        ],
        changed_at: body.observed_at,
      },
    ]);
    expect(text).not.toContain("<");
    expect(headers.get("X-Tokens-Charged")).toBe("5");

    advanceClock(2 * DAY_MS);
    expect((await look(await richKey())).body).toMatchObject({
      is_detected: true,
      changes: [{ field: "title" }, { field: "plans" }],
    });
    advanceClock(31 * DAY_MS);
    expect((await look(key)).body).toMatchObject({ is_detected: false, reason: null, changes: [] });
    expect(await kept()).toHaveLength(1);
  });

  it("keeps facts and a digest, never a page", async () => {
    await look(await richKey());
    const [row] = await kept();
    expect(JSON.parse(row?.data_json ?? "")).toEqual({
      title: "Changing | Paper",
      headline: "Paper that stays",
      navigation: ["Pricing", "Careers"],
      plans: [
        { name: "Starter", price: "$19" },
        { name: "Team", price: "$49" },
      ],
      generator: null,
    });
  });

  it("makes one baseline of many first looks at once", async () => {
    const key = await richKey();
    await Promise.all(await times(3, async () => look(key)));
    expect(await kept()).toHaveLength(1);
  });

  it.each([
    ["blocking.example", "blocked_by_site"],
    ["nobody-has-this.example", "domain_has_no_dns"],
  ])("%s gives no baseline: %s", async (host, reason) => {
    const { body } = await callTool(await richKey(), "signal_website_change", { domain: host });
    expect(body).toMatchObject({ is_detected: false, status: "not_found", reason });
    expect(await kept()).toEqual([]);
  });
});

describe("signal_hiring_sales_rep_repost", () => {
  const look = async (key: string, jobs: unknown[], ms = 7 * HOUR_MS) => {
    await changeSite({ jobs });
    advanceClock(ms);
    return (await callTool(key, "signal_hiring_sales_rep_repost", { domain })).body;
  };

  it("fires when the same position comes back under a new id", async () => {
    const key = await richKey();
    expect(await look(key, [REP, OTHER])).toMatchObject({
      is_detected: false,
      reason: "baseline_created",
      board: "own_site",
    });
    expect(await look(key, [OTHER])).toMatchObject({ is_detected: false, reason: null, reposted_jobs: [] });
    const again = { ...REP, id: "job-9", title: "Account  EXECUTIVE" };
    expect(await look(key, [again, OTHER])).toMatchObject({
      is_detected: true,
      reposted_jobs: [
        { id: "job-9", previous_id: "job-1", location: "Porto", previously_open_until: expect.any(String) },
      ],
    });
  });

  it("does not fire for another place, another title, a second opening, or after 60 days", async () => {
    const key = await richKey();
    await look(key, [REP, OTHER]);
    expect(await look(key, [REP, { ...REP, id: "job-2" }, OTHER])).toMatchObject({ is_detected: false });
    expect(await look(key, [{ ...REP, id: "job-2" }, OTHER])).toMatchObject({ is_detected: false });
    expect(
      await look(key, [
        { ...REP, id: "job-3", place: "Braga" },
        { ...OTHER, id: "g-2" },
      ]),
    ).toMatchObject({ is_detected: false });
    expect(await look(key, [OTHER], 61 * DAY_MS)).toMatchObject({ is_detected: false });
    expect(await look(key, [{ ...REP, id: "job-7" }, OTHER], 61 * DAY_MS)).toMatchObject({ is_detected: false });
  });

  it("knows a position that was gone and is back under its old id", () => {
    const at = (observedAt: number, ...ids: string[]) => ({
      observedAt,
      data: ids.map((id) => ({ key: "sales rep | porto", id })),
    });
    const job = { id: "1", title: "Sales Rep", location: "Porto" };
    expect(previousOpening(job, [at(1, "1"), at(2), at(3, "1")])).toMatchObject({ previous_id: "1" });
    expect(previousOpening(job, [at(1, "1"), at(3, "1", "2")])).toBeNull();
    expect(previousOpening(job, [at(1, "1")])).toBeNull();
  });
});

describe("watched domains", () => {
  const asked = () => env.DB.prepare("SELECT domain FROM watched_domains").all();

  it("are looked at again once a day by the cron, so that the next question has an answer", async () => {
    const key = await richKey();
    await callTool(key, "signal_hiring_support", { domain });
    expect((await asked()).results).toEqual([{ domain }]);
    expect((await kept()).map(({ kind }) => kind)).toEqual([]);
    advanceClock(DAY_MS + HOUR_MS);
    await lookNow();
    expect((await kept()).map(({ kind }) => kind)).toEqual(["open_positions", "sales_jobs", "website"]);

    await changeSite({ title: "Changing | Wood" });
    await lookNow();
    expect(await kept()).toHaveLength(3);
    advanceClock(DAY_MS + HOUR_MS);
    await lookNow();
    expect(await kept()).toHaveLength(4);
    const { body } = await callTool(key, "signal_website_change", { domain });
    expect(body).toMatchObject({
      is_detected: true,
      changes: [{ field: "title", before: "Changing | Paper", after: "Changing | Wood" }],
    });
  });

  it("are left alone once nobody has asked for 30 days", async () => {
    await callTool(await richKey(), "signal_hiring_support", { domain });
    advanceClock(31 * DAY_MS);
    const before = await fetchedFrom(domain);
    await lookNow();
    expect(await fetchedFrom(domain)).toEqual(before);
    await runCron();
    expect((await asked()).results).toEqual([]);
  });
});
