/** Whether a registrant of the SEC is the company behind a site: two facts must match. Pure. */
import { record, records } from "../../lib/loose-json.ts";
import { linesOf } from "../../lib/words.ts";
import { compareLegalNames } from "../../text/companies/legal-names.ts";
import { registrableDomain } from "../../text/company-domain.ts";
import { foldText } from "../../text/fold.ts";
import { domainOf } from "../companies/match-entity.ts";
import { ownLegalNames } from "../companies/own-entities.ts";
import { isSamePhone } from "../companies/same-contacts.ts";
import type { SiteEvidence } from "../companies/site-evidence.ts";
import type { FormD } from "../registers/form-d.ts";

const statesOfTheUs = linesOf("states of the us");

/** `text` is everything on the site, names of its team included. */
export function isSameCompany(
  site: SiteEvidence,
  text: string,
  registrant: Record<string, unknown>,
  forms: FormD[],
): boolean {
  const website = domainOf(textOf(registrant.website) ?? textOf(registrant.investorWebsite));
  const own = [registrableDomain(site.domain), site.redirectedTo];
  if (website) return own.includes(website);
  if (forms.length > 0 && forms.every(({ isFund }) => isFund)) return false;

  const names = [
    textOf(registrant.name) ?? "",
    ...records(registrant.formerNames).map(({ name }) => textOf(name) ?? ""),
    ...forms.flatMap(({ issuer, formerNames }) => [issuer, ...formerNames]),
  ];
  // Without the addresses of processors on privacy pages.
  const isNamed = ownLegalNames(site).some((name) =>
    names.some((other) => other && compareLegalNames(name, other) === "exact"),
  );
  const folded = foldText(text);
  const supports = [
    [textOf(registrant.phone), ...forms.map(({ phone }) => phone)].some(
      (phone) => phone && site.legal.phones.some((other) => isSamePhone(phone, other)),
    ),
    placesOf(registrant, forms).some((place) => hasPlace(text, place)),
    forms.some(({ people }) => people.some((person) => hasPerson(folded, person))),
  ].filter(Boolean).length;
  return supports >= (isNamed ? 1 : 2);
}

type Place = { city: string; state: string };

function placesOf(registrant: Record<string, unknown>, forms: FormD[]): Place[] {
  const { business, mailing } = record(registrant.addresses);
  const given = [record(business), record(mailing)].map(({ city, stateOrCountry }) => ({
    city: textOf(city),
    state: textOf(stateOrCountry),
  }));
  return [...given, ...forms.map(({ city, state }) => ({ city, state }))].flatMap(({ city, state }) =>
    city && state ? [{ city, state }] : [],
  );
}

/** City and state within a line of each other; a state alone proves nothing, least of all Delaware. */
function hasPlace(text: string, { city, state }: Place): boolean {
  const name = statesOfTheUs().get(state.toUpperCase());
  const folded = text.toLowerCase();
  for (let at = folded.indexOf(city.toLowerCase()); at >= 0; at = folded.indexOf(city.toLowerCase(), at + 1)) {
    const after = text.slice(at + city.length, at + city.length + 40);
    if (new RegExp(`^[\\s,]*(?:${RegExp.escape(state)}|${name ? RegExp.escape(name) : "\\b\\B"})\\b`, "i").test(after))
      return true;
  }
  return false;
}

/** `folded` is the site's text without capitals and accents. */
function hasPerson(folded: string, { first, last }: { first: string; last: string }): boolean {
  const [given = ""] = foldText(first).split(/\s+/);
  const between = "(?:\\s+\\p{L}[\\p{L}.'-]{0,20}){0,2}\\s+";
  return new RegExp(`(?<!\\p{L})${RegExp.escape(given)}${between}${RegExp.escape(foldText(last))}(?!\\p{L})`, "u").test(
    folded,
  );
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() && value !== "None" ? value.trim() : null;
}
