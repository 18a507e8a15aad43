import * as z from "zod";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { mergedCompanyFacts } from "../../sources/companies/company.ts";
import { COMPANY_REASONS, codeField } from "../fields/answer-codes.ts";
import { LOOKS_UP, noProvenance, provenanceOf, standardFields } from "../fields/standard-fields.ts";
import { defineTool } from "../tool.ts";

const ANSWER_FIELDS: Record<string, string> = { networkUrl: "url", sizeBand: "size_band", foundedYear: "founded_year" };

const text = z.string().nullable();

export const getNetworkCompany = defineTool({
  name: "get_network_company",
  category: "socials",
  cost: 2,
  title: "Facts about a company",
  description: `Returns facts about a company from its web domain: name, page on {network}, industry, size band, place, year of
    founding, description. Merged field by field from the operator's directory, the company's own home page (JSON-LD, meta data, links),
    the public register that its pages identify, and vendors; \`sources\` names the source of each field. get_company returns more fields,
    each with evidence. {network} itself is never fetched. Unknown fields are null. Use get_network_company_url for a deeper search for
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
    status: z.enum(["ok", "not_found"]).describe("Whether a source knows the company"),
    reason: codeField(COMPANY_REASONS, "Why nothing was found; null when something was"),
    ...standardFields(["directory", "own_site", "register", "pdl"]),
  }),
  annotations: LOOKS_UP,
  example: { domain: "acme-robotics.example" },
  async run({ domain }, context) {
    const found = await mergedCompanyFacts(context, domain);
    if (found.status === "not_found") {
      const nothing = { name: null, url: null, website: null, industry: null, size_band: null, country: null };
      const more = { city: null, founded_year: null, description: null };
      const { reason } = found;
      return { domain, ...nothing, ...more, sources: {}, status: "not_found" as const, reason, ...noProvenance() };
    }
    const { networkUrl, sizeBand, foundedYear, ...facts } = found.data;
    return {
      domain,
      ...facts,
      url: networkUrl,
      size_band: sizeBand,
      founded_year: foundedYear,
      status: "ok" as const,
      reason: null,
      sources: Object.fromEntries(
        Object.entries(found.sources).map(([field, source]) => [ANSWER_FIELDS[field] ?? field, source]),
      ),
      ...provenanceOf(found),
      ...(found.demo && { demo: found.demo }),
    };
  },
});
