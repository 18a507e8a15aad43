import { foldText } from "../fold.ts";

/** Names of legal entities: comparing two spellings, and finding names in a text. Pure. */

/** Legal forms that end a name, folded, with the words of one form joined by a space. A family holds the spellings of one form. */
const FORMS = new Set(
  `inc|incorporated|corp|corporation|co|company|llc|lllp|llp|lp|pllc|pc|pbc|ltd|limited|plc|cic|unlimited|dac|clg|uc
  |gmbh|ggmbh|mbh|ag|kgaa|kg|ohg|gbr|ug|ug haftungsbeschrankt|se|eg|ev|e v|e k|ek|keg|gmbh and co kg|gmbh and co kgaa|ag and co kg|ug haftungsbeschrankt and co kg
  |sa|sas|sasu|sarl|eurl|snc|sca|scs|sci|scop|selarl|societe anonyme
  |bv|nv|vof|cv|bvba|srl|sprl|asbl|vzw|besloten vennootschap|b v|n v
  |spa|srls|sapa|ss|s p a|s r l|sl|slu|sll|sau|s l|s a|s l u|lda|unipessoal|unipessoal lda
  |ab|aktiebolag|publ|ab publ|hb|kb|as|asa|ans|da|enk|nuf|aps|is|ps|ivs|amba|a s|oy|oyj|abp|ky|tmi|osk|ou|osauhing|sia|uab|mb
  |spzoo|sp z o o|sp zoo|spolka z ograniczona odpowiedzialnoscia|spolka akcyjna|spk|sp k|sro|s r o|spol s r o|vos|ks|kft|zrt|nyrt|bt|pfa|ad|ood|eood|doo|d o o|dd|d d
  |ae|ike|epe|a s ti|ltd sti|pty|pty ltd|proprietary limited|pty limited|kk|gk|kabushiki kaisha|bhd|sdn bhd|sdnbhd|pte|pte ltd|pvt|pvt ltd|private limited|jsc|ooo|pao|ltda|eireli|me|sa de cv|s a de c v|co ltd|company limited`
    .split(/(?<!\s)\s*\|\s*/)
    .filter(Boolean),
);
const MAX_FORM_WORDS = 5;
/** Spellings of one form. */
const SAME_FORM: Record<string, string> = {
  incorporated: "inc",
  corporation: "corp",
  limited: "ltd",
  company: "co",
  "company limited": "co ltd",
  "pty limited": "pty ltd",
  "proprietary limited": "pty ltd",
  "private limited": "pvt ltd",
  aktiebolag: "ab",
  ...{
    "ab publ": "ab",
    publ: "ab",
    "societe anonyme": "sa",
    "s a": "sa",
    "s l": "sl",
    "s r l": "srl",
    "s p a": "spa",
    "a s": "as",
  },
  ...{
    "b v": "bv",
    "besloten vennootschap": "bv",
    "n v": "nv",
    "s r o": "sro",
    "spol s r o": "sro",
    "d o o": "doo",
    osauhing: "ou",
  },
  ...{
    "sp z o o": "spzoo",
    "sp zoo": "spzoo",
    "spolka z ograniczona odpowiedzialnoscia": "spzoo",
    "spolka akcyjna": "sa",
  },
  ...{
    "ug haftungsbeschrankt": "ug",
    "s a de c v": "sa de cv",
    "kabushiki kaisha": "kk",
    "sp k": "spk",
    "e v": "ev",
    "e k": "ek",
  },
};
/** Legal forms that precede the name, as in the Baltic countries. */
const LEADING = new Set(["sia", "uab", "ou", "as", "ab", "mb", "sc", "pt", "tov", "ooo", "pao"]);
const AND = new Set(["&", "+", "und", "et", "og", "och", "ja", "e", "y", "en"]);

/** A name split into its distinctive words and its legal form, folded. "Acme & Söhne GmbH" → `["acme","and","sohne"]`, `gmbh`. */
export type LegalName = { words: string[]; form: string | null };

