import { AppError } from "../../errors.ts";
import { plainHost } from "../../lib/hosts.ts";
import { pairsOf } from "../../lib/words.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { PageFailure } from "../../platform/outbound/page.ts";
import { isParked } from "../../readers/company/parked-page.ts";
import { legalFactsOf, readLegalPage } from "../../readers/legal/legal-entities.ts";
import type { LegalPage, LegalPageKind } from "../../readers/legal/legal-text.ts";
import type { NamedEntity } from "../../readers/legal/named-entity.ts";
import { type SitePage, sitePageOf } from "../../readers/page/document.ts";
import { matchingPages } from "../../readers/page/linked-pages.ts";
import { isSocialHost, registrableDomain } from "../../readers/words/company-domain.ts";
import { upstreamFailure } from "../facts/finding.ts";

/** The meaning of an unreadable home page: the site answered that nothing is there, or it is unknown. */
export type HomeFailure =
  | { status: "not_found"; reason: string; crawlPriceUsd?: number | null }
  | { status: "failed"; error: AppError };

/** Pages with company details, best first. */
const PARTICULARS = ["pages of addresses", "imprints"];
const USUAL_PATHS = ["/about", "/contact", "/company", "/impressum"];
/** Hosts of domain marketplaces. */
const DOMAIN_SELLERS =
  "hugedomains.com godaddy.com dan.com afternic.com sedo.com sedoparking.com bodis.com undeveloped.com".split(" ");

/** Opens the home page: https, `www.`, then plain http. Follows at most one meta refresh or script redirect. */
export async function openHome(outbound: Outbound, domain: string): Promise<SitePage | PageFailure> {
  let failure: PageFailure = { status: "no_dns" };
  for (const address of [`https://${domain}/`, `https://www.${domain}/`, `http://${domain}/`]) {
    const page = await outbound.page(address);
    if (page.status === "ok") return redirected(outbound, sitePageOf(page));
    const isSilent = page.status === "no_dns" || (page.status === "site_error" && page.httpStatus === null);
    if (!isSilent) return page;
    if (failure.status === "no_dns") failure = page;
  }
  return failure;
}

async function redirected(outbound: Outbound, home: SitePage): Promise<SitePage> {
  const { redirect } = home.facts;
  const next = redirect && redirect.href !== home.url.href ? await outbound.page(redirect.href) : null;
  return next?.status === "ok" ? sitePageOf(next) : home;
}

/** Fetches and reads one page within a site. */
export async function openPage(outbound: Outbound, address: string): Promise<SitePage | PageFailure> {
  const page = await outbound.page(address);
  return page.status === "ok" ? sitePageOf(page) : page;
}

/** The first page of a site that its home page links under words of a kind; null without a link, or when it cannot be read. */
export async function openLinked(outbound: Outbound, home: SitePage, kinds: string[]) {
  const [address] = matchingPages(home, home.facts.anchors, kinds, 1);
  const page = address ? await openPage(outbound, address) : null;
  return page?.status === "ok" ? page : null;
}

/** The company's own home page, or why it cannot be read or is not the company's. */
export async function openOwnHome(outbound: Outbound, domain: string): Promise<SitePage | HomeFailure> {
  return ownHome(domain, await openHome(outbound, domain));
}

/** The same of a home page that was opened. */
export function ownHome(domain: string, home: SitePage | PageFailure): SitePage | HomeFailure {
  if (home.status !== "ok") return homeFailure(domain, home);
  const stranger = strangerReason(domain, home);
  return stranger ? { status: "not_found", reason: stranger } : home;
}

/** The registrable domain that a home page redirected to, or null when it stayed within its own. */
export function leftFor(domain: string, home: SitePage): string | null {
  const arrived = registrableDomain(plainHost(home.url));
  return arrived === registrableDomain(domain) ? null : arrived;
}

/** Why the home page of `domain`, after its redirects, cannot be the company's own site, or null. */
export function strangerReason(domain: string, home: SitePage): string | null {
  const host = plainHost(home.url);
  if (isSocialHost(host)) return "redirects_to_social_network";
  if (DOMAIN_SELLERS.includes(leftFor(domain, home) ?? "")) return "domain_for_sale";
  return isParked(home.document) ? "domain_is_parked" : null;
}

/** Up to `count` URLs of pages with company details: those linked from the home page, then the usual paths. */
export function particularsPages(home: SitePage, count: number): string[] {
  const linked = matchingPages(home, home.facts.anchors, PARTICULARS, count);
  return [...new Set([...linked, ...USUAL_PATHS.map((path) => home.url.origin + path)])].slice(0, count);
}

