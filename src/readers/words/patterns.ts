/** The expressions of the tables that sections.ts lists. They are large and compiled at their first use. */
import { lazy } from "../../lib/lazy.ts";
import { sectionOf } from "./sections.ts";
import { AMOUNT, MONEY } from "./written-money.ts";

const MONIES: Record<string, string> = { AMOUNT, MONEY };
const NAME = /\{([A-Z_]{2,})\}/g;

const alternativesOf = (section: string) => sectionOf(section, (text) => text.split("\n"))();
const expand = (pattern: string): string => pattern.replace(NAME, (_, name) => MONIES[name] ?? anyOf(name));
const anyOf = (section: string) => `(?:${expand(alternativesOf(section).join("|"))})`;

/** Any line of a section, as one expression. */
export const patternOf = (section: string, flags = "iu") => lazy(() => new RegExp(anyOf(section), flags));

/** An expression of a rule, in which `{NAME}` stands for any line of that section. */
export const patternFrom = (source: string, flags = "iu") => lazy(() => new RegExp(expand(source), flags));

/** The lines of a section, as an expression each. */
export const patternsOf = (section: string, flags = "iu") =>
  lazy(() => alternativesOf(section).map((line) => new RegExp(expand(line), flags)));

/** A test for any line of a section. */
export function matcherOf(section: string): (text: string) => boolean {
  const patterns = patternsOf(section);
  return (text) => patterns().some((pattern) => pattern.test(text));
}
