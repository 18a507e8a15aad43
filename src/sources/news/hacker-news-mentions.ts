import { asAppError } from "../../errors.ts";
import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { MAX_HEADLINE_LENGTH, type NewsItem } from "../../readers/news/news-item.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import { type Identity, isAbout, namesCompany } from "../companies/company-identity.ts";
import { cachedReport, type News, type Report } from "../facts/report.ts";
import { searchHackerNews } from "../hackernews/hacker-news.ts";
import { confirmByPage } from "./confirm-by-page.ts";

const WINDOW_MS = 90 * DAY_MS;
const MAX_STORIES = 50;

/** Stories of 90 days that link the domain, or name the company and, if its name is common, are proved. */
export async function hackerNewsMentions(context: SourceContext, who: Identity): Promise<Report<NewsItem>> {
  const fact = { kind: "hackernews_mentions" as const, key: `${who.domain} ${who.name}`, keptMs: HOUR_MS };
  return cachedReport(context, "hackernews", fact, () => search(context, who));
}

async function search(context: SourceContext, who: Identity): Promise<News<NewsItem>> {
  const since = Date.now() - WINDOW_MS;
  const rest = { author: null, minPoints: null, since, until: null, limit: MAX_STORIES, page: 0 };
  const queries = [`"${who.name}"`, who.domain];
  try {
    const answers = await Promise.all(
      queries.map((query) => searchHackerNews(context, { query, type: "story", sort: "date", ...rest })),
    );
    const stories = new Map(answers.flatMap(({ data }) => data.items).map((item) => [item.id, item]));
    const items: NewsItem[] = [];
    const doubtful: NewsItem[] = [];
    for (const { title, url, text, permalink, created_at: date } of stories.values()) {
      const item: NewsItem = {
        title: plainText(title ?? "", MAX_HEADLINE_LENGTH),
        url: url ?? permalink,
        date,
        source: "hackernews",
        isPress: true,
      };
      if (title && isAbout(who, { title, url, text: text ?? "" })) items.push(item);
      else if (url && namesCompany(who, item.title)) doubtful.push(item);
    }
    return { items: [...items, ...(who.isTelling ? [] : await confirmByPage(context, who, doubtful))] };
  } catch (thrown) {
    const { code } = asAppError(thrown);
    if (code === "upstream_timeout") return { items: [], failure: "timeout" };
    return { items: [], failure: code === "upstream_unavailable" ? "unavailable" : "upstream_error" };
  }
}
