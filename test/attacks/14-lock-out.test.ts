import { afterEach, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "../../src/lib/time.ts";
import {
  cancelLink,
  exchangeClaim,
  freshAddress,
  giveCode,
  openClaim,
  pressCancel,
  wrongCode,
} from "../support/claim-flow.ts";
import { advanceClock, freezeClock, tally, times } from "../support/harness.ts";
import { signIn } from "../support/visitor.ts";

/** A stranger opens claims from one network and gives wrong codes; the statuses of the answers. */
async function guess(email: string, ip: string, claims: number) {
  const answers = [];
  for (let round = 0; round < claims; round++) {
    const { token, code } = await openClaim(email, ip);
    answers.push(...(await times(5, () => giveCode(token, wrongCode(code)))));
  }
  return tally(answers);
}

afterEach(() => {
  vi.useRealTimers();
});

describe("13.14: a stranger's wrong codes do not lock the owner out", () => {
  it("ten wrong codes stop the stranger's network, not the owner's agent or console", async () => {
    freezeClock();
    const email = freshAddress();
    expect(await guess(email, "203.0.113.9", 2)).toEqual({ 400: 10 });
    const blocked = await openClaim(email, "203.0.113.9");
    const refused = await giveCode(blocked.token, blocked.code);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, String(24 * 3600)]);

    const own = await openClaim(email, "198.51.100.20");
    expect((await giveCode(own.token, own.code)).status).toBe(200);
    expect((await exchangeClaim(own.token)).status).toBe(200);
    expect((await (await signIn(email)).get("/console")).text).toContain("Signed in as");
    advanceClock(DAY_MS);
    const later = await openClaim(email, "203.0.113.9");
    expect((await giveCode(later.token, later.code)).status).toBe(200);
  });

  it("forty wrong codes from many networks stop agents' claims for a day, and neither console nor mailed link", async () => {
    freezeClock();
    const email = freshAddress();
    for (const network of [1, 2, 3, 4]) {
      expect(await guess(email, `203.0.${network}.1`, 2)).toEqual({ 400: 10 });
    }
    const own = await openClaim(email, "198.51.100.21");
    expect((await giveCode(own.token, own.code)).status).toBe(429);
    expect((await (await signIn(email)).get("/console")).text).toContain("Signed in as");

    // The mail of any claim lifts the lock of the address; the claim it names is dead.
    const again = await openClaim(email, "198.51.100.21");
    expect((await pressCancel(cancelLink(email))).status).toBe(200);
    expect((await giveCode(again.token, again.code)).body.error).toBe("invalid_grant");
    expect((await giveCode(own.token, own.code)).status).toBe(200);
  });

  it("concurrent guesses are counted exactly", async () => {
    const email = freshAddress();
    const claims = await Promise.all(Array.from({ length: 4 }, () => openClaim(email, "203.0.113.77")));
    const answers = await times(40, (index) => {
      const claim = claims[index % 4];
      // The last mail's code is right for one claim only, so it may be wrong for the others too.
      return giveCode(claim?.token ?? "", wrongCode(claim?.code ?? ""));
    });
    const compared = answers.filter(({ body }) => body.error === "invalid_grant" && body.attempts_remaining > 0);
    expect(compared.length).toBeLessThanOrEqual(10);
    expect(tally(answers)[200]).toBeUndefined();
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  });
});
