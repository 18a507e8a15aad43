import { DAY_MS } from "../../lib/time.ts";
import { sizeBand } from "../../readers/company/size-band.ts";
import { legalNameKey } from "../../readers/legal/legal-names.ts";
import { legalNumber } from "../../readers/legal/legal-numbers.ts";
import { nameTokens } from "../../readers/names/match-names.ts";
import { displayParts, foldedName, MAX_PERSON_NAME_LENGTH, parseName } from "../../readers/names/person-name.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import { MAX_TITLE_LENGTH } from "../../readers/titles/job-title.ts";
import { titleTokens } from "../../readers/titles/title-terms.ts";
import { isFreeMail, isSocialHost, normaliseDomain } from "../../readers/words/company-domain.ts";
import { countryCode } from "../../readers/words/countries.ts";
import { networkLink, networkProfile, networkUrl } from "../../readers/words/network-links.ts";
import type { ImportKind } from "./columns.ts";

/** Why a row is not imported, in words for the operator. */
export class UnusableRow extends Error {}

/** A row by column of its table. */
export type Row = Record<string, string | number | null>;
type Fields = Record<string, string>;
/** What `read` makes of a field. Where it makes nothing of a text, the report counts the field as left out. */
type Keep = <T>(field: string, read: (given: string) => T | null) => T | null;
type Reader = (fields: Fields, keep: Keep, networkHosts: string[]) => Row;

const MAX_TEXT_LENGTH = 120;
const MAX_DESCRIPTION_LENGTH = 500;
const MAX_ENTITY_NAME = 300;

/** How exports call the states of an address; any other is `unverified`. */
const EMAIL_STATUSES = {
  verified: ["verified", "valid", "deliverable", "confirmed"],
  guessed: ["guessed", "guess", "extrapolated", "pattern", "predicted"],
  invalid: ["invalid", "bounced", "undeliverable", "unavailable"],
};
const ENTITY_STATUSES = ["active", "in_liquidation", "insolvent", "dissolved"];

const READERS: Record<ImportKind, Reader> = {
  people(fields, keep, networkHosts) {
    const email = keep("email", companyAddress);
    const domain = companyDomain(fields.domain || (email?.split("@")[1] ?? ""));
    const { first_name: givenNames, last_name: familyName } = fields;
    const name = plainText(fields.name || [givenNames, familyName].join(" "), MAX_PERSON_NAME_LENGTH);
    // Separate columns are more reliable than our own split of the name.
    const parsed = parseName(givenNames && familyName ? `${familyName}, ${givenNames}` : name);
    if (!parsed) throw new UnusableRow(name ? "the name is not a person's name" : "there is no name");
    const { first, last } = displayParts(parsed);
    const title = plainText(fields.title ?? "", MAX_TITLE_LENGTH);
    const place = [fields.city, fields.region, fields.country].filter(Boolean).join(", ");
    return {
      domain,
      name,
      first_name: text(givenNames) ?? first,
      last_name: text(familyName) ?? last,
      name_folded: foldedName(parsed),
      name_tokens: nameTokens(parsed).join(" "),
      title: title || null,
      title_tokens: titleTokens(title).join(" "),
      location: text(fields.location || place),
      profile_url: keep("profile_url", (given) => networkProfile(given, networkHosts)),
      email,
      email_status: email && emailStatus(fields.email_status),
      is_current: /^(0|false|no|n|former|past)$/i.test(fields.is_current ?? "") ? 0 : 1,
      source_url: webAddress(fields.source_url),
    };
  },

  companies(fields, keep, networkHosts) {
    const domain = companyDomain(fields.domain ?? "");
    const name = text(fields.name);
    if (!name) throw new UnusableRow("there is no name");
    const companyPage = (given: string) => {
      const address = /^https?:/i.test(given) ? given : `https://${given}`;
      const page = networkLink(address, new URL("https://x.invalid/"), networkHosts);
      return page && networkUrl(page);
    };
    return {
      domain,
      name,
      network_url: keep("network_url", companyPage),
      name_key: legalNameKey(name),
      website: `https://${domain}/`,
      size_band: sizeBand(fields.size_band ?? ""),
      ...texts(fields, ["industry", "country", "city"]),
      founded_year: Number(/\b(1\d{3}|20\d{2})\b/.exec(fields.founded_year ?? "")?.[1]) || null,
      description: plainText(fields.description ?? "", MAX_DESCRIPTION_LENGTH) || null,
      source_url: webAddress(fields.source_url),
    };
  },

  entities(fields, keep) {
    const { scheme = "", number: given = "", founded = "", status = "" } = fields;
    const number = legalNumber(scheme, given);
    if (!number) throw new UnusableRow(`"${plainText(given, 40)}" is not a number of the scheme`);
    if (number.isValid === false) throw new UnusableRow(`the check digits of ${number.number} are wrong`);
    const name = plainText(fields.name ?? "", MAX_ENTITY_NAME);
    const nameKey = legalNameKey(name);
    if (!nameKey) throw new UnusableRow("there is no name");
    const other = keep("other_number", (written) => legalNumber(fields.other_scheme ?? "", written));
    return {
      scheme: number.scheme,
      number: number.number,
      name,
      name_key: nameKey,
      country: countryCode(fields.country ?? null) ?? number.country,
      status: ENTITY_STATUSES.includes(status) ? status : "unknown",
      founded: /^\d{4}(-\d\d(-\d\d)?)?$/.test(founded) ? founded : null,
      ...texts(fields, ["form", "street", "postal_code", "city", "region", "industry_code"]),
      other_scheme: other?.scheme ?? null,
      other_number: other?.number ?? null,
    };
  },
};

