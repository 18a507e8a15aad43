import type { SourceContext } from "../tools/tool.ts";
import { companyOnOwnSite } from "./company-site.ts";
import { DIRECTORY, directoryCompany } from "./directory.ts";
import { firstFound, type Source } from "./source.ts";
import { pdlCompany } from "./vendors/pdl.ts";
import { inOperatorsOrder } from "./vendors/vendor.ts";

/** What is known about a company. All texts are inert; what nobody says is null. */
export type CompanyFacts = {
  name: string | null;
  /** Its page on the network. */
  networkUrl: string | null;
  website: string;
  industry: string | null;
  /** People, as a band: `11-50`, `10001+`. */
  sizeBand: string | null;
  /** As the source has it: a name, or an ISO 3166-1 code. */
  country: string | null;
  city: string | null;
  foundedYear: number | null;
  description: string | null;
};

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
