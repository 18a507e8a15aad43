import { withCapitals } from "../../lib/fold.ts";
import { record, records, string, webUrl } from "../../lib/loose-json.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { withoutSuppressed } from "../../privacy/suppressions.ts";
import type { CompanyFacts } from "../../readers/company/record-fields.ts";
import { sizeBand } from "../../readers/company/size-band.ts";
import { parseAddress } from "../../readers/emails/email-address.ts";
import { spellings, wholeName } from "../../readers/names/person-name.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import { nameFields, type PeopleQuestion, type Person, type PersonQuestion } from "../../readers/people/person.ts";
import { MAX_TITLE_LENGTH } from "../../readers/titles/job-title.ts";
import { type ParsedTitleFilter, positiveLeaves } from "../../readers/titles/title-filter.ts";
import { isSameSite } from "../../readers/words/company-domain.ts";
import { networkLink, networkProfile, networkUrl } from "../../readers/words/network-links.ts";
import type { Finding } from "../facts/finding.ts";
import { askVendor, requestVendor, type Vendor } from "./ask-vendor.ts";

/** People Data Labs (docs.peopledatalabs.com), never tried live: lower case, in some plans booleans for addresses. */
const PDL: Vendor = {
  name: "pdl",
  url: "https://www.peopledatalabs.com/",
  confidence: 0.8,
  keyName: "PDL_API_KEY",
  headers: (apiKey) => ({ "X-Api-Key": apiKey }),
  meanings: { 404: { status: "nothing", credits: 0 } },
};
const API = "https://api.peopledatalabs.com/v5";
const MAX_NAMESAKES = 5;
const MAX_NAME_LENGTH = 120;
const MAX_DESCRIPTION_LENGTH = 500;

/** What PDL knows about a company. One credit. */
export function pdlCompany(context: SourceContext, domain: string): Promise<Finding<CompanyFacts>> {
  const url = `${API}/company/enrich?website=${encodeURIComponent(domain)}`;
  return askVendor(context, PDL, {
    kind: "pdl_company",
    key: domain,
    call: () =>
      requestVendor<CompanyFacts>(context, PDL, { url }, (body, headers) => {
        if (!string(body.name) && !string(body.id)) return { status: "unavailable" };
        // Reject a company that is only similar to the requested one.
        const sites = [body.website, body.alternative_domains].flat().flatMap((site) => string(site) ?? []);
        const isAsked = sites.length === 0 || sites.some((site) => isSameSite(site, domain));
        const credits = creditsOf(headers, 1);
        if (!isAsked) return { status: "nothing", credits };
        return { status: "found", data: companyOf(body, domain, context.config.NETWORK_HOSTS), credits };
      }),
  });
}

function companyOf(body: Record<string, unknown>, domain: string, hosts: string[]): CompanyFacts {
  const link = networkLink(string(body.linkedin_url) ?? "", new URL(API), hosts);
  const location = record(body.location);
  const website = string(body.website) ?? domain;
  const founded = Number(body.founded);
  return {
    name: plainText(string(body.display_name) ?? "", MAX_NAME_LENGTH) || capitals(body.name),
    networkUrl: link ? networkUrl(link) : null,
    website: webUrl(website) ?? webUrl(`https://${website}`) ?? `https://${domain}/`,
    industry: capitals(body.industry),
    sizeBand: sizeBand(string(body.size) ?? String(body.employee_count ?? "")),
    country: capitals(location.country),
    city: capitals(location.locality),
    foundedYear: Number.isInteger(founded) && founded >= 1000 ? founded : null,
    description: plainText(string(body.summary) ?? "", MAX_DESCRIPTION_LENGTH) || null,
  };
}

/** Up to `PDL_PEOPLE_PER_SEARCH` people of a company whose titles may pass. One credit each. */
export function pdlPeople(context: SourceContext, { domain, filter }: PeopleQuestion): Promise<Finding<Person[]>> {
  const must = [{ term: { job_company_website: domain } }, ...titleClauses(filter)];
  return searchPeople(context, domain, must, context.config.PDL_PEOPLE_PER_SEARCH);
}

