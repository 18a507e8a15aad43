import { expect, it } from "vitest";
import { FEWEST_IN_BAND, lyingBands, score } from "../../bench/email.ts";

it.each([1])("claims what is right, within 5 points in every band of made-up world %i", (seed) => {
  const result = score(seed);
  expect(result.people).toBeGreaterThanOrEqual(500);
  expect(lyingBands(result)).toEqual([]);
  // A model that claims the same of everybody would pass the line above.
  expect(result.bands.filter(({ people }) => people >= FEWEST_IN_BAND).length).toBeGreaterThanOrEqual(6);
  for (const rung of ["published", "pattern, 1 address", "pattern, 4 or more", "guess"])
    expect(result.rungs[rung]?.people).toBeGreaterThan(100);
  expect(result.top1).toBeGreaterThan(0.42);
  expect(result.top3).toBeGreaterThan(0.6);
});

it("notices a band that lies", () => {
  const band = { from: 0.8, people: FEWEST_IN_BAND, claimed: 0.85, correct: 0.7 };
  const result = { people: 0, top1: 0, top3: 0, rungs: {}, bands: [band, { ...band, people: FEWEST_IN_BAND - 1 }] };
  expect(lyingBands(result)).toEqual([band]);
});
