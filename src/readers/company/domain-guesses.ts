/** Domains that a company of a name would register, most likely first. Pure. */

import { transliterate } from "../../lib/fold.ts";
import { pairsOf } from "../../lib/words.ts";
import { countriesOfForm, readLegalName } from "../legal/legal-names.ts";
import { isSuffix, normaliseDomain } from "../words/company-domain.ts";

const OWN_SUFFIX = "own";
const MAX_GUESSES = 20;
/** A shorter first word alone is somebody else's. */
const MIN_FIRST_WORD = 4;
/** A label of DNS has at most 63 characters (RFC 1035, section 2.3.4). */
const USABLE = /^[a-z0-9][a-z0-9-]{0,62}\./;
const HACKS = /^(.{3,})(ly|is|me|io|ai|us|it|be|re|sh|st|to|ps)$/;

/** Suffixes under which companies of a country register, where they are not the country's code alone. */
const NATIONAL = pairsOf(`
  AU com.au BR com.br CN cn,com.cn GB co.uk,uk IN in,co.in JP co.jp,jp KR co.kr,kr MX com.mx,mx NZ co.nz
  SG com.sg,sg TR com.tr US us ZA co.za
`);

/** At most 20 registrable domains for a name, likeliest first; `own` among `suffixes` are those of its country. */
export function guessDomains(name: string, country: string | null, suffixes: readonly string[]): string[] {
  const [main = "com", ...others] = suffixes.filter((suffix) => suffix !== OWN_SUFFIX);
  const mayUseOwn = suffixes.includes(OWN_SUFFIX);
  const stems = [...new Set([transliterate(name), name].map(wordsOf).filter((words) => words.length > 0))];
  const joined = stems.flatMap((words) => [words.join(""), words.filter((word) => word !== "and").join("")]);
  const [first = ""] = joined;
  const [words = []] = stems;
  const national = mayUseOwn ? nationalSuffixes(name, country) : [];
  const hasArticle = /^the\s/i.test(name);
  const last = words.at(-1) ?? "";
  const short = words.slice(0, -1);
  // "Parsely" is parse.ly.
  const [, label, end] = HACKS.exec(first) ?? [];
  const guesses = [
    ...(mayUseOwn ? domainInName(name) : []),
    ...joined.map((stem) => `${stem}.${main}`),
    // "Infinite Red" is infinite.red.
    ...(mayUseOwn && short.length > 0 && isSuffix(last) ? [`${short.join("")}.${last}`] : []),
    ...national.map((suffix) => `${first}.${suffix}`),
    ...(mayUseOwn && label ? [`${label}.${end}`] : []),
    ...(words.length > 1 ? [`${words.join("-")}.${main}`] : []),
    ...others.map((suffix) => `${first}.${suffix}`),
    ...(words.length > 2 ? [`${short.join("")}.${main}`] : []),
    ...(hasArticle ? [`the${first}.${main}`] : []),
    ...["get", "go"].map((word) => `${word}${first}.${main}`),
    ...["hq", "app", "inc"].map((word) => `${first}${word}.${main}`),
    ...(words.length > 1 && (words[0] ?? "").length >= MIN_FIRST_WORD ? [`${words[0]}.${main}`] : []),
    ...(words.length > 1 ? national.map((suffix) => `${words.join("-")}.${suffix}`) : []),
  ];
  return [...new Set(guesses.filter((guess) => USABLE.test(guess)))].slice(0, MAX_GUESSES);
}

function wordsOf(name: string): string[] {
  const { words } = readLegalName(name);
  const latin = words.map((word) => word.replace(/[^a-z0-9]/g, "")).filter(Boolean);
  return latin[0] === "the" && latin.length > 1 ? latin.slice(1) : latin;
}

/** "Smile.io", "cal.com, Inc.": the name is itself a domain. */
function domainInName(name: string): string[] {
  const [written = ""] = /(?<!\S)\S{1,100}\.\p{L}{2,20}(?=[\s,]|$)/u.exec(name.slice(0, 200)) ?? [];
  const read = normaliseDomain(written);
  return read.status === "ok" ? [read.domain] : [];
}

function nationalSuffixes(name: string, country: string | null): string[] {
  const form = readLegalName(name).form ?? "";
  // Firms of the United States have the most usual suffix.
  const countries = country ? [country] : countriesOfForm(form).filter((code) => code !== "US");
  return countries.flatMap((code) => (NATIONAL.get(code) ?? code.toLowerCase()).split(","));
}
