import { expect, it } from "vitest";
import { readLegalName, withoutLegalForm } from "../../../src/readers/legal/legal-names.ts";

it.each([
  ["Ramp Robots Corporation", "Ramp Robots"],
  ["Acme Robotics, Inc.", "Acme Robotics"],
  ["Hazel & Oak Ltd", "Hazel & Oak"],
  ["Acme.com, Inc.", "Acme.com"],
  ["Acme", "Acme"],
  ["Ramp sp. z o.o. sp. k.", "Ramp"],
  ["AS Acme", "AS Acme"],
])("%s is looked up as %s", (name, expected) => {
  expect(withoutLegalForm(name)).toBe(expected);
});

it("the name under which an entity trades is no part of its own", () => {
  expect(readLegalName("Five Oaks LLC dba Harbor Consulting")).toEqual({ words: ["five", "oaks"], form: "llc" });
});
