import { leadingForm, legalForm, legalWords } from "./legal-forms.ts";

/** Names of legal entities: their words and legal form, and comparing two spellings. Pure. */

const MAX_FORM_WORDS = 5;
const MAX_LEADING_WORDS = 4;

/** A name split into its distinctive words and its legal form, folded. "Acme & Söhne GmbH" → `["acme","and","sohne"]`, `gmbh`. */
type LegalName = { words: string[]; form: string | null };

/** Folds a name. The legal form is removed only at the end of the name, or at its start where a country writes it there. */
export function readLegalName(name: string): LegalName {
  const all = legalWords(name);
  for (let count = Math.min(MAX_FORM_WORDS, all.length - 1); count > 0; count--) {
    const form = legalForm(all.slice(-count).join(" "));
    if (form) return { words: all.slice(0, -count), form };
  }
  for (let count = Math.min(MAX_LEADING_WORDS, all.length - 1); count > 0; count--) {
    const form = leadingForm(all.slice(0, count).join(" "));
    if (form) return { words: all.slice(count), form };
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

const TRANSLITERATIONS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

/** A name with its umlauts spelled out as on a keyboard without them. */
export function transliterate(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüåø]/g, (letter) => TRANSLITERATIONS[letter] ?? letter);
}
