import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deleteExpired } from "../../src/housekeeping.ts";
import { release, settle, takeHold } from "../../src/ledger/holds.ts";
import type { LeasedCall } from "../../src/ledger/lease-calls.ts";
import { exchangeLease } from "../../src/ledger/lease-exchange.ts";
import { newId } from "../../src/lib/ids.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/time.ts";
import { readCallSums } from "../../src/operator/call-sums.ts";
import { sha256Hex } from "../../src/platform/secrets.ts";
import {
  advanceClock,
  anonymousKey,
  callsOf,
  callTool,
  freezeClock,
  organisationOf,
  tally,
  times,
} from "../support/harness.ts";

const TOOL = "get_network_company_url";

beforeEach(() => freezeClock());
afterEach(() => void vi.useRealTimers());

const sumsOf = async (tool: string) =>
  (await readCallSums(env.DB, Date.now() - HOUR_MS)).find((sums) => sums.tool === tool);

describe("sums of all paid calls by hour and tool", () => {
  it("count each of 40 parallel calls on 25 tokens that was delivered, and each that failed, once", async () => {
    const before = await sumsOf(TOOL);
    const key = await anonymousKey();
    expect(tally(await times(40, () => callTool(key, TOOL, { domain: "acme-robotics.example" })))).toMatchObject({
      200: 12,
    });
    expect(await callsOf(key)).toHaveLength(12);
    vi.spyOn(console, "error").mockImplementation(() => {});
    const other = await anonymousKey();
    await callTool(other, TOOL, { domain: "failing.example" });
    await callsOf(other);
    const after = await sumsOf(TOOL);
    const added = (name: "delivered" | "failed" | "tokens" | "fresh" | "warm") =>
      (after?.[name] ?? 0) - (before?.[name] ?? 0);
    expect([added("delivered"), added("failed"), added("tokens")]).toEqual([12, 1, 24]);
    expect(added("fresh") + added("warm")).toBe(12);
  });

  it("count the calls of an exchange once, however often and at the same time it arrives", async () => {
    const organisationId = await organisationOf(await anonymousKey());
    const holder = { organisationId, holder: "test" };
    const leaseId = newId(Date.now());
    const exchange = { leaseId, give: 0, closes: false, capTakes: [], capGives: [] };
    const take = { need: 10, want: 10, keyHash: null };
    await exchangeLease(
      env.DB,
      holder,
      { ...exchange, id: newId(Date.now()), sequence: 1, isOpen: false, take },
      [],
      () => [],
    );
    const now = Date.now();
    const detail: Omit<LeasedCall, "id" | "beganAt"> = {
      keyId: "k",
      tool: "repeated",
      held: 2,
      tokens: 2,
      state: "settled",
      label: null,
      subjects: [],
      endedAt: now,
    };
    const calls: LeasedCall[] = [
      { ...detail, id: newId(now), beganAt: now - 30, isWarm: false },
      // One of which nothing is known, as of an older version.
      { ...detail, id: newId(now), beganAt: now - 40 },
      { ...detail, id: newId(now), beganAt: now - 5, isWarm: true },
      { ...detail, id: newId(now), beganAt: now - 900, isWarm: false, tokens: 0, state: "released" },
    ];
    const second = { ...exchange, id: newId(now), sequence: 2, isOpen: true, take: null };
    await times(10, () => exchangeLease(env.DB, holder, second, calls, () => []));
    const sums = { delivered: 3, failed: 1, tokens: 6, fresh: 2, warm: 1, freshMs: 70, warmMs: 5 };
    expect(await sumsOf("repeated")).toEqual({ tool: "repeated", ...sums });
    // One that never opened its lease books nothing.
    const lost = { ...second, leaseId: newId(now), id: newId(now) };
    await exchangeLease(env.DB, holder, lost, calls, () => []);
    expect(await sumsOf("repeated")).toMatchObject(sums);
  });

  it("count a direct hold once, whatever ends it how often", async () => {
    const keyHash = await sha256Hex(await anonymousKey());
    const take = () => ({ id: newId(Date.now()), keyHash, tool: "direct", tokens: 2, label: null, now: Date.now() });
    const [settled, released] = [take(), take()];
    for (const request of [settled, released]) expect((await takeHold(env.DB, request)).status).toBe("held");
    await times(5, () => settle(env.DB, settled.id));
    await times(5, () => release(env.DB, released.id));
    await release(env.DB, settled.id);
    const hour =
      "SELECT sum(delivered) AS delivered, sum(failed) AS failed, sum(tokens) AS tokens FROM call_hours WHERE tool = 'direct'";
    expect(await env.DB.prepare(hour).first()).toEqual({ delivered: 1, failed: 1, tokens: 2 });
  });

  it("are deleted after 90 days", async () => {
    const insert = env.DB.prepare("INSERT INTO call_hours (hour, tool) VALUES (?, 'old')");
    const now = Date.now();
    await env.DB.batch([insert.bind(now - 91 * DAY_MS), insert.bind(now - 89 * DAY_MS)]);
    await deleteExpired(env.DB, now);
    const { results } = await env.DB.prepare("SELECT hour FROM call_hours WHERE tool = 'old'").all();
    expect(results).toEqual([{ hour: now - 89 * DAY_MS }]);
    advanceClock(2 * DAY_MS);
    await deleteExpired(env.DB, Date.now());
    expect(await env.DB.prepare("SELECT count(*) AS n FROM call_hours WHERE tool = 'old'").first("n")).toBe(0);
  });
});
