import { DAY_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { legalLines } from "../../readers/legal/legal-text.ts";
import { type FundingTerms, readFundingTerms } from "../../readers/news/funding-terms.ts";
import { tellsOfFunding } from "../../readers/news/news-headlines.ts";
import { type Document, documentOf } from "../../readers/page/document.ts";
import { type Identity, leadsHome } from "../companies/company-identity.ts";

const MAX_SENTENCES = 200;

/** Amount, round and investors of the company's own release at `url`; null elsewhere. Kept a day. Never throws. */
export async function readFundingRelease(
  context: SourceContext,
  who: Identity,
  url: string | null,
): Promise<FundingTerms | null> {
  if (url === null || !leadsHome(who, url)) return null;
  const ttlMs = (terms: FundingTerms | null) => (terms ? DAY_MS : 0);
  const look = await cached(context, "funding_release", `${who.domain} ${url}`, ttlMs, async () => {
    const page = await outboundFor(context).page(url);
    return page.status === "ok" ? termsIn(documentOf(page), who.name) : null;
  });
  return look.data;
}

/** The first sentence about money raised has the amount; the next one often has the investors. */
function termsIn(document: Document, name: string): FundingTerms | null {
  const sentences = legalLines(document)
    .flatMap(({ text }) => text.split(/(?<=[\p{L}\d)][.!?])\s(?=\p{Lu})/u))
    .slice(0, MAX_SENTENCES);
  const told = sentences.findIndex(
    (text) => tellsOfFunding(text, name, true) && readFundingTerms(text).amount !== null,
  );
  if (told < 0) return null;
  const terms = readFundingTerms(sentences[told] ?? "");
  const next = sentences[told + 1] ?? "";
  const investors = /\bround\b|\bled\b|participat/i.test(next) ? readFundingTerms(next).investors : [];
  return { ...terms, investors: [...new Set([...terms.investors, ...investors])] };
}
