import { isWithin, plainHost } from "../../lib/hosts.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { knownSitemaps } from "../../platform/sites/sites.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { decodeEntities } from "../../readers/page/html-text.ts";
import { ABOUT, CONTACT, IMPRINT, matchingPages, PEOPLE, SITE_MAP } from "../../readers/page/linked-pages.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";
import { foldWords } from "../../readers/words/fold.ts";
import { linesOf } from "../../readers/words/sections.ts";

const MAX_FILES = 3;
const MAX_ADDRESSES = 10_000;
/** White space is bounded, so that a long run of it is not slower than other text. */
const ADDRESS = /<loc>\s{0,100}(?:<!\[CDATA\[)?\s{0,100}([^<\]\s]{1,2000})/gi;
/** In a sitemap index, parts that list pages come before parts that list articles and products. */
const PAGES_FIRST = /page|main|static|about|team/i;

/** At most 10,000 addresses of at most 3 sitemaps: those of robots.txt, or the usual one. Never throws. */
export async function readSitemaps(
  outbound: Outbound,
  home: URL,
  files: string[],
): Promise<{ url: URL; label: string }[]> {
  const site = registrableDomain(plainHost(home));
  const queue = files.length > 0 ? [...files] : [`${home.origin}/sitemap.xml`];
  const addresses: URL[] = [];
  for (let read = 0; read < MAX_FILES; read++) {
    const next = queue.shift();
    if (!next) break;
    const file = await outbound.page(next, { kind: "xml" });
    if (file.status !== "ok") continue;
    const listed = [...file.text.matchAll(ADDRESS).take(MAX_ADDRESSES)].flatMap(
      ([, address = ""]) => URL.parse(decodeEntities(address), file.url) ?? [],
    );
    const own = listed.filter((url) => isWithin(plainHost(url), [site]));
    if (/<sitemapindex\b/i.test(file.text)) {
      const parts = own.map(({ href }) => href);
      queue.unshift(
        ...parts.filter((part) => PAGES_FIRST.test(part)),
        ...parts.filter((part) => !PAGES_FIRST.test(part)),
      );
    } else {
      addresses.push(...own);
    }
  }
  return addresses.slice(0, MAX_ADDRESSES).map((url) => ({ url, label: "" }));
}

/** A page to read for people; one `withoutTeam` only where no page about people shows any. */
type QueuedPage = { address: string; view: "team" | "about" | "imprint"; withoutTeam?: true };

const usualPaths = linesOf("usual paths");
const USUAL_ELSEWHERE = "/team /about";
const MAX_PAGES = 8;
const MAX_ABOUT_PAGES = 3;

/** The pages that a page of the site links: about people, about the company, those with its addresses, the list of pages, the imprint. */
export function linkedPages(page: Pick<SitePage, "url">, links: { url: URL; label: string }[]): QueuedPage[] {
  const teams = matchingPages(page, links, [PEOPLE], MAX_PAGES);
  const others = (kind: typeof ABOUT, count: number) =>
    matchingPages(page, links, [kind], count).filter((address) => !teams.includes(address));
  return [
    ...teams.map((address) => ({ address, view: "team" as const })),
    ...others(ABOUT, MAX_ABOUT_PAGES).map((address) => ({ address, view: "about" as const })),
    ...[...others(CONTACT, 1), ...others(SITE_MAP, 1)].map((address) => ({
      address,
      view: "about" as const,
      withoutTeam: true as const,
    })),
    ...others(IMPRINT, 1).map((address) => ({ address, view: "imprint" as const })),
  ];
}

const ORDER: QueuedPage["view"][] = ["team", "about", "imprint"];

/** Pages to read, each once: about people, then about the company, then imprints. `home` has been read. */
export function pageQueue(home: URL) {
  const known = new Set(ORDER.map((view) => `${view} ${withoutFile(home.href)}`));
  const waiting: QueuedPage[] = [];
  return {
    add(pages: QueuedPage[]): void {
      for (const page of pages) {
        const key = `${page.view} ${withoutFile(page.address)}`;
        if (!known.has(key)) waiting.push(page);
        known.add(key);
      }
      waiting.sort((a, b) => ORDER.indexOf(a.view) - ORDER.indexOf(b.view));
    },
    next: () => waiting.shift(),
    isEmpty: () => waiting.length === 0,
  };
}

/** The same for "/team", "/team/", "/team.html" and "/team/index.html", which mostly are one page. */
function withoutFile(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?|\/?(?:(?<=\/)(?:index|default)\.\w{2,5}|\.html?)?(?=\?|$)/g, "");
}

/** The same kinds of pages that the site's sitemaps list, otherwise the usual paths. */
export async function unlinkedPages(context: SourceContext, outbound: Outbound, home: SitePage): Promise<QueuedPage[]> {
  const listed = linkedPages(home, await readSitemaps(outbound, home.url, await knownSitemaps(context, home.url)));
  if (listed.some(({ view }) => view !== "imprint")) return listed;
  const paths = usualPaths().get(home.document.language ?? "") ?? USUAL_ELSEWHERE;
  return paths
    .split(" ")
    .map((path, index) => ({ address: home.url.origin + path, view: index === 0 ? "team" : "about" }));
}

/** A site of one page links its team as `#team`. */
export function hasTeamSection({ url, facts }: SitePage): boolean {
  const here = (other: URL) => other.origin === url.origin && other.pathname === url.pathname;
  return facts.anchors.some((anchor) => here(anchor.url) && PEOPLE().test(foldWords(anchor.url.hash.slice(1))));
}
