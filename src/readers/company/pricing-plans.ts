import { legalLines } from "../legal/legal-text.ts";
import type { Document } from "../page/document.ts";
import { plainText } from "../page/plain-text.ts";

const MAX_PLANS = 12;
const MAX_NAME_LENGTH = 60;
const PRICE =
  /(?:US\$|[$€£¥])\s?\d[\d.,]{0,20}|\d[\d.,]{0,20}\s?(?:€|£|EUR\b|USD\b|GBP\b|CHF\b)|\b(?:contact (?:us|sales)|custom pricing|let[’']s talk)\b/i;

/** Each heading with the first price before the next, inert. Null for a truncated page: plans would come and go. */
export function readPlans(document: Document) {
  if (!document.isComplete) return null;
  const plans: { name: string; price: string }[] = [];
  let name = "";
  for (const { text, isHeading } of legalLines(document)) {
    if (isHeading) name = plainText(text, MAX_NAME_LENGTH);
    const price = isHeading ? null : PRICE.exec(text)?.[0].replace(/\s/g, " ").replace(/[.,]$/, "");
    if (!name || !price) continue;
    plans.push({ name, price });
    name = "";
  }
  return plans.slice(0, MAX_PLANS);
}