/** Folds a name. The legal form is removed only at the end of the name, or at its start in Baltic names. */
export function readLegalName(name: string): LegalName {
  const all = foldedWords(name);
  for (let count = Math.min(MAX_FORM_WORDS, all.length - 1); count > 0; count--) {
    const form = all.slice(-count).join(" ");
    if (FORMS.has(form)) return { words: all.slice(0, -count), form: SAME_FORM[form] ?? form };
  }
  const [first = "", ...rest] = all;
  if (LEADING.has(first) && rest.length > 0) return { words: rest, form: first };
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

/** Compares two names of legal entities. A single shared word is never a match: "Stripe" is not "Stripe Financial Holdings". */
export function compareLegalNames(a: string, b: string): NameMatch {
  const [x, y] = [readLegalName(a), readLegalName(b)];
  if (x.words.join(" ") === y.words.join(" ") || x.words.join("") === y.words.join("")) {
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

function foldedWords(name: string): string[] {
  return foldText(name.slice(0, 400))
    .replace(/\.(?=\S)|(?<=\p{L})['’`´](?=\p{L})/gu, (mark, index: number, whole: string) =>
      // "S.p.A." is one word, "acme.com" two; an apostrophe joins.
      mark === "." && !/(^|[\s.(])\p{L}$/u.test(whole.slice(Math.max(0, index - 2), index)) ? " " : "",
    )
    .replace(/(?<=\p{L})\/(?=\p{L}(?!\p{L}))/gu, "")
    .split(/[^\p{L}\p{M}\p{N}&+]+/u)
    .filter(Boolean)
    .map((word) => (AND.has(word) ? "and" : word));
}

const NAME_FORMS =
  "GmbH & Co\\. ?KGaA|GmbH & Co\\.? ?KG|AG & Co\\.? ?KG|UG \\(haftungsbeschränkt\\) & Co\\.? ?KG|UG \\(haftungsbeschränkt\\)|gGmbH|GmbH|mbH|KGaA|AG|SE|OHG|GbR|UG|e\\.\\s?V\\.|eG|e\\.\\s?K\\.|Incorporated|Inc\\.?|Corporation|Corp\\.?|LLC|L\\.L\\.C\\.|LLP|PLC|plc|P\\.L\\.C\\.|Limited|Ltd\\.?|LTD\\.?|Pty\\.? Ltd\\.?|Pte\\.? Ltd\\.?|Co\\., Ltd\\.?|SASU|SAS|S\\.A\\.S\\.?|SARL|S\\.?à\\.?r\\.?l\\.?|S\\.A\\.R\\.L\\.?|EURL|SNC|SCOP|S\\.p\\.A\\.?|SpA|SPA|S\\.r\\.l\\.?|Srl|SRL|S\\.R\\.L\\.|S\\.L\\.U\\.|SLU|S\\.L\\.|SL|S\\.A\\.U\\.?|SAU|S\\.A\\.|SA|B\\.V\\.|BV|N\\.V\\.|NV|BVBA|VOF|Lda\\.?|LDA|AB \\(publ\\)|AB|Aktiebolag|ASA|AS|A/S|ApS|APS|P/S|I/S|Oyj|OYJ|Oy|OY|Abp|OÜ|SIA|UAB|sp\\. z o\\.\\s?o\\.|Sp\\. z o\\.\\s?o\\.|spółka z o\\.\\s?o\\.|spol\\. s r\\.\\s?o\\.|s\\.\\s?r\\.\\s?o\\.|a\\.\\s?s\\.|Kft\\.?|Zrt\\.?|Nyrt\\.?|d\\.o\\.o\\.|Ltda\\.?";
const WORD =
  "(?:[\\p{Lu}\\d][\\p{L}\\p{N}.'’&+!\\-]{0,30}|&|\\+|and|und|et|of|the|for|de|da|di|du|des|der|och|og|e|y|von|van)";
/** Up to eight words that begin with a capital, before a legal form. Every part is bounded, so the scan is linear. */
const NAME_BEFORE_FORM = new RegExp(
  `(?<![\\p{L}\\p{N}.&@/-])(?=[\\p{Lu}\\d])(?:${WORD},? ){1,8}?(?:${NAME_FORMS})(?![\\p{L}\\p{N}])`,
  "gu",
);
const FORM_BEFORE_NAME =
  /(?<![\p{L}\p{N}])(?:SIA|UAB|OÜ|AS) ["„“]?\p{Lu}[\p{L}\p{N}&-]{1,30}(?: \p{Lu}[\p{L}\p{N}&-]{1,30}){0,3}["“”]?/gu;
/** Words before a name that are not part of it. */
const INTRODUCTION =
  /^(?:(?:The|Copyright|Société|La société|Titular|Company|Contact|By|In|Our|Between|Is|Herausgeber|Betreiber|Anbieter|Editeur|Éditeur|Firma|Name|Kontakt|Impressum|Verantwortlich|Bij|Door|Selskapet|Selskab|\d{4}(?:[-–]\d{4})?)[,:]? )+/u;
const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 120;

/** Names of legal entities in a text, with their positions: capitalised words followed by a legal form. */
export function findLegalNames(text: string): { name: string; index: number }[] {
  const found = [
    ...text.matchAll(NAME_BEFORE_FORM).take(MAX_NAMES),
    ...text.matchAll(FORM_BEFORE_NAME).take(MAX_NAMES),
  ];
  return found
    .map((match) => ({ name: match[0].replace(INTRODUCTION, "").trim(), index: match.index }))
    .filter(({ name }) => name.length <= MAX_NAME_LENGTH && readLegalName(name).words.length > 0)
    .filter(({ name }) => readLegalName(name).form !== null)
    .sort((a, b) => a.index - b.index);
}
