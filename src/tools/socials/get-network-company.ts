import * as z from "zod";
import { AppError } from "../../errors.ts";
import { record as objectOf, string } from "../../lib/loose-json.ts";
import type { Field, RecordField } from "../../readers/company/record-fields.ts";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { companyRecord } from "../../sources/companies/company-record.ts";
import { findCompanyUrl } from "../../sources/companies/company-url.ts";
import { COMPANY_REASONS, REGISTER_NAMES } from "../fields/answer-codes.ts";
import { distinctEvidence, outcomeFields, provenanceOf } from "../fields/answers.ts";
import { defineTool, text } from "../tool.ts";

/** The fields of a company's record that its answer needs. */
const FIELDS: ReadonlySet<RecordField> = new Set([
  ...["name", "website", "industry", "head_count", "country", "city"],
  ...["founded", "business_since", "description"],
] as RecordField[]);

export const getNetworkCompany = defineTool({
  name: "get_network_company",
  category: "socials",
  cost: 2,
  title: "Facts about a company",
  description: `Returns facts about a company from its web domain: name, page on {network}, industry, size band, place, year of
    founding, description: the record of get_company in short. \`sources\` names the source of each field, the best of those that know it
    (the public register that the company's pages identify, its own pages, vendors, the operator's directory); get_company shows the
    others, with evidence. {network} itself is never fetched. Unknown fields are null. Use get_network_company_url for more about
    the network page, and list_network_company_employees for people.`,
  input: z.object({ domain: companyDomain }),
  output: z.looseObject({
    domain: z.string().describe("The normalised domain that was looked up"),
    name: text.describe("Name of the company"),
    url: text.describe("Address of the company's page on {network}"),
    website: text.describe("Address of the company's site"),
    industry: text.describe("Industry, in the words of the source"),
    size_band: text.describe("Number of people as a band, e.g. 11-50 or 10001+"),
    country: text.describe("Country, ISO 3166-1"),
    city: text.describe("City of the headquarters"),
    founded_year: z.int().nullable().describe("Year of founding"),
    description: text.describe("The company's description of itself"),
    sources: z.record(z.string(), z.string()).describe("Which source each field came from"),
    ...outcomeFields({
      sources: [...REGISTER_NAMES, "own_legal_page", "own_site", "directory", "pdl"],
      reasons: COMPANY_REASONS,
    }),
  }),
  example: { domain: "acme-robotics.example" },
  async run({ domain }, given) {
    const context = { ...given, pages: given.pages ?? new Map() };
    const [{ fields, ...record }, page] = await Promise.all([
      companyRecord(context, { kind: "domain", domain }, FIELDS),
      // The answer of get_network_company_url, so that the two tools never differ. It also tells which source failed.
      findCompanyUrl(context, domain).catch((error: unknown) => {
        if (error instanceof AppError) return error;
        throw error;
      }),
    ]);
    const link = page instanceof AppError || page.url === null ? null : page;
    const isKnown = link !== null || Object.keys(fields).length > 0;
    if (!isKnown && page instanceof AppError) throw page;
    const founded = fields.business_since ?? fields.founded;
    const text = (field: Field<unknown> | undefined) => string(field?.value);
    const used = {
      name: fields.name,
      website: fields.website,
      industry: fields.industry,
      size_band: fields.head_count,
      country: fields.country,
      city: fields.city,
      founded_year: founded,
      description: fields.description,
      ...(link && { url: { ...link, source: link.source ?? "own_site" } }),
    };
    const known = Object.entries(used).flatMap(([name, field]) => (field ? [{ name, ...field }] : []));
    return {
      domain,
      name: text(fields.name),
      url: link?.url ?? null,
      website: isKnown ? (text(fields.website) ?? `https://${domain}/`) : null,
      industry: string(objectOf(fields.industry?.value).label),
      size_band: string(objectOf(fields.head_count?.value).band),
      country: text(fields.country),
      city: text(fields.city),
      founded_year: Number(text(founded)?.slice(0, 4)) || null,
      description: text(fields.description),
      status: isKnown ? ("ok" as const) : ("not_found" as const),
      reason: isKnown ? null : record.reason,
      sources: Object.fromEntries(known.map(({ name, source }) => [name, source])),
      ...provenanceOf({
        source: known[0]?.source ?? null,
        confidence: known[0]?.confidence ?? 0,
        evidence: distinctEvidence(known.flatMap((field) => field.evidence)),
        observedAt: Math.min(Date.now(), ...known.map(({ observedAt }) => observedAt)),
        cached: record.cached,
        demo: record.demo ?? link?.demo,
      }),
    };
  },
});
