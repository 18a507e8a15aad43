/** Headlines about changes at a company's top, by their words; articles are not fetched. */

import { matcherOf, patternOf } from "../words/patterns.ts";
import { MARK, markName } from "./headline-name.ts";

const tellsOfNoChange = matcherOf("NO_CHANGE");
const tellsOfAChange = matcherOf("CHANGE");
const tellsOfOurChange = matcherOf("OUR_CHANGE");
const DEPARTURE = patternOf("DEPARTURE", "u");

/** True for news of a change at the company's top: "Acme names Ada Brandt CTO", "Acme CFO steps down", on its `own` pages "our new CTO". */
export function tellsOfLeadershipChange(title: string, name: string, own: boolean): boolean {
  const text = markName(title, name);
  if (tellsOfNoChange(text)) return false;
  if (own && tellsOfOurChange(text)) return true;
  return text.includes(MARK) && (tellsOfAChange(text) || DEPARTURE().test(text));
}
