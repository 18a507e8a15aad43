import { textOfHtml } from "../page/html-text.ts";
import { streamHtml } from "../page/stream-html.ts";

/** A plan on a pricing page; both texts are inert. */
export type PricingPlan = { name: string; price: string };

const MAX_PLANS = 12;
const MAX_NAME_LENGTH = 60;
const PRICE =
  /(?:US\$|[$€£¥])\s?\d[\d.,]{0,20}|\d[\d.,]{0,20}\s?(?:€|£|EUR\b|USD\b|GBP\b|CHF\b)|\b(?:contact (?:us|sales)|custom pricing|let[’']s talk)\b/i;

/**
 * The plans of a pricing page: each heading with the first price before the next heading. Null for a truncated page, because
 * plans would appear and disappear with the place of the cut.
 */
export async function readPlans(html: string): Promise<PricingPlan[] | null> {
  const sections: { heading: string; text: string }[] = [];
  let inHeading = false;
  let isHidden = false;
  const rewriter = new HTMLRewriter()
    .on("h1, h2, h3, h4, h5", {
      element(element) {
        sections.push({ heading: "", text: "" });
        inHeading = true;
        element.onEndTag(() => {
          inHeading = false;
        });
      },
    })
    .on("script, style", {
      element(element) {
        isHidden = true;
        element.onEndTag(() => {
          isHidden = false;
        });
      },
    })
    .onDocument({
      text({ text }) {
        const section = sections.at(-1);
        if (!section || isHidden) return;
        if (inHeading) section.heading += text;
        else section.text += text;
      },
    });
  if (!(await streamHtml(rewriter, html))) return null;
  const plans = sections.flatMap(({ heading, text }) => {
    const name = textOfHtml(heading, MAX_NAME_LENGTH);
    const price = PRICE.exec(textOfHtml(text, 2_000))?.[0].replace(/\s/g, " ").replace(/[.,]$/, "");
    return name && price ? [{ name, price }] : [];
  });
  return plans.slice(0, MAX_PLANS);
}
