import { foldText } from "./fold.ts";

/** Scripts that are written without spaces between words. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u;
const BEFORE = {
  word: /[\p{L}\p{N}]$/u,
  domain: /[a-z0-9-]$/,
  address: /[a-z0-9.%+_-]$/,
};
const AFTER = { word: /^[\p{L}\p{N}]/u, domain: /^(?:[a-z0-9-]|\.[a-z0-9])/ };

/** Lists of terms, each a word, a domain or an email address, as {@link containsTerms} takes them; without empty ones. */
export function foldTerms(termLists: string[][]): string[][] {
  return termLists.map((terms) => terms.map(foldText)).filter((terms) => terms.length > 0 && !terms.includes(""));
}

/** Whether a JSON text has every term of one of the lists, as wholes: `e@acme.co` is not in `jane@acme.com`. */
export function containsTerms(json: string, folded: string[][]): boolean {
  // The letter of an escape does not belong to the word after it.
  const text = foldText(json.replace(/\\[bfnrt]/g, " "));
  return folded.some((terms) => terms.every((term) => containsWhole(text, term)));
}

function containsWhole(text: string, term: string): boolean {
  if (WITHOUT_SPACES.test(term)) return text.includes(term);
  const kind = term.includes("@") ? "address" : /\.[\p{L}\p{N}]/u.test(term) ? "domain" : "word";
  const after = AFTER[kind === "word" ? "word" : "domain"];
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    const end = at + term.length;
    if (!BEFORE[kind].test(text.charAt(at - 1)) && !after.test(text.slice(end, end + 2))) return true;
  }
  return false;
}
