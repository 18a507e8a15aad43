import { plainHost } from "../../lib/hosts.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { tellsOfFunding, tellsOfLeadershipChange } from "../../text/news-headlines.ts";
import { type Identity, leadsHome, namePattern } from "../companies/company-identity.ts";
import type { NewsItem } from "../facts/news-item.ts";

const MAX_PAGES = 4;

/**
 * Of news whose titles name a company by a word that anybody may bear ("Figma"), those whose article links or writes the
 * company's own domain. Only what would be a signal is opened, at most four articles of different publishers, by the rules
 * of every page; an article that cannot be read does not count.
 */
export async function confirmByPage(context: SourceContext, who: Identity, items: NewsItem[]): Promise<NewsItem[]> {
  const name = namePattern(who);
  const telling = items.filter(
    ({ title, url }) => url && (tellsOfFunding(title, name, false) || tellsOfLeadershipChange(title, name, false)),
  );
  const byHost = new Map(telling.map((item) => [plainHost(new URL(item.url ?? "")), item]));
  const outbound = outboundFor(context);
  const domain = new RegExp(`(?<![\\w-])${who.domain.replaceAll(".", "\\.")}(?![\\w-])`, "i");
  const confirmed = await Promise.all(
    [...byHost.values()].slice(0, MAX_PAGES).map(async (item) => {
      if (leadsHome(who, item.url)) return item;
      const page = await outbound.page(item.url ?? "");
      return page.status === "ok" && domain.test(page.text) ? item : null;
    }),
  );
  return confirmed.filter((item) => item !== null);
}
