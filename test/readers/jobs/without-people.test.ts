import { describe, expect, it } from "vitest";
import { withoutPeople } from "../../../src/readers/jobs/without-people.ts";

describe("withoutPeople", () => {
  it.each([
    ["Questions? Ask Nora Lindqvist, our recruiter.", "Questions? Ask, our recruiter."],
    ["You report to Maria van der Berg in Oslo.", "You report to in Oslo."],
    ["Ansprechpartnerin: Frau Dr. Xylwena Quorzak", "Ansprechpartnerin:"],
    ["Contact: Zbq Vorhold-Meyer (HR)", "Contact: (HR)"],
    ["CONTACT ANNA SCHMIDT TODAY", "CONTACT TODAY"],
    ["Write to jobs@acme.example or nora [at] acme.example.", "Write to or."],
    ["Call +49 (0)30 123456-78 or 030/1234567 or (415) 555-0134 or 415-555-0134.", "Call or or or."],
    ["See https://www.linkedin.com/in/nora-l and linkedin.com/in/nora-l now", "See and now"],
    ["Anna-Lena Müller's team, Jean-Luc O’Neill. Apply Here", "team, Apply Here"],
  ])("%s", (text, left) => {
    expect(
      withoutPeople(text)
        .replace(/ ([,.])/g, "$1")
        .replace(/ +/g, " "),
    ).toBe(left);
  });

  it.each([
    "Ruby on Rails, Python and Salesforce Marketing Cloud; 10,000 customers since 2016",
    "Santa Clara or San Jose, 401(k), EUR 60.000 - 70.000, 120,000-150,000 USD",
    "Mark Your Calendar: Account Executive, Will You Join",
    "Build our Data Platform with Kafka 3.5.1 and Node 22.10.0",
  ])("keeps: %s", (text) => {
    expect(withoutPeople(text)).toBe(text);
  });

  it("reads a long text in linear time", () => {
    const text = "Contact: Anna Maria Anna Maria +49 (0 ".repeat(20_000);
    const started = performance.now();
    withoutPeople(text);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
