import { expect, it } from "vitest";
import { meetsGoals, scorePeople } from "../../bench/people.ts";
import { LAYOUTS } from "../../bench/people-layouts.ts";

it("finds the people of made-up team pages, and no others", { timeout: 120_000 }, () => {
  expect(Object.keys(LAYOUTS).length).toBeGreaterThanOrEqual(60);
  const score = scorePeople();
  expect(score.people).toBeGreaterThan(4_000);
  expect(meetsGoals(score), JSON.stringify({ strangers: score.strangers, layouts: score.layouts.slice(0, 8) })).toBe(
    true,
  );
  expect(score.titled).toBeGreaterThan(0.95);
  expect(meetsGoals({ ...score, precision: 0.97 })).toBe(false);
  expect(meetsGoals({ ...score, recall: 0.91 })).toBe(false);
});
