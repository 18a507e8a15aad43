import { expect, it } from "vitest";
import { flatText } from "../../src/gateway/flat-answer.ts";

it.each([
  [{ state: "value", min: 75, max: 75, as_of: "2026-11-21", band: "51-200", of: "legal_unit" }, 75],
  [{ state: "band", min: 51, max: 200, as_of: null, band: "51-200", of: "company" }, "51-200"],
  [{ state: "band", min: 10_001, max: null, as_of: null, band: "10001+", of: "company" }, "10001+"],
  [{ min: 60_000, max: 80_000, currency: "EUR" }, "min: 60000; max: 80000; currency: EUR"],
  [[{ signal_name: "signal_funding", summary: "Reports: 2.", data: {} }], "signal_funding, Reports: 2."],
  [[{ source: "own_site", state: "found" }], "own_site, found"],
  [{ scheme: "NO_ORGNR", number: "999100104", country: "NO" }, "999100104"],
])("a cell says the value, not what kind it is: %j", (value, text) => {
  expect(flatText(value)).toBe(text);
});
