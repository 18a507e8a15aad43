import { foldText } from "../words/fold.ts";
import { sectionOf, wordsOf } from "../words/sections.ts";

/** Names of legal entities: their words and legal form, and comparing two spellings. Pure. */

const SEPARATOR = /(?<!\s)\s*\|\s*/;
const forms = wordsOf("legal forms", SEPARATOR);
/** Legal forms that may precede the name. */
const leading = wordsOf("leading legal forms", SEPARATOR);
/** Forms by their other spellings. */
const sameForm = sectionOf("legal form spellings", (text) => {
  const spellings = text.split("\n").map((line) => line.split(" = ", 2));
  return new Map(
    spellings.flatMap(([form = "", others = ""]) =>
      others.split(SEPARATOR).map((other): [string, string] => [other, form]),
    ),
  );
});
const MAX_FORM_WORDS = 5;
const MAX_LEADING_WORDS = 4;
const AND = new Set(["&", "+", "und", "et", "og", "och", "ja", "e", "y", "en"]);

/** A name split into its distinctive words and its legal form, folded. "Acme & Söhne GmbH" → `["acme","and","sohne"]`, `gmbh`. */
type LegalName = { words: string[]; form: string | null };

/** Folds a name. The legal form is removed only at the end of the name, or at its start where a country writes it there. */
export function readLegalName(name: string): LegalName {
  const all = foldedWords(name);
  for (let count = Math.min(MAX_FORM_WORDS, all.length - 1); count > 0; count--) {
    const form = all.slice(-count).join(" ");
    if (forms().has(form)) return { words: all.slice(0, -count), form: sameForm().get(form) ?? form };
  }
  for (let count = Math.min(MAX_LEADING_WORDS, all.length - 1); count > 0; count--) {
    const form = all.slice(0, count).join(" ");
    if (leading().has(form)) return { words: all.slice(count), form: sameForm().get(form) ?? form };
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

/**
 * Compares two names of legal entities. A single shared word is never a match: "Stripe" is not "Stripe Financial Holdings".
 * "Müller" equals "Mueller" as well as "Muller"; "Bauer" does not equal "Baur".
 */
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

const TRANSLITERATIONS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

/** A name with its umlauts spelled out as on a keyboard without them. */
export function transliterate(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüåø]/g, (letter) => TRANSLITERATIONS[letter] ?? letter);
}

function foldedWords(name: string): string[] {
  return (
    foldText(name.slice(0, 400))
      .replace(/\.(?=\S)|(?<=\p{L})['’`´](?=\p{L})/gu, (mark, index: number, whole: string) =>
        // "S.p.A." is one word, "acme.com" two; an apostrophe joins.
        mark === "." && !/(^|[\s.(])\p{L}$/u.test(whole.slice(Math.max(0, index - 2), index)) ? " " : "",
      )
      .replace(/(?<=\p{L})\/(?=\p{L}(?!\p{L}))/gu, "")
      .split(/[^\p{L}\p{M}\p{N}&+]+/u)
      .filter(Boolean)
      // "Handelsges.m.b.H." is "Handelsgesellschaft mbH".
      .map((word, index, all) => (all[index + 1] === "mbh" ? word.replace(/(?<=\p{L})ges$/u, "gesellschaft") : word))
      .map((word) => (AND.has(word) ? "and" : word))
      // Registers write "The Sage Group plc", sites either way.
      .filter((word, index, all) => index > 0 || word !== "the" || all.length < 3)
  );
}
