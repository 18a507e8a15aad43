/** Whether a registrant of the SEC is the company behind a site: two facts must match, three if the site gives another legal name. Pure. */

import { foldText } from "../../lib/fold.ts";
import { valuesAt } from "../../lib/loose-json.ts";
import { likeness } from "../../readers/company/name-likeness.ts";
import { isSamePhone } from "../../readers/contacts/site-contacts.ts";
import { compareLegalNames } from "../../readers/legal/legal-names.ts";
import { areNicknames } from "../../readers/names/person-name.ts";
import type { FormD } from "../../readers/news/form-d.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";
import { linesOf } from "../../readers/words/sections.ts";
import { ownLegalNames } from "../companies/choose-entity.ts";
import { domainOf } from "../companies/match-entity.ts";
import type { SiteEvidence } from "../companies/site-evidence.ts";

const MAX_NAMESAKES = 20;
const statesOfTheUs = linesOf("states of the us");

const TICKER =
  /\b(?:nasdaq|nyse|otc)(?:\s?(?:gs|gm|cm|american|arca|qb|qx|pink))?\s?[:：–-]\s?([A-Z]{1,5}(?:\.[A-Z])?)(?![A-Za-z])/giu;
/** A host or path of pages for shareholders; start-ups call the page about their backers "investors". */
const INVESTOR_RELATIONS = /\/\/(?:ir|investors?|investorrelations|(?:www\.)?[\w-]+-ir)\.|\/investor-?relations?\b/i;

/** The tickers that a site gives: "NASDAQ: ACME". */
export function tickersIn(text: string): string[] {
  const written = text.matchAll(TICKER).take(5);
  return [...new Set(written.map(([, ticker = ""]) => ticker.toUpperCase().replace(".", "-")))];
}

/** `text` is everything on the site, names of its team included. */
export function isSameCompany(site: SiteEvidence, text: string, registrant: Record<string, unknown>, forms: FormD[]) {
  const website = domainOf(textsOf(registrant, "website | investorWebsite")[0] ?? null);
  if (website) return [registrableDomain(site.domain), site.redirectedTo].includes(website);
  if (forms.length > 0 && forms.every(({ isFund }) => isFund)) return false;

  const names = [
    ...textsOf(registrant, "name + formerNames[].name"),
    ...forms.flatMap(({ issuer, formerNames }) => [issuer, ...formerNames]),
  ];
  // Without the addresses of processors on privacy pages.
  const likenesses = ownLegalNames(site).flatMap((name) => names.map((other) => compareLegalNames(name, other)));
  // A listed firm may show nothing but its brand.
  const tickers = textsOf(registrant, "tickers[]");
  const isBrand = tickers.length > 0 && likeness(textsOf(registrant, "name")[0] ?? "", site.names) === "same";
  const isNamed = likenesses.includes("exact") || isBrand;
  // The site says that it is another firm.
  const isOther = likenesses.length > 0 && likenesses.every((likeness) => likeness === "none");
  const folded = foldText(text);
  const supports = [
    [...textsOf(registrant, "phone"), ...forms.map(({ phone }) => phone)].some(
      (phone) => phone && site.legal.phones.some((other) => isSamePhone(phone, other)),
    ),
    placesOf(registrant, forms).some((place) => hasPlace(text, place)),
    forms.some(({ people }) => people.some((person) => hasPerson(folded, person))),
    tickersIn(text).some((ticker) => tickers.includes(ticker)),
    tickers.length > 0 && site.home.facts.anchors.some(({ url }) => INVESTOR_RELATIONS.test(url.href)),
  ].filter(Boolean).length;
  return supports >= (isNamed ? 1 : isOther ? 3 : 2);
}

function placesOf(registrant: Record<string, unknown>, forms: FormD[]) {
  const places = ["addresses.business", "addresses.mailing"].map((address) => ({
    city: textsOf(registrant, `${address}.city`)[0],
    state: textsOf(registrant, `${address}.stateOrCountry`)[0],
  }));
  return [...places, ...forms].flatMap(({ city, state }) => (city && state ? [{ city, state }] : []));
}

/** City and state within a line of each other; a state alone proves nothing, least of all Delaware. */
function hasPlace(text: string, { city, state }: { city: string; state: string }): boolean {
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
  const named = `(?<!\\p{L})(?:\\p{L}[\\p{L}.'-]{0,20}\\s+){1,3}${RegExp.escape(foldText(last))}(?!\\p{L})`;
  // "Zach Lloyd" on the team page signs as Zachary.
  return folded
    .matchAll(new RegExp(named, "gu"))
    .take(MAX_NAMESAKES)
    .some(([all]) => all.split(/\s+/).some((word) => word === given || areNicknames(word, given)));
}

/** The texts at a path. The SEC writes "None" where there is none. */
function textsOf(row: unknown, path: string): string[] {
  return valuesAt(row, path)
    .map(String)
    .filter((text) => text !== "None");
}
