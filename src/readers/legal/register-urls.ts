/** Addresses of records in public registers: parsed, never fetched. */
import { isWithin, plainHost } from "../../lib/hosts.ts";
import { type LegalNumber, legalNumber } from "./legal-numbers.ts";

/** Hosts of registers, the scheme of their numbers, and where an address has one behind its host. */
const REGISTER_PAGES: [host: string, scheme: string, number: RegExp][] = [
  ["find-and-update.company-information.service.gov.uk", "GB_CRN", /\/company\/(\w{8})(?!\w)/],
  ["virksomhet.brreg.no", "NO_ORGNR", /\/(\d{9})(?!\w)/],
  ["data.brreg.no", "NO_ORGNR", /\/(\d{9})(?!\w)/],
  ["annuaire-entreprises.data.gouv.fr", "FR_SIREN", /\/entreprise\/(?:[^/]*-)?(\d{9})(?!\w)/],
  ["tietopalvelu.ytj.fi", "FI_YTUNNUS", /\/yritys\/(\d{7}-\d)(?!\w)/],
  ["ares.gov.cz", "CZ_ICO", /(?:[?&]ico=|\/)(\d{8})(?!\w)/],
  ["ariregister.rik.ee", "EE_REG", /\/company\/(\d{8})(?!\w)/],
  ["info.ur.gov.lv", "LV_REG", /legal-entity\/(\d{11})/],
  ["kbopub.economie.fgov.be", "BE_KBO", /[?&]ondernemingsnummer=([\d.]+)/],
  ["datacvr.virk.dk", "DK_CVR", /\/virksomhed\/(\d{8})(?!\w)/],
  ["data.sec.gov", "US_CIK", /CIK(\d{10})\.json/],
  ["sec.gov", "US_CIK", /(?:[?&]CIK=|\/edgar\/data\/)(\d{1,10})(?!\w)/],
  ["search.gleif.org", "LEI", /record\/(\w{20})/],
];

/** The number in the address of a register's record; `unreadable` without one, null for any other host. */
export function numberOfRegisterUrl(text: string): LegalNumber | "unreadable" | null {
  const url = URL.parse(/^https?:/i.test(text.trim()) ? text.trim() : `https://${text.trim()}`);
  const page = url && REGISTER_PAGES.find(([host]) => isWithin(plainHost(url), [host]));
  if (!url || !page) return null;
  const [, scheme, pattern] = page;
  const [, number = ""] = pattern.exec(url.pathname + url.search + url.hash) ?? [];
  return legalNumber(scheme, number) ?? "unreadable";
}
