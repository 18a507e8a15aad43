import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseCases } from "../../../scripts/check-rules.ts";
import { useOfCase } from "../../../scripts/rule-tables.ts";

const cases = parseCases(readFileSync("test/readers/page/usage-signals.cases.txt", "utf8"));

// More signals than the cases beside the rules, which prove that each rule is needed.
it.each(cases)("$id: $input", ({ input, expected }) => {
  expect(useOfCase(input)).toBe(expected);
});
