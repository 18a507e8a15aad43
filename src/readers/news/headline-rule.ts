import type { Rule } from "../rule.ts";
import { patternFrom } from "../words/sections.ts";

/**
 * A rule that holds of a headline in which `source` is found. The words that `{NAMES}` in it stand for are in `headlines.txt`,
 * `leadership.txt` and `funding.txt`.
 */
export function said(id: string, says: string, source: string, flags = "iu"): Rule<string> {
  const pattern = patternFrom(source, flags);
  return { id, says, holds: (headline) => pattern().test(headline) };
}
