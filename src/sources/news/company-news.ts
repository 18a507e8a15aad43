import { asAppError } from "../../errors.ts";
import { readMoment, record, records, string, webUrl } from "../../lib/loose-json.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import { untilAborted } from "../../lib/within-time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { askJson } from "../../platform/outbound/outbound.ts";
import { MAX_HEADLINE_LENGTH, type NewsItem, withoutGaps } from "../../readers/news/feed.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import { type Identity, namesCompany } from "../companies/company.ts";
import { cachedReport, type News, noReport } from "../facts/finding.ts";
import { searchHackerNews } from "../hackernews/hacker-news.ts";
import { certainlyAbout } from "./confirm-by-page.ts";
import { ownPosts } from "./own-posts.ts";

const API = "https://api.gdeltproject.org/api/v2/doc/doc";
/** GDELT requires five seconds between requests from one address, and all our callers share addresses. */
const PACE_MS = 7_000;
const MAX_WAIT_MS = 3_000;
/** After a notice from GDELT, nobody asks for this long. */
const PENALTY_MS = MINUTE_MS;
/** For a common name, only what could be a signal is searched for. */
const EVENT_WORDS = "(raises OR raised OR funding OR investors OR appoints OR CEO)";
const MIN_NAME_LENGTH = 3;
/** As in `20261110T101500Z`. */
const BASIC_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Articles of three months that name the company (GDELT DOC 2.0); a common name must be proved. */
async function searchGdelt(context: SourceContext, who: Identity): Promise<News<NewsItem>> {
  if (who.name.length < MIN_NAME_LENGTH) return { items: [] };
  const queue = context.env.RATE_LIMITER.getByName("host:api.gdeltproject.org");
  const waitMs = await queue.pace(PACE_MS, MAX_WAIT_MS).catch(() => Number.POSITIVE_INFINITY);
  if (waitMs > MAX_WAIT_MS) return { items: [], failure: "rate_limited" };
  await scheduler.wait(waitMs);
  const name = `"${who.name.replace(/["()]/g, " ")}"`;
  const query = who.isTelling ? name : `${name} ${EVENT_WORDS}`;
  const fields = { query, mode: "artlist", format: "json", timespan: "3months", maxrecords: "250", sort: "datedesc" };
  const answer = await askJson(context, `${API}?${new URLSearchParams(fields)}`);
  if (answer.status === "failed" && answer.reason === "rate_limited")
    await queue.pace(PENALTY_MS, Number.MAX_SAFE_INTEGER).catch(() => 0);
  if (answer.status !== "ok")
    return { items: [], failure: answer.status === "failed" ? answer.reason : "upstream_error" };
  const articles = records(record(answer.body).articles).flatMap((article): NewsItem[] => {
    const title = withoutGaps(plainText(string(article.title) ?? "", MAX_HEADLINE_LENGTH));
    const url = webUrl(article.url);
    const date = readMoment(string(article.seendate)?.replace(BASIC_TIME, "$1-$2-$3T$4:$5:$6Z"));
    return title && date && namesCompany(who, title) ? [{ title, url, date, source: "gdelt", isPress: true }] : [];
  });
  return { items: await certainlyAbout(context, who, articles) };
}

const WINDOW_MS = 90 * DAY_MS;
const MAX_STORIES = 50;

/** Stories of 90 days that link the domain, or name the company and, if its name is common, are proved. */
async function searchStories(context: SourceContext, who: Identity): Promise<News<NewsItem>> {
  const since = Date.now() - WINDOW_MS;
  const rest = { author: null, minPoints: null, since, until: null, limit: MAX_STORIES, page: 0 };
  const queries = [`"${who.name}"`, who.domain];
  try {
    const answers = await Promise.all(
      queries.map((query) => searchHackerNews(context, { query, type: "story", sort: "date", ...rest })),
    );
    const stories = new Map(answers.flatMap(({ data }) => data.items).map((item) => [item.id, item]));
    const items = [...stories.values()].map(({ title, url, text, permalink, created_at: date }) => ({
      ...{ title: plainText(title ?? "", MAX_HEADLINE_LENGTH), url: url ?? permalink, date, text: text ?? "" },
      ...{ source: "hackernews" as const, isPress: true },
    }));
    return { items: await certainlyAbout(context, who, items) };
  } catch (thrown) {
    const { code } = asAppError(thrown);
    if (code === "upstream_timeout") return { items: [], failure: "timeout" };
    return { items: [], failure: code === "upstream_unavailable" ? "unavailable" : "upstream_error" };
  }
}

const MENTIONS = [
  { source: "hackernews", kind: "hackernews_mentions", keptMs: HOUR_MS, search: searchStories },
  { source: "gdelt", kind: "gdelt_mentions", keptMs: 12 * HOUR_MS, search: searchGdelt },
] as const;

/** All recent news about the company, its own and others'. Asks the sources in parallel; never throws. */
export function companyNews(context: SourceContext, domain: string, who: Promise<Identity>) {
  const mentions = MENTIONS.map(async ({ source, kind, keptMs, search }) => {
    const identity = await who;
    const fact = { kind, key: `${identity.domain} ${identity.name}`, keptMs };
    return cachedReport(context, source, fact, () => search(context, identity));
  });
  // A page that another source has asked for may come later than this one can wait.
  const own = untilAborted(ownPosts(context, domain), context.signal, () => noReport("own_site", "timeout"));
  return Promise.all([own, ...mentions]);
}
