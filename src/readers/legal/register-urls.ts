/** Addresses of records in public registers: parsed, never fetched. */
import { isWithin, plainHost } from "../../lib/hosts.ts";
import { type LegalNumber, legalNumber } from "./legal-numbers.ts";

type Reader = { host: string; scheme: string; read(url: URL): string | undefined };

const inPath = (pattern: RegExp) => (url: URL) => pattern.exec(decodeURI(url.pathname))?.[1];

const READERS: Reader[] = [
  {
    host: "find-and-update.company-information.service.gov.uk",
    scheme: "GB_CRN",
    read: inPath(/\/company\/(\w{8})(?:\/|$)/),
  },
  { host: "virksomhet.brreg.no", scheme: "NO_ORGNR", read: inPath(/\/(\d{9})(?:\/|$)/) },
  { host: "data.brreg.no", scheme: "NO_ORGNR", read: inPath(/\/(\d{9})(?:\/|$)/) },
  {
    host: "annuaire-entreprises.data.gouv.fr",
    scheme: "FR_SIREN",
    read: inPath(/\/entreprise\/(?:.*-)?(\d{9})(?:\/|$)/),
  },
  { host: "tietopalvelu.ytj.fi", scheme: "FI_YTUNNUS", read: inPath(/\/yritys\/(\d{7}-\d)(?:\/|$)/) },
  {
    host: "ares.gov.cz",
    scheme: "CZ_ICO",
    read: (url) => url.searchParams.get("ico") ?? inPath(/\/(\d{8})(?:\/|$)/)(url),
  },
  { host: "ariregister.rik.ee", scheme: "EE_REG", read: inPath(/\/company\/(\d{8})(?:\/|$)/) },
  { host: "info.ur.gov.lv", scheme: "LV_REG", read: ({ hash }) => /legal-entity\/(\d{11})/.exec(hash)?.[1] },
  {
    host: "kbopub.economie.fgov.be",
    scheme: "BE_KBO",
    read: ({ searchParams }) => searchParams.get("ondernemingsnummer") ?? undefined,
  },
  { host: "datacvr.virk.dk", scheme: "DK_CVR", read: inPath(/\/virksomhed\/(\d{8})(?:\/|$)/) },
  {
    host: "sec.gov",
    scheme: "US_CIK",
    read: (url) => url.searchParams.get("CIK") ?? /\/edgar\/data\/(\d{1,10})(?:\/|$)/.exec(url.pathname)?.[1],
  },
  { host: "data.sec.gov", scheme: "US_CIK", read: inPath(/CIK(\d{10})\.json/) },
  { host: "search.gleif.org", scheme: "LEI", read: ({ hash }) => /record\/(\w{20})/.exec(hash)?.[1] },
];

/**
 * The number in the address of a register's record; `unreadable` for a register's page without one, null for any other
 * host, which is a company's own.
 */
export function numberOfRegisterUrl(text: string): LegalNumber | "unreadable" | null {
  const url = URL.parse(/^https?:/i.test(text.trim()) ? text.trim() : `https://${text.trim()}`);
  if (!url) return null;
  const host = plainHost(url);
  const reader = READERS.find(({ host: known }) => isWithin(host, [known]));
  if (!reader) return null;
  return legalNumber(reader.scheme, safely(reader, url) ?? "") ?? "unreadable";
}

function safely(reader: Reader, url: URL): string | undefined {
  try {
    return reader.read(url);
  } catch {
    return undefined;
  }
}
