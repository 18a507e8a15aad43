import { string } from "../../lib/loose-json.ts";
import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { type FailureReason, outboundFor } from "../../platform/outbound/outbound.ts";
import { legalNameKey } from "../../readers/legal/legal-names.ts";
import { legalLines } from "../../readers/legal/legal-text.ts";
import { type FormD, readFormD } from "../../readers/news/form-d.ts";
import { type OfficerChange, readOfficerChanges } from "../../readers/news/officer-changes.ts";
import { Document, type SitePage } from "../../readers/page/document.ts";
import { ABOUT, PEOPLE } from "../../readers/page/linked-pages.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import { ownLegalNames } from "../companies/choose-entity.ts";
import type { Identity } from "../companies/company.ts";
import { readSiteEvidence, type SiteEvidence } from "../companies/site-evidence.ts";
import { noReport, type Report } from "../facts/finding.ts";
import { type RegisterClient, RegisterUnavailable } from "../registers/ask-register.ts";
import { recentFilings, registrantsNamed, registrantsWithTickers, secClient, submissionsOf } from "../registers/sec.ts";
import { openLinked } from "../website/site-pages.ts";
import { isSameCompany, tickersIn } from "./registrant-identity.ts";

/** The content of a Form D without its people. US dollars; `offeringSince` is when its first notice was filed. */
type Offering = FormD["offering"] & { currency: "USD"; offeringSince: string };

/** A relevant filing: forms D and 8-K, with their amendments. `items` as in "5.02". */
export type Filing = {
  form: string;
  items: string[];
  date: string;
  url: string;
  company: string;
  accession: string;
  /** Of forms D that could be read. */
  offering: Offering | null;
};

const MAX_REGISTRANTS = 4;
const MAX_FILINGS = 50;
const MAX_FORMS_READ = 4;
const WINDOW_MS = 400 * DAY_MS;
const FORMS = /^(D|8-K)(\/A)?$/;
const MAX_NAME_LENGTH = 120;

/**
 * Recent filings of the company with the U.S. Securities and Exchange Commission (sec.gov/search-filings, "EDGAR APIs"), forms
 * D read completely. A registrant counts when two facts match: the exact legal name on the company's own pages, its phone, its
 * city and state, an officer on its team page, its ticker or a page for investors. A name alone never does, so common names can be
 * looked up. The commission requires a contact in `User-Agent`: `not_configured` without `MAIL_FROM`. Cached for 6 hours. Never throws.
 */
export async function edgarFilings(context: SourceContext, who: Identity): Promise<Report<Filing>> {
  if (!context.config.MAIL_FROM) return noReport("edgar", "not_configured");
  try {
    const look = await cached(context, "edgar_filings", who.domain, DAY_MS / 4, () => findFilings(context, who));
    const { observedAt, cached: isCached } = look;
    const report = { source: "edgar", items: look.data ?? [], observedAt, cached: isCached };
    return look.data === null ? { ...report, isUnmatched: true } : report;
  } catch (thrown) {
    if (thrown instanceof RegisterUnavailable) return noReport("edgar", failureOf(thrown));
    throw thrown;
  }
}

function failureOf({ message }: RegisterUnavailable): FailureReason {
  if (message === "queue" || message === "busy") return "rate_limited";
  return message === "timeout" ? "timeout" : "unavailable";
}

/** Null when no registrant is certainly the company: most companies are none. */
async function findFilings(context: SourceContext, who: Identity): Promise<Filing[] | null> {
  const client = secClient(context);
  const site = await readSiteEvidence(context, who.domain);
  // Without the site, namesakes cannot be ruled out.
  if (site.status === "not_found") return null;
  if (site.status === "failed") throw new RegisterUnavailable("site", 60);
  const ids = new Set(await registrantsWithTickers(client, tickersIn(textOf([site.home]))));
  for (const name of namesOf(site, who)) for (const id of await registrantsNamed(client, name)) ids.add(id);
  let team: Promise<string> | undefined;
  const textOfSite = async () => {
    team ??= teamText(context, site);
    return `${site.legal.text}\n${await team}`;
  };
  let found: Filing[] | null = null;
  for (const id of [...ids].slice(0, MAX_REGISTRANTS)) {
    const registrant = await submissionsOf(client, id);
    if (!registrant) continue;
    const filings = filingsOf(registrant, id);
    const forms = await readForms(client, filings);
    if (!isSameCompany(site, await textOfSite(), registrant, [...forms.values()])) continue;
    found = [...(found ?? []), ...withOfferings(filings, forms)].slice(0, MAX_FILINGS);
  }
  return found;
}

