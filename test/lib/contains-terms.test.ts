import { expect, it } from "vitest";
import { containsTerms, foldTerms } from "../../src/lib/search-words.ts";

const contains = (terms: string[], value: unknown) => containsTerms(JSON.stringify(value), foldTerms([terms]));

it.each([
  [["e@acme.co"], "Write to E@acme.co."],
  [["e@acme.co"], "mailto:e@acme.co?subject=x"],
  [["jane", "doe", "acme.com"], { name: "Jane M. Doe", url: "https://www.acme.com/team" }],
  [["jane", "doe", "acme.com"], { text: "hired\nJane\tDoe", email: "x@acme.com" }],
  [["jürgen", "weiß", "acme.com"], { slug: "/JURGEN-weiss_1", domain: "acme.com" }],
  [["小明", "acme.com"], "王小明在acme.com"],
])("%j is in %j", (terms, value) => expect(contains(terms, value)).toBe(true));

it.each([
  [["e@acme.co"], "jane@acme.co"],
  [["e@acme.co"], "e@acme.com"],
  [["e@acme.co"], "e@acme.co.uk"],
  [["e@acme.co"], "j.e@acme.co and j+e@acme.co"],
  [["jo", "li", "acme.com"], { text: "Jobs in Lisbon", domain: "acme.com" }],
  [["jane", "doe", "acme.com"], { name: "Jane Doe", domain: "my-acme.com" }],
  [["jane", "doe", "acme.com"], { name: "Jane Doe", domain: "acme.com.br" }],
])("%j is not in %j", (terms, value) => expect(contains(terms, value)).toBe(false));
