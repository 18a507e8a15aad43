import { foldText } from "../../lib/fold.ts";
import { words } from "../../lib/words.ts";
import { idOf, type Sign, weigh } from "../rule.ts";
import { domainStem } from "../words/company-domain.ts";
import { foldName } from "./name-likeness.ts";

/** What is known about a site that may be the company's. */
export type NamedSite = {
  domain: string;
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

const MIN_PART_LENGTH = 4;
const MIN_ABOUT_WORDS = 3;
const MIN_SHARED_WORDS = 2;

/** Which signs a site has, by their ids. */
function factsOf(site: NamedSite, { name, country, about }: NameQuestion) {
  const asked = foldName(name);
  const own = site.names.map(foldName);
  const isRead = own.length > 0;
  const isNamed = own.includes(asked);
  const isSimilar = !isNamed && own.some((other) => isPart(other, asked) || isPart(asked, other));
  // Also "Infinite Red" of infinite.red.
  const isOwnDomain = [domainStem(site.domain), site.domain].some((text) => foldName(text) === asked);
  const isInCountry = country !== null && site.country === country;
  const wanted = tellingWords(about ?? "");
  const said = new Set(tellingWords(site.about));
  const shared = wanted.filter((word) => said.has(word)).length;
  return {
    says_name: isNamed,
    similar_name: isSimilar,
    similar_at_home: isSimilar && isOwnDomain && site.hasMainSuffix,
    directory_names: !isRead && site.isInDirectory,
    unread: !isRead && !site.isInDirectory && isOwnDomain,
    own_label: isOwnDomain,
    main_suffix: isOwnDomain && site.hasMainSuffix,
    in_directory: site.isInDirectory,
    in_register: isRead && site.isInRegister,
    in_country: isInCountry && site.saysCountry,
    suffix_of_country: isInCountry && !site.saysCountry,
    other_country: country !== null && site.country !== null && !isInCountry,
    about_shared: shared >= MIN_SHARED_WORDS,
    about_missing: shared === 0 && site.about !== "" && wanted.length >= MIN_ABOUT_WORDS,
    leads_here: site.isRedirected && !isOwnDomain,
    rival: site.hasRival && !isInCountry && shared < MIN_SHARED_WORDS,
  };
}

type Facts = ReturnType<typeof factsOf>;

/** What each sign says, and how much it speaks for or against a site. */
const POINTS: Record<`${keyof Facts}: ${string}`, number> = {
  "says_name: The site gives itself this name.": 0.45,
  "similar_name: The site's name contains this name, or is contained in it.": 0.1,
  "similar_at_home: The site with the similar name is at the name's own domain: firms add or drop a word.": 0.15,
  "directory_names: The site could not be read, and the directory has it under this name.": 0.45,
  "unread: The site could not be read, and its domain is this name.": 0.1,
  "own_label: The domain is this name.": 0.2,
  "main_suffix: The domain is this name with the most usual suffix.": 0.2,
  "in_directory: The directory has it under this name.": 0.35,
  "in_register: The site could be read, and a register has it under this name.": 0.35,
  "in_country: The site says the country that was asked.": 0.28,
  "suffix_of_country: The domain has the suffix of the country that was asked, as every guess for it has.": 0.05,
  "other_country: The site is of another country.": -0.25,
  "about_shared: The site's words about itself share two of the words that were asked.": 0.15,
  "about_missing: The site's words about itself share none of three words or more that were asked.": -0.15,
  "leads_here: A domain that such a company would have leads to it.": 0.4,
  "rival: Another site gives itself the same name, and nothing that was asked tells them apart.": -0.12,
};

export const SIGNS: readonly Sign<Facts>[] = Object.entries(POINTS).map(([key, points]) => {
  const id = idOf(key);
  return { id, points, holds: (facts) => facts[id as keyof Facts] };
});

/** A name alone and one site that says it. */
const MAX_BY_NAME_ALONE = 0.75;
const MAX_CONFIDENCE = 0.97;
const INDEPENDENT = new Set(["in_directory", "in_register", "in_country", "about_shared", "directory_names"]);
const OWN_WORDS = new Set(["says_name", "similar_name", "directory_names", "unread"]);

/** The signs that apply and the confidence, 0 to 1, that they add up to; 0 for a site that does not say the name. */
export function judgeSite(site: NamedSite, question: NameQuestion): { confidence: number; signs: string[] } {
  const { points, ids } = weigh(SIGNS, factsOf(site, question));
  if (!ids.some((id) => OWN_WORDS.has(id))) return { confidence: 0, signs: ids };
  const max = ids.some((id) => INDEPENDENT.has(id)) ? MAX_CONFIDENCE : MAX_BY_NAME_ALONE;
  return { confidence: Math.round(Math.max(0.05, Math.min(max, points)) * 100) / 100, signs: ids };
}

function isPart(short: string, long: string): boolean {
  return short.length >= MIN_PART_LENGTH && long.includes(short) && short.length * 3 >= long.length;
}

const EMPTY_WORDS = new Set(
  words("the and for with that this from your our are you der die das und für les des pour los las con para van voor"),
);

/** The words of a text that say something, in the singular. */
function tellingWords(text: string): string[] {
  const telling = foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !EMPTY_WORDS.has(word));
  return [...new Set(telling.map((word) => word.replace(/s$/, "")))];
}
