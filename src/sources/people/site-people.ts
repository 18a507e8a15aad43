import { HOUR_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import type { PageFailure } from "../../platform/outbound/page.ts";
import { withoutSuppressed } from "../../privacy/suppressions.ts";
import { type SiteIdentity, siteOf } from "../../readers/company/site-owner.ts";
import { documentOf, type SitePage } from "../../readers/page/document.ts";
import { nextPages } from "../../readers/page/linked-pages.ts";
import { optsOut } from "../../readers/page/opt-out.ts";
import { peopleOnPage } from "../../readers/people/people-page.ts";
import { MAX_PEOPLE, mergePeople, nameFields, type Person } from "../../readers/people/person.ts";
import { rankOf, readTitle } from "../../readers/titles/job-title.ts";
import type { Finding } from "../facts/finding.ts";
import { type HomeFailure, homeFailure, leftFor, openOwnHome } from "../website/site-pages.ts";
import { hasTeamSection, linkedPages, pageQueue, unlinkedPages } from "./people-addresses.ts";

export const OWN_SITE = "own_site";

const MAX_PAGES = 8;
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
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(SITE_BUDGET_MS)]);
  const outbound = outboundFor({ ...context, signal });
  const home = await openOwnHome(outbound, domain);
  if (home.status !== "ok") return unread(home);
  if (optsOut(home.page)) return noPeople("opted_out");

  const site = siteOf(domain, home.facts, home.url, context.config.NETWORK_HOSTS);
  const movedTo = leftFor(domain, home);
  const readPeople = (page: Pick<SitePage, "page" | "url">, view: View) => peopleOn(page, site, view);

  // The cards of a home page are mostly quotations of customers, unless it is the site's only page.
  const lists = [readPeople(home, hasTeamSection(home) ? "team" : "sections")];
  const inImprint: Person[][] = [];
  const failures: PageFailure[] = [];
  let optedOut = false;
  let isShownOnTeamPage = false;
  let hasAskedElsewhere = false;
  const queue = pageQueue(home.url);
  queue.add(linkedPages(home, home.facts.anchors));
  for (let read = 0; read < MAX_PAGES; read++) {
    const isEnough = mergePeople(lists).length >= ENOUGH_PEOPLE;
    if (queue.isEmpty() && !isEnough && !isShownOnTeamPage && !hasAskedElsewhere) {
      hasAskedElsewhere = true;
      queue.add(await unlinkedPages(context, outbound, home));
    }
    const next = queue.next();
    if (!next || (next.view !== "team" && isEnough)) break;
    if (next.withoutTeam && isShownOnTeamPage) continue;
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
    const shown = readPeople({ url: page.url, page }, next.view);
    // Other pages say the office that a person has beside the one of the imprint.
    (next.view === "imprint" ? inImprint : lists).push(shown);
    isShownOnTeamPage ||= next.view === "team" && shown.length > 0;
    const { anchors } = documentOf(page).facts;
    const further = next.view === "team" ? nextPages(page.url, anchors) : [];
    queue.add(further.map((address) => ({ address, view: "team" })));
    queue.add(linkedPages({ url: page.url }, anchors).filter(({ view }) => view === "team"));
  }
  if (lists.every((people) => people.length === 0)) lists.push(leadersAndOthers(readPeople(home, "about")));
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

/** The people of a home page without a heading for them, if one of them leads the firm: others may be customers. */
function leadersAndOthers(people: Person[]): Person[] {
  const leads = ({ title }: Person) => rankOf(readTitle(title).seniority) <= rankOf("director");
  return people.some(leads) ? people : [];
}

function unread(failure: HomeFailure): PeopleLookup {
  return failure.status === "failed" ? failure : noPeople(failure.reason);
}

function noPeople(reason: string): PeopleLookup {
  return { status: "read", people: [], reason, isComplete: true };
}
