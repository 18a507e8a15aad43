/** Names of legal entities in a text, and what stands around them. Every expression is bounded, so the scan is linear. */

import { foldText } from "../../lib/fold.ts";
import { lazy } from "../../lib/lazy.ts";
import { plainText } from "../page/plain-text.ts";
import { patternOf, wordsOf } from "../words/sections.ts";
import { isLegalForm, readLegalName, singleForms, writtenForms } from "./legal-names.ts";

/** A name as written, and where it begins. */
export type NameInText = { name: string; index: number };

const WORD =
  "(?:[\\p{Lu}\\d][\\p{L}\\p{N}.'’&+!\\-]{0,30}|\\(\\p{Lu}[\\p{L} ]{1,20}\\)|[-–](?=[^\\n]{3,50} Lda)|&|\\+|and|und|et|of|the|for|de|da|di" +
  "|du|des|der|del|do|dos|das|la|och|og|en|ja|e|y|ve|és|și|ir|un|von|van|(?<!\\bVi )i" +
  "|(?:und|ja|och|og|et|i|a|in|és|ve|și|e|y) \\p{Ll}{3,20}|gemeinnützige)";
/** The look-ahead says nothing new: without it V8 compiles the hundreds of forms for every way to come to them, ten times as long. */
const spelled = (source: (form: string) => string, flags: string) =>
  lazy(() => new RegExp(source(`(?=.)(?:${writtenForms()})`), flags));
/** Up to eight words that begin with a capital, before a legal form. */
const nameBeforeForm = spelled(
  (form) =>
    `(?<![\\p{L}\\p{N}.&@/-])(?=[\\p{Lu}\\d])(?:${WORD},? ){1,8}?${form}(?:,? ${form})?(?![\\p{L}\\p{N}]|\\.\\p{L}\\b)`,
  "gu",
);
/** A line of its own: also names in lower case, and whose further words are not capitalised ("Norsk fisk AS"). */
const nameAloneOnLine = spelled(
  (form) =>
    `^(?:[\\p{Lu}\\d][\\p{L}\\p{N}&+-]{0,30}(?: [\\p{L}\\p{N}&+-]{1,30}){1,4}|\\p{Ll}[\\p{L}\\p{N}.-]{2,30}),? ${form}$`,
  "gmu",
);
const lowerCaseName = spelled(
  (form) => `(?<![\\p{L}\\p{N}.&@/-])\\p{Ll}[\\p{L}\\p{N}.-]{2,30} ${form}(?![\\p{L}\\p{N}])`,
  "gu",
);
const FORM_BEFORE_NAME =
  /(?<![\p{L}\p{N}])(?:SIA|UAB|OÜ|AS|MTÜ|PT\.?|ФОП|ИП) \p{Lu}[\p{L}\p{N}&-]{1,30}(?: \p{Lu}[\p{L}\p{N}&-]{1,30}){0,3}/gu;
/** In quotation marks, or alone on a line, also words in lower case: "UAB „Jūros vėjas“". */
const FORM_BEFORE_QUOTED =
  /(?<![\p{L}\p{N}])(?:SIA|UAB|OÜ|AS|MB|VšĮ|ТОВ|ООО|ПАО) ?["„“«][\p{L}\p{N}][^"„“”«»\n]{1,60}["“”»]/gu;
const FORM_BEFORE_LINE =
  /^(?:SIA|UAB|OÜ|V\.?O\.?F\.?|ТОВ|ООО|CÔNG TY (?:CỔ PHẦN|TNHH)) \p{Lu}[\p{L}\p{N}&'’-]{1,30}(?: [\p{L}\p{N}&'’-]{1,30}){0,8}$/gmu;
/** A quoted name before its form: "„Водна кула“ ООД". */
const quotedBeforeForm = spelled((form) => `["„“«][^"„“”«»\\n]{2,60}["“”»] ${form}(?![\\p{L}\\p{N}])`, "gu");
/** Of associations and traders, whose form is the first word: such a name counts where it is the site's own. */
const FIRST_WORD = patternOf("FIRST_WORD_OF_NAME", "gu");
/** Names and forms in scripts without spaces; what follows in hiragana is the sentence. */
const UNSPACED_NAME =
  /(?:株式会社|有限会社|合同会社|주식회사 ?|㈜ ?|\(주\) ?)[\p{sc=Han}\p{sc=Katakana}\p{sc=Hangul}ー・A-Za-z\d&＆.]{2,30}|[\p{sc=Han}\p{sc=Katakana}ー・A-Za-z\d&＆]{2,30}(?:株式会社|有限会社|合同会社|有限公司)/gu;
const LEADING = [FORM_BEFORE_LINE, FORM_BEFORE_QUOTED, FORM_BEFORE_NAME, UNSPACED_NAME];
/** Forms behind which partners may stand: "KG des Schrott Herbert & Co.", "S.a.s. di Rossi Maria". */
const PARTNERSHIPS = new Set(["kg", "ohg", "sas", "snc"]);
const PARTNERS = /^ (?:di|des|der) \p{Lu}[\p{L}'’.]{1,20}(?: \p{Lu}[\p{L}'’.]{1,20}| (?:&|e)(?! ?\p{Ll})){0,5}/u;
const INTRODUCTION = patternOf("INTRODUCTION", "u");
/** A sentence that ends before the name; "Bros. " and shorter abbreviations are part of names. */
const SENTENCE_END = /^.*(?<!\b(?:Bros|Corp|Intl|Assn|Dept))(?<=\p{L}{4}|\d{3})[.!?] (?=\p{Lu}|\d)/u;
/** Forms that are words in capitals too: "AS IS", "SPA". */
const AMBIGUOUS_FORM = /^(?:as|se|spa|sa|ag|kg|sl|ab|bv|nv|co|oy|sas|is|ps|aps)$/;
const SHOUTED_BEFORE = /(?:\b\p{Lu}{2,}\b[^\p{L}]{1,3}){2}$/u;
const SHOUTED_AFTER = /^[^\p{L}]{1,3}(?:\p{Lu}{2,}\b[^\p{L}]{0,3}){2}/u;
const FUNCTION_WORD = patternOf("FUNCTION_WORD_BEHIND_FORM");
/** A weight, a Dutch postcode, Alberta and Nevada, a number of an "AG" (Amtsgericht). */
const NO_FORM = /\d KG$|\d,? \d{4} \p{Lu}{2}$|, (?:AB|NV)$|HR[AB] \d+ AG$/iu;
/** Before a form that is spelled out: "this company limited by shares". */
const ARTICLE = patternOf("ARTICLE_BEFORE_FORM");
const PLACEHOLDER = patternOf("PLACEHOLDER_NAME");
const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 120;

