import { HOUR_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { type Outbound, outboundFor } from "../../platform/outbound/outbound.ts";
import type { PageFailure } from "../../platform/outbound/page.ts";
import { knownSitemaps } from "../../platform/outbound/robots.ts";
import type { Finding } from "../facts/finding.ts";
import { mergePeople, nameFields, type Person } from "../facts/person.ts";
import { foldWords, matchingPages, pagePattern } from "../website/linked-pages.ts";
import { optsOut } from "../website/opt-out.ts";
import { homeFailure, leftFor, openHome, type SitePage, strangerReason } from "../website/site.ts";
import { siteOf } from "../website/site-owner.ts";
import { readSitemaps } from "../website/sitemap.ts";
import { peopleOnPage } from "./people-page.ts";

export const OWN_SITE = "own_site";

const PEOPLE = pagePattern(
  `team leadership =people our-people =management management-team =executives =board board-of-directors =founders =staff our-staff
  who-we-are meet-us mitarbeiter mitarbeitende ansprechpartner geschaeftsfuehrung geschaftsfuhrung fuehrungsteam vorstand
  equipe =direction dirigeants equipo directivos squadra medewerkers
  zespol tym medarbetare medarbejdere ansatte команда руководство 経営陣 役員紹介 役員一覧 メンバー チーム 团队 團隊 管理层 경영진 팀`,
);
const ABOUT = pagePattern(
  `=about about-us =company our-company our-story ueber-uns uber-uns =unternehmen qui-sommes-nous a-propos =entreprise quienes-somos nosotros
  =empresa chi-siamo =azienda quem-somos sobre-nos over-ons o-nas o-firmie om-oss om-os о-компании о-нас 会社概要 会社案内
  关于我们 公司简介 회사소개`,
);
const USUAL_PATHS = ["/team", "/about"];
const MAX_PAGES = 8;
/** With so many people from pages about people, pages about the company are left alone. */
const ENOUGH_PEOPLE = 5;
/** D1 keeps 2 MB in a row. */
const MAX_PEOPLE = 3_000;
const SITE_BUDGET_MS = 18_000;

type PeopleLookup =
  | { people: Person[]; reason: string | null; isComplete: boolean }
  | Extract<Finding<never>, { status: "failed" }>;

/**
 * Everybody whom a company shows on its own team, leadership and about pages, found by links and sitemap. Kept for 7 days,
 * nobody found for one. A site or page that opts out of data mining is not read for people.
 */
export async function peopleOnSite(context: SourceContext, { domain }: { domain: string }): Promise<Finding<Person[]>> {
  const ttlMs = (look: PeopleLookup) => {
    if ("status" in look) return 0;
    return (look.isComplete ? (look.people.length > 0 ? 7 * 24 : 24) : 1) * HOUR_MS;
  };
  const look = await cached(context, "site_people", domain, ttlMs, () => lookForPeople(context, domain));
  if ("status" in look.data) return look.data;
  const { people, reason } = look.data;
  if (people.length === 0) return { status: "not_found", reason };
  return {
    status: "found",
    data: look.cached ? people.map((person) => ({ ...person, cached: true })) : people,
    evidence: [],
    confidence: Math.min(...people.map(({ confidence }) => confidence)),
    observedAt: look.observedAt,
    cached: look.cached,
  };
}

async function lookForPeople(context: SourceContext, domain: string): Promise<PeopleLookup> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(SITE_BUDGET_MS)]);
  const outbound = outboundFor({ ...context, signal });
  const home = await openHome(outbound, domain);
  if ("status" in home) {
    const failure = homeFailure(domain, home);
    return "error" in failure ? { status: "failed", ...failure } : nobody(failure.reason);
  }
  const stranger = strangerReason(home);
  if (stranger) return nobody(stranger);
  if (optsOut(home.page)) return nobody("opted_out");

  const site = siteOf(domain, home.facts, home.url, context.config.NETWORK_HOSTS);
  const movedTo = leftFor(domain, home);
  const readPage = (page: Pick<SitePage, "page" | "url">, readCards: boolean): Person[] => {
    const found = peopleOnPage(
      page.page.text,
      { ...site, url: page.url },
      { readCards, isTeamPage: isAboutPeople(page) },
    );
    return found.flatMap(({ kind, ...person }) => {
      const fields = nameFields(person.name);
      const seen = { lastSeenAt: Date.now(), isVerified: true, source: OWN_SITE, cached: false };
      return fields ? { ...person, ...fields, ...seen, evidence: [{ url: page.url.href, kind }] } : [];
    });
  };

  const lists = [readPage(home, hasTeamSection(home))];
  const failures: PageFailure[] = [];
  let optedOut = false;
  const { teams, abouts } = await pagesOf(context, outbound, home);
  for (const address of [...teams, ...abouts].slice(0, MAX_PAGES)) {
    if (abouts.includes(address) && mergePeople(lists).length >= ENOUGH_PEOPLE) break;
    const page = await outbound.page(address);
    if (page.status !== "ok") {
      failures.push(page);
      // Who refuses us once is left alone.
      if (page.status === "blocked_by_site") break;
      continue;
    }
    // A page that left the site speaks for somebody else.
    if (leftFor(domain, { ...home, url: page.url, page }) !== movedTo) continue;
    if (optsOut(page)) optedOut = true;
    else lists.push(readPage({ url: page.url, page }, true));
  }
  const people = mergePeople(lists).slice(0, MAX_PEOPLE);
  const isComplete = !failures.some(({ status }) => status === "timeout" || status === "unavailable");
  return { people, reason: optedOut ? "opted_out" : "no_people_on_site", isComplete };
}

/** A site of one page links its team as `#team`. Otherwise the cards of a home page are mostly quotations of customers. */
function hasTeamSection({ url, facts }: SitePage): boolean {
  const here = (other: URL) => other.origin === url.origin && other.pathname === url.pathname;
  return facts.anchors.some((anchor) => here(anchor.url) && PEOPLE.test(foldWords(anchor.url.hash.slice(1))));
}

/** Pages about people, and pages about the company: linked from home, else listed in the sitemap, else in the usual place. */
async function pagesOf(context: SourceContext, outbound: Outbound, home: SitePage) {
  const pick = (addresses: { url: URL; label: string }[]) => ({
    teams: matchingPages(home, addresses, [PEOPLE], MAX_PAGES),
    abouts: matchingPages(home, addresses, [ABOUT], MAX_PAGES),
  });
  const linked = pick(home.facts.anchors);
  if (linked.teams.length > 0) return linked;
  const listed = pick(await readSitemaps(outbound, home.url, await knownSitemaps(context, home.url.origin)));
  const abouts = [...new Set([...linked.abouts, ...listed.abouts])];
  const isListed = listed.teams.length + abouts.length > 0;
  return { teams: isListed ? listed.teams : USUAL_PATHS.map((path) => home.url.origin + path), abouts };
}

function nobody(reason: string): PeopleLookup {
  return { people: [], reason, isComplete: true };
}
