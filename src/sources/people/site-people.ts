import { HOUR_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { type Outbound, outboundFor } from "../../platform/outbound/outbound.ts";
import type { PageFailure } from "../../platform/outbound/page.ts";
import { knownSitemaps } from "../../platform/outbound/robots.ts";
import { foldWords } from "../../text/fold.ts";
import type { Finding } from "../facts/finding.ts";
import { mergePeople, nameFields, type Person } from "../facts/person.ts";
import { matchingPages, pagePattern } from "../website/linked-pages.ts";
import { optsOut } from "../website/opt-out.ts";
import { readHtml } from "../website/page-facts.ts";
import { siteOf } from "../website/site-owner.ts";
import { homeFailure, leftFor, openHome, type SitePage, strangerReason } from "../website/site-pages.ts";
import { readSitemaps } from "../website/sitemap.ts";
import { nextPages } from "./next-pages.ts";
import type { PageView } from "./people-cards.ts";
import { peopleOnPage } from "./people-page.ts";
import { loadPeopleWords } from "./people-words.ts";

export const OWN_SITE = "own_site";

const PEOPLE = pagePattern(
  `team =teams our-teams leadership =leaders our-leaders =people our-people =management management-team senior-management =executives executive-team =board board-of-directors board-of-trustees board-of-governors board-of-managers board-of-commissioners board-members
  =directors our-directors =founders =staff our-staff meet-the-staff our-experts =experts our-lawyers =attorneys =doctors =partners-and-staff officers key-people
  who-we-are meet-us mitarbeiter koepfe mitarbeitende ansprechpartner geschaeftsfuehrung geschaftsfuhrung fuehrungsteam vorstand
  equipe =direction dirigeants gouvernance equipo directivos liderazgo direttivo corporate-governance lideranca squadra medewerkers bestuur directie ledning ledelse vedeni
  meet-the-team meet-our-team =officers =trustees governance =crew =partners-staff =our-professionals =our-physicians =providers conseil-d-administration raad-van-bestuur =colaboradores =diretoria =socios =profissionais =abogados =avocats =persone =chi-siamo-team
  =kadro =kadromuz =ekip ekibimiz =yonetim yonetim-kurulu =yoneticiler ust-yonetim =csapat =csapatunk echipa =tim =tim-kami tentang-tim pengurus =manajemen =direksi hallitus henkilosto =johto =styret =personal
  наша-команда =сотрудники =коллектив =правление наставници =екип ομαδα zarzad =kadra =kierownictwo vrcholovy-management
  zespol tym medarbetare medarbejdere ansatte команда руководство 経営陣 役員紹介 役員一覧 役員 経営体制 代表挨拶 社員紹介 スタッフ メンバー チーム 团队 團隊 管理层 경영진 팀`,
);
const ABOUT = pagePattern(
  `=about about-us about-the-company =company our-company company-profile our-story =profile =firm our-firm who-are-we =corporate ueber-uns uber-uns =unternehmen qui-sommes-nous a-propos =entreprise quienes-somos nosotros
  hakkimizda =kurumsal biz-kimiz kto-my rolunk despre-noi tentang-kami =tentang о-нас о-предприятии за-нас про-нас meista yritys =virksomheden =foretaget
  =empresa chi-siamo =azienda quem-somos sobre-nos over-ons o-nas o-firmie om-oss om-os о-компании о-нас 会社概要 会社案内
  关于我们 公司简介 회사소개`,
);
/** Where sites keep these pages when nothing links them, by the language of the home page. */
const USUAL_PATHS: Record<string, [string, string]> = {
  da: ["/medarbejdere", "/om-os"],
  de: ["/team", "/ueber-uns"],
  es: ["/equipo", "/nosotros"],
  fr: ["/equipe", "/a-propos"],
  it: ["/team", "/chi-siamo"],
  nl: ["/team", "/over-ons"],
  no: ["/ansatte", "/om-oss"],
  nb: ["/ansatte", "/om-oss"],
  pl: ["/zespol", "/o-nas"],
  pt: ["/equipe", "/sobre"],
  sv: ["/medarbetare", "/om-oss"],
  tr: ["/ekibimiz", "/hakkimizda"],
};
const USUAL_ELSEWHERE = ["/team", "/about"];
const MAX_PAGES = 8;
/** With this many people from pages about people, pages about the company are not read. */
const ENOUGH_PEOPLE = 5;
/** D1 keeps 2 MB in a row. */
const MAX_PEOPLE = 3_000;
const SITE_BUDGET_MS = 18_000;

type PeopleLookup =
  | { status: "read"; people: Person[]; reason: string | null; isComplete: boolean }
  | Extract<Finding<never>, { status: "failed" }>;

/**
 * Everybody whom a company shows on its own team, leadership and about pages, found by links and sitemap. Cached for 7 days; an
 * empty result for one. A site or page that opts out of data mining is not read for people.
 */
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
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(SITE_BUDGET_MS)]);
  const outbound = outboundFor({ ...context, signal });
  const home = await openHome(outbound, domain);
  if (home.status !== "ok") return unread(domain, home);
  const stranger = strangerReason(home);
  if (stranger) return noPeople(stranger);
  if (optsOut(home.page)) return noPeople("opted_out");

  await loadPeopleWords(context.env);
  const site = siteOf(domain, home.facts, home.url, context.config.NETWORK_HOSTS);
  const movedTo = leftFor(domain, home);
  const readPeople = ({ page, url }: Pick<SitePage, "page" | "url">, view: PageView): Person[] =>
    peopleOnPage(page.text, { ...site, url }, view).flatMap(({ kind, ...person }) => {
      const fields = nameFields(person.name);
      const seen = { lastSeenAt: Date.now(), isVerified: true, source: OWN_SITE, cached: false };
      return fields ? { ...person, ...fields, ...seen, evidence: [{ url: url.href, kind }] } : [];
    });

  // The cards of a home page are mostly quotations of customers, unless it is the site's only page.
  const lists = [readPeople(home, hasTeamSection(home) ? "team" : "sections")];
  const failures: PageFailure[] = [];
  let optedOut = false;
  const queue = await pagesOf(context, outbound, home);
  const seenAddresses = new Set([home.url.origin + home.url.pathname, ...queue.map(({ address }) => address)]);
  for (let read = 0; read < MAX_PAGES; read++) {
    const next = queue.shift();
    if (!next || (next.view === "about" && mergePeople(lists).length >= ENOUGH_PEOPLE)) break;
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
    lists.push(readPeople({ url: page.url, page }, next.view));
    const { anchors } = await readHtml(page.text, page.url);
    const further = next.view === "team" ? nextPages(page.url, anchors) : [];
    const linked = [...further, ...matchingPages({ ...home, url: page.url }, anchors, [PEOPLE], MAX_PAGES)];
    // A team page that only the page about the company links comes before the next page about the company.
    const behind = queue.findIndex(({ view }) => view === "about");
    const fresh = linked.filter((address) => !seenAddresses.has(address));
    for (const address of fresh) seenAddresses.add(address);
    queue.splice(
      behind < 0 ? queue.length : behind,
      0,
      ...fresh.map((address) => ({ address, view: "team" as const })),
    );
  }
  const people = mergePeople(lists).slice(0, MAX_PEOPLE);
  const missed = failures.find(({ status }) => status === "timeout" || status === "unavailable");
  if (people.length === 0 && missed && !optedOut) return unread(domain, missed);
  const isComplete = missed === undefined;
  return { status: "read", people, reason: optedOut ? "opted_out" : "no_people_on_site", isComplete };
}