/** Names of legal entities, in order. One in lower case, as in "acme GmbH", is alone on its line or the "same" as the site's. */
export function findLegalNames(text: string, likenessOf: (name: string) => string = () => "other"): NameInText[] {
  const matches = (pattern: RegExp) => [...text.matchAll(pattern).take(MAX_NAMES)];
  const names = [...LEADING, nameAloneOnLine(), nameBeforeForm(), quotedBeforeForm()]
    .flatMap(matches)
    .filter((match) => !isShouted(text, match))
    .map((match) => {
      const name = match[0]
        .replace(SENTENCE_END, "")
        .replace(INTRODUCTION(), "")
        .replace(/^[^\p{L}\p{N}(„“"«]+/u, "")
        .trim();
      const end = match.index + match[0].length;
      const [partners = ""] = PARTNERS.exec(text.slice(end, end + MAX_NAME_LENGTH)) ?? [];
      const hasPartners = partners !== "" && PARTNERSHIPS.has(readLegalName(name).form ?? "");
      return { name: hasPartners ? name + partners : name, index: match.index + match[0].lastIndexOf(name) };
    })
    .filter(({ name }) => name.length <= MAX_NAME_LENGTH && isEntityName(name));
  const like = (pattern: RegExp, ...kinds: string[]) =>
    matches(pattern)
      .map(({ 0: name, index }) => ({ name, index }))
      .filter(({ name }) => kinds.includes(likenessOf(name)));
  return withoutParts([...names, ...like(lowerCaseName(), "same"), ...like(FIRST_WORD(), "same", "alike")]);
}

/** In order, without names that are part of another: "Havet AS" in "Fisken og havet AS". */
function withoutParts(names: NameInText[]): NameInText[] {
  let end = 0;
  return names
    .sort((a, b) => a.index - b.index || b.name.length - a.name.length)
    .filter(({ index, name }) => {
      const isPart = index + name.length <= end;
      end = Math.max(end, index + name.length);
      return !isPart;
    });
}

function isEntityName(name: string): boolean {
  const { words, form } = readLegalName(name);
  const all = words.join(" ");
  return (
    form !== null &&
    /\p{L}.*[\p{L}\d&]/u.test(all) &&
    !NO_FORM.test(name) &&
    !words.every((word) => word === "and" || singleForms().has(word)) &&
    !isLegalForm(name) &&
    words.at(-1) !== "and" &&
    !PLACEHOLDER().test(all) &&
    !ARTICLE().test(all)
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

const REACH = 90;
const BEFORE_OWNER = patternOf("BEFORE_OWNER");
const AFTER_OWNER = patternOf("AFTER_OWNER");
/** Words between an introduction and a name that refer to another party. */
const OTHERS = /representative|vertreter|trade ?marks?|licen[cs]|powered|hosted|maps?\b|insurance|auditor/iu;

/** Whether a name is introduced as the owner's. In a list of firms only words on its own line count. */
export function isStatedOwner(text: string, { name, index }: NameInText, isInList: boolean): boolean {
  const before = text.slice(Math.max(0, index - REACH), index);
  const [introduction] = BEFORE_OWNER().exec(isInList ? before.slice(before.lastIndexOf("\n") + 1) : before) ?? [];
  if (introduction !== undefined) return !OTHERS.test(introduction);
  const end = index + name.length;
  return AFTER_OWNER().test(text.slice(end, end + REACH));
}

const PROVIDERS = wordsOf("providers");
const FINANCIAL = patternOf("BANKS_AND_INSURERS");

/** True for the name of a provider, a bank or an insurer that sites name beside their owner. */
export function isProvider(name: string): boolean {
  const words = foldText(name).split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => PROVIDERS().has(word)) || FINANCIAL().test(name);
}

const NAME_LABEL = patternOf("NAME_LABEL", "giu");
const UNFORMED_NAME = patternOf("UNFORMED_NAME", "gmu");

/** The last name of an entity without a legal form at its end: behind a label or the form, before its seat or form. */
export function labelledName(text: string): string | null {
  const found = [NAME_LABEL(), UNFORMED_NAME()]
    .map((pattern) => [...text.matchAll(pattern)].at(-1)?.groups?.name)
    .find(Boolean);
  const name = plainText(found?.replace(/\([^()]{0,40}\)/g, " ") ?? "", MAX_NAME_LENGTH);
  return /^[^\p{Lu}]*$|@|\d{6}/u.test(name)
    ? null
    : name.replace(/, (?:\p{Ll}{2}|[^,]*\d).*| [–-] .*\d.*|(?<![\s–-])[\s–-]+$/u, "");
}
