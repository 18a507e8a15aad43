import { afterEach, describe, expect, it, vi } from "vitest";
import { exchangeClaim, freshAddress, giveCode, openClaim } from "../support/claim-flow.ts";
import { advanceClock, freezeClock, isActive, tally, times } from "../support/harness.ts";
import { connected } from "../support/oauth-client.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("13.18: a lost answer of the token endpoint", () => {
  it("of a refresh is answered again for 30 s, with the same tokens, until its successor is used", async () => {
    freezeClock();
    const { client, refreshToken } = await connected(freshAddress());
    const first = await client.refresh(refreshToken);
    advanceClock(29_000);
    const repeated = await client.refresh(refreshToken);
    expect([repeated.status, repeated.text]).toEqual([200, first.text]);
    expect(await isActive(first.body.access_token)).toBe(true);

    const next = (await client.refresh(first.body.refresh_token)).body;
    expect((await client.refresh(refreshToken)).body.error).toBe("invalid_grant");
    expect(await isActive(next.access_token)).toBe(false);
  });

  it("of a refresh is reuse after 30 s, and from another client", async () => {
    freezeClock();
    const [mine, theirs] = [await connected(freshAddress()), await connected(freshAddress())];
    const { access_token } = (await mine.client.refresh(mine.refreshToken)).body;
    expect((await theirs.client.refresh(mine.refreshToken)).body.error).toBe("invalid_grant");
    expect(await isActive(access_token)).toBe(false);

    const other = await connected(freshAddress());
    const tokens = (await other.client.refresh(other.refreshToken)).body;
    advanceClock(30_000);
    expect((await other.client.refresh(other.refreshToken)).body.error).toBe("invalid_grant");
    expect(await isActive(tokens.access_token)).toBe(false);
  });

  it("of an exchange is answered again to the client that sent an Idempotency-Key, with the same key", async () => {
    freezeClock();
    const claim = await openClaim(freshAddress());
    await giveCode(claim.token, claim.code);
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const answers = await times(10, () => exchangeClaim(claim.token, key));
    const again = await exchangeClaim(claim.token, key);
    const issued = new Set([...answers, again].flatMap(({ body }) => (body.access_token ? [body.access_token] : [])));
    expect(issued.size).toBe(1);
    expect(again.status).toBe(200);
    expect(await isActive(again.body.access_token)).toBe(true);
    // Two keys never come of one claim.
    for (const headers of [{}, { "Idempotency-Key": "another" }] as Record<string, string>[]) {
      expect((await exchangeClaim(claim.token, headers)).body.error).toBe("invalid_grant");
    }
    advanceClock(120_000);
    expect((await exchangeClaim(claim.token, key)).body.error).toBe("invalid_grant");
  });

  it("of an exchange without an Idempotency-Key is over: one of ten gets the key", async () => {
    const claim = await openClaim(freshAddress());
    await giveCode(claim.token, claim.code);
    expect(tally(await times(10, () => exchangeClaim(claim.token)))).toEqual({ 200: 1, 400: 9 });
  });
});
