/** Attack: a text for which a regular expression takes time that grows faster than the text. */
import { expect, it } from "vitest";
import { findLiterals, isUnsafe } from "../../scripts/regexes.ts";

/** Literals whose time would grow faster than their input, with what bounds that input. */
const BOUNDED: Record<string, string> = {
  "src/text/size-band.ts \\d{1,3}(?:[": "sizeBand reads 200 characters",
  "src/text/names/person-name.ts \\(([^()]*)\\)|": "parseName reads 200 characters",
  "src/sources/website/company-links.ts ^(your|my|": "a slug of MAX_SLUG_LENGTH",
  "src/sources/website/legal-text.ts (?<!\\s)\\s*(?:[.,;–-]?": "a name of 120 characters",
  "src/sources/technologies/catalogue.ts ^# ": "our own tables",
  "src/sources/technologies/match-page.ts [.@_-]?v?\\d": "a file name of MAX_TOKEN_LENGTH",
  "src/sources/people/name-lines.ts ^(?:\\(?\\p{Lu}": "a part of a name of MAX_NAME",
  "src/sources/people/name-lines.ts ^(.{2,80}?)": "a line of MAX_LINE",
  "src/sources/people/name-lines.ts ^([^,(（:;]{4,60}?)": "the white space of a line is collapsed",
  "src/sources/jobs/country-code.ts ([a-z. ]+?)=": "our own table",
  "src/sources/jobs/boards/brassring.ts \\bsjobs": "an address of MAX_BEFORE and MAX_AFTER",
  "src/http/app-env.ts ^bearer +": "the runtime bounds headers, and one line always matches",
  "src/documents/blocks-html.tsx `([^`]+)`": "our own documents",
};

/** The entry of {@link BOUNDED} for a literal: its file and how it begins. */
const entryOf = (file: string, pattern: string) =>
  Object.keys(BOUNDED).find((entry) => `${file} ${pattern}`.startsWith(entry));

it("the check sees exponential, cubic and quadratic expressions, and passes linear ones", () => {
  for (const pattern of ["^(a+)+$", "^a*a*a*$", "\\s+$", "\\S+@\\S+", "\\\\+\\/"]) {
    expect(isUnsafe({ pattern, flags: "" }), pattern).toBe(true);
  }
  for (const pattern of ["^[a-z]+$", "(?<!\\s)\\s+$", "\\S{1,64}@\\S{1,255}"]) {
    expect(isUnsafe({ pattern, flags: "v" }), pattern).toBe(false);
  }
});

it("every regular expression of src/ takes linear time, or its input is bounded", async () => {
  const literals = await findLiterals();
  expect(literals.length).toBeGreaterThan(500);
  const unsafe = literals.filter(isUnsafe);
  const unknown = unsafe.filter(({ file, pattern }) => !entryOf(file, pattern));
  expect(unknown, "Bound what repeats, or begin with a lookbehind: (?<!\\s)\\s+$").toEqual([]);
  const used = new Set(unsafe.map(({ file, pattern }) => entryOf(file, pattern)));
  expect(
    Object.keys(BOUNDED).filter((entry) => !used.has(entry)),
    "no longer needed",
  ).toEqual([]);
});
