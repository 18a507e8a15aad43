import { expect, it } from "vitest";
import { valuesAt } from "../../src/lib/loose-json.ts";

const row = {
  names: [
    { text: "Old", type: 1, end: "2020" },
    { text: "New", type: 1 },
    { text: "Nick", type: 3, period: { end: null } },
  ],
};

it.each([
  ["names.text", ["Old"]],
  ["names[].text", ["Old", "New", "Nick"]],
  ["names[type=1].text", ["Old", "New"]],
  ["names[type=1][!end].text", ["New"]],
  ["names[!period.end][-1].text", ["Nick"]],
  ["names[-1][type=1].text", []],
  ["names[type=9].text | names[-1].text", ["Nick"]],
])("the values at %s", (path, values) => {
  expect(valuesAt(row, path)).toEqual(values);
});