/** Reasons of our answers for what a site says of its home page, where they differ from its status. */
const REASONS = pairsOf("no_dns domain_has_no_dns not_found home_page_not_found unreadable home_page_is_not_a_page");

/** A failure to read the home page as a result: `not_found` when the site said so, else an error in our words. */
export function homeFailure(domain: string, failure: PageFailure): HomeFailure {
  const { status } = failure;
  const failed = (error: AppError) => ({ status: "failed" as const, error });
  if (status === "refused") {
    if (failure.reason === "network_host" && failure.host === domain) return failed(notACompany());
    const reason = failure.reason.replaceAll("_", " ");
    const detail = `The domain leads to an address that is not fetched (${reason}). Check the domain.`;
    return failed(new AppError("upstream_error", detail, { cause: failure }));
  }
  if (status === "site_error") return failed(upstreamFailure("The company's site", { status }, failure));
  if (status === "timeout" || status === "unavailable") return failed(upstreamFailure("The company's site", failure));
  const price = status === "payment_required" ? { crawlPriceUsd: failure.priceUsd } : {};
  return { status: "not_found", reason: REASONS.get(status) ?? status, ...price };
}

/** The error for a domain of the network itself, which configuration names. */
export function notACompany(): AppError {
  const message = "This is a social network, not a company's own site. Send the domain of the company's own web site.";
  return new AppError("invalid_request", message, { fields: { errors: [{ path: "domain", message }] } });
}

/** Folded words of links and paths under which companies name the legal entity behind their site. */
const KINDS: [LegalPageKind, section: string][] = [
  ["imprint", "imprints"],
  ["terms", "terms"],
  ["about", "pages of addresses"],
  ["privacy", "privacy policies"],
];
/** Usual paths of an imprint that is not linked. */
const USUAL_IMPRINTS = pairsOf(`
  de /impressum at /impressum ch /impressum fr /mentions-legales es /aviso-legal it /note-legali nl /colofon
  no /om-oss se /om-oss dk /kontakt fi /yhteystiedot
`);
const MAX_PAGES = 3;
/** Two of them may be dead links. */
const MAX_REQUESTS = MAX_PAGES + 2;

/** What home and up to three of imprint, terms, contact and privacy on the site say about its legal entity. */
export async function openLegalPages(outbound: Outbound, home: SitePage) {
  const site = registrableDomain(plainHost(home.url));
  const reading = (page: LegalPage) => ({ kind: page.kind, address: page.url.href, facts: readLegalPage(page) });
  const pages = [reading({ ...home, kind: "home" })];
  const asked = new Set<string>();
  let isComplete = true;
  let isNumbered = false;
  for (const { kind, address } of legalAddresses(home)) {
    const wanted = kind === "imprint" || kind === "about" ? 2 : 1;
    const isRead = pages.filter((page) => page.kind === kind).length >= wanted || (isNumbered && kind !== "about");
    if (asked.size >= MAX_REQUESTS || isRead || pages.length > MAX_PAGES || asked.has(address)) continue;
    asked.add(address);
    const opened = await openPage(outbound, address);
    if (opened.status === "blocked_by_site") break;
    if (opened.status === "timeout" || opened.status === "unavailable") isComplete = false;
    if (opened.status !== "ok" || registrableDomain(plainHost(opened.url)) !== site) continue;
    if (pages.some((page) => page.address === opened.url.href)) continue;
    const page = reading({ ...opened, kind });
    pages.push(page);
    const isValid = (entity: NamedEntity) => entity.name !== null && entity.numbers.some((number) => number.isValid);
    isNumbered ||= kind === "imprint" && page.facts.entities.some(isValid);
  }
  return { pages, legal: legalFactsOf(pages.map(({ facts }) => facts)), isComplete };
}

function legalAddresses(home: SitePage): { kind: LegalPageKind; address: string }[] {
  const found = KINDS.flatMap(([kind, section]) =>
    matchingPages(home, home.facts.anchors, [section], 2).map((address) => ({ kind, address })),
  );
  const usual = USUAL_IMPRINTS.get(plainHost(home.url).split(".").at(-1) ?? "");
  const isGuessed = usual && !found.some(({ kind }) => kind === "imprint");
  return isGuessed ? [{ kind: "imprint", address: home.url.origin + usual }, ...found] : found;
}
