/** Headlines about changes at a company's top, by their words; articles are not fetched. */

import { firstRule } from "../rule.ts";
import { matcherOf } from "../words/patterns.ts";
import { MARK, markName } from "./headline-name.ts";
import { CHANGES, NO_CHANGES } from "./leadership-rules.ts";

const tellsOfOurChange = matcherOf("OUR_CHANGE");

/** True for news of a change at the company's top: "Acme names Ada Brandt CTO", "Acme CFO steps down", on its `own` pages "our new CTO". */
export function tellsOfLeadershipChange(title: string, name: string, own: boolean): boolean {
  const text = markName(title, name);
  if (firstRule(NO_CHANGES, text)) return false;
  return (own && tellsOfOurChange(text)) || (text.includes(MARK) && firstRule(CHANGES, text) !== null);
}
