import type { Document } from "../page/document.ts";
import { textOfHtml } from "../page/html-text.ts";

/** A plan on a pricing page; both texts are inert. */
export type PricingPlan = { name: string; price: string };

const MAX_PLANS = 12;
const MAX_NAME_LENGTH = 60;
const PRICE =
  /(?:US\$|[$€£¥])\s?\d[\d.,]{0,20}|\d[\d.,]{0,20}\s?(?:€|£|EUR\b|USD\b|GBP\b|CHF\b)|\b(?:contact (?:us|sales)|custom pricing|let[’']s talk)\b/i;

const HEADING = /^h[1-5]$/;
const HIDDEN = new Set(["script", "style"]);
const MAX_SECTIONS = 2_000;
const MAX_MARKUP = 20_000;

/** Each heading with the first price before the next. Null for a truncated page, whose plans would come and go. */
export function readPlans({ tags, isComplete }: Document): PricingPlan[] | null {
  if (!isComplete) return null;
  const sections: { heading: string; text: string }[] = [];
  let part: "heading" | "text" = "text";
  let opened = "";
  for (const tag of tags) {
    const section = sections.at(-1);
    if (tag.kind === "text") {
      if (section && !HIDDEN.has(opened) && section[part].length < MAX_MARKUP) section[part] += tag.text;
    } else if (HEADING.test(tag.name)) {
      if (tag.kind === "open" && sections.length < MAX_SECTIONS) sections.push({ heading: "", text: "" });
      part = tag.kind === "open" ? "heading" : "text";
    }
    opened = tag.kind === "open" ? tag.name : "";
  }
  const plans = sections.flatMap(({ heading, text }) => {
    const name = textOfHtml(heading, MAX_NAME_LENGTH);
    const price = PRICE.exec(textOfHtml(text, 2_000))?.[0].replace(/\s/g, " ").replace(/[.,]$/, "");
    return name && price ? [{ name, price }] : [];
  });
  return plans.slice(0, MAX_PLANS);
}
