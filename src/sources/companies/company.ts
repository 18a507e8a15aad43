import type { SourceContext } from "../../platform/outbound/context.ts";
import { likeness, ownNames } from "../../readers/company/name-likeness.ts";
import type { CompanyFacts } from "../../readers/company/record-fields.ts";
import { withoutLegalForm } from "../../readers/legal/legal-names.ts";
import { MARK, markName } from "../../readers/news/headline-name.ts";
import { domainStem, isSameSite } from "../../readers/words/company-domain.ts";
import { DIRECTORY, directoryCompany } from "../directory/directory.ts";
import { firstFound, type Source } from "../facts/finding.ts";
import { pdlCompany } from "../vendors/pdl.ts";
import { companyOnOwnSite } from "../website/company-site.ts";

/** Asked in this order until one knows the company. */
const COMPANY_SOURCES: readonly Source<string, CompanyFacts>[] = [
  { name: DIRECTORY, find: directoryCompany },
  { name: "own_site", find: companyOnOwnSite },
  { name: "pdl", find: pdlCompany },
];

/** The facts that tell a company from its namesakes. */
export type Identity = {
  domain: string;
  /** As the directory or its own site has it, otherwise derived from the domain. */
  name: string;
  /** The name alone identifies the company: two words or more, like the domain. Otherwise only the domain counts. */
  isTelling: boolean;
};

const MAX_NAME_LENGTH = 60;

/** The identity of the company at `domain`. Waits at most `waitMs` for its name, because a site may hang. Never throws. */
export async function identify(context: SourceContext, domain: string, waitMs: number): Promise<Identity> {
  const asking = firstFound(context, COMPANY_SOURCES, domain).catch(() => null);
  const facts = await Promise.race([asking, scheduler.wait(waitMs).then(() => null)]);
  return companyIdentity(domain, facts?.status === "found" ? facts.data.name : null);
}

/** The identity with a name of the company; without one it is derived from the domain. */
export function companyIdentity(domain: string, given: string | null): Identity {
  const name = withoutLegalForm((given ?? "").replace(/[\s,|]+/g, " "));
  if (name.length < 2 || name.length > MAX_NAME_LENGTH) return { domain, name: domainStem(domain), isTelling: false };
  const words = name.split(/[\s-]+/).filter((word) => /[\p{L}\p{N}]{2}/u.test(word));
  return { domain, name, isTelling: words.length >= 2 && likeness(name, ownNames([domain], [])) !== "other" };
}

/** True when `text` is a headline that names the company, and not another one whose name contains its name. */
export function namesCompany(who: Identity, text: string): boolean {
  return markName(text, who.name).includes(MARK);
}

/** Whether a piece of news is about this company and not about a namesake. */
export function isAbout(who: Identity, item: { title: string; url: string | null; text?: string }): boolean {
  if (isSameSite(item.url, who.domain)) return true;
  return namesCompany(who, item.title) && (who.isTelling || hasDomain(who, item.text ?? ""));
}

/** True when `text` has the company's domain. */
export function hasDomain({ domain }: Identity, text: string): boolean {
  return new RegExp(`(?<![\\w-])${domain.replaceAll(".", "\\.")}(?![\\w-])`, "i").test(text);
}
