import { foldedWords } from "../../lib/fold.ts";
import { words } from "../../lib/words.ts";
import { singleForms } from "../legal/legal-names.ts";
import { domainStem } from "../words/company-domain.ts";

const WITHOUT_MEANING = new Set("co company pty kg sro hq official the and".split(" "));
const isForm = (word: string) => WITHOUT_MEANING.has(word) || singleForms().has(word);
const MIN_PART_LENGTH = 4;

/** Comparison key: letters and digits only, without accents, capitals, "and", "the" and legal forms. */
export function foldName(name: string): string {
  const words = foldedWords(name);
  const telling = words.filter((word) => !isForm(word));
  return (telling.length > 0 ? telling : words).join("");
}

/** Compares a slug or handle with a site's names, folded: equal, one contained in the other, or neither. */
export function likeness(text: string, ownNames: string[]) {
  const folded = foldName(text);
  if (ownNames.includes(folded)) return "same";
  return ownNames.includes(initials(text)) || ownNames.some((name) => isAlike(folded, name)) ? "alike" : "other";
}

/** `wsj` of "the-wall-street-journal". */
function initials(text: string): string {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "of" && word !== "" && !isForm(word));
  return words.length >= 3 ? words.map((word) => word[0]).join("") : "";
}

function isAlike(text: string, name: string): boolean {
  // One word of a long name is weak evidence.
  if (text.length * 3 < name.length) return false;
  const [short, long] = text.length < name.length ? [text, name] : [name, text];
  if (/^\d*$/.test(short)) return false;
  if (short.length >= MIN_PART_LENGTH) return long.includes(short);
  return short.length >= 2 && long.startsWith(short) && long.length <= short.length + 3;
}

/** Generic sub-domains, which name a purpose and not an owner. */
const PURPOSES = words("www about blog news share app get go shop store my m en de fr help support docs careers jobs");

/** The names of a site, folded: labels of its hosts, with and without the suffix, and the names on its pages. */
export function ownNames(hosts: string[], siteNames: string[]): string[] {
  const labels = hosts.flatMap((host) => {
    const [first = ""] = host.split(".");
    return [domainStem(host), host.replace(/^www\.|[.-]/g, ""), ...(PURPOSES.includes(first) ? [] : [first])];
  });
  // "ue" may stand for "ü", as it is folded: `entruempelung-freising` is `entrumpelung-freising`.
  const withUmlauts = labels.map((label) => (label.length > 6 ? label.replace(/([aou])e/g, "$1") : label));
  const names = [...labels, ...withUmlauts, ...siteNames].map(foldName);
  return [...new Set(names)].filter((name) => name.length >= 2);
}
