/** Finds a company's name in a headline. Pure. */
import { patternOf } from "../words/sections.ts";

/** Stands for the company's name, so that the patterns about headlines are the same for every company. */
export const MARK = "◆";

const MAX_HEADLINE_LENGTH = 300;
const DESCRIPTION = patternOf("DESCRIPTION_BEFORE");

/** What comes before a name that is written without a capital: "YC-backed acme". */
const INTRODUCED = /(?:-(?:based|backed|founded)|start-?up|spin-?(?:out|off)|scale-?up) $/iu;
/** A ticker, a batch or another name in brackets. */
const ASIDE = /◆ \([^)]{1,20}\)/g;
const NOT_CONTINUED = patternOf("NOT_CONTINUED", "u");
const NEW_OFFICE_OF = patternOf("NEW_OFFICE_OF");
/** In Japanese there are no spaces: a name may follow a country ("米Acme") and precede an office or a person. */
const BEFORE_JAPANESE = "\\p{Script=Hiragana}|(?<![\\p{L}\\p{N}])[米英仏独中韓]";
const AFTER_JAPANESE =
  "\\p{Script=Hiragana}|(?:執行|共同|副)?(?:社長|会長|代表|取締役|幹部|創業者|CEO|CFO|COO|CTO)|(?:株主総会|社の|\\p{Script=Han}{2,6}氏)";

/** The headline with `MARK` for each mention of `name`; "Acme Labs", "Acme.org" and "Acme-backed" are not "Acme". */
export function markName(title: string, name: string): string {
  const text = narrow(title.slice(0, MAX_HEADLINE_LENGTH)).replace(/[®™]/g, "");
  const words = narrow(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => withAccents(word, text));
  if (words.length === 0) return text;
  const pattern = new RegExp(
    // A Swedish genitive: "Acmes vd".
    `(?<!(?!${BEFORE_JAPANESE})[\\p{L}\\p{N}])${words.join("[^\\p{L}\\p{N}]{1,3}")}(?:,? (?:inc|ltd|limited|llc|gmbh|ag|plc|corp|uab|oyj|bv|nv|srl|spa|pty|pte)\\b\\.?)?(?::?s(?=\\s(?:nya\\s|nye\\s|styrelse\\s)?(?:vd|har)(?:\\s|$)))?(?!(?!${AFTER_JAPANESE})[\\p{L}\\p{N}])`,
    "giu",
  );
  const isSentenceCase = (text.match(/(?<!\p{L})\p{Ll}{4}/gu)?.length ?? 0) >= 3;
  const marked = text.replace(pattern, (found, at: number) => {
    const after = text.slice(at + found.length, at + found.length + 30);
    // A capitalised word after a name is a part of it, unless it is a legal form, an office, a verb or an acronym.
    const isContinued = /^ \p{Lu}\p{Ll}/u.test(after) && !NOT_CONTINUED().test(after.slice(1).split(" ", 1)[0] ?? "");
    const isMention =
      (isWritten(found, name) || (found === name && (at === 0 || INTRODUCED.test(text.slice(0, at))))) &&
      !/^(?:[.-](?!\p{L}{0,20}(?:chef(?:in|ökonom)?|sjef|vorstand|c[efot]o|vd|ordförande|topman|gruppe|gründer(?:in)?|(?:co-?)?founder|pr[äe]sident(?:in)?|dire[ck]t(?:or(?:in)?|eur)|geschäftsführer(?:in)?|vorsitzende[rn]?|voorzitter)(?!\p{L}))\p{L}|@)/iu.test(
        after,
      ) &&
      !(isSentenceCase && isContinued) &&
      !isEndOfName(text.slice(0, at), after);
    return isMention ? MARK : found;
  });
  return marked.replace(ASIDE, MARK);
}

/** An expression for a word with or without its accents: "Nestlé" is also written "Nestle". */
function withAccents(word: string, text: string): string {
  const accented = [...new Set(text.toLowerCase().match(/[à-ž]/gu))];
  const letters = [...word].map((letter) => {
    const [plain = ""] = /^[a-z]/.exec(letter.toLowerCase().normalize("NFD")) ?? [];
    const others = plain ? accented.filter((other) => other.normalize("NFD").startsWith(plain)) : [];
    return `[${letter}${plain}${others.join("")}]`;
  });
  return letters.join("");
}

/** Japanese headlines write Latin letters at the width of Japanese ones. */
function narrow(text: string): string {
  return text.normalize("NFC").replace(/[！-～]/g, (wide) => wide.normalize("NFKC"));
}

/** A name of lower-case letters only, as a domain gives it, is looked for with a capital. */
function isWritten(found: string, name: string): boolean {
  const first = found[0] ?? "";
  if (first !== first.toLowerCase() || first === first.toUpperCase()) return true;
  return found === name && /[^\p{Ll}]/u.test(name);
}

/** Whether another word of the name comes directly before. */
function isEndOfName(before: string, after: string): boolean {
  if (/[.@_/#&+-]$/.test(before)) return !/\s-$/.test(before);
  const [last = ""] = /\S{1,40}$/.exec(before.trimEnd()) ?? [];
  const word = last.replace(/^[^\p{L}\p{N}]+/u, "");
  if (!/^\p{Lu}/u.test(word) || /(?:['’]s?|[^\p{L}\p{N}'’.])$/u.test(last)) return false;
  return !DESCRIPTION().test(word) && !NEW_OFFICE_OF().test(`${before}${MARK}${after}`);
}
