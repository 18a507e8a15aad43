/** Whether an entity of a register is the one behind a site. A name alone never decides: no firm beats a wrong one. */

import { foldText } from "../../lib/fold.ts";
import { plainHost } from "../../lib/hosts.ts";
import { words } from "../../lib/words.ts";
import { likeness } from "../../readers/company/name-likeness.ts";
import { hasAddress, isSamePhone } from "../../readers/contacts/site-contacts.ts";
import { compareLegalNames, legalNameKey, readLegalName } from "../../readers/legal/legal-names.ts";
import { haveCommonNumber } from "../../readers/legal/legal-numbers.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";
import { patternOf } from "../../readers/words/sections.ts";
import type { SiteEvidence } from "./site-evidence.ts";

/** What speaks for an entity: the code of answers, the value that agrees, and where it is seen. */
export type Fact = { fact: string; value: string; url: string | null };

export type Disagreement = { fact: string; here: string; there: string };

export type Match = ReturnType<typeof matchEntity>;

/** `sharers`: entities with this domain in the register. `hasNamesake`: name and domain then prove nothing. */
export function matchEntity(
  site: SiteEvidence,
  record: RegisterRecord,
  { sharers = 1, isConfirmed = false, hasNamesake = false } = {},
) {
  const agrees: Fact[] = [];
  const agree = (fact: string, value: string | null | undefined, url: string | null = null) => {
    if (value) agrees.push({ fact, value, url });
  };
  const disagrees: Disagreement[] = [];
  const { legal } = site;
  const own = [record.number, ...record.otherNumbers];
  const isRecord = (name: string | null) =>
    name !== null && names(record).some((other) => compareLegalNames(name, other) === "exact");
  const withNumber = legal.entities.find(({ numbers }) => haveCommonNumber(numbers, own));
  const numberUrl = withNumber?.seen[0]?.url ?? null;
  if (withNumber) agree("number_on_own_site", record.number.number, numberUrl);

  const registered = domainOf(record.website);
  const domains = [registrableDomain(site.domain), ...(site.redirectedTo ? [site.redirectedTo] : [])];
  if (registered && domains.includes(registered)) agree("register_names_domain", record.website, record.url);
  else if (registered) disagrees.push({ fact: "website", here: site.domain, there: registered });

  const named = legal.entities.find(({ name }) => isRecord(name));
  const copyright = legal.copyrightNames.find(isRecord);
  agree("legal_name_on_own_site", named?.name ?? copyright, named?.seen[0]?.url ?? site.home?.url.href);
  if (withNumber?.name && names(record).every((other) => compareLegalNames(withNumber.name ?? "", other) === "none")) {
    disagrees.push({ fact: "legal_name", here: withNumber.name, there: record.name });
  }
  if (hasAddress(legal.text, record)) agree("address_on_own_site", record.address?.text);
  if (legal.phones.some((phone) => isSamePhone(phone, record.phone ?? ""))) agree("phone_on_own_site", record.phone);
  const mailDomain = record.email?.split("@")[1]?.toLowerCase();
  if (mailDomain && domains.includes(registrableDomain(mailDomain)))
    agree("register_email_at_domain", `@${mailDomain}`, record.url);
  if (isConfirmed) agree("confirmed_by_second_register", record.name);
  const isAlike = names(record).some((name) => isNamedLike(site, name));
  if (isAlike) agree("name_like_site", record.name);
  const [home] = site.countries;
  const isAbroad = record.country !== null && home !== undefined && !site.countries.includes(record.country);
  if (isAbroad) disagrees.push({ fact: "country", here: home, there: record.country ?? "" });
  else if (home) agree("same_country", record.country);
  if (record.status === "dissolved") disagrees.push({ fact: "status", here: "the site answers", there: "dissolved" });

  const numbers = legal.entities.flatMap((one) => one.numbers.map(({ number }) => number.replace(/^[A-Z]{2}/, "")));
  const isOnImprint = withNumber?.seen.some(({ kind }) => kind === "imprint" || kind === "json_ld") ?? false;
  if (isOnImprint && new Set(numbers).size === 1) agree("only_number_on_imprint", record.number.number, numberUrl);
  const isStranger =
    ownerIsOther(site, record, withNumber?.name ?? null, isAlike) ||
    (withNumber !== undefined && !isAlike && !copyright && disagrees.some(({ fact }) => fact === "website"));
  const doubts = { sharers, hasNamesake, isStranger, isAbroad, isGone: record.status === "dissolved" };
  return { record, agrees, disagrees, ...judge(agrees, doubts) };
}

