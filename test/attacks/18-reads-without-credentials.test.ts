import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SESSION_LIFETIME_SECONDS } from "../../src/constants.ts";
import wrangler from "../../wrangler.toml?raw";
import { giveCode, openClaim } from "../support/claim-flow.ts";
import { advanceClock, freezeClock, requestWith } from "../support/harness.ts";
import { signIn } from "../support/visitor.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A database that counts how often it is touched. */
function countedDatabase() {
  const touched: PropertyKey[] = [];
  const DB = new Proxy(env.DB, {
    get(db, name) {
      touched.push(name);
      return Reflect.get(db, name).bind(db);
    },
  });
  return { DB, touched };
}

describe("13.18: pages that read the database for anybody", () => {
  const FLOODED = { limit: async () => ({ success: false }) };

  it.each(["/readyz", "/checkout/pur_1"])("%s stands behind the flood shield", async (path) => {
    const { DB, touched } = countedDatabase();
    const keys: string[] = [];
    const FLOOD_SHIELD = {
      limit: async ({ key }: { key: string }) => {
        keys.push(key);
        return { success: false };
      },
    };
    const headers = { "CF-Connecting-IP": "203.0.113.5" };
    const answer = await requestWith({ DB, FLOOD_SHIELD }, path, { headers });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(keys).toEqual(["read:203.0.113.5"]);
    expect(touched).toEqual([]);
  });

  it("a session cookie that is made up, altered or expired costs neither a read nor the shield", async () => {
    freezeClock();
    const visitor = await signIn(`${crypto.randomUUID()}@corp.example`);
    const cookie = [...visitor.cookies.entries()].find(([name]) => name.includes("session"));
    const [name = "", id = ""] = cookie ?? [];
    const [expires = "", nonce = "", tag = ""] = id.split(".");
    const open = async (value: string) => {
      const { DB, touched } = countedDatabase();
      const headers = { Cookie: `${name}=${value}` };
      const answer = await requestWith({ DB, FLOOD_SHIELD: FLOODED }, "/console", { headers });
      return { status: answer.status, touched };
    };
    expect(await open(id)).toEqual({ status: 429, touched: [] });
    const later = `${Number(expires) + 1}.${nonce}.${tag}`;
    for (const forged of [
      "0".repeat(64),
      `${id}0`,
      later,
      `${expires}.${"0".repeat(64)}.${tag}`,
      `${expires}.${nonce}.`,
    ]) {
      expect(await open(forged), forged).toEqual({ status: 200, touched: [] });
    }
    advanceClock(SESSION_LIFETIME_SECONDS * 1000);
    expect(await open(id)).toEqual({ status: 200, touched: [] });
  });

  it("no request URL is logged by the platform: links in mails carry tokens", () => {
    expect(wrangler).toMatch(/\[observability\.logs\]\nenabled = true\ninvocation_logs = false/);
  });
});

describe("13.18: Retry-After is true although KV remembers misses for 60 s", () => {
  it("a retry after the 2 s that the answer names reads another copy of the claim", async () => {
    freezeClock();
    const { token, code } = await openClaim(`${crypto.randomUUID()}@corp.example`);
    const missed = new Set<string>();
    const late = {
      ...env.CLAIMS,
      // As KV is: the first look comes too early, and what was missed stays missed for a minute.
      get: async (name: string, as: "json") => {
        if (missed.size === 0 || missed.has(name)) return missed.add(name) && null;
        return env.CLAIMS.get(name, as);
      },
    };
    const give = () =>
      requestWith({ CLAIMS: late }, "/agent/identity/claim", {
        method: "POST",
        body: JSON.stringify({ claim_token: token, user_code: code }),
        headers: { "Content-Type": "application/json" },
      });
    const early = await give();
    expect([early.status, early.headers.get("retry-after")]).toEqual([503, "2"]);
    advanceClock(2_000);
    expect((await give()).status).toBe(200);
    expect((await giveCode(token, code)).status).toBe(200);
  });
});
