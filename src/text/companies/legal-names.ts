import { foldText } from "../fold.ts";

/** Names of legal entities: their words and legal form, and comparing two spellings. Pure. */

/** Legal forms that end a name, folded, with the words of one form joined by a space. A family holds the spellings of one form. */
const FORMS = new Set(
  `inc|incorporated|corp|corporation|co|company|llc|lllp|llp|lp|pllc|pc|pbc|ltd|limited|plc|cic|unlimited|dac|clg|uc
  |gmbh|ggmbh|mbh|ag|kgaa|kg|ohg|gbr|ug|ug haftungsbeschrankt|se|eg|ev|e v|e k|ek|keg|gmbh and co kg|gmbh and co kgaa|ag and co kg|ug haftungsbeschrankt and co kg|ug haftungsbeschraenkt
  |sa|sas|sasu|sarl|eurl|snc|sca|scs|sci|scop|selarl|societe anonyme
  |bv|nv|vof|cv|bvba|srl|sprl|asbl|vzw|besloten vennootschap|b v|n v
  |spa|srls|sapa|ss|s p a|s r l|sl|slu|sll|sau|s l|s a|s l u|lda|unipessoal|unipessoal lda
  |ab|aktiebolag|publ|ab publ|hb|kb|as|asa|ans|da|enk|nuf|aps|is|ps|ivs|amba|a s|oy|oyj|abp|ky|tmi|osk|ou|osauhing|sia|uab|mb
  |spzoo|sp z o o|sp zoo|spolka z ograniczona odpowiedzialnoscia|spolka akcyjna|spolka jawna|sp j|spolka komandytowa|spk|sp k|sro|s r o|spol s r o|vos|ks|kft|zrt|nyrt|bt|pfa|ad|ood|eood|doo|d o o|dd|d d
  |ae|ike|epe|a s ti|ltd sti|pty|pty ltd|proprietary limited|pty limited|kk|gk|kabushiki kaisha|bhd|sdn bhd|sdnbhd|pte|pte ltd|pvt|pvt ltd|private limited|jsc|ooo|pao|ltda|eireli|me|sa de cv|s a de c v|co ltd|company limited
  |societe par actions simplifiee|societe par actions simplifiee unipersonnelle|societe a responsabilite limitee|gesellschaft mit beschrankter haftung|aktiengesellschaft
  |sociedad limitada|sociedad de responsabilidad limitada|sociedad responsabilidad limitada|sociedad anonima|societa a responsabilita limitata|societa per azioni|sp z oo|sp zo o|spol s ro|gesmbh|ges mbh|gesellschaft mbh|sa rl|s a rl|s a r l|sarl s|sarls|jdoo|ehf|hf|ohf|partg|partg mbb|egbr|societa cooperativa|s coop|cio
  |osakeyhtio|aksjeselskap|aktieselskab|anpartsselskab|ua|cvba|scrl|commv
  |korlatolt felelossegu tarsasag|zartkoruen mukodo reszvenytarsasag|nyilvanosan mukodo reszvenytarsasag|beteti tarsasag
  |druzba z omejeno odgovornostjo|drustvo s ogranicenom odgovornoscu|dionicko drustvo|delniska druzba
  |akciova spolecnost|akciova spolocnost|spolecnost s rucenim omezenym|spolocnost s rucenim obmedzenym
  |ανωνυμη εταιρεια|ανωνυμη εταιρια|αε|μονοπροσωπη αε|επε|μονοπροσωπη επε|ικε|μονοπροσωπη ικε|οε|εε
  |ад|еад|оод|еоод`
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
  "ab publ": "ab",
  publ: "ab",
  "societe anonyme": "sa",
  "s a": "sa",
  "s l": "sl",
  "s r l": "srl",
  "s p a": "spa",
  "a s": "as",
  "b v": "bv",
  "besloten vennootschap": "bv",
  "n v": "nv",
  "s r o": "sro",
  "spol s r o": "sro",
  "spol s ro": "sro",
  "d o o": "doo",
  osauhing: "ou",
  "sp z o o": "spzoo",
  "sp zoo": "spzoo",
  "sp z oo": "spzoo",
  "sp zo o": "spzoo",
  "spolka z ograniczona odpowiedzialnoscia": "spzoo",
  "spolka akcyjna": "sa",
  "ug haftungsbeschrankt": "ug",
  "ug haftungsbeschraenkt": "ug",
  "spolka jawna": "sp j",
  "spolka komandytowa": "spk",
  "s a de c v": "sa de cv",
  "kabushiki kaisha": "kk",
  "sp k": "spk",
  "e v": "ev",
  "e k": "ek",
  "societe par actions simplifiee": "sas",
  // With a single partner.
  "societe par actions simplifiee unipersonnelle": "sas",
  sasu: "sas",
  eurl: "sarl",
  "societe a responsabilite limitee": "sarl",
  "gesellschaft mit beschrankter haftung": "gmbh",
  aktiengesellschaft: "ag",
  gesmbh: "gmbh",
  "ges mbh": "gmbh",
  "gesellschaft mbh": "gmbh",
  "sa rl": "sarl",
  "s a rl": "sarl",
  "s a r l": "sarl",
  "sarl s": "sarls",
  "sociedad limitada": "sl",
  "sociedad de responsabilidad limitada": "sl",
  "sociedad responsabilidad limitada": "sl",
  "sociedad anonima": "sa",
  "societa a responsabilita limitata": "srl",
  "societa per azioni": "spa",
  osakeyhtio: "oy",
  aksjeselskap: "as",
  aktieselskab: "as",
  anpartsselskab: "aps",
  "korlatolt felelossegu tarsasag": "kft",
  "zartkoruen mukodo reszvenytarsasag": "zrt",
  "nyilvanosan mukodo reszvenytarsasag": "nyrt",
  "beteti tarsasag": "bt",
  "druzba z omejeno odgovornostjo": "doo",
  "drustvo s ogranicenom odgovornoscu": "doo",
  "dionicko drustvo": "dd",
  "delniska druzba": "dd",
  "akciova spolecnost": "as",
  "akciova spolocnost": "as",
  "spolecnost s rucenim omezenym": "sro",
  "spolocnost s rucenim obmedzenym": "sro",
  "d d": "dd",
  "ανωνυμη εταιρεια": "ae",
  "ανωνυμη εταιρια": "ae",
  αε: "ae",
  "μονοπροσωπη αε": "ae",
  επε: "epe",
  "μονοπροσωπη επε": "epe",
  ικε: "ike",
  "μονοπροσωπη ικε": "ike",
  ад: "ad",
  еад: "ead",
  оод: "ood",
  еоод: "eood",
  "akciju sabiedriba": "as",
  "sabiedriba ar ierobezotu atbildibu": "sia",
  "akcine bendrove": "ab",
  "uzdaroji akcine bendrove": "uab",
  aktiebolaget: "ab",
  aktsiaselts: "as",
};
/** Legal forms that may precede the name, as in the Baltic countries, and that begin no other names. */
const LEADING = new Set([
  ...["sia", "uab", "ou", "as", "ab", "mb", "sc", "pt", "tov", "ooo", "pao"],
  ...["sarl", "sasu", "eurl", "selarl", "sprl", "bvba", "asbl", "vzw"],
  ...["aktiebolaget", "osauhing", "aktsiaselts", "akciju sabiedriba", "sabiedriba ar ierobezotu atbildibu"],
  ...["akcine bendrove", "uzdaroji akcine bendrove", "ооо", "пао", "тов"],
]);
const MAX_LEADING_WORDS = 4;
const AND = new Set(["&", "+", "und", "et", "og", "och", "ja", "e", "y", "en"]);

/** A name split into its distinctive words and its legal form, folded. "Acme & Söhne GmbH" → `["acme","and","sohne"]`, `gmbh`. */
export type LegalName = { words: string[]; form: string | null };

/** Folds a name. The legal form is removed only at the end of the name, or at its start where a country writes it there. */
export function readLegalName(name: string): LegalName {
  const all = foldedWords(name);
  for (let count = Math.min(MAX_FORM_WORDS, all.length - 1); count > 0; count--) {
    const form = all.slice(-count).join(" ");
    if (FORMS.has(form)) return { words: all.slice(0, -count), form: SAME_FORM[form] ?? form };
  }
  for (let count = Math.min(MAX_LEADING_WORDS, all.length - 1); count > 0; count--) {
    const form = all.slice(0, count).join(" ");
    if (LEADING.has(form)) return { words: all.slice(count), form: SAME_FORM[form] ?? form };
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

const TRANSLITERATIONS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

/** A name with its umlauts spelled out as on a keyboard without them. */
function transliterate(name: string): string {
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
