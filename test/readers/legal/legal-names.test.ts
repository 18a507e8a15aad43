import { expect, it } from "vitest";
import { withoutLegalForm } from "../../../src/readers/legal/legal-names.ts";

it.each([
  ["Ramp Robots Corporation", "Ramp Robots"],
  ["Acme Robotics, Inc.", "Acme Robotics"],
  ["Hazel & Oak Ltd", "Hazel & Oak"],
  ["Acme.com, Inc.", "Acme.com"],
  ["Acme", "Acme"],
  ["AS Acme", "AS Acme"],
])("%s is looked up as %s", (name, expected) => {
  expect(withoutLegalForm(name)).toBe(expected);
});
