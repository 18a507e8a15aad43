import { foldWords } from "../../lib/fold.ts";
import { isWithin, plainHost } from "../../lib/hosts.ts";
import { HOUR_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { type Outbound, outboundWithin } from "../../platform/outbound/outbound.ts";
import type { PageFailure } from "../../platform/outbound/page.ts";
import { knownSitemaps } from "../../platform/sites/sites.ts";
import { withoutSuppressed } from "../../privacy/suppressions.ts";
import { type SiteIdentity, siteOf } from "../../readers/company/site-owner.ts";
import { documentOf, type SitePage } from "../../readers/page/document.ts";
import { decodeEntities } from "../../readers/page/html-text.ts";
import { IMPRINT, isOfPages, matchingPages, nextPages, PEOPLE } from "../../readers/page/linked-pages.ts";
import { optsOut } from "../../readers/page/usage-signals.ts";
import { peopleOnPage } from "../../readers/people/people-page.ts";
import { MAX_PEOPLE, mergePeople, nameFields, type Person } from "../../readers/people/person.ts";
import { rankOf, readTitle } from "../../readers/titles/job-title.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";
import { linesOf } from "../../readers/words/sections.ts";
import type { Finding } from "../facts/finding.ts";
import { type HomeFailure, homeFailure, leftFor, openOwnHome } from "../website/site-pages.ts";

const MAX_FILES = 3;
const MAX_ADDRESSES = 10_000;
/** White space is bounded, so that a long run of it is not slower than other text. */
const ADDRESS = /<loc>\s{0,100}(?:<!\[CDATA\[)?\s{0,100}([^<\]\s]{1,2000})/gi;
/** In a sitemap index, parts that list pages come before parts that list articles and products. */
const PAGES_FIRST = /page|main|static|about|team/i;

/** At most 10,000 addresses of at most 3 sitemaps: those of robots.txt, or the usual one. Never throws. */
export async function readSitemaps(outbound: Outbound, home: URL, files: string[]) {
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
      const order = (part: string) => (PAGES_FIRST.test(part) ? 0 : 1);
      queue.unshift(...own.map(({ href }) => href).sort((a, b) => order(a) - order(b)));
    } else {
      addresses.push(...own);
    }
  }
  return addresses.slice(0, MAX_ADDRESSES).map((url) => ({ url, label: "" }));
}

/** A page to read for people; one `withoutTeam` only where no page about people shows any, `withoutPeople` where no page does. */
type QueuedPage = {
  address: string;
  view: "team" | "about" | "imprint";
  withoutTeam?: true;
  withoutPeople?: true;
};

const usualPaths = linesOf("usual paths");
const USUAL_ELSEWHERE = "/team /about";
const MAX_PAGES = 8;
const MAX_ABOUT_PAGES = 3;

/** The pages that a page of the site links: about people, about the company, those with its addresses, the list of pages, legal ones. */
export function linkedPages(from: Pick<SitePage, "url">, links: { url: URL; label: string }[]): QueuedPage[] {
  const teams = matchingPages(from, links, [PEOPLE], MAX_PAGES);
  const others = (kind: string, count: number, page: Omit<QueuedPage, "address">) => {
    const addresses = matchingPages(from, links, [kind], count).filter((address) => !teams.includes(address));
    return addresses.map((address) => ({ address, ...page }));
  };
  return [
    ...teams.map((address): QueuedPage => ({ address, view: "team" })),
    ...others("about pages", MAX_ABOUT_PAGES, { view: "about" }),
    ...others("contact pages", 1, { view: "about", withoutTeam: true }),
    ...others("site maps", 1, { view: "about", withoutTeam: true }),
    ...others(IMPRINT, 1, { view: "imprint" }),
    ...others("privacy policies", 1, { view: "imprint", withoutPeople: true }),
  ];
}

const ORDER: QueuedPage["view"][] = ["team", "about", "imprint"];

/** Pages to read, each once: about people, then about the company, then imprints. `home` has been read. */
function pageQueue(home: URL) {
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
    waiting,
  };
}

/** The same for "/team", "/team/", "/team.html" and "/team/index.html", which mostly are one page. */
function withoutFile(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?|\/?(?:(?<=\/)(?:index|default)\.\w{2,5}|\.html?)?(?=\?|$)/g, "");
}

/** The same kinds of pages that the site's sitemaps list, otherwise the usual paths. */
async function unlinkedPages(context: SourceContext, outbound: Outbound, home: SitePage): Promise<QueuedPage[]> {
  const listed = linkedPages(home, await readSitemaps(outbound, home.url, await knownSitemaps(context, home.url)));
  if (listed.some(({ view }) => view !== "imprint")) return listed;
  const paths = (usualPaths().get(home.document.language ?? "") ?? USUAL_ELSEWHERE).split(" ");
  return paths.map((path, index) => ({ address: home.url.origin + path, view: index === 0 ? "team" : "about" }));
}

/** A site of one page links its team as `#team`. */
function hasTeamSection({ url, facts }: SitePage): boolean {
  const here = (other: URL) => other.origin === url.origin && other.pathname === url.pathname;
  return facts.anchors.some((anchor) => here(anchor.url) && isOfPages(PEOPLE, foldWords(anchor.url.hash.slice(1))));
}

export const OWN_SITE = "own_site";

/** With this many people from pages about people, pages about the company and its imprint are not read. */
const ENOUGH_PEOPLE = 5;
const SITE_BUDGET_MS = 18_000;

