import { decodeUri } from "../../lib/decode-uri.ts";
import { likeness } from "../company/name-likeness.ts";
import type { SiteIdentity } from "../company/site-owner.ts";
import { isRole, parseAddress, splitAddress } from "../emails/email-address.ts";
import { displayParts, foldedName, MAX_PERSON_NAME_LENGTH, type PersonName, parseName } from "../names/person-name.ts";
import type { Evidence } from "../page/evidence.ts";
import { decodeEntities, textOfHtml } from "../page/html-text.ts";
import { plainText } from "../page/plain-text.ts";
import { MAX_TITLE_LENGTH } from "../titles/job-title.ts";
import type { ParsedTitleFilter } from "../titles/title-filter.ts";
import { registrableDomain } from "../words/company-domain.ts";
import { networkProfile } from "../words/network-links.ts";
import { patternFrom } from "../words/sections.ts";
import { beginsAsName } from "./name-readings.ts";
import { isPlaceholder } from "./people-words.ts";

/** Maximum of evidence pages per person. */
const MAX_EVIDENCE = 10;

/** A person who works at a company, from one source or merged from several. All texts are inert. */
export type Person = {
  name: string;
  /** Key of the name, equal for its spellings. */
  nameFolded: string;
  firstName: string | null;
  lastName: string | null;
  title: string | null;
  location: string | null;
  profileUrl: string | null;
  /** Only a published or licensed address, never a guess. */
  email: string | null;
  /** Seen on the company's own site within 30 days, or confirmed by a vendor. */
  isVerified: boolean;
  /** Milliseconds since 1970. */
  lastSeenAt: number;
  /** The first source of the person: `directory`, `own_site`, a vendor. */
  source: string;
  /** 0–1. */
  confidence: number;
  evidence: Evidence[];
  /** Looked up for an earlier call. */
  cached: boolean;
  /** From demo rows, not real data. */
  demo?: true;
};

/** Who works at `domain`. A source may answer with more people than pass the filter, never with fewer. */
export type PeopleQuestion = { domain: string; filter: ParsedTitleFilter };

/** Who `name` at `domain` refers to. A source may also return namesakes and other people. */
export type PersonQuestion = { domain: string; name: PersonName };

/** The name fields of a {@link Person}; null for a text that is not a person's name. */
export function nameFields(text: string): Pick<Person, "name" | "nameFolded" | "firstName" | "lastName"> | null {
  const name = plainText(text, MAX_PERSON_NAME_LENGTH);
  const parsed = parseName(name);
  if (!parsed) return null;
  const { first, last } = displayParts(parsed);
  return { name, nameFolded: foldedName(parsed), firstName: first, lastName: last };
}

/** Merges people, best source first. Equal names are one unless their profiles differ; later sources fill gaps. */
export function mergePeople(lists: Person[][]): Person[] {
  // At most one person per name and profile; a person without a profile only where no namesake has one.
  const byName = new Map<string, Map<string | null, Person>>();
  for (const person of lists.flat()) {
    // Imprints of partnerships write "Falk Nora" too.
    const name = person.nameFolded.split(" ").sort().join(" ");
    const namesakes = byName.get(name) ?? new Map<string | null, Person>();
    byName.set(name, namesakes);
    const [only] = namesakes.size === 1 && person.profileUrl === null ? namesakes.values() : [];
    const known = namesakes.get(person.profileUrl) ?? namesakes.get(null) ?? only;
    if (known) {
      const merged = merge(known, person);
      if (known.profileUrl !== merged.profileUrl) namesakes.delete(known.profileUrl);
      namesakes.set(merged.profileUrl, merged);
    } else if (person.profileUrl !== null || namesakes.size === 0) {
      namesakes.set(person.profileUrl, person);
    }
    // Without a profile, one of several namesakes cannot be identified.
  }
  return [...byName.values()].flatMap((namesakes) => [...namesakes.values()]);
}

function merge(known: Person, more: Person): Person {
  const evidence = new Map([...known.evidence, ...more.evidence].map((one) => [JSON.stringify(one), one]));
  return {
    ...known,
    title: known.title ?? more.title,
    location: known.location ?? more.location,
    profileUrl: known.profileUrl ?? more.profileUrl,
    email: known.email ?? more.email,
    isVerified: known.isVerified || more.isVerified,
    lastSeenAt: Math.max(known.lastSeenAt, more.lastSeenAt),
    confidence: Math.max(known.confidence, more.confidence),
    evidence: [...evidence.values()].slice(0, MAX_EVIDENCE),
    cached: known.cached || more.cached,
  };
}

