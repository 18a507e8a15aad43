import type { SourceContext } from "../../platform/outbound/context.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { type PricingPlan, readPlans } from "../../readers/company/pricing-plans.ts";
import { matchingPages, pagePattern } from "../../readers/page/linked-pages.ts";
import { readResources } from "../../readers/page/page-resources.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import type { SitePage } from "../../readers/page/site-page.ts";
import { openPage } from "../website/site-pages.ts";

/** What two looks at a site compare. `plans` is null without a readable pricing page. */
export type WebsiteSnapshot = {
  title: string;
  headline: string | null;
  navigation: string[];
  plans: PricingPlan[] | null;
  generator: string | null;
};

export type SnapshotChange = { field: keyof WebsiteSnapshot; before: unknown; after: unknown };

const MAX_TITLE_LENGTH = 200;
const PRICING = pagePattern("prices");

/** The facts of the home page and of the pricing page that it links, if any, and whether the home page was read to its end. Never throws. */
export async function readWebsiteSnapshot(
  context: SourceContext,
  home: SitePage,
): Promise<{ snapshot: WebsiteSnapshot; isComplete: boolean }> {
  const plans = await plansOf(context, home);
  const { headline, navigation, generator } = readResources(home.document);
  const snapshot = { title: plainText(home.facts.title, MAX_TITLE_LENGTH), headline, navigation, plans, generator };
  return { snapshot, isComplete: home.document.isComplete && !home.page.truncated };
}

async function plansOf(context: SourceContext, home: SitePage): Promise<PricingPlan[] | null> {
  const [address] = matchingPages(home, home.facts.anchors, [PRICING], 1);
  const page = address ? await openPage(outboundFor(context), address) : null;
  return page?.status === "ok" && !page.page.truncated ? readPlans(page.document) : null;
}

/** The differences, field by field; plans only when both looks have read them. */
export function changesBetween(before: WebsiteSnapshot, after: WebsiteSnapshot): SnapshotChange[] {
  const fields = ["title", "headline", "navigation", "plans", "generator"] as const;
  return fields.flatMap((field) => {
    if (field === "plans" && (!before.plans || !after.plans)) return [];
    const isSame = JSON.stringify(before[field]) === JSON.stringify(after[field]);
    return isSame ? [] : [{ field, before: before[field], after: after[field] }];
  });
}
