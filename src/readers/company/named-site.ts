import { signsOf, weigh } from "../rule.ts";
import { foldText } from "../words/fold.ts";
import { foldName } from "./name-likeness.ts";

/** What is known about a site that may be the company's. */
export type NamedSite = {
  domain: string;
  label: string;
  /** Whether its suffix is the most usual one (`.com`). */
  hasMainSuffix: boolean;
  names: readonly string[];
  about: string;
  country: string | null;
  /** The site says its country; otherwise it is that of the suffix. */
  saysCountry: boolean;
  /** The operator's directory or the index has this domain under this name. */
  isInDirectory: boolean;
  /** A register has a living entity of exactly this name with this domain. */
  isInRegister: boolean;
  /** A guessed domain led to this one. */
  isRedirected: boolean;
  /** Another site says the same name. */
  hasRival: boolean;
};

/** What the caller asks: `about` are free words. */
export type NameQuestion = { name: string; country: string | null; about: string | null };

type Look = NamedSite & { asked: string; own: string[]; isOwnDomain: boolean; question: NameQuestion; shared: number };

const MIN_PART_LENGTH = 4;
const MIN_ABOUT_WORDS = 3;
const MIN_SHARED_WORDS = 2;

function isSimilar({ asked, own }: Look): boolean {
  return !own.includes(asked) && own.some((name) => isPart(name, asked) || isPart(asked, name));
}

function isInCountry({ question, country }: Look): boolean {
  return question.country !== null && country === question.country;
}

export const SIGNS = signsOf<Look>({
  "says_name: The site gives itself this name.": [0.45, ({ asked, own }) => own.includes(asked)],
  "similar_name: The site's name contains this name, or is contained in it.": [0.1, isSimilar],
  "similar_at_home: The site with the similar name has the name's own domain: firms add or drop a word.": [
    0.15,
    (look) => look.isOwnDomain && look.hasMainSuffix && isSimilar(look),
  ],
  "directory_names: The site could not be read, and the directory has it under this name.": [
    0.45,
    ({ names, isInDirectory }) => names.length === 0 && isInDirectory,
  ],
  "unread: The site could not be read, and its domain is this name.": [
    0.1,
    ({ names, isInDirectory, isOwnDomain }) => names.length === 0 && !isInDirectory && isOwnDomain,
  ],
  "own_label: The domain is this name.": [0.2, ({ isOwnDomain }) => isOwnDomain],
  "main_suffix: The domain is this name with the most usual suffix.": [
    0.2,
    ({ hasMainSuffix, isOwnDomain }) => hasMainSuffix && isOwnDomain,
  ],
  "in_directory: The directory has it under this name.": [0.35, ({ isInDirectory }) => isInDirectory],
  "in_register: The site could be read, and a register has it under this name.": [
    0.35,
    ({ isInRegister, names }) => isInRegister && names.length > 0,
  ],
  "in_country: The site says the country that was asked.": [0.28, (look) => look.saysCountry && isInCountry(look)],
  "suffix_of_country: The domain has the suffix of the country that was asked, and so does every guess for it.": [
    0.05,
    (look) => !look.saysCountry && isInCountry(look),
  ],
  "other_country: The site is of another country.": [
    -0.25,
    ({ question, country }) => question.country !== null && country !== null && country !== question.country,
  ],
  "about_shared: The site's words about itself share two of the words that were asked.": [
    0.15,
    ({ shared }) => shared >= MIN_SHARED_WORDS,
  ],
  "about_missing: The site's words about itself share none of three words or more that were asked.": [
    -0.15,
    ({ question, shared, about }) =>
      shared === 0 && about !== "" && tellingWords(question.about ?? "").length >= MIN_ABOUT_WORDS,
  ],
  "leads_here: A domain that such a company would have leads to it.": [
    0.4,
    ({ isRedirected, isOwnDomain }) => isRedirected && !isOwnDomain,
  ],
  "rival: Another site gives itself the same name, and nothing that was asked tells them apart.": [
    -0.12,
    (look) => look.hasRival && !isInCountry(look) && look.shared < MIN_SHARED_WORDS,
  ],
});

/** A name alone and one site that says it. */
const MAX_BY_NAME_ALONE = 0.75;
const MAX_CONFIDENCE = 0.97;
const INDEPENDENT = new Set(["in_directory", "in_register", "in_country", "about_shared", "directory_names"]);
const OWN_WORDS = new Set(["says_name", "similar_name", "directory_names", "unread"]);

/** The signs that apply and the confidence, 0 to 1, that they add up to; 0 for a site that does not say the name. */
export function judgeSite(site: NamedSite, question: NameQuestion): { confidence: number; signs: string[] } {
  const asked = foldName(question.name);
  const look: Look = {
    ...site,
    question,
    asked,
    own: site.names.map(foldName),
    // Also "Infinite Red" of infinite.red.
    isOwnDomain: [site.label, site.domain].some((text) => foldName(text) === asked),
    shared: sharedWords(question.about, site.about),
  };
  const { points, ids } = weigh(SIGNS, look);
  if (!ids.some((id) => OWN_WORDS.has(id))) return { confidence: 0, signs: ids };
  const max = ids.some((id) => INDEPENDENT.has(id)) ? MAX_CONFIDENCE : MAX_BY_NAME_ALONE;
  return { confidence: Math.round(Math.max(0.05, Math.min(max, points)) * 100) / 100, signs: ids };
}

export function saysName(names: readonly string[], name: string): boolean {
  return names.some((own) => foldName(own) === foldName(name));
}

function isPart(short: string, long: string): boolean {
  return short.length >= MIN_PART_LENGTH && long.includes(short) && short.length * 3 >= long.length;
}

function sharedWords(asked: string | null, about: string): number {
  const words = new Set(tellingWords(about));
  return tellingWords(asked ?? "").filter((word) => words.has(word)).length;
}

const EMPTY_WORDS = new Set(
  "the and for with that this from your our are you der die das und für les des pour los las con para van voor".split(
    " ",
  ),
);

/** The words of a text that say something, in the singular. */
function tellingWords(text: string): string[] {
  const words = foldText(text).split(/[^\p{L}\p{N}]+/u);
  return [
    ...new Set(words.filter((word) => word.length > 2 && !EMPTY_WORDS.has(word)).map((word) => word.replace(/s$/, ""))),
  ];
}
