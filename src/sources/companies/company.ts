import type { SourceContext } from "../../platform/outbound/context.ts";
import { DIRECTORY, directoryCompany } from "../directory/directory.ts";
import type { CompanyFacts } from "../facts/company-facts.ts";
import { firstFound, type Source } from "../facts/finding.ts";
import { pdlCompany } from "../vendors/pdl.ts";
import { inOperatorsOrder } from "../vendors/vendor.ts";
import { companyOnOwnSite } from "../website/company-site.ts";

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
