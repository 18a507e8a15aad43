import type { SourceContext } from "../../platform/outbound/context.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { knownSitemaps } from "../../platform/sites/sites.ts";
import { matchingPages } from "../../readers/page/linked-pages.ts";
import { ABOUT, CONTACT, IMPRINT, PEOPLE, SITE_MAP } from "../../readers/page/page-kinds.ts";
import type { SitePage } from "../../readers/page/site-page.ts";
import { foldWords } from "../../readers/words/fold.ts";
import { linesOf } from "../../readers/words/sections.ts";
import { readSitemaps } from "../website/sitemap.ts";

/** A page to read for people; one `withoutTeam` only where no page about people shows any. */
export type QueuedPage = { address: string; view: "team" | "about" | "imprint"; withoutTeam?: true };

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
