/** Names of legal entities: their words and legal form, and comparing two spellings. The forms are those of `legal-forms.txt`. Pure. */

import { foldText, transliterate } from "../../lib/fold.ts";
import { lazy } from "../../lib/lazy.ts";
import { readSections } from "../words/sections.ts";
import table from "./legal-forms.txt";

const SEPARATOR = / \| |\n/;
const folded = (spelling: string) => legalWords(spelling).join(" ");
const sections = lazy(() => readSections(table));
const linesOf = (section: string) => (sections().get(section) ?? "").split("\n").filter(Boolean);

/** The forms kept by hand: their key, which is the first spelling folded where the line has no other, and their spellings as written. */
const known = lazy(() =>
  linesOf("forms").map((line) => {
    const [written = "", key] = line.split(": ").reverse();
    const spellings = written.split(" | ");
    return { key: key ?? folded(spellings[0] ?? ""), spellings };
  }),
);
const keys = lazy(() => {
  const listed = linesOf("iso 20275").flatMap((line) => line.split(SEPARATOR));
  const all = new Map(listed.map((form): [string, string] => [form, form]));
  for (const { key, spellings } of known()) for (const name of [key, ...spellings]) all.set(folded(name), key);
  return all;
});
const leading = lazy(() => new Set((sections().get("leading") ?? "").split(SEPARATOR).map(folded)));
const countries = lazy(() => new Map(linesOf("countries").map((line) => line.split(": ") as [string, string])));

/** The countries of a form (ISO 3166-1), the most frequent first. */
export const countriesOfForm = (form: string): string[] => countries().get(form)?.split(" ") ?? [];

/** All forms as they are written in texts, as alternatives of an expression, the longer ones first. */
export const writtenForms = lazy(() => {
  const spellings = known().flatMap(({ spellings: all }) => all.filter(isWritten).map((text) => text.replace("=", "")));
  return spellings
    .sort((a, b) => b.length - a.length)
    .map(asExpression)
    .join("|");
});

/** True for the words of a form alone: "Private Limited". */
export const isLegalForm = (name: string): boolean => keys().has(folded(name));

/** Forms of one word, folded, that names of brands leave out. */
export const singleForms = lazy(() => {
  const written = known().flatMap(({ spellings }) =>
    spellings.filter((text) => isWritten(text) && !text.includes("/")),
  );
  return new Set(written.map(folded).filter((form) => !form.includes(" ")));
});

const isWritten = (spelling: string) => /[\p{Lu}.=]/u.test(spelling);

function asExpression(spelling: string): string {
  const words = spelling.split(" ").map((word) => {
    const [first = ""] = word;
    const isWord = /^\p{L}\p{Ll}{3,}$/u.test(word) && spelling.includes(" ");
    const escaped = RegExp.escape(word).replaceAll("\\.", "\\.\\s?");
    return isWord ? `[${first.toUpperCase()}${first.toLowerCase()}]${word.slice(1)}` : escaped;
  });
  const expression = words
    .join("\\s")
    .replace(/\\\.\\s\?\\s/g, "\\.\\s?")
    .replace(/\\\.\\s\?$/, "\\.?");
  const isSpelledOut = words.length > 1 && /\p{Ll}{4}/u.test(spelling);
  return isSpelledOut ? `${expression}|${RegExp.escape(spelling.toUpperCase())}` : expression;
}

const AND = new Set(["&", "+", "und", "et", "og", "och", "ja", "e", "y", "en"]);
/** Forms that are written without a space beside the name. */
const UNSPACED = /\(주\)|株式会社|有限会社|合同会社|주식회사|股份有限公司|有限责任公司|有限公司/g;

