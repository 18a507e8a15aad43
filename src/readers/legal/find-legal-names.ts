import { lazy } from "../../lib/lazy.ts";
import { patternOf } from "../words/sections.ts";
import { writtenForms } from "./legal-forms.ts";
import { readLegalName } from "./legal-names.ts";

const WORD =
  "(?:[\\p{Lu}\\d][\\p{L}\\p{N}.'’&+!\\-]{0,30}|&|\\+|and|und|et|of|the|for|de|da|di|du|des|der|och|og|en|ja|e|y|von|van|(?<!\\bVi )i|gemeinnützige)";
/** Up to eight words that begin with a capital, before a legal form. Every part is bounded, so the scan is linear. */
const nameBeforeForm = lazy(
  () =>
    new RegExp(
      `(?<![\\p{L}\\p{N}.&@/-])(?=[\\p{Lu}\\d])(?:${WORD},? ){1,8}?(?:${writtenForms()})(?![\\p{L}\\p{N}])`,
      "gu",
    ),
);
/** A line of its own: also names whose further words are not capitalised ("Norsk fisk AS"). */
const nameAloneOnLine = lazy(
  () =>
    new RegExp(`^[\\p{Lu}\\d][\\p{L}\\p{N}&+-]{0,30}(?: [\\p{L}\\p{N}&+-]{1,30}){1,4},? (?:${writtenForms()})$`, "gmu"),
);
const FORM_BEFORE_NAME =
  /(?<![\p{L}\p{N}])(?:SIA|UAB|OÜ|AS) ["„“]?\p{Lu}[\p{L}\p{N}&-]{1,30}(?: \p{Lu}[\p{L}\p{N}&-]{1,30}){0,3}["“”]?/gu;
const INTRODUCTION = patternOf("INTRODUCTION", "u");
/** A sentence that ends before the name; "Bros. " and shorter abbreviations are part of names. */
const SENTENCE_END = /^.*(?<!\b(?:Bros|Corp|Intl|Assn|Dept))(?<=\p{L}{4}|\d{3})[.!?] (?=\p{Lu}|\d)/u;
/** Forms that are words in capitals too: "AS IS", "SPA". */
const AMBIGUOUS_FORM = /^(?:as|se|spa|sa|ag|sl|ab|bv|nv|co|oy|sas|is|ps|aps)$/;
const SHOUTED_BEFORE = /(?:\b\p{Lu}{2,}\b[^\p{L}]{1,3}){2}$/u;
const SHOUTED_AFTER = /^[^\p{L}]{1,3}(?:\p{Lu}{2,}\b[^\p{L}]{0,3}){2}/u;
const FUNCTION_WORD = patternOf("FUNCTION_WORD_BEHIND_FORM");
/** Before a form that is spelled out: "this company limited by shares". */
const ARTICLE = patternOf("ARTICLE_BEFORE_FORM");
const PLACEHOLDER = patternOf("PLACEHOLDER_NAME");
/** Sheets of Spanish registers: "Hoja SE 63.758" is of Seville. */
const REGISTER_SHEET = /\bHoja SE$/i;
const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 120;

/** Names of legal entities in a text, with their positions: capitalised words followed by a legal form. */
export function findLegalNames(text: string): { name: string; index: number }[] {
  const found = [
    ...text.matchAll(nameBeforeForm()).take(MAX_NAMES),
    ...text.matchAll(nameAloneOnLine()).take(MAX_NAMES),
    ...text.matchAll(FORM_BEFORE_NAME).take(MAX_NAMES),
  ];
  return found
    .filter((match) => !isShouted(text, match))
    .map((match) => {
      const name = match[0]
        .replace(SENTENCE_END, "")
        .replace(INTRODUCTION(), "")
        .replace(/^[^\p{L}\p{N}]+/u, "")
        .trim();
      return { name, index: match.index + match[0].lastIndexOf(name) };
    })
    .filter(({ name }) => name.length <= MAX_NAME_LENGTH && !REGISTER_SHEET.test(name) && isEntityName(name))
    .sort((a, b) => a.index - b.index);
}

const lowerCaseName = lazy(
  () =>
    new RegExp(`(?<![\\p{L}\\p{N}.&@/-])\\p{Ll}[\\p{L}\\p{N}.-]{2,30} (?:${writtenForms()})(?![\\p{L}\\p{N}])`, "gu"),
);

/** One word in lower case before a legal form: a brand such as "acme GmbH", or an article. The caller knows the brand. */
export function findLowerCaseNames(text: string): { name: string; index: number }[] {
  return [...text.matchAll(lowerCaseName()).take(MAX_NAMES)].map(({ 0: name, index }) => ({ name, index }));
}

function isEntityName(name: string): boolean {
  const { words, form } = readLegalName(name);
  return (
    form !== null &&
    words.length > 0 &&
    words.at(-1) !== "and" &&
    !PLACEHOLDER().test(words.join(" ")) &&
    !ARTICLE().test(words.join(" "))
  );
}

/** True for words of a paragraph in capitals that end in what may be a legal form. */
function isShouted(text: string, { 0: name, index }: RegExpExecArray): boolean {
  if (FUNCTION_WORD().test(name)) return true;
  if (/\p{Ll}/u.test(name) || !AMBIGUOUS_FORM.test(readLegalName(name).form ?? "")) return false;
  const end = index + name.length;
  return (
    SHOUTED_BEFORE.test(text.slice(Math.max(0, index - 40), index)) || SHOUTED_AFTER.test(text.slice(end, end + 40))
  );
}
