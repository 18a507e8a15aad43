import { AppError } from "../../errors.ts";
import { plainHost } from "../../lib/hosts.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { likeness, ownNames } from "../../readers/company/name-likeness.ts";
import type { CompanyFacts } from "../../readers/company/record-fields.ts";
import { bandOf } from "../../readers/company/size-band.ts";
import { MARK, markName } from "../../readers/news/headline-name.ts";
import type { Evidence } from "../../readers/page/evidence.ts";
import { domainStem, registrableDomain } from "../../readers/words/company-domain.ts";
import { countryCode } from "../../readers/words/countries.ts";
import { DIRECTORY, directoryCompany } from "../directory/directory.ts";
import { type Finding, type Found, firstFound, type NotFound, nothingFound, type Source } from "../facts/finding.ts";
import { inOperatorsOrder } from "../vendors/ask-vendor.ts";
import { pdlCompany } from "../vendors/pdl.ts";
import { companyOnOwnSite } from "../website/company-site.ts";
import { type CompanyUrl, findCompanyUrl } from "./company-url.ts";
import { findEntity } from "./find-entity.ts";

/** The chain: these, then vendors in the operator's order. */
const COMPANY_SOURCES: readonly Source<string, CompanyFacts>[] = [
  { name: DIRECTORY, find: directoryCompany },
  { name: "own_site", find: companyOnOwnSite },
];
const COMPANY_VENDORS: readonly Source<string, CompanyFacts>[] = [{ name: "pdl", find: pdlCompany }];

/** What the first source that knows the company says about it. Throws as {@link firstFound} does. */
function companyFacts(context: SourceContext, domain: string) {
  return firstFound(context, [...COMPANY_SOURCES, ...inOperatorsOrder(context.config, COMPANY_VENDORS)], domain);
}

/** Facts put together from several sources. `sources` says which one each field came from. */
type MergedCompany = Found<CompanyFacts> & {
  source: string;
  sources: Partial<Record<keyof CompanyFacts, string>>;
};

async function companyInRegister(context: SourceContext, domain: string): Promise<Finding<CompanyFacts>> {
  const found = await findEntity(context, domain);
  if (found.status !== "looked") return found;
  const { winner } = found.look;
  if (!winner) return { status: "not_found", reason: "not_proved_in_a_register" };
  const { record, confidence } = winner;
  const { employees } = record;
  const isCounted = employees?.state === "value" || employees?.state === "band";
  return {
    status: "found",
    data: {
      ...UNKNOWN,
      name: record.name,
      website: `https://${domain}/`,
      industry: record.codes[0]?.label ?? null,
      sizeBand: isCounted ? bandOf(employees.min, employees.max) : null,
      country: record.country,
      city: record.address?.city ?? null,
      foundedYear: Number(record.founded?.slice(0, 4)) || null,
      description: record.description,
    },
    evidence: [{ url: record.url, kind: record.register }],
    confidence,
    observedAt: found.observedAt,
    cached: found.cached,
  };
}

const UNKNOWN: Omit<CompanyFacts, "website"> = {
  name: null,
  networkUrl: null,
  industry: null,
  sizeBand: null,
  country: null,
  city: null,
  foundedYear: null,
  description: null,
};

const WANTED = ["industry", "sizeBand", "country", "city", "foundedYear", "description"] as const;

/** What all sources know, field by field: directory, site, register, then vendors for gaps. Throws as the chain. */
export async function mergedCompanyFacts(context: SourceContext, domain: string): Promise<MergedCompany | NotFound> {
  const shared = { ...context, pages: context.pages ?? new Map() };
  const sources = [
    ...COMPANY_SOURCES,
    { name: "register", find: companyInRegister },
    ...inOperatorsOrder(context.config, COMPANY_VENDORS),
  ];
  // Nothing is paid for these, and none needs another's answer.
  const free = COMPANY_SOURCES.map(({ find }) => find(shared, domain));
  const opening = companyPage(shared, domain);
  let merged: MergedCompany | null = null;
  const findings: Finding<CompanyFacts>[] = [];
  for (const [index, { name, find }] of sources.entries()) {
    if (merged && WANTED.every((field) => merged?.data[field] !== null)) break;
    // Registers prove a company by its site, so nothing is proved without one.
    if (name === "register" && !merged) continue;
    const finding = withCountryCode(await (free[index] ?? find(shared, domain)));
    findings.push(finding);
    if (finding.status !== "found") continue;
    merged = fillGaps(merged, finding, name);
  }
  const page = await opening;
  if (merged) return page ? withPage(merged, page) : merged;
  return page?.url ? onlyPage(domain, page) : nothingFound(findings);
}

