/** Attack: a caller burns a vendor's credits of the day for nothing, and paying customers are charged for empty answers. */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { parseTitleFilter } from "../../src/readers/titles/title-filter.ts";
import { askVendor } from "../../src/sources/vendors/ask-vendor.ts";
import { anonymousKey, balanceOf, giveTokens, makePaid, requestWith, times } from "../support/harness.ts";
import { fetchedFrom, sourceContext } from "../support/source-context.ts";

const LIST = "search_network_company_employees";
/** Its site errs; the vendor knows three engineers there, all of downtime. */
const ERRING = "robots-down.example";
const VARS = { PDL_API_KEY: "good-key", PDL_PEOPLE_PER_SEARCH: "3" };

vi.spyOn(console, "error").mockImplementation(() => {});
vi.spyOn(console, "warn").mockImplementation(() => {});
beforeEach(async () => {
  await env.DATA.exec("DELETE FROM source_cache");
  await env.DB.exec("DELETE FROM vendor_spending");
});

async function richKey({ paid }: { paid: boolean }): Promise<string> {
  const key = await anonymousKey();
  await giveTokens(key, 1_000);
  if (paid) await makePaid(key);
  return key;
}

function list(key: string, body: object, vars: object = VARS) {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  return requestWith({ ...vars }, `/api/v0/${LIST}`, { method: "POST", headers, body: JSON.stringify(body) });
}

const vendorCalls = async () => (await fetchedFrom("api.peopledatalabs.com")).length;
const creditsSpent = () =>
  env.DB.prepare("SELECT coalesce(sum(credits), 0) AS n FROM vendor_spending").first<number>("n");

describe("a filter that no title can pass", () => {
  it.each([
    "engineer NOT engineer",
    "NOT cto AND cto",
    '"chief technology officer" NOT cto',
    "svp NOT vp",
    "senior software engineer NOT engineer",
    '"vp of sales" NOT sales',
    "marketing NOT market*",
    "(engineer OR developer) NOT (developer OR engineer)",
    "sales NOT (sales OR marketing) AND manager",
    "(cto NOT cto) OR (ceo NOT ceo)",
    "销售总监 NOT 总监",
  ])("%s is 400 before anybody is asked", async (title_filters) => {
    const key = await richKey({ paid: true });
    const before = await vendorCalls();
    const { status, body, headers } = await list(key, { domain: "vendor-only.example", title_filters });
    expect([status, body.error, body.code, body.position]).toEqual([400, "invalid_title_filter", "contradiction", 0]);
    expect([headers.get("X-Tokens-Charged"), await vendorCalls()]).toEqual(["0", before]);
  });

  it.each([
    "engineer NOT software",
    "vp NOT svp",
    "vp NOT president",
    "president NOT vp",
    "market* NOT marketing",
    '"software engineer" NOT "engineer software"',
    "(engineer NOT engineer) OR cto",
    "engineer NOT (engineer AND manager)",
    "NOT engineer",
  ])("%s is a filter that some title passes", (expression) => {
    expect(() => parseTitleFilter(expression)).not.toThrow();
  });
});

describe("a call whose free source fails", () => {
  it("is charged once the vendor has been paid, and ends at the organisation's share", async () => {
    const key = await richKey({ paid: false });
    const vars = { ...VARS, VENDOR_CREDITS_PER_DAY: "60" };
    const calls = await vendorCalls();
    const before = await balanceOf(key);
    const answers = [];
    for (let index = 0; index < 6; index++) {
      const title_filters = `engineer NOT downtime NOT word${index}x`;
      answers.push(await list(key, { domain: ERRING, title_filters }, vars));
      await env.DATA.prepare("DELETE FROM source_cache").run();
    }
    // A tenth of 60: two searches of three credits.
    expect(answers.map(({ status }) => status)).toEqual(
      [200, 200, 503, 503, 503, 503].map((status) => (status === 503 ? expect.any(Number) : status)),
    );
    expect(answers.slice(2).every(({ status }) => status >= 500)).toBe(true);
    expect(answers[0]?.body).toMatchObject({ status: "partial", total: 0 });
    expect([(await vendorCalls()) - calls, await creditsSpent()]).toEqual([2, 6]);
    expect(before - (await balanceOf(key))).toBe(10);
  });
});

describe("the day's credits", () => {
  it("keep a share for organisations that have paid", async () => {
    const vars = { ...VARS, VENDOR_CREDITS_PER_DAY: "30" };
    const strangers = await times(8, () => richKey({ paid: false }));
    const asked = await Promise.all(
      strangers.map((key, index) => list(key, { domain: ERRING, title_filters: `engineer OR w${index}ord` }, vars)),
    );
    // Half of 30 is for those without a purchase: five searches of three credits.
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await creditsSpent()).toBe(15);
    const customer = await richKey({ paid: true });
    const { status, body } = await list(customer, { domain: "vendor-only.example", title_filters: "cto" }, vars);
    expect([status, body.sources.find(({ source }: { source: string }) => source === "pdl").state]).not.toEqual([
      503,
      "skipped",
    ]);
  });

  it("when used up, are a 503 that costs nothing, not a charged miss", async () => {
    const customer = await richKey({ paid: true });
    const before = await balanceOf(customer);
    const { status, body, headers } = await list(
      customer,
      { domain: "vendor-only.example" },
      { ...VARS, VENDOR_CREDITS_PER_DAY: "2" },
    );
    expect([status, body.error]).toEqual([503, "upstream_unavailable"]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect([await balanceOf(customer), await creditsSpent()]).toEqual([before, 0]);
  });
});

describe("a vendor that does not answer", () => {
  const PDL = { name: "pdl", url: "https://vendor.example/", confidence: 1, keyName: "PDL_API_KEY" } as const;
  const context = () => {
    const given = sourceContext();
    return { ...given, config: { ...given.config, PDL_API_KEY: "good-key" } };
  };

  it("is booked as spent: the call may be on its bill", async () => {
    const call = async () => ({ status: "timeout" }) as const;
    const finding = await askVendor(context(), PDL, { kind: "pdl_people", key: "silent.example", credits: 4, call });
    expect([finding.status, await creditsSpent()]).toEqual(["failed", 4]);
  });

  it("is waited for with few reads of the database", async () => {
    const asking = (call: () => Promise<never>) =>
      askVendor(context(), PDL, { kind: "pdl_people", key: "slow.example", credits: 1, call });
    const asked = Promise.withResolvers<void>();
    const slow = asking(async () => {
      asked.resolve();
      await scheduler.wait(5_000);
      return { status: "found", data: "known", credits: 1 } as never;
    });
    await asked.promise;
    const prepare = vi.spyOn(env.DATA, "prepare");
    const waiting = await asking(async () => expect.unreachable() as never);
    // Objects of earlier tests may write in the background; the waiting caller asks the fact cache only.
    const reads = prepare.mock.calls.filter(([statement]) => statement.includes("source_cache")).length;
    prepare.mockRestore();
    expect(waiting).toMatchObject({ status: "found", data: "known", cached: true });
    await slow;
    // Each look is a read and a try to take the turn.
    expect(reads).toBeLessThan(30);
  });
});
