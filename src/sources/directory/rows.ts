import { DAY_MS } from "../../lib/time.ts";
import { sizeBand } from "../../readers/company/size-band.ts";
import { legalNameKey } from "../../readers/legal/legal-names.ts";
import { legalNumber } from "../../readers/legal/legal-numbers.ts";
import { nameTokens } from "../../readers/names/match-names.ts";
import { displayParts, foldedName, MAX_PERSON_NAME_LENGTH, parseName } from "../../readers/names/person-name.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import { MAX_TITLE_LENGTH } from "../../readers/titles/job-title.ts";
import { titleTokens } from "../../readers/titles/title-filter.ts";
import { isFreeMail, isSocialHost, normaliseDomain } from "../../readers/words/company-domain.ts";
import { countryCode } from "../../readers/words/countries.ts";
import { networkLink, networkProfile, networkUrl } from "../../readers/words/network-links.ts";
import type { Fields } from "./columns.ts";

type RowRules = { networkHosts: string[]; retentionDays: number };

/** A row for the table, by column; `dropped` names fields whose values were unusable and left out. */
type ReadRow =
  | { status: "read"; row: Record<string, string | number | null>; dropped: string[] }
  | { status: "unusable"; problem: string };

const MAX_TEXT_LENGTH = 120;
const MAX_DESCRIPTION_LENGTH = 500;
const MAX_ENTITY_NAME = 300;

/** How exports call the states of an address; any other is `unverified`. */
const EMAIL_STATUSES = {
  verified: ["verified", "valid", "deliverable", "confirmed"],
  guessed: ["guessed", "guess", "extrapolated", "pattern", "predicted"],
  invalid: ["invalid", "bounced", "undeliverable", "unavailable"],
};

/** Reads a record about a person. */
export function readPerson(fields: Fields, rules: RowRules, now: number): ReadRow {
  const dropped: string[] = [];
  const email = emailOf(fields.email ?? "");
  if (fields.email && !email) dropped.push("email");
  const company = domainOf(fields.domain || (email?.split("@")[1] ?? ""));
  if (company.status === "unusable") return company;
  const dates = datesOf(fields, rules, now);
  if (dates.status === "unusable") return dates;
  const { first_name: givenNames, last_name: familyName } = fields;
  const name = plainText(fields.name || [givenNames, familyName].join(" "), MAX_PERSON_NAME_LENGTH);
  // Separate columns are more reliable than our own split of the name.
  const parsed = parseName(givenNames && familyName ? `${familyName}, ${givenNames}` : name);
  if (!parsed) return unusable(name ? "the name is not a person's name" : "there is no name");
  const profileUrl = fields.profile_url ? networkProfile(fields.profile_url, rules.networkHosts) : null;
  if (fields.profile_url && !profileUrl) dropped.push("profile_url");

  const { first, last } = displayParts(parsed);
  const title = plainText(fields.title ?? "", MAX_TITLE_LENGTH);
  const place = [fields.city, fields.region, fields.country].filter(Boolean).join(", ");
  const row = {
    domain: company.domain,
    name,
    first_name: text(givenNames) ?? first,
    last_name: text(familyName) ?? last,
    name_folded: foldedName(parsed),
    name_tokens: nameTokens(parsed).join(" "),
    title: title || null,
    title_tokens: titleTokens(title).join(" "),
    location: text(fields.location || place),
    profile_url: profileUrl,
    email,
    email_status: email && emailStatus(fields.email_status),
    is_current: /^(0|false|no|n|former|past)$/i.test(fields.is_current ?? "") ? 0 : 1,
    source_url: webAddress(fields.source_url),
    ...dates.values,
  };
  return { status: "read", row, dropped };
}

