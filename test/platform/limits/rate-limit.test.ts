import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rateOf, spendOne, takeOne } from "../../../src/platform/limits/arithmetic.ts";

const NOW = 1_790_000_000_000;

describe("takeOne", () => {
  it.each([60, 120, 1200, 7, 1, 6_000])(
    "at %i a minute lets the burst pass at once and a minute's worth in a minute",
    (perMinute) => {
      const rate = rateOf(perMinute);
      let tat = 0;
      let passed = 0;
      for (let request = 0; request < rate.burst + 5; request++) {
        const decision = takeOne(tat, NOW, rate);
        tat = decision.tat;
        if (decision.allowed) passed++;
      }
      expect(passed).toBe(rate.burst);
      const refused = takeOne(tat, NOW, rate);
      expect(takeOne(tat, NOW + refused.retryAfterMs, rate).allowed).toBe(true);
    },
  );

  it("never lets more pass than the burst and the rate allow, whenever requests come", () => {
    const gaps = fc.array(fc.nat({ max: 5_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(gaps, fc.constantFrom(7, 60, 1200), (waits, perMinute) => {
        const rate = rateOf(perMinute);
        let [tat, now, passed] = [0, NOW, 0];
        for (const wait of waits) {
          now += wait;
          const decision = takeOne(tat, now, rate);
          tat = decision.tat;
          if (decision.allowed) passed++;
          if (!decision.allowed) expect(takeOne(tat, now + decision.retryAfterMs, rate).allowed).toBe(true);
        }
        expect(passed).toBeLessThanOrEqual(rate.burst + ((now - NOW) * perMinute) / 60_000 + 1);
      }),
    );
  });

  it("does not lock callers out when the clock is set back", () => {
    const rate = rateOf(60);
    const { tat } = takeOne(0, NOW + 3_600_000, rate);
    const decision = takeOne(tat, NOW, rate);
    expect(decision.retryAfterMs).toBeLessThanOrEqual(1_000);
  });

  it("lets nothing pass at zero", () => {
    expect(takeOne(0, NOW, rateOf(0)).allowed).toBe(false);
  });
});

describe("spendOne", () => {
  it("keeps every window, and its retry is truthful", () => {
    const windows = [
      { limit: 2, windowMs: 1_000 },
      { limit: 3, windowMs: 60_000 },
    ];
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2_000 }), { minLength: 1, maxLength: 60 }), (waits) => {
        let now = NOW;
        let times: number[] = [];
        for (const wait of waits) {
          now += wait;
          const decision = spendOne(times, now, windows);
          times = decision.times;
          if (!decision.allowed) expect(spendOne(times, now + decision.retryAfterMs, windows).allowed).toBe(true);
          for (const { limit, windowMs } of windows)
            expect(times.filter((time) => time > now - windowMs).length).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });
});
