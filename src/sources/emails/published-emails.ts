import { DAY_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { type Outbound, outboundFor } from "../../platform/outbound/outbound.ts";
import { withoutSuppressed } from "../../privacy/suppressions.ts";
import { addressesInText, addressesOnPage } from "../../readers/emails/addresses-on-page.ts";
import { isRole, localOf } from "../../readers/emails/email-address.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { IMPRINT, matchingPages, PEOPLE } from "../../readers/page/linked-pages.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";
import { leftFor, openHome, openPage, strangerReason } from "../website/site-pages.ts";

/** Pages on which companies show addresses, best first. */
const PAGES = [PEOPLE, "contact pages", "about pages", "press pages", IMPRINT];
/** Read where no page shows an address. */
const TEXT_FILES = { security_txt: "/.well-known/security.txt", humans_txt: "/humans.txt" };
const MAX_PAGES = 3;
/** With robots.txt and the home page as many as a site is asked for at once; a further one waits a second. */
const FIRST_PAGES = 2;
const MAX_ADDRESSES = 500;
const SITE_BUDGET_MS = 14_000;

/** The addresses on a company's own pages, without suppressed people. Kept for 7 days. Throws what D1 throws. */
export async function publishedAddresses(context: SourceContext, domain: string) {
  const ttlMs = ({ addresses, isComplete }: Awaited<ReturnType<typeof readSite>>) =>
    isComplete ? (addresses.length > 0 ? 7 : 1) * DAY_MS : 0;
  const look = await cached(context, "published_emails", domain, ttlMs, () => readSite(context, domain));
  return { ...look.data, observedAt: look.observedAt, cached: look.cached };
}

async function readSite(context: SourceContext, domain: string) {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(SITE_BUDGET_MS)]);
  const outbound = outboundFor({ ...context, signal });
  const home = await openHome(outbound, domain);
  if (home.status !== "ok") return { addresses: [], isComplete: !isPassing(home.status) };
  const movedTo = leftFor(domain, home);
  if (movedTo && strangerReason(domain, home)) return { addresses: [], isComplete: true };

  const domains = [registrableDomain(domain), ...(movedTo ? [movedTo] : [])];
  const found = onPage(home, domains);
  let isComplete = true;
  const linked = matchingPages(home, home.facts.anchors, PAGES, MAX_PAGES);
  const readPages = async (addresses: string[]) => {
    for (const page of await Promise.all(addresses.map((address) => openPage(outbound, address)))) {
      if (page.status !== "ok") isComplete &&= !isPassing(page.status);
      else if (leftFor(domain, page) === movedTo) found.push(...onPage(page, domains));
    }
  };
  await readPages(linked.slice(0, FIRST_PAGES));
  if (found.every(({ address }) => isRole(localOf(address)))) await readPages(linked.slice(FIRST_PAGES));
  if (found.length === 0) {
    const files = Object.entries(TEXT_FILES).map(([kind, path]) =>
      inTextFile(outbound, home.url.origin + path, kind, domains),
    );
    found.push(...(await Promise.all(files)).flat());
  }
  // Addresses of people who have objected meanwhile are not even stored.
  const owned = found.slice(0, MAX_ADDRESSES).map((seen) => {
    return { seen, nameFolded: seen.name ?? "", profileUrl: null, email: seen.address };
  });
  const shown = await withoutSuppressed(context, domain, owned);
  return { addresses: shown.map(({ seen }) => seen), isComplete: isComplete && !signal.aborted };
}

/** True for a failure that says nothing about the next attempt. */
function isPassing(status: string): boolean {
  return ["timeout", "unavailable", "site_error"].includes(status);
}

function onPage({ document, url }: SitePage, domains: string[]) {
  return addressesOnPage(document, domains).map((one) => ({ ...one, url: url.href }));
}

async function inTextFile(outbound: Outbound, url: string, kind: string, domains: string[]) {
  const file = await outbound.page(url);
  // Some sites answer "not found" with 200 and an HTML page.
  if (file.status !== "ok" || !/^text\/plain/i.test(file.headers.get("Content-Type") ?? "")) return [];
  return addressesInText(file.text.slice(0, 50_000), kind, domains).map((one) => ({ ...one, url: file.url.href }));
}
