import type { AppError } from "../../../errors.ts";
import { readDnsTraces } from "../../../sources/technologies/dns-traces.ts";
import { type FoundTechnology, findTechnologies } from "../../../sources/technologies/find-technologies.ts";
import type { Technology } from "../../../sources/technologies/technology.ts";
import { homeFailure, strangerReason } from "../../../sources/website/site.ts";
import type { CompanyLookups } from "./company-lookups.ts";

export type TechnologyLook = {
  found: Map<Technology, FoundTechnology>;
  hasPage: boolean;
  hasDns: boolean;
  /** Why the home page could not be read: a reason that is an answer, or an error that says nothing. */
  failure: { reason: string } | { error: AppError } | null;
};

/** Looks at a company's home page and DNS for all technologies, and for `others` that are in no table. */
export async function lookForTechnologies(company: CompanyLookups, others: Technology[] = []): Promise<TechnologyLook> {
  const [home, dns] = await Promise.all([company.home(), readDnsTraces(company.context, company.domain)]);
  const stranger = "status" in home ? null : strangerReason(home);
  const failure = "status" in home ? homeFailure(company.domain, home) : stranger ? { reason: stranger } : null;
  const page = "status" in home || failure ? null : home;
  const found = findTechnologies({ domain: company.domain, home: page, dns }, others);
  return { found, hasPage: page !== null, hasDns: dns !== null, failure };
}

/** Where seen technologies were seen, as the `source` of an answer. */
export function sourceOf(seen: FoundTechnology[]): "own_site" | "dns" | null {
  if (seen.length === 0) return null;
  const isOnSite = seen.some(({ evidence }) => evidence.some(({ url }) => !url.startsWith("dns:")));
  return isOnSite ? "own_site" : "dns";
}