/** The page on the network as get_network_company_url returns it; null when it has none. The two tools must not differ. */
async function companyPage(context: SourceContext, domain: string): Promise<CompanyUrl | null> {
  try {
    return await findCompanyUrl(context, domain);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function withPage(merged: MergedCompany, page: CompanyUrl): MergedCompany {
  const { networkUrl: _, ...sources } = merged.sources;
  return {
    ...merged,
    data: { ...merged.data, networkUrl: page.url },
    sources: page.source === null ? sources : { ...sources, networkUrl: page.source },
    evidence: distinct([...merged.evidence, ...page.evidence]),
  };
}

function onlyPage(domain: string, page: CompanyUrl): MergedCompany {
  const { url, source, evidence, confidence, observedAt, cached, demo } = page;
  const data = { ...UNKNOWN, networkUrl: url, website: `https://${domain}/` };
  const found = { status: "found" as const, data, evidence, confidence, observedAt, cached, ...(demo && { demo }) };
  return fillGaps(null, found, source ?? "own_site");
}

function distinct(evidence: Evidence[]): Evidence[] {
  return [...new Map(evidence.map((item) => [`${item.kind} ${item.url}`, item])).values()];
}

/** Sources write a country's name or a code; an answer has the code of ISO 3166-1. */
function withCountryCode(finding: Finding<CompanyFacts>): Finding<CompanyFacts> {
  if (finding.status !== "found") return finding;
  return { ...finding, data: { ...finding.data, country: countryCode(finding.data.country) } };
}

function fillGaps(merged: MergedCompany | null, finding: Found<CompanyFacts>, source: string): MergedCompany {
  const gaps = (Object.keys(finding.data) as (keyof CompanyFacts)[]).filter(
    (field) => finding.data[field] !== null && (merged?.data[field] ?? null) === null,
  );
  const sources = { ...merged?.sources, ...Object.fromEntries(gaps.map((field) => [field, source])) };
  if (!merged) return { ...finding, source, sources };
  if (gaps.length === 0) return merged;
  return {
    ...merged,
    data: { ...merged.data, ...Object.fromEntries(gaps.map((field) => [field, finding.data[field]])) },
    sources,
    evidence: distinct([...merged.evidence, ...finding.evidence]),
    confidence: Math.min(merged.confidence, finding.confidence),
    observedAt: Math.min(merged.observedAt, finding.observedAt),
    cached: merged.cached && finding.cached,
  };
}

/** The facts that tell a company from its namesakes. */
export type Identity = {
  domain: string;
  /** As the directory or its own site has it, otherwise derived from the domain. */
  name: string;
  /** The name alone identifies the company: two words or more, like the domain. Otherwise only the domain counts. */
  isTelling: boolean;
};

const MAX_NAME_LENGTH = 60;
const FORMS =
  /\b(inc|incorporated|llc|ltd|limited|plc|corp|corporation|gmbh|ag|sa|sas|sarl|srl|spa|bv|ab|oy|as)\b\.?/gi;

/** The identity of the company at `domain`. Waits at most `waitMs` for its name, because a site may hang. Never throws. */
export async function identify(context: SourceContext, domain: string, waitMs: number): Promise<Identity> {
  const known = companyFacts(context, domain).then(
    (facts) => (facts.status === "found" ? facts.data.name : null),
    () => null,
  );
  const given = await Promise.race([known, scheduler.wait(waitMs).then(() => null)]);
  return companyIdentity(domain, given);
}

/** The identity with a name of the company; null without a name. */
export function companyIdentity(domain: string, given: string | null): Identity {
  const name = (given ?? "")
    .replace(FORMS, " ")
    .replace(/[\s,|]+/g, " ")
    .trim();
  if (name.length < 2 || name.length > MAX_NAME_LENGTH) return { domain, name: domainStem(domain), isTelling: false };
  const words = name.split(/[\s-]+/).filter((word) => /[\p{L}\p{N}]{2}/u.test(word));
  return { domain, name, isTelling: words.length >= 2 && likeness(name, ownNames([domain], [])) !== "other" };
}

/** True when `text` is a headline that names the company, and not another one whose name contains its name. */
export function namesCompany(who: Identity, text: string): boolean {
  return markName(text, who.name).includes(MARK);
}

/** True when `address` is on the company's own domain. */
export function leadsHome({ domain }: Identity, address: string | null): boolean {
  const url = URL.parse(address ?? "");
  return url !== null && registrableDomain(plainHost(url)) === registrableDomain(domain);
}

/** Whether a piece of news is about this company and not about a namesake. */
export function isAbout(who: Identity, item: { title: string; url: string | null; text?: string }): boolean {
  if (leadsHome(who, item.url)) return true;
  if (!namesCompany(who, item.title)) return false;
  return who.isTelling || namesDomain(who, item.text ?? "");
}

function namesDomain({ domain }: Identity, text: string): boolean {
  return new RegExp(`(?<![\\w-])${domain.replaceAll(".", "\\.")}(?![\\w-])`, "i").test(text);
}
