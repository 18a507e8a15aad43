/** Patterns for a company, marked in a headline, as the subject of its verb. */
import { lazy } from "../lib/lazy.ts";
import { MARK } from "./headline-name.ts";

/** Words allowed between a name and its verb; any other word starts another subject: "Acme customer Foo raises". */
const FILLERS =
  "(?:[\\s,:;–—-]|\\([^)]*\\)|&\\sco\\b|\\b(?:inc|ltd|llc|gmbh|ag|plc|corp|corporation|limited|has|have|just|today|reportedly|successfully|now|also|formally|officially)\\b\\.?)*";
/** Allows one apposition: with several, a headline of commas would take exponential time. A name at its end is not the subject. */
export const FILLER = `(?:, (?!and |or )[^,]{1,100},[’'”"]?${FILLERS}|${FILLERS}(?<![^.],\\s?))`;
/** A name after one of these words is not the subject. */
const NOT_SUBJECT =
  "(?<!\\b(?:of|for|with|from|by|to|in|on|into|about|vs|against|at|like|ex|former|and|backs|joins|via|von|bei|und|de|di|du|van|av|af|och|og|et)[\\s-]|\\bd['’])";
export const FILLED_SUBJECT = new RegExp(`${NOT_SUBJECT}${MARK}${FILLER}`, "giu");
export const SUBJECT = `${NOT_SUBJECT}${MARK}`;
/** What may stand after a name that ends a phrase; a capitalised word would belong to it. */
export const END =
  "(?=$|\\s?[,;:.!?()/|–—]|['’\"”](?!s\\b)|\\s-|\\s(?:to|in|with|at|as|for|from|after|led|by|and|amid|on|through|via|that|which)\\b)";

/** A test for any of the patterns, in any case. They are large and compiled at the first headline. */
export function matcher(patterns: string[]): (text: string) => boolean {
  const compiled = lazy(() => patterns.map((pattern) => new RegExp(pattern, "iu")));
  return (text) => compiled().some((pattern) => pattern.test(text));
}
