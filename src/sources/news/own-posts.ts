import { addressKey } from "../../lib/hosts.ts";
import { readMoment, string } from "../../lib/loose-json.ts";
import { HOUR_MS } from "../../lib/time.ts";
import { pagesSince, type SourceContext } from "../../platform/outbound/context.ts";
import { type FailureReason, type Outbound, outboundFor } from "../../platform/outbound/outbound.ts";
import type { PageFailure } from "../../platform/outbound/page.ts";
import { type FeedItem, MAX_HEADLINE_LENGTH, type NewsItem, readFeed } from "../../readers/news/feed.ts";
import { readPosts } from "../../readers/news/posts-on-page.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { textOfHtml } from "../../readers/page/html-text.ts";
import { matchingPages } from "../../readers/page/linked-pages.ts";
import { readResources } from "../../readers/page/page-resources.ts";
import { isOf, linkedNodes, texts } from "../../readers/page/structured-data.ts";
import { cachedReport, type News, type Report } from "../facts/finding.ts";
import { leftFor, openHome, openPage, strangerReason } from "../website/site-pages.ts";

const MAX_FEEDS = 2;
const KEPT_MS = 6 * HOUR_MS;
const PRESS = /press|news|media|announce|presse|aktuell/i;
const ARTICLE = /^(\w*Article|BlogPosting|NewsArticle|PressRelease)$/;

/** What the company itself has published: the feeds of its home page, else its newsroom or blog. Never throws. */
export async function ownPosts(context: SourceContext, domain: string): Promise<Report<NewsItem>> {
  return cachedReport(context, "own_site", { kind: "own_posts", key: domain, keptMs: KEPT_MS }, () =>
    read({ ...context, notBefore: pagesSince(context, KEPT_MS) }, domain),
  );
}

async function read(context: SourceContext, domain: string): Promise<News<NewsItem>> {
  const outbound = outboundFor(context);
  const home = await openHome(outbound, domain);
  if (home.status !== "ok") return { items: [], failure: reasonOf(home) };
  if (strangerReason(domain, home)) return { items: [] };
  const ofHome = await inFeeds(outbound, home, false);
  const kinds = ofHome.items.length > 0 ? ["newsrooms"] : ["newsrooms", "blogs"];
  const [address] = matchingPages(home, home.facts.anchors, kinds, 1);
  const page = address ? await openPage(outbound, address) : null;
  if (page?.status === "timeout" || page?.status === "unavailable") return { items: [], failure: page.status };
  // A newsroom on another site may be a platform with everybody's news.
  if (page?.status !== "ok" || leftFor(domain, page) !== leftFor(domain, home)) return ofHome;
  const isPress = PRESS.test(page.url.pathname) || PRESS.test(page.url.hostname);
  const posts = [...inJsonLd(page), ...readPosts(page.document)].map((item) => asNews(item, isPress));
  const isCut = page.page.truncated || !page.document.isComplete;
  const ofPage = posts.length > 0 ? { items: posts, isPartial: isCut } : await inFeeds(outbound, page, isPress);
  const isPartial = ofHome.isPartial || ofPage.isPartial;
  return { items: distinct([...ofHome.items, ...ofPage.items]), isPartial };
}

async function inFeeds(outbound: Outbound, page: SitePage, isPressPage: boolean) {
  const { feeds } = readResources(page.document);
  const own = feeds.filter(({ url }) => !/comments/i.test(url.pathname)).slice(0, MAX_FEEDS);
  const read = own.map(async (named) => ({ ...named, feed: await outbound.page(named.url.href, { kind: "xml" }) }));
  const items: NewsItem[] = [];
  let isPartial = false;
  for (const { url, title, feed } of await Promise.all(read)) {
    if (feed.status !== "ok") continue;
    isPartial ||= feed.truncated;
    const isPress = isPressPage || PRESS.test(`${title} ${url.pathname}`);
    items.push(...readFeed(feed.text, feed.url).map((item) => asNews(item, isPress)));
  }
  return { items: distinct(items), isPartial };
}

function inJsonLd({ facts, url }: SitePage): FeedItem[] {
  const articles = linkedNodes(facts.jsonLd).filter(({ node }) => isOf(node, ARTICLE));
  return articles.flatMap(({ node }) => {
    const title = textOfHtml(string(node.headline) ?? string(node.name) ?? "", MAX_HEADLINE_LENGTH);
    const date = readMoment(node.datePublished);
    return title && date ? [{ title, url: URL.parse(texts(node.url)[0] ?? "", url)?.href ?? null, date }] : [];
  });
}

function asNews(item: FeedItem, isPress: boolean): NewsItem {
  return { ...item, source: "own_site", isPress };
}

/** Each post once; the press page's version wins. */
function distinct(items: NewsItem[]): NewsItem[] {
  const sorted = items.toSorted((a, b) => Number(a.isPress) - Number(b.isPress));
  return [...new Map(sorted.map((item) => [item.url ? addressKey(item.url) : item.title, item])).values()];
}

const SAID: readonly string[] = ["disallowed_by_robots", "blocked_by_site", "timeout", "unavailable"];

function reasonOf({ status }: PageFailure): FailureReason {
  if (status === "no_dns") return "domain_has_no_dns";
  return SAID.includes(status) ? (status as FailureReason) : "upstream_error";
}
