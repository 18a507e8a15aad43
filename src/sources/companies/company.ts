import { AppError } from "../../errors.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import type { CompanyFacts } from "../../readers/company/record-fields.ts";
import { bandOf } from "../../readers/company/size-band.ts";
import type { Evidence } from "../../readers/page/evidence.ts";
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
export function companyFacts(context: SourceContext, domain: string) {
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