/** Reads a record about a company. */
export function readCompany(fields: Fields, rules: RowRules, now: number): ReadRow {
  const company = domainOf(fields.domain ?? "");
  if (company.status === "unusable") return company;
  const dates = datesOf(fields, rules, now);
  if (dates.status === "unusable") return dates;
  const name = text(fields.name);
  if (!name) return unusable("there is no name");
  const given = fields.network_url ?? "";
  const address = /^https?:/i.test(given) ? given : `https://${given}`;
  const page = given ? networkLink(address, new URL("https://x.invalid/"), rules.networkHosts) : null;
  const founded = Number(/\b(1\d{3}|20\d{2})\b/.exec(fields.founded_year ?? "")?.[1]);
  const row = {
    domain: company.domain,
    name,
    network_url: page && networkUrl(page),
    name_key: legalNameKey(name),
    website: `https://${company.domain}/`,
    size_band: sizeBand(fields.size_band ?? ""),
    industry: text(fields.industry),
    country: text(fields.country),
    city: text(fields.city),
    founded_year: founded || null,
    description: plainText(fields.description ?? "", MAX_DESCRIPTION_LENGTH) || null,
    source_url: webAddress(fields.source_url),
    ...dates.values,
  };
  return { status: "read", row, dropped: given && !page ? ["network_url"] : [] };
}

const STATUSES = new Set(["active", "in_liquidation", "insolvent", "dissolved", "unknown"]);

/** Reads a record about a legal entity. */
export function readEntity(fields: Fields, rules: RowRules, now: number): ReadRow {
  const number = legalNumber(fields.scheme ?? "", fields.number ?? "");
  if (!number) return unusable(`"${plainText(fields.number ?? "", 40)}" is not a number of the scheme`);
  if (number.isValid === false) return unusable(`the check digits of ${number.number} are wrong`);
  const dates = datesOf(fields, rules, now);
  if (dates.status === "unusable") return dates;
  const name = plainText(fields.name ?? "", MAX_ENTITY_NAME);
  const nameKey = legalNameKey(name);
  if (!nameKey) return unusable("there is no name");
  const other = fields.other_number ? legalNumber(fields.other_scheme ?? "", fields.other_number) : null;
  const dropped = fields.other_number && !other ? ["other_number"] : [];
  const row = {
    scheme: number.scheme,
    number: number.number,
    name,
    name_key: nameKey,
    country: countryCode(fields.country ?? null) ?? number.country,
    status: STATUSES.has(fields.status ?? "") ? (fields.status ?? "unknown") : "unknown",
    form: text(fields.form),
    founded: /^\d{4}(-\d\d(-\d\d)?)?$/.test(fields.founded ?? "") ? (fields.founded ?? null) : null,
    street: text(fields.street),
    postal_code: text(fields.postal_code),
    city: text(fields.city),
    region: text(fields.region),
    industry_code: text(fields.industry_code),
    other_scheme: other?.scheme ?? null,
    other_number: other?.number ?? null,
    ...dates.values,
  };
  return { status: "read", row, dropped };
}

function unusable(problem: string) {
  return { status: "unusable" as const, problem };
}

function domainOf(given: string) {
  const result = normaliseDomain(given);
  if (result.status === "refused")
    return unusable(given ? "`company_domain` is not a domain" : "`company_domain` is missing");
  const isShared = isFreeMail(result.domain) || isSocialHost(result.domain);
  return isShared ? unusable("the domain is a mail provider's or a social network's") : result;
}

/** A company address. Private addresses at mailbox providers are not stored. */
function emailOf(given: string): string | null {
  const [, local, host = ""] = /^([\w.!#$%&'*+/=?^`{|}~-]{1,64})@([^@\s]+)$/.exec(given.trim()) ?? [];
  const result = normaliseDomain(host);
  if (!local || result.status === "refused" || isFreeMail(result.domain)) return null;
  return `${local.toLowerCase()}@${result.domain}`;
}

function emailStatus(given = ""): string {
  const [status] = Object.entries(EMAIL_STATUSES).find(([, words]) => words.includes(given.toLowerCase())) ?? [];
  return status ?? "unverified";
}

function datesOf({ observed_at: given }: Fields, { retentionDays }: RowRules, now: number) {
  const parsed = given ? Date.parse(given) : now;
  if (Number.isNaN(parsed)) return unusable("observed_at is not a date: write 2026-11-21");
  const observedAt = Math.min(parsed, now);
  const expiresAt = observedAt + retentionDays * DAY_MS;
  if (expiresAt <= now) return unusable(`observed more than ${retentionDays} days ago, which is the retention`);
  return { status: "ok" as const, values: { observed_at: observedAt, expires_at: expiresAt } };
}

function webAddress(given = ""): string | null {
  const url = URL.parse(given.trim());
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 500 && !url.username ? url.href : null;
}

function text(given = ""): string | null {
  return plainText(given, MAX_TEXT_LENGTH) || null;
}
