import { string } from "../../lib/loose-json.ts";
import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { type FailureReason, outboundFor } from "../../platform/outbound/outbound.ts";
import { legalNameKey } from "../../readers/legal/legal-names.ts";
import { legalLines } from "../../readers/legal/legal-text.ts";
import { type FormD, readFormD } from "../../readers/news/form-d.ts";
import { readOfficerChanges } from "../../readers/news/officer-changes.ts";
import { Document, type SitePage } from "../../readers/page/document.ts";
import { PEOPLE } from "../../readers/page/linked-pages.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import { ownLegalNames } from "../companies/choose-entity.ts";
import type { Identity } from "../companies/company.ts";
import { readSiteEvidence } from "../companies/site-evidence.ts";
import { cachedReport, type News, noReport, type Report } from "../facts/finding.ts";
import { createRegisterClient, type RegisterClient, RegisterUnavailable } from "../registers/ask-register.ts";
import { recentFilings, registrantsNamed, registrantsWithTickers, sec, submissionsOf } from "../registers/sec.ts";
import { openLinked } from "../website/site-pages.ts";
import { isSameCompany, tickersIn } from "./registrant-identity.ts";

/** A relevant filing: forms D and 8-K, with their amendments. `items` as in "5.02". */
export type Filing = ReturnType<typeof recentFilings>[number] & {
  company: string;
  /** The content of a form D that could be read, without its people; `offeringSince` is when its first notice was filed. */
  offering: (FormD["offering"] & { offeringSince: string }) | null;
};

const MAX_NAMES = 3;
const MAX_REGISTRANTS = 4;
const MAX_FILINGS = 50;
const MAX_FORMS_READ = 4;
const WINDOW_MS = 400 * DAY_MS;
const FORMS = /^(D|8-K)(\/A)?$/;
const MAX_NAME_LENGTH = 120;

/** Recent filings of the registrants that are the company (`isSameCompany`). Cached for 6 hours. Never throws. */
export async function edgarFilings(context: SourceContext, who: Identity): Promise<Report<Filing>> {
  if (!context.config.MAIL_FROM) return noReport("edgar", "not_configured");
  const fact = { kind: "edgar_filings" as const, key: `${who.domain} ${who.name}`, keptMs: 6 * HOUR_MS };
  return cachedReport(context, "edgar", fact, () =>
    findFilings(context, who).catch((thrown: unknown) => ({ items: [], failure: failureOf(thrown) })),
  );
}

/** Throws again what is no failure of the SEC. */
function failureOf(thrown: unknown): FailureReason {
  if (!(thrown instanceof RegisterUnavailable)) throw thrown;
  if (thrown.message === "queue" || thrown.message === "busy") return "rate_limited";
  return thrown.message === "timeout" ? "timeout" : "unavailable";
}

/** `isUnmatched`: no registrant is certainly the company. Most companies are none. */
async function findFilings(context: SourceContext, who: Identity): Promise<News<Filing>> {
  const client = createRegisterClient(context, sec);
  const site = await readSiteEvidence(context, who.domain);
  // Without the site, namesakes cannot be ruled out.
  if (site.status === "not_found") return { items: [], isUnmatched: true };
  if (site.status === "failed") return { items: [], failure: "unavailable" };
  const ids = new Set(await registrantsWithTickers(client, tickersIn(textOf([site.home]))));
  // Legal names on the company's own pages, then its usual name.
  const names = new Map([...ownLegalNames(site), who.name].map((name) => [legalNameKey(name), name])).values();
  for (const name of names.take(MAX_NAMES)) for (const id of await registrantsNamed(client, name)) ids.add(id);
  const team = ids.size > 0 ? await openLinked(outboundFor(context), site.home, [PEOPLE, "about pages"]) : null;
  const text = `${site.legal.text}\n${textOf(team ? [site.home, team] : [site.home])}`;
  const found: Filing[][] = [];
  for (const id of [...ids].slice(0, MAX_REGISTRANTS)) {
    const registrant = await submissionsOf(client, id);
    if (!registrant) continue;
    const filings = filingsOf(registrant, id);
    const forms = await readForms(client, filings);
    if (isSameCompany(site, text, registrant, [...forms.values()])) found.push(withOfferings(filings, forms));
  }
  return found.length > 0 ? { items: found.flat().slice(0, MAX_FILINGS) } : { items: [], isUnmatched: true };
}

function textOf(pages: SitePage[]): string {
  return pages.flatMap(({ document }) => legalLines(document).map(({ text }) => text)).join("\n");
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
  for (const { url, accession } of filings.filter(({ form }) => form.startsWith("D")).slice(0, MAX_FORMS_READ)) {
    const { httpStatus, text } = await client.ask(url, {}, [403, 404, 500, 503], "text");
    const form = httpStatus === 200 ? readFormD(text) : null;
    if (form) forms.set(accession, form);
  }
  return forms;
}

/** The filings with their forms D, without funds. Of a notice and its amendments, whose figures are sums, the last counts. */
function withOfferings(filings: Filing[], forms: Map<string, FormD>): Filing[] {
  const offeringOf = ({ accession }: Filing) => {
    const form = forms.get(accession);
    return form?.offering.firstSale ?? form?.amends ?? accession;
  };
  return [...Map.groupBy(filings, offeringOf).values()].flatMap((newestFirst): Filing[] => {
    const [last, first] = [newestFirst[0] as Filing, newestFirst.at(-1) as Filing];
    const form = forms.get(last.accession);
    if (!form) return [last];
    return form.isFund ? [] : [{ ...last, offering: { ...form.offering, offeringSince: first.date } }];
  });
}

/** The people in item 5.02 of a Form 8-K; empty when unreadable, null about pay only. Kept 6 hours. Never throws. */
export async function officerChanges(context: SourceContext, domain: string, { url, accession }: Filing) {
  try {
    const look = await cached(context, "officer_changes", `${domain} ${accession}`, 6 * HOUR_MS, async () => {
      const { httpStatus, text } = await createRegisterClient(context, sec).ask(url, {}, [404], "text");
      const lines = httpStatus === 200 ? legalLines(Document.parse(text, new URL(url))) : [];
      return { changes: readOfficerChanges(lines.map((line) => line.text).join("\n")) };
    });
    return look.data.changes;
  } catch (error) {
    if (error instanceof RegisterUnavailable) return [];
    throw error;
  }
}
