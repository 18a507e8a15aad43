import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { countryCode } from "../../../src/readers/words/countries.ts";

/** What `country` says in an answer, as a text or as a field of a record, and the values of the facet. */
function countriesIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    // The source of each field, and why one is missing.
    if (key === "sources" || key === "missing") return [];
    const told = key === "country" || key === "by_country" ? [value].flat() : [];
    const codes = told.map((one) => (typeof one === "object" && one !== null ? one.value : one));
    return [...codes.filter((code) => typeof code === "string"), ...countriesIn(value)];
  });
}

it("answers countries by ISO 3166-1 in all recorded answers", () => {
  const files = globSync("assets/{answers.json,sandbox/*.json}");
  const found = files.flatMap((file) => countriesIn(JSON.parse(readFileSync(file, "utf8"))));
  expect(found.length).toBeGreaterThan(80);
  expect(found.filter((country) => countryCode(country) !== country)).toEqual([]);
});

it("knows the 249 codes of ISO 3166-1, and none that is reserved or a user's own", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((a) => letters.map((b) => a + b)).map(countryCode);
  expect(new Set(codes.filter((code) => code !== null)).size).toBe(249);
  expect(["UK", "XK", "EL", "Canary Islands"].map(countryCode)).toEqual(["GB", null, null, null]);
});
