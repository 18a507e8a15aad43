import { decodeUri } from "../../lib/decode-uri.ts";
import { parseAddress, splitAddress } from "../emails/email-address.ts";
import { isRole } from "../emails/role-addresses.ts";
import { MAX_PERSON_NAME_LENGTH, type PersonName, spellings } from "../names/person-name.ts";
import { decodeEntities } from "../page/html-entities.ts";
import { textOfHtml } from "../page/html-text.ts";
import { MAX_TITLE_LENGTH } from "../titles/job-title.ts";
import { registrableDomain } from "../words/company-domain.ts";
import { networkProfile } from "../words/network-profile.ts";
import { isPlaceholder } from "./people-words.ts";
import { nameFields } from "./person.ts";

/** A person on a page of their company's, in inert text. `kind` is the evidence. */
export type FoundPerson = {
  name: string;
  title: string | null;
  profileUrl: string | null;
  email: string | null;
  location: string | null;
  kind: "json_ld" | "microdata" | "h_card" | "card" | "imprint";
  /** 0–1. */
  confidence: number;
};

/** Whose page is read: its address, its owner's names and registrable domains, and the network's hosts. */
export type PageOwner = { url: URL; names: string[]; domains: string[]; networkHosts: string[] };

/** People read of one page or site: D1 keeps 2 MB in a row. */
export const MAX_PEOPLE = 3_000;
const MAX_LOCATION_LENGTH = 100;

/** What a page says about a person, made inert; null when the name is not a person's. */
export function foundPerson(
  said: { name: string; title: string | null; links: string[]; emails: string[]; location: string | null },
  proof: { kind: FoundPerson["kind"]; confidence: number },
  owner: PageOwner,
): FoundPerson | null {
  const fields = nameFields(textOfHtml(said.name, MAX_PERSON_NAME_LENGTH));
  if (!fields || isPlaceholder(fields.nameFolded)) return null;
  const profiles = said.links.flatMap((link) => profileOn(link, owner) ?? []);
  return {
    name: fields.name,
    title: line(said.title, MAX_TITLE_LENGTH),
    profileUrl: profiles[0] ?? null,
    email: said.emails.map((email) => publishedAddress(email, owner.domains)).find((email) => email !== null) ?? null,
    location: line(said.location, MAX_LOCATION_LENGTH),
    ...proof,
  };
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
function publishedAddress(text: string, domains: string[]): string | null {
  const bare = decodeEntities(text)
    .replace(/^\s*mailto:/i, "")
    .replace(/\?.*/s, "");
  const address = parseAddress(decodeUri(bare))?.toLowerCase() ?? "";
  const [local, domain] = splitAddress(address);
  return domains.includes(registrableDomain(domain)) && !isRole(local) ? address : null;
}

/** True when at least half of the words of a name (first given name, family names) are in the slug of a profile. */
export function namesSlug({ given, family }: PersonName, profile: string): boolean {
  const slug = spellings([decodeURIComponent(profile.split("/").at(-1) ?? "")]);
  const words = [given[0] ?? "", ...family].filter(Boolean).map((word) => spellings([word]));
  const hits = words.filter((forms) =>
    forms.some((form) => form.length > 1 && slug.some((text) => text.includes(form))),
  );
  return hits.length * 2 >= words.length && hits.length > 0;
}