const MEDIUM = words(`legal_name_on_own_site address_on_own_site phone_on_own_site register_email_at_domain
  confirmed_by_second_register`);
/** A domain of several entities belongs to a chain, a portal or a group. */
const MAX_SHARERS = 3;

/** Whether the copyright line names another entity of the brand; `holder` is the name beside the number, in any language. */
function ownerIsOther(site: SiteEvidence, record: RegisterRecord, holder: string | null, isAlike: boolean): boolean {
  const folded = (name: string) => foldText(name).replaceAll(",", "");
  const isRecord = (owner: string) =>
    owner === holder ||
    names(record).some(
      (name) =>
        ["exact", "same_words"].includes(compareLegalNames(owner, name)) ||
        // More words of the line may follow the name.
        folded(owner).startsWith(`${folded(name)} `),
    );
  const owners = site.legal.copyrightNames.filter((name) => readLegalName(name).form !== null);
  return !owners.some(isRecord) && owners.some((name) => !isAlike || isNamedLike(site, name));
}

function isNamedLike({ names: own }: SiteEvidence, name: string): boolean {
  return likeness(name, own) !== "other" || own.includes(legalNameKey(name));
}

type Doubts = { sharers: number; hasNamesake: boolean; isStranger: boolean; isAbroad: boolean; isGone: boolean };

const accepted = (confidence: number) => ({ isAccepted: true, confidence });
const doubted = (confidence: number) => ({ isAccepted: false, confidence });

function judge(agrees: Fact[], { sharers, hasNamesake, isStranger, isAbroad, isGone }: Doubts) {
  const has = (fact: string) => agrees.some((other) => other.fact === fact);
  const medium = MEDIUM.filter(has).length;
  const isNamedAlike = has("name_like_site");
  const isOfDomain = has("register_names_domain");
  if (isStranger) return doubted(0.3);
  if (has("number_on_own_site")) {
    const more = medium + Number(isNamedAlike) + Number(isOfDomain);
    if (more > 0) return accepted(more >= 2 ? 0.99 : 0.97);
    return has("only_number_on_imprint") ? accepted(0.9) : doubted(0.6);
  }
  if (isOfDomain && sharers <= MAX_SHARERS) {
    const isNamed =
      // Namesakes abroad: "Acme AS" of Norway is "Acme A/S" in Denmark.
      (has("legal_name_on_own_site") && !isAbroad) ||
      // Subsidiaries register the domain of their group, and the domain of a dissolved firm may belong to a namesake now.
      (isNamedAlike && has("same_country") && !isGone);
    const isBacked = ["address_on_own_site", "phone_on_own_site", "register_email_at_domain"].some(has);
    return isBacked || (isNamed && !hasNamesake) ? accepted(0.97) : doubted(0.6);
  }
  if (medium >= 3) return accepted(0.93);
  return doubted(Math.min(0.5, 0.15 * (medium + Number(isOfDomain)) + 0.1 * Number(isNamedAlike)));
}

/** Whether `others` of the register have a living entity of this name, to which a domain may have passed. */
export function isNamesakeAmong(record: RegisterRecord, others: RegisterRecord[]): boolean {
  const key = legalNameKey(record.name);
  const living = others.filter(({ id, status }) => id !== record.id && status !== "dissolved");
  return living.some(({ name }) => legalNameKey(name) === key);
}

/** Whether two records are of one entity: they have a number in common. */
export function isSameEntity(a: RegisterRecord | null, b: RegisterRecord | null): boolean {
  return a !== null && b !== null && haveCommonNumber([a.number, ...a.otherNumbers], [b.number, ...b.otherNumbers]);
}

/** Names of an entity. The French register gives the legal form apart from the name: "Société par actions simplifiée (SAS)". */
function names({ name, form, formerNames, otherNames }: RegisterRecord): string[] {
  const [, short] = /\(([A-Z]{2,5})\)$/.exec(form ?? "") ?? [];
  return [short && readLegalName(name).form === null ? `${name} ${short}` : name, ...formerNames, ...otherNames];
}

const SHARED_HOSTS = patternOf("SHARED_HOSTS");

/** The registrable domain of a web site as a register has it: any case, with or without a scheme or path. */
export function domainOf(website: string | null): string | null {
  const text = website?.trim() ?? "";
  const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`);
  const host = url && plainHost(url);
  return host?.includes(".") && !SHARED_HOSTS().test(host) ? registrableDomain(host) : null;
}