type PeopleLookup =
  | { status: "read"; people: Person[]; reason: string | null; isComplete: boolean }
  | Extract<Finding<never>, { status: "failed" }>;

/** Everybody whom a company shows on its own pages and imprint, without suppressed people. Kept for 7 days. */
export async function peopleOnSite(context: SourceContext, { domain }: { domain: string }): Promise<Finding<Person[]>> {
  const ttlMs = (look: PeopleLookup) => {
    if (look.status === "failed") return 0;
    return (look.isComplete ? (look.people.length > 0 ? 7 * 24 : 24) : 1) * HOUR_MS;
  };
  const look = await cached(context, "site_people", domain, ttlMs, () => lookForPeople(context, domain));
  if (look.data.status === "failed") return look.data;
  const { people, reason, isComplete } = look.data;
  if (people.length === 0) return { status: "not_found", reason };
  return {
    status: "found",
    data: look.cached ? people.map((person) => ({ ...person, cached: true })) : people,
    evidence: [],
    confidence: Math.min(...people.map(({ confidence }) => confidence)),
    observedAt: look.observedAt,
    cached: look.cached,
    ...(!isComplete && { isPartial: true as const }),
  };
}

async function lookForPeople(context: SourceContext, domain: string): Promise<PeopleLookup> {
  const outbound = outboundWithin(context, SITE_BUDGET_MS);
  const home = await openOwnHome(outbound, domain);
  if (home.status !== "ok") return unread(home);
  if (optsOut(home.page)) return unread({ status: "not_found", reason: "opted_out" });

  const site = siteOf(domain, home.facts, home.url, context.config.NETWORK_HOSTS);
  const movedTo = leftFor(domain, home);

  // The cards of a home page are mostly quotations of customers, unless it is the site's only page.
  const lists = [peopleOn(home, site, hasTeamSection(home) ? "team" : "sections")];
  const inImprint: Person[][] = [];
  const failures: PageFailure[] = [];
  let optedOut = false;
  let isShownOnTeamPage = false;
  let hasAskedElsewhere = false;
  const queue = pageQueue(home.url);
  queue.add(linkedPages(home, home.facts.anchors));
  for (let read = 0; read < MAX_PAGES; read++) {
    const isEnough = mergePeople(lists).length >= ENOUGH_PEOPLE;
    if (queue.waiting.length === 0 && !isEnough && !isShownOnTeamPage && !hasAskedElsewhere) {
      hasAskedElsewhere = true;
      queue.add(await unlinkedPages(context, outbound, home));
    }
    const next = queue.waiting.shift();
    if (!next || (next.view !== "team" && isEnough)) break;
    if (next.withoutTeam && isShownOnTeamPage) continue;
    if (next.withoutPeople && [...lists, ...inImprint].some(({ length }) => length > 0)) continue;
    const page = await outbound.page(next.address);
    if (page.status !== "ok") {
      failures.push(page);
      // A site that refuses the fetcher once is not asked again.
      if (page.status === "blocked_by_site") break;
      continue;
    }
    // A page on another site is not evidence for this company.
    if (leftFor(domain, { ...home, url: page.url, page }) !== movedTo) continue;
    if (optsOut(page)) {
      optedOut = true;
      continue;
    }
    const shown = peopleOn({ url: page.url, page }, site, next.view);
    // Other pages say the office that a person has beside the one of the imprint.
    (next.view === "imprint" ? inImprint : lists).push(shown);
    isShownOnTeamPage ||= next.view === "team" && shown.length > 0;
    const { anchors } = documentOf(page).facts;
    const further = next.view === "team" ? nextPages(page.url, anchors) : [];
    queue.add(further.map((address) => ({ address, view: "team" })));
    queue.add(linkedPages({ url: page.url }, anchors).filter(({ view }) => view === "team"));
  }
  // The people of a home page without a heading for them may be customers, unless one of them leads the firm.
  const others = lists.every((people) => people.length === 0) ? peopleOn(home, site, "about") : [];
  if (others.some(({ title }) => rankOf(readTitle(title).seniority) <= rankOf("director"))) lists.push(others);
  const merged = mergePeople([...lists, ...inImprint]);
  // People who have objected meanwhile are not even stored.
  const people = await withoutSuppressed(context, domain, merged.slice(0, MAX_PEOPLE));
  const missed = failures.find(({ status }) => status === "timeout" || status === "unavailable");
  if (people.length === 0 && missed && !optedOut) return unread(homeFailure(domain, missed));
  const isComplete = missed === undefined && merged.length < MAX_PEOPLE;
  return { status: "read", people, reason: optedOut ? "opted_out" : "no_people_on_site", isComplete };
}

type View = Parameters<typeof peopleOnPage>[2];

function peopleOn({ page, url }: Pick<SitePage, "page" | "url">, site: SiteIdentity, view: View): Person[] {
  return peopleOnPage(documentOf(page), { ...site, url }, view).flatMap(({ kind, ...person }) => {
    const fields = nameFields(person.name);
    const seen = { lastSeenAt: Date.now(), isVerified: true, source: OWN_SITE, cached: false };
    return fields ? { ...person, ...fields, ...seen, evidence: [{ url: url.href, kind }] } : [];
  });
}

function unread(failure: HomeFailure): PeopleLookup {
  if (failure.status === "failed") return failure;
  return { status: "read", people: [], reason: failure.reason, isComplete: true };
}
