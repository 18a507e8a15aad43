import { plainHost } from "../../lib/hosts.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { type LegalFacts, readLegalFacts } from "../website/legal-entities.ts";
import { openLegalPages } from "../website/legal-pages.ts";
import { siteOf } from "../website/site-owner.ts";
import {
  type HomeFailure,
  homeFailure,
  leftFor,
  openHome,
  type SitePage,
  strangerReason,
} from "../website/site-pages.ts";

/** What a company's own site says about its identity. Kept in memory for one call only: its text may name people. */
export type SiteEvidence = {
  status: "ok";
  domain: string;
  home: SitePage;
  /** Registrable domain that the home page led to, when it is another one. */
  redirectedTo: string | null;
  /** Names the site goes by, folded. */
  names: string[];
  legal: LegalFacts;
  /** Countries indicated by its suffix, addresses and phone numbers: ISO 3166-1, best first. */
  countries: string[];
  /** False when a legal page could not be read, so that there may be more. */
  isComplete: boolean;
};

const BUDGET_MS = 16_000;
/** Suffixes of countries whose registers are asked; others are sold worldwide or have no register here. */
const SUFFIXES: Record<string, string> = {
  uk: "GB",
  ...Object.fromEntries(
    "no fr fi cz dk se de at ch nl be ie it es pt pl sk ee lv lt us au nz"
      .split(" ")
      .map((code) => [code, code.toUpperCase()]),
  ),
};
const CALLING_CODES: [prefix: string, country: string][] = [
  ["+47", "NO"],
  ["+33", "FR"],
  ["+358", "FI"],
  ["+420", "CZ"],
  ["+44", "GB"],
  ["+45", "DK"],
  ["+46", "SE"],
  ["+49", "DE"],
  ["+43", "AT"],
  ["+41", "CH"],
  ["+31", "NL"],
  ["+32", "BE"],
  ["+353", "IE"],
  ["+39", "IT"],
  ["+34", "ES"],
  ["+351", "PT"],
  ["+48", "PL"],
  ["+421", "SK"],
  ["+372", "EE"],
  ["+371", "LV"],
  ["+370", "LT"],
  ["+1", "US"],
  ["+61", "AU"],
  ["+64", "NZ"],
];

/**
 * Reads the home page and up to four legal pages of `domain`. `not_found` when there is certainly nothing (no DNS, a parking
 * page, robots.txt), `failed` when the site could not be read.
 */
export async function readSiteEvidence(context: SourceContext, domain: string): Promise<SiteEvidence | HomeFailure> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(BUDGET_MS)]);
  const outbound = outboundFor({ ...context, signal });
  const home = await openHome(outbound, domain);
  if (home.status !== "ok") return homeFailure(domain, home);
  const stranger = strangerReason(domain, home);
  if (stranger) return { status: "not_found", reason: stranger };
  const { pages, isComplete } = await openLegalPages(outbound, home);
  const legal = readLegalFacts(pages);
  return {
    status: "ok",
    domain,
    home,
    redirectedTo: leftFor(domain, home),
    names: siteOf(domain, home.facts, home.url, context.config.NETWORK_HOSTS).names,
    legal,
    countries: countriesOf(domain, plainHost(home.url), legal),
    isComplete,
  };
}

function countriesOf(domain: string, host: string, legal: LegalFacts): string[] {
  const suffixes = [domain, host].flatMap((name) => SUFFIXES[name.split(".").at(-1) ?? ""] ?? []);
  const numbers = legal.entities.flatMap(({ numbers }) => numbers.flatMap(({ country }) => country ?? []));
  const phones = legal.phones.flatMap((phone) => {
    const bare = phone.replace(/^00/, "+").replace(/[^\d+]/g, "");
    return CALLING_CODES.find(([prefix]) => bare.startsWith(prefix))?.[1] ?? [];
  });
  return [...new Set([...suffixes, ...numbers, ...phones])];
}