/**
 * The row of a record by column of its table, and the fields whose values were unusable and left out. Throws {@link UnusableRow}.
 * What the file does not have is missing in `fields`, or empty.
 */
export function readRow(
  kind: ImportKind,
  fields: Fields,
  { networkHosts, retentionDays }: { networkHosts: string[]; retentionDays: number },
  now: number,
) {
  const dropped: string[] = [];
  const keep: Keep = (field, read) => {
    const given = fields[field];
    const value = given ? read(given) : null;
    if (given && value === null) dropped.push(field);
    return value;
  };
  const row = READERS[kind](fields, keep, networkHosts);
  return { row: { ...row, ...datesOf(fields.observed_at, retentionDays, now) } as Row, dropped };
}

function companyDomain(given: string): string {
  const result = normaliseDomain(given);
  if (result.status === "refused")
    throw new UnusableRow(given ? "`company_domain` is not a domain" : "`company_domain` is missing");
  if (isFreeMail(result.domain) || isSocialHost(result.domain))
    throw new UnusableRow("the domain is a mail provider's or a social network's");
  return result.domain;
}

/** A company address. Private addresses at mailbox providers are not stored. */
function companyAddress(given: string): string | null {
  const [, local, host = ""] = /^([\w.!#$%&'*+/=?^`{|}~-]{1,64})@([^@\s]+)$/.exec(given.trim()) ?? [];
  const result = normaliseDomain(host);
  if (!local || result.status === "refused" || isFreeMail(result.domain)) return null;
  return `${local.toLowerCase()}@${result.domain}`;
}

function emailStatus(given = ""): string {
  const [status] = Object.entries(EMAIL_STATUSES).find(([, words]) => words.includes(given.toLowerCase())) ?? [];
  return status ?? "unverified";
}

function datesOf(given: string | undefined, retentionDays: number, now: number) {
  const parsed = given ? Date.parse(given) : now;
  if (Number.isNaN(parsed)) throw new UnusableRow("observed_at is not a date: write 2026-11-21");
  const observedAt = Math.min(parsed, now);
  const expiresAt = observedAt + retentionDays * DAY_MS;
  if (expiresAt <= now) throw new UnusableRow(`observed more than ${retentionDays} days ago, which is the retention`);
  return { observed_at: observedAt, expires_at: expiresAt };
}

function webAddress(given = ""): string | null {
  const url = URL.parse(given.trim());
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 500 && !url.username ? url.href : null;
}

function text(given = ""): string | null {
  return plainText(given, MAX_TEXT_LENGTH) || null;
}

function texts(fields: Fields, names: string[]) {
  return Object.fromEntries(names.map((name) => [name, text(fields[name])]));
}
