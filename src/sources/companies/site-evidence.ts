import { plainHost } from "../../lib/hosts.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { outboundWithin } from "../../platform/outbound/outbound.ts";
import { siteOf } from "../../readers/company/site-owner.ts";
import type { LegalFacts } from "../../readers/legal/legal-entities.ts";
import { countryCode } from "../../readers/words/countries.ts";
import { linesOf, wordsOf } from "../../readers/words/sections.ts";
import { leftFor, openLegalPages, openOwnHome } from "../website/site-pages.ts";

/** What a company's own site says about its identity. Kept in memory for one call only: its text may name people. */
export type SiteEvidence = Extract<Awaited<ReturnType<typeof readSiteEvidence>>, { status: "ok" }>;

const BUDGET_MS = 16_000;
/** Suffixes of countries; those that are sold worldwide say nothing. */
const suffixes = wordsOf("suffixes of countries");
const callingCodes = linesOf("calling codes");

/** Reads the home page and up to four legal pages. `not_found`: certainly nothing; `failed`: could not be read. */
export async function readSiteEvidence(context: SourceContext, domain: string) {
  const outbound = outboundWithin(context, BUDGET_MS);
  const home = await openOwnHome(outbound, domain);
  if (home.status !== "ok") return home;
  const { legal, isComplete } = await openLegalPages(outbound, home);
  return {
    status: "ok" as const,
    domain,
    home,
    /** Registrable domain that the home page led to, when it is another one. */
    redirectedTo: leftFor(domain, home),
    /** Names the site goes by, folded. */
    names: siteOf(domain, home.facts, home.url, context.config.NETWORK_HOSTS).names,
    legal,
    /** Countries indicated by its suffix, addresses and phone numbers: ISO 3166-1, best first. */
    countries: countriesOf(domain, plainHost(home.url), legal),
    /** False when a legal page could not be read, so that there may be more. */
    isComplete,
  };
}

/** Countries indicated by the suffix of a domain and of its site, and by numbers, phones and the address on its pages. */
export function countriesOf(domain: string, host: string, legal: LegalFacts): string[] {
  const numbers = legal.entities.flatMap(({ numbers }) => numbers.flatMap(({ country }) => country ?? []));
  const phones = legal.phones.flatMap((phone) => countryOfPhone(phone) ?? []);
  const { country } = legal.contacts.place ?? {};
  const found = [countryOfSuffix(domain), countryOfSuffix(host), ...numbers, ...phones, country];
  return [...new Set(found.filter((code) => code != null))];
}

/** The country of a suffix that is not sold worldwide as something else; no suffix of two parts, like `com.do`, is. */
export function countryOfSuffix(domain: string): string | null {
  const end = domain.split(".").at(-1) ?? "";
  if (!suffixes().has(end) && !/\.(?:com?|net|org)\.[a-z]{2}$/.test(domain)) return null;
  return end === "uk" ? "GB" : end.toUpperCase();
}

/** Countries that share the calling code +1 with the United States. */
const SHARE_CODE = new Set("AG BB BM BS CA DM DO GD GU JM KN KY LC PR TT VC VG VI".split(" "));

/** The country that all signs of a site agree on; where they differ, that of its suffix, else of its address. */
export function soleCountry({ countries, domain, legal }: Pick<SiteEvidence, "countries" | "domain" | "legal">) {
  const sharing = countries.filter((code) => SHARE_CODE.has(code));
  const [country, ...more] = sharing.length === 1 ? countries.filter((code) => code !== "US") : countries;
  const said = more.length === 0 ? country : (countryOfSuffix(domain) ?? legal.contacts.place?.country);
  return said && countryCode(said) ? said : null;
}

/** Numbers with their calling code are no shorter. */
const MIN_INTERNATIONAL = 11;

/** Of the calling codes that a number begins with, the longest: +47 is Norway, +421 Slovakia. */
function countryOfPhone(phone: string): string | null {
  const bare = phone.replace(/^00/, "+").replace(/[^\d+]/g, "");
  if (!bare.startsWith("+") || bare.length < MIN_INTERNATIONAL) return null;
  return [5, 4, 3, 2].map((length) => callingCodes().get(bare.slice(0, length))).find(Boolean) ?? null;
}