/** The words of a legal name, folded: "S.p.A." is one word, "and" stands for the conjunctions of ten languages. */
export function legalWords(name: string): string[] {
  return (
    foldText(name.slice(0, 400))
      .replace(UNSPACED, " $& ")
      .replace(/\.(?=\S)|(?<=\p{L})['’`´](?=\p{L})/gu, (mark, index: number, whole: string) =>
        // "S.p.A." is one word, "acme.com" two; an apostrophe joins.
        mark === "." && !/(^|[\s.(])\p{L}$/u.test(whole.slice(Math.max(0, index - 2), index)) ? " " : "",
      )
      .replace(/(?<=\p{L})\/(?=\p{L}(?!\p{L}))/gu, "")
      .split(/[^\p{L}\p{M}\p{N}&+]+/u)
      .filter(Boolean)
      // "Handelsges.m.b.H." is "Handelsgesellschaft mbH".
      .map((word, index, all) => (all[index + 1] === "mbh" ? word.replace(/(?<=\p{L})ges$/u, "gesellschaft") : word))
      .map((word, index, all) => (AND.has(word) && index < all.length - 1 ? "and" : word))
      // Registers write "The Sage Group plc", sites either way.
      .filter((word, index, all) => index > 0 || word !== "the" || all.length < 3)
  );
}

/** Before the name under which an entity trades, and before those of partners: "Rossi S.a.s. di Rossi Maria & C." */
const TRADING_AS = / (?:d\/?b\/?a|t\/a|(?:doing business|trading) as) .*/iu;
const PARTNERS = /(?<=[ .](?:s\.? ?(?:a\.? ?s|n\.? ?c)\.?|kg|ohg)) (?:di|des|der) .*/iu;
const MAX_FORM_WORDS = 5;
const MAX_LEADING_WORDS = 4;

/** A name's distinctive words and its legal form, folded. "Acme & Söhne GmbH" → `["acme","and","sohne"]`, `gmbh`. */
export function readLegalName(name: string): { words: string[]; form: string | null } {
  const all = legalWords(name.replace(TRADING_AS, "").replace(PARTNERS, ""));
  for (let count = Math.min(MAX_FORM_WORDS, all.length - 1); count > 0; count--) {
    const form = keys().get(all.slice(-count).join(" "));
    if (form) return { words: all.slice(0, -count), form };
  }
  // Some countries write it before the name.
  for (let count = Math.min(MAX_LEADING_WORDS, all.length - 1); count > 0; count--) {
    const form = all.slice(0, count).join(" ");
    if (leading().has(form)) return { words: all.slice(count), form: keys().get(form) ?? form };
  }
  return { words: all, form: null };
}

export type NameMatch =
  /** Words and legal form are equal. */
  | "exact"
  /** Words are equal, and at least one side gives no form. */
  | "same_words"
  /** Words are equal, forms differ: usually another entity of the same brand. */
  | "other_form"
  /** Two words or more on both sides, at least half of them shared. */
  | "near"
  | "none";

/** A single shared word is no match: "Stripe" is not "Stripe Financial". "Müller" equals "Mueller" and "Muller". */
export function compareLegalNames(a: string, b: string): NameMatch {
  const [x, y] = [readLegalName(a), readLegalName(b)];
  if (x.words.join("") === y.words.join("") || legalNameKey(transliterate(a)) === legalNameKey(transliterate(b))) {
    if (x.form === y.form) return x.form ? "exact" : "same_words";
    return x.form && y.form ? "other_form" : "same_words";
  }
  if (x.words.length < 2 || y.words.length < 2) return "none";
  const others = new Set(y.words);
  const shared = new Set(x.words.filter((word) => others.has(word))).size;
  const union = new Set([...x.words, ...y.words]).size;
  return shared / union >= 0.5 ? "near" : "none";
}

/** The words of a name in one string, without its legal form: the key of a name index. */
export function legalNameKey(name: string): string {
  return readLegalName(name).words.join("");
}

/** A name as written, without the legal form at its end. */
export function withoutLegalForm(name: string): string {
  const tokens = name.trim().split(/\s+/);
  const key = legalNameKey(name);
  for (let count = 1; count < tokens.length; count++) {
    const shorter = tokens.slice(0, count).join(" ").replace(/[,;]$/, "");
    if (legalNameKey(shorter) === key) return shorter;
  }
  return name;
}
