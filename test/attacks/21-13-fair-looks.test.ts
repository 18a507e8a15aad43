/** Attack: many accounts without a purchase, with long lists of watched companies, make everybody else's looks late. */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { LOOKS_PER_ROUND } from "../../src/constants.ts";
import { MINUTE_MS } from "../../src/lib/time.ts";
import { noteAskedDomain, takeDue } from "../../src/watches/look-schedule.ts";
import { claimWorkspace, freshAddress } from "../support/claim-flow.ts";
import { anonymousKey, callTool, organisationOf, richKey, times } from "../support/harness.ts";
import { sourceContext } from "../support/source-context.ts";

beforeEach(() =>
  env.DB.batch(
    ["watched_domains", "watch_subscriptions", "watches"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  ),
);

const WATCH = { events: ["jobs.opened"], max_tokens_month: 10 };
async function watch(key: string, name: string, count: number): Promise<void> {
  const domains = Array.from({ length: count }, (_, index) => `${name}-${index}.example`);
  expect((await callTool(key, "create_watch", { ...WATCH, domains })).status).toBe(200);
}

/** 20 anonymous organisations that watch `each` companies, all of them due before anybody else's. */
async function crowd(each: number): Promise<void> {
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => watch(await anonymousKey(), `crowd-${index}`, each)),
  );
  await env.DB.prepare("UPDATE watched_domains SET due_at = due_at - 3600000").run();
}

/** How many of the next `count` looks are each one's, by the first word of the domain. */
async function nextLooks(count: number, now = Date.now() + MINUTE_MS): Promise<Record<string, number>> {
  const taken = await takeDue(env.DB, now, count);
  const owners = Object.entries(Object.groupBy(taken, ({ domain }) => domain.split("-")[0] ?? ""));
  return Object.fromEntries(owners.map(([owner, looks]) => [owner, looks?.length ?? 0]));
}

describe("21.13: looks are chosen in rounds of all organisations", () => {
  it("20 anonymous keys with long lists leave a newcomer and a customer their looks of each round", async () => {
    await crowd(60);
    await watch(await claimWorkspace(freshAddress()), "free", 8);
    await watch(await richKey(), "paid", 30);
    const round = 20 + LOOKS_PER_ROUND.free + LOOKS_PER_ROUND.paid;
    expect(await nextLooks(round)).toEqual({ crowd: 20, free: 3, paid: 10 });
    expect(await nextLooks(round)).toEqual({ crowd: 20, free: 3, paid: 10 });
    expect(await nextLooks(round)).toEqual({ crowd: 21, free: 2, paid: 10 });
  });

  it("one list of a customer does not keep an anonymous key waiting either", async () => {
    await watch(await richKey(), "paid", 500);
    await env.DB.prepare("UPDATE watched_domains SET due_at = due_at - 3600000").run();
    await watch(await anonymousKey(), "other", 2);
    expect(await nextLooks(22)).toEqual({ paid: 20, other: 2 });
  });

  it("looks for organisations without a purchase take no more than half of those under way", async () => {
    await crowd(60);
    expect(await nextLooks(1_000)).toEqual({ crowd: 500 });
    expect(await nextLooks(1_000)).toEqual({});
    await watch(await richKey(), "paid", 300);
    await watch(await richKey(), "customer", 300);
    expect(await nextLooks(1_000)).toEqual({ paid: 250, customer: 250 });
  });

  it("a company that several watch takes the first of their turns, and counts as a customer's", async () => {
    await crowd(60);
    const key = await richKey();
    const shared = Array.from({ length: 10 }, (_, index) => `crowd-${index}-59.example`);
    await callTool(key, "create_watch", { ...WATCH, domains: shared });
    const taken = (await takeDue(env.DB, Date.now() + MINUTE_MS, 10)).map(({ domain }) => domain);
    expect(taken.toSorted()).toEqual(shared.toSorted());
    const paid = env.DB.prepare("SELECT count(*) AS n FROM watched_domains WHERE is_paid");
    expect(await paid.first("n")).toBe(10);
  });

  it("companies that signal tools were asked about wait in the same rounds", async () => {
    await crowd(60);
    const [free, paid] = [
      await organisationOf(await claimWorkspace(freshAddress())),
      await organisationOf(await richKey()),
    ];
    const now = Date.now();
    const ask = (organisationId: string, plan: "free" | "paid", domain: string) =>
      noteAskedDomain(sourceContext({ caller: { organisationId, plan } }), domain, now);
    for (let index = 0; index < 15; index++) await ask(free, "free", `free-${index}.example`);
    for (let index = 0; index < 15; index++) await ask(paid, "paid", `paid-${index}.example`);
    await ask(paid, "paid", "free-0.example");
    const tomorrow = now + 25 * 3_600_000;
    // The customer's ten of the round are `paid-…` or the one of `free-…` that it asked about too.
    expect(await nextLooks(33, tomorrow)).toEqual({ crowd: 20, free: 4, paid: 9 });
  });

  it("concurrent runs of the cron take each look once", async () => {
    await crowd(20);
    const taken = (await times(5, () => takeDue(env.DB, Date.now() + MINUTE_MS))).flat();
    expect(taken).toHaveLength(400);
    expect(new Set(taken.map(({ domain }) => domain)).size).toBe(400);
  });
});
