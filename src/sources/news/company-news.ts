import type { SourceContext } from "../../platform/outbound/context.ts";
import type { NewsItem } from "../../readers/news/news-item.ts";
import type { Identity } from "../companies/company-identity.ts";
import { noReport, type Report } from "../facts/report.ts";
import { gdeltMentions } from "./gdelt.ts";
import { hackerNewsMentions } from "./hacker-news-mentions.ts";
import { ownPosts } from "./own-posts.ts";

/** All recent news about the company, its own and others'. Asks the sources in parallel; never throws. */
export function companyNews(
  context: SourceContext,
  domain: string,
  who: Promise<Identity>,
): Promise<Report<NewsItem>[]> {
  return Promise.all([
    inTime(context, "own_site", ownPosts(context, domain)),
    who.then((identity) => hackerNewsMentions(context, identity)),
    who.then((identity) => gdeltMentions(context, identity)),
  ]);
}

/** A page that another source has asked for may come later than this one can wait. */
function inTime(
  { signal }: SourceContext,
  source: string,
  report: Promise<Report<NewsItem>>,
): Promise<Report<NewsItem>> {
  const late = new Promise<Report<NewsItem>>((resolve) => {
    signal.addEventListener("abort", () => resolve(noReport(source, "timeout")), { once: true });
  });
  return Promise.race([report, late]);
}
