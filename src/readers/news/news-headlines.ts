/** Classifies news headlines by their words; articles are not fetched. `name` is the company's name as it is written. */

import { firstRule } from "../rule.ts";
import { matcherOf, patternOf } from "../words/sections.ts";
import { NO_ROUNDS, ROUNDS } from "./funding-rules.ts";
import { MARK, markName } from "./headline-name.ts";
import { CHANGES, NO_CHANGES } from "./leadership-rules.ts";

const tellsOfOurRound = matcherOf("OUR_FUNDING");
const tellsOfLocalRaise = matcherOf("LOCAL_RAISE");
const isInvestor = matcherOf("INVESTORS");
const FILLED_SUBJECT = patternOf("FILLED_SUBJECT", "giu");

/** True for news of money that the company raised; false for its customers' rounds, contracts, grants and plans. */
export function tellsOfFunding(title: string, name: string, own: boolean): boolean {
  const text = markName(title, name);
  if (firstRule(NO_ROUNDS, text)) return false;
  if (isInvestor(name) && !/\b(?:series [a-k]|seed|led by|funding round)\b/i.test(title)) return false;
  if (own && tellsOfOurRound(text)) return true;
  return text.includes(MARK) && (firstRule(ROUNDS, text) !== null || tellsInOtherLanguages(text));
}

/** "Acme sammelt 5 Mio. € ein": the name is the subject, and a verb follows it. */
function tellsInOtherLanguages(text: string): boolean {
  return text
    .matchAll(FILLED_SUBJECT())
    .take(5)
    .some((subject) => tellsOfLocalRaise(text.slice(subject.index + subject[0].length)));
}

const tellsOfOurChange = matcherOf("OUR_CHANGE");

/** True for news of a change at the company's top: "Acme names Ada Brandt CTO", "Acme CFO steps down", on its `own` pages "our new CTO". */
export function tellsOfLeadershipChange(title: string, name: string, own: boolean): boolean {
  const text = markName(title, name);
  if (firstRule(NO_CHANGES, text)) return false;
  return (own && tellsOfOurChange(text)) || (text.includes(MARK) && firstRule(CHANGES, text) !== null);
}
