import { expect, it } from "vitest";
import { CORPORA, meetsGoals, scorePeople } from "../../bench/people.ts";

it.each(Object.entries(CORPORA))("finds the people of made-up team pages (%s), and no others", (_, corpus) => {
  expect(Object.keys(corpus.layouts).length).toBeGreaterThanOrEqual(9);
  const score = scorePeople(corpus);
  expect(score.people).toBeGreaterThan(200);
  expect(meetsGoals(score), JSON.stringify({ strangers: score.strangers, layouts: score.layouts.slice(0, 8) })).toBe(
    true,
  );
  if (corpus.showsTitles) expect(score.titled).toBeGreaterThan(0.95);
  expect(meetsGoals({ ...score, precision: 0.97 })).toBe(false);
  expect(meetsGoals({ ...score, recall: 0.91 })).toBe(false);
});