/** The names to look up: legal names on the company's own pages, then its usual name. */
function namesOf(site: SiteEvidence, who: Identity): string[] {
  const names = [...ownLegalNames(site), who.name];
  return [...new Map(names.map((name) => [legalNameKey(name), name])).values()].slice(0, 3);
}

function textOf(pages: SitePage[]): string {
  return pages.flatMap(({ document }) => legalLines(document).map(({ text }) => text)).join("\n");
}

async function teamText(context: SourceContext, { home }: SiteEvidence): Promise<string> {
  const page = await openLinked(outboundFor(context), home, [PEOPLE, ABOUT]);
  return textOf(page ? [home, page] : [home]);
}

function filingsOf(registrant: Record<string, unknown>, id: string): Filing[] {
  const company = plainText(string(registrant.name) ?? "", MAX_NAME_LENGTH);
  return recentFilings(registrant, id, FORMS)
    .filter(({ date }) => Date.parse(date) > Date.now() - WINDOW_MS)
    .slice(0, MAX_FILINGS)
    .map((filing) => ({ ...filing, company, offering: null }));
}

async function readForms(client: RegisterClient, filings: Filing[]): Promise<Map<string, FormD>> {
  const forms = new Map<string, FormD>();
  for (const { form, url, accession } of filings.filter(({ form }) => form.startsWith("D")).slice(0, MAX_FORMS_READ)) {
    const { httpStatus, text } = await client.ask(url, {}, [403, 404, 500, 503], "text");
    const read = httpStatus === 200 ? readFormD(text) : null;
    if (!read) continue;
    const isAmendment = read.offering.isAmendment || form === "D/A";
    forms.set(accession, { ...read, offering: { ...read.offering, isAmendment } });
  }
  return forms;
}

/** The filings with their forms D: of a notice and its amendments the last, without funds and what is not sold yet. */
function withOfferings(filings: Filing[], forms: Map<string, FormD>): Filing[] {
  const amended = new Set<string>();
  const since = new Map<string, string>();
  const newestFirst = filings.toSorted((a, b) => b.date.localeCompare(a.date));
  for (const filing of newestFirst) {
    const form = forms.get(filing.accession);
    if (!form?.offering.isAmendment) continue;
    const { firstSale } = form.offering;
    const earlier = newestFirst.filter(({ accession, date }) => {
      const other = forms.get(accession);
      return (
        other &&
        date <= filing.date &&
        accession !== filing.accession &&
        (accession === form.amends || (firstSale !== null && other.offering.firstSale === firstSale))
      );
    });
    for (const { accession, date } of earlier) {
      amended.add(accession);
      since.set(filing.accession, [since.get(filing.accession) ?? date, date].sort()[0] ?? date);
    }
  }
  return filings.flatMap((filing): Filing[] => {
    const form = forms.get(filing.accession);
    if (amended.has(filing.accession) || form?.isFund) return [];
    if (!form) return [filing];
    const offeringSince = since.get(filing.accession) ?? filing.date;
    return [{ ...filing, offering: { ...form.offering, currency: "USD", offeringSince } }];
  });
}

type Look = { isRead: boolean; changes: OfficerChange[] | null };

/** The people in item 5.02 of a Form 8-K; empty when unreadable, null about pay only. Kept 6 hours. Never throws. */
export async function officerChanges(
  context: SourceContext,
  domain: string,
  filing: Filing,
): Promise<OfficerChange[] | null> {
  if (filing.url.endsWith("/")) return [];
  const ttlMs = ({ isRead }: Look) => (isRead ? 6 * HOUR_MS : 0);
  const look = await cached(context, "officer_changes", `${domain} ${filing.accession}`, ttlMs, () =>
    read(context, filing.url),
  );
  return look.data.changes;
}

async function read(context: SourceContext, url: string): Promise<Look> {
  const unread: Look = { isRead: false, changes: [] };
  try {
    const { httpStatus, text } = await secClient(context).ask(url, {}, [403, 404, 500, 503], "text");
    if (httpStatus !== 200) return { ...unread, isRead: httpStatus === 404 };
    const lines = legalLines(Document.parse(text, new URL(url))).map((line) => line.text);
    return { isRead: true, changes: readOfficerChanges(lines.join("\n")) };
  } catch (error) {
    if (error instanceof RegisterUnavailable) return unread;
    throw error;
  }
}