/** The people of a company with the given family name. One credit each. */
export function pdlPerson(context: SourceContext, { domain, name }: PersonQuestion): Promise<Finding<Person[]>> {
  const family = [...new Set([name.family.join(" ").toLowerCase(), ...spellings(name.family)])].filter(Boolean);
  const whole = { match_phrase: { full_name: wholeName(name).join(" ").toLowerCase() } };
  const names = anyOf([...family.map((last) => ({ match: { last_name: last } })), whole]);
  const must = [{ term: { job_company_website: domain } }, names];
  return searchPeople(context, domain, must, MAX_NAMESAKES);
}

async function searchPeople(context: SourceContext, domain: string, must: object[], size: number) {
  const search = { url: `${API}/person/search`, query: { query: { bool: { must } }, size, titlecase: true } };
  const finding = await askVendor(context, PDL, {
    kind: "pdl_people",
    key: `${domain} ${await sha256Hex(JSON.stringify(search.query))}`,
    credits: size,
    call: () =>
      requestVendor<{ people: Person[]; isPartial: boolean }>(context, PDL, search, async (body, headers) => {
        const { data, total } = body;
        if (!Array.isArray(data)) return { status: "unavailable" };
        const found = records(data).flatMap((row) => personOf(row, domain, context.config.NETWORK_HOSTS) ?? []);
        // People who have objected are not even stored.
        const people = await withoutSuppressed(context, domain, found);
        // Fewer than requested means that there are no more, whatever the total says.
        const isPartial = data.length >= size && Number(total) > size;
        return { status: "found", data: { people, isPartial }, credits: creditsOf(headers, data.length || 1) };
      }),
  });
  if (finding.status !== "found") return finding;
  const { people, isPartial } = finding.data;
  if (people.length === 0) return { status: "not_found" as const, reason: "unknown_to_vendor" };
  const data = people.map((person) => ({ ...person, cached: finding.cached, lastSeenAt: finding.observedAt }));
  return { ...finding, data, ...(isPartial && { isPartial: true as const }) };
}

/** What PDL says a call cost. */
function creditsOf(headers: Headers, expected: number): number {
  const spent = Number(headers.get("x-call-credits-spent") ?? expected);
  return Number.isFinite(spent) ? spent : 1;
}

/** A condition that every accepted title fulfils, in whole words; empty when an alternative has no searchable term. */
export function titleClauses(filter: ParsedTitleFilter): object[] {
  // `market*` and parts of CJK words are not words of the vendor's index.
  const alternatives = positiveLeaves(filter, (word) => !word.includes("*"));
  if (!alternatives) return [];
  const phrase = (words: string[]) => ({ match_phrase: { job_title: words.join(" ") } });
  return [anyOf(alternatives.map((terms) => ({ bool: { must: terms.map((term) => anyOf(term.map(phrase))) } })))];
}

function anyOf(clauses: object[]): object {
  return { bool: { should: clauses } };
}

function personOf(row: Record<string, unknown>, domain: string, hosts: string[]): Person | null {
  const fields = nameFields(withCapitals(string(row.full_name) ?? ""));
  const employer = string(row.job_company_website);
  // Skip people who have left the company.
  if (!fields || (employer && !isSameSite(employer, domain))) return null;
  return {
    ...fields,
    title: capitals(row.job_title, MAX_TITLE_LENGTH),
    location: capitals(row.location_name),
    profileUrl: networkProfile(string(row.linkedin_url) ?? "", hosts),
    email: parseAddress(row.work_email),
    isVerified: true,
    lastSeenAt: Date.now(),
    source: PDL.name,
    confidence: PDL.confidence,
    cached: false,
    evidence: [{ url: PDL.url, kind: "vendor" }],
  };
}

function capitals(value: unknown, maxLength = MAX_NAME_LENGTH): string | null {
  return withCapitals(plainText(string(value) ?? "", maxLength)) || null;
}
