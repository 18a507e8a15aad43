/** The tables of rules that `npm run check:rules` tries, each with the function that reads its cases. */

import { judgeSite, SIGNS } from "../src/readers/company/named-site.ts";
import { findPlaces, PLACES } from "../src/readers/contacts/place-rules.ts";
import {
  CHANGES,
  NO_CHANGES,
  NO_ROUNDS,
  ROUNDS,
  tellsOfFunding,
  tellsOfLeadershipChange,
} from "../src/readers/news/news-headlines.ts";
import { Document } from "../src/readers/page/document.ts";
import { readPageUse, USE_RULES } from "../src/readers/page/usage-signals.ts";
import { ACCEPTED, NO_PERSON_OF_THE_FIRM, PERSON_SIGNS, REFUSED } from "../src/readers/people/card-signs.ts";
import { peopleOnPage } from "../src/readers/people/people-page.ts";
import { NOT_TOLD_OF, TOLD_OF } from "../src/readers/people/prose-rules.ts";

export type RuleTable = {
  /** Path of the table below src/readers, without `.ts`. Its cases are in the file of that name with `.cases.txt`. */
  file: string;
  rules: readonly (readonly { id: string }[])[];
  /** What the readers make of a case. It must not pass a cache that the rules fill. */
  read(input: string): string;
};

export const RULE_TABLES: RuleTable[] = [
  { file: "people/card-signs", rules: [PERSON_SIGNS, NO_PERSON_OF_THE_FIRM, REFUSED, ACCEPTED], read: peopleOfCase },
  { file: "people/prose-rules", rules: [TOLD_OF, NOT_TOLD_OF], read: peopleOfCase },
  { file: "news/news-headlines", rules: [ROUNDS, NO_ROUNDS, CHANGES, NO_CHANGES], read: headlineAboutAcme },
  { file: "contacts/place-rules", rules: [PLACES], read: placesOfCase },
  { file: "company/named-site", rules: [SIGNS], read: siteOfCase },
  { file: "page/usage-signals", rules: [USE_RULES], read: useOfCase },
];

/** "Utrecht, NL" for the lines of a page, in the language that a line in front says. */
function placesOfCase(input: string): string {
  const [, language = null, text = input] = /^language: (\w+)\n(.*)$/s.exec(input) ?? [];
  const places = findPlaces(text, language).map(({ city, country }) => (country ? `${city}, ${country}` : city));
  return places.join("; ") || "nowhere";
}

/** "money", "change" or both, where a headline tells of it about Acme. */
function headlineAboutAcme(headline: string): string {
  const told = [
    tellsOfFunding(headline, "Acme", false) && "money",
    tellsOfLeadershipChange(headline, "Acme", false) && "change",
  ];
  return told.filter(Boolean).join(", ") || "not told";
}

/**
 * "Nora Falk (CEO), Tom Roth" for the HTML of a page of Harbour Works about its people. Lines in front say otherwise:
 * `view: about`, `firm: Turbo Nomics`, `address: /about-me`.
 */
function peopleOfCase(input: string): string {
  const [, header = "", html = ""] = /^((?:\w+: .*\n)*)(.*)$/s.exec(input) ?? [];
  const {
    view = "team",
    firm = "Harbour Works",
    address = "/team",
  } = Object.fromEntries(header.split("\n").map((line) => line.split(": ", 2)));
  const url = new URL(address, "https://harbour-works.example");
  const names = [firm.toLowerCase().replaceAll(" ", "")];
  const owner = { url, names, domains: [url.hostname], networkHosts: ["network.example"] };
  const people = peopleOnPage(Document.parse(html, url), owner, view);
  return people.map(({ name, title }) => (title ? `${name} (${title})` : name)).join(", ") || "nobody";
}

/** `name: value` of each line. */
function fieldsOf(input: string): [name: string, value: string][] {
  return input.split("\n").map((line) => {
    const [, name = "", value = ""] = /^([\w. -]+?): (.*)$/.exec(line) ?? [];
    return [name, value];
  });
}

/** The confidence for the site of a case: `asked: Acme`, `domain: acme.io`, what it says and what is known about it. */
function siteOfCase(input: string): string {
  const given = Object.fromEntries(fieldsOf(input));
  const { asked = "Harbour Works", domain = "harbourworks.com", says = "Harbour Works", about = "", country } = given;
  const site = {
    domain,
    hasMainSuffix: domain.endsWith(".com"),
    names: says === "nothing" ? [] : [says],
    about,
    country: country ?? null,
    saysCountry: !domain.endsWith(`.${country?.toLowerCase()}`),
    isInDirectory: "directory" in given,
    isInRegister: "register" in given,
    isRedirected: "redirected" in given,
    hasRival: "rival" in given,
  };
  return String(
    judgeSite(site, { name: asked, country: given["asked country"] ?? null, about: given["asked about"] ?? null })
      .confidence,
  );
}

/** "no index by header; excerpt by meta" for what a site says about `/about/team`; "all" for no limit. */
export function useOfCase(input: string): string {
  const fields = fieldsOf(input);
  const linesOf = (field: string) => fields.flatMap(([name, value]) => (name === field ? [value] : []));
  const { mayIndex, mayQuote, mayUseAsInput } = readPageUse({
    url: new URL("https://acme.example/about/team"),
    token: "TallygateBot",
    now: Date.UTC(2026, 10, 1),
    robots: linesOf("robots").join("\n"),
    headers: new Headers(linesOf("header").map((line) => line.split(/: (.*)/s, 2) as [string, string])),
    metas: linesOf("meta").map((line) => {
      const [name = "", content = ""] = line.split(/: (.*)/s, 2);
      return { name, content };
    }),
    tdmrep: linesOf("tdmrep").join("\n"),
    aiTxt: linesOf("ai.txt").join("\n"),
  });
  const quote = { passage: "", excerpt: "excerpt", nothing: "nothing quoted" }[mayQuote.value];
  const limits = [
    mayIndex.value ? "" : `no index by ${mayIndex.saidBy?.source}`,
    quote && `${quote} by ${mayQuote.saidBy?.source}`,
    mayUseAsInput.value ? "" : `no input by ${mayUseAsInput.saidBy?.source}`,
  ];
  return limits.filter(Boolean).join("; ") || "all";
}
