import { expect, it } from "vitest";
import { checkRules, findIdleRules, parseCases } from "../../scripts/check-rules.ts";

it("every rule of the readers has a case that needs it", () => {
  expect(checkRules()).toEqual([]);
});

/** Words that a made-up table knows as colours, with the rule that says so. */
const COLOURS = [
  { id: "red", says: "is red", holds: (text: string) => text === "red" },
  { id: "blue", says: "is blue", holds: (text: string) => text === "blue" },
];
const TABLE = {
  file: "colours",
  rules: [COLOURS],
  read: (text: string) => (COLOURS.some(({ holds }) => holds(text)) ? "colour" : "none"),
};

it.each([
  ["no case", "[red]\nred\n=> colour\n", "colours [blue]: no case needs this rule"],
  ["a case that another rule gets right", "[red]\nred\n=> colour\n[blue]\nred\n=> colour\n", "colours [blue]: no case"],
  ["a case that is read otherwise", "[red]\nred\n=> none\n", "colours [red]: red\n  => colour\n  expected: none"],
  ["cases of a rule that is gone", "[green]\ngreen\n=> none\n", "colours [green]: cases of no rule"],
])("check:rules is red for a rule with %s", (_, cases, fault) => {
  expect(findIdleRules(TABLE, parseCases(cases))).toContainEqual(expect.stringContaining(fault));
  expect(COLOURS).toHaveLength(2);
});

it("check:rules is green when each rule is needed, and reads cases of several lines", () => {
  expect(findIdleRules(TABLE, parseCases("[red]\nred\n=> colour\n\n[blue]\nblue\n=> colour\n"))).toEqual([]);
  expect(parseCases("// why\n[red]\nview: about\nred\n=> colour\n")).toEqual([
    { id: "red", input: "view: about\nred", expected: "colour" },
  ]);
  expect(() => parseCases("[red]\nred\n")).toThrow();
  expect(() => parseCases("red\n=> colour\n")).toThrow();
});
