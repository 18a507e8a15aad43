import { expect, it } from "vitest";
import { meetsGoals, scoreEntities, scoreFunding, scoreHeadCounts } from "../../bench/companies.ts";

it("finds the entity behind made-up sites, head-count bands and money raised, without a wrong company", async () => {
  const [entities, bands, funding] = [scoreEntities(), await scoreHeadCounts(), scoreFunding()];
  expect(entities.sites).toBeGreaterThan(150);
  const scores = { entities, bands, funding };
  expect(meetsGoals(scores), JSON.stringify({ ...scores, entities: entities.wrong })).toBe(true);
  expect(meetsGoals({ ...scores, entities: { ...entities, precision: 0.97 } })).toBe(false);
  expect(meetsGoals({ ...scores, entities: { ...entities, mixedUp: 1 } })).toBe(false);
  expect(meetsGoals({ ...scores, funding: { ...funding, wrong: ["Acme customer raises"] } })).toBe(false);
});