/** A site of one page links its team as `#team`. */
function hasTeamSection({ url, facts }: SitePage): boolean {
  const here = (other: URL) => other.origin === url.origin && other.pathname === url.pathname;
  return facts.anchors.some((anchor) => here(anchor.url) && PEOPLE.test(foldWords(anchor.url.hash.slice(1))));
}

type QueuedPage = { address: string; view: "team" | "about" };

/**
 * Pages about people, then pages about the company: linked from the home page, otherwise listed in the sitemap, otherwise in
 * the usual place.
 */
async function pagesOf(context: SourceContext, outbound: Outbound, home: SitePage): Promise<QueuedPage[]> {
  const pick = (addresses: { url: URL; label: string }[]) => ({
    teams: matchingPages(home, addresses, [PEOPLE], MAX_PAGES),
    abouts: matchingPages(home, addresses, [ABOUT], MAX_PAGES),
  });
  const queued = ({ teams, abouts }: ReturnType<typeof pick>): QueuedPage[] => [
    ...teams.map((address) => ({ address, view: "team" as const })),
    ...abouts.filter((address) => !teams.includes(address)).map((address) => ({ address, view: "about" as const })),
  ];
  const linked = pick(home.facts.anchors);
  if (linked.teams.length > 0) return queued(linked);
  const listed = pick(await readSitemaps(outbound, home.url, await knownSitemaps(context, home.url.origin)));
  const abouts = [...new Set([...linked.abouts, ...listed.abouts])];
  if (listed.teams.length + abouts.length > 0) return queued({ teams: listed.teams, abouts });
  const [, language = ""] =
    /<html\b[^>]{0,300}?\slang\s?=\s?["']?([a-z]{2})/i.exec(home.page.text.slice(0, 50_000)) ?? [];
  const paths = USUAL_PATHS[language.toLowerCase()] ?? USUAL_ELSEWHERE;
  return queued({ teams: paths.map((path) => home.url.origin + path), abouts: [] });
}

function unread(domain: string, page: PageFailure): PeopleLookup {
  const failure = homeFailure(domain, page);
  return failure.status === "failed" ? failure : noPeople(failure.reason);
}

function noPeople(reason: string): PeopleLookup {
  return { status: "read", people: [], reason, isComplete: true };
}