/** Where a page shows a person, and how sure that is, 0–1. */
export type Proof = { kind: "json_ld" | "microdata" | "card" | "imprint" | "prose"; confidence: number };

/** A person on a page of their company's, in inert text. */
export type FoundPerson = NonNullable<ReturnType<typeof foundPerson>>;

/** Whose page is read, and its address; `isSolo`: it says "I", `isImprint`: it is read as an imprint. */
export type PageOwner = SiteIdentity & { url: URL; isSolo?: boolean; isImprint?: boolean };

/** People read of one page or site: D1 keeps 2 MB in a row. */
export const MAX_PEOPLE = 3_000;
const MAX_LOCATION_LENGTH = 100;

/** Not a job: being responsible for the page or for its visitors' data, and the form of a firm. */
const NO_OFFICE = patternFrom(
  "trattamento|tratamiento|traitement|tratamento|data controller| (?:d[ue]l?|of (?:the|this)) (?:web)?sit|^(?:{TRADE_WORD})$",
);
/** Of those who watch over data for a state. */
const AUTHORITY = /(?:landes|bundes|isch\p{Ll}{1,2} |berliner )beauftragt|urzędu ochrony/iu;

/** What a page says about a person, made inert; null when the name is not a person's. */
export function foundPerson(
  said: { name: string; title: string | null; links?: string[]; emails?: string[]; location?: string | null },
  proof: Proof,
  owner: PageOwner,
) {
  const fields = nameFields(textOfHtml(said.name, MAX_PERSON_NAME_LENGTH));
  const parsed = fields && parseName(fields.name);
  if (!fields || !parsed || isPlaceholder(fields.nameFolded) || AUTHORITY.test(said.title ?? "")) return null;
  // The firm itself. A sole trader's firm has that person's name, in Hungary behind the family's.
  const isHungarian = owner.url.hostname.endsWith(".hu");
  const isPersons = beginsAsName(parsed) || (isHungarian && beginsAsName({ ...parsed, given: parsed.family }));
  const isFirm = [fields.name, parsed.given.join(" ")].some((part) => likeness(part, owner.names) === "same");
  if ((isFirm && !isPersons) || /(?:^| )The /.test(fields.name)) return null;
  const { title, links = [], emails = [], location = null } = said;
  return {
    name: fields.name,
    title: NO_OFFICE().test(title ?? "") ? null : withoutFirm(line(title, MAX_TITLE_LENGTH), owner.names),
    profileUrl: links.flatMap((link) => profileOn(link, owner) ?? [])[0] ?? null,
    email: emails.flatMap((email) => publishedAddress(email, owner.domains) ?? [])[0] ?? null,
    location: line(location, MAX_LOCATION_LENGTH),
    ...proof,
  };
}

/** A title without the firm's own name behind a sign: "Director · Harbour Works". */
function withoutFirm(title: string | null, firms: string[]): string | null {
  const [, office = "", firm = ""] = /^(\S.*\S)\s(?:[·|@•–—])\s(.+)$/u.exec(title ?? "") ?? [];
  return office && likeness(firm, firms) !== "other" ? office : title;
}

/** The profile that a link on the page leads to, in canonical form, or null. */
export function profileOn(link: string, { url, networkHosts }: PageOwner): string | null {
  const absolute = URL.parse(decodeEntities(link), url);
  return absolute && networkProfile(absolute.href, networkHosts);
}

function line(text: string | null, maxLength: number): string | null {
  return textOfHtml(text ?? "", maxLength) || null;
}

/** An address on the page, if it is a person's at the company. */
export function publishedAddress(said: string, domains: string[]): string | null {
  const bare = decodeEntities(said)
    .replace(/^\s*mailto:/i, "")
    .replace(/\?.*/s, "");
  const address = parseAddress(decodeUri(bare))?.toLowerCase() ?? "";
  const [local, domain] = splitAddress(address);
  return domains.includes(registrableDomain(domain)) && !isRole(local) ? address : null;
}
