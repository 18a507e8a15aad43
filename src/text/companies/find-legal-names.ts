import { lazy } from "../../lib/lazy.ts";
import { readLegalName } from "./legal-names.ts";

/** Finds names of legal entities in a text. Pure. */

const NAME_FORMS =
  "GmbH & Co\\. ?KGaA|GmbH & Co\\.? ?KG|AG & Co\\.? ?KG|UG \\(haftungsbeschränkt\\) & Co\\.? ?KG|UG \\(haftungsbeschränkt\\)|gGmbH|GmbH|GesmbH|Ges\\.\\s?m\\.?\\s?b\\.?\\s?H\\.?|ehf\\.?|mbH|KGaA|AG|SE|OHG|GbR|UG|e\\.\\s?V\\.|eG|e\\.\\s?K\\.|Incorporated|Inc\\.?|Corporation|Corp\\.?|LLC|L\\.L\\.C\\.|LLP|PLC|plc|P\\.L\\.C\\.|Limited|Ltd\\.?|LTD\\.?|Pty\\.? Ltd\\.?|Pte\\.? Ltd\\.?|Co\\., Ltd\\.?|SASU|SAS|S\\.A\\.S\\.?|SARL|S\\.?\\s?à\\.?\\s?r\\.?\\s?l\\.?|S\\.A\\.R\\.L\\.?|EURL|SNC|SCOP|S\\.p\\.A\\.?|SpA|SPA|S\\.r\\.l\\.?|s\\.r\\.l\\.?|s\\.p\\.a\\.?|Srl|srl|SRL|S\\.R\\.L\\.|S\\.L\\.U\\.|SLU|S\\.L\\.|SL|S\\.A\\.U\\.?|SAU|S\\.A\\.|SA|B\\.V\\.|BV|N\\.V\\.|NV|BVBA|VOF|Lda\\.?|LDA|AB \\(publ\\)|AB|Aktiebolag|ASA|AS|A/S|ApS|APS|P/S|I/S|Oyj|OYJ|Oy|OY|Abp|OÜ|SIA|UAB|sp\\. z o\\.\\s?o\\.|Sp\\. z o\\.\\s?o\\.|spółka z o\\.\\s?o\\.|spol\\. s r\\.\\s?o\\.|s\\.\\s?r\\.\\s?o\\.|a\\.\\s?s\\.|[Ss]półka (?:[Jj]awna|[Aa]kcyjna|[Kk]omandytowa|[Zz] [Oo]graniczoną [Oo]dpowiedzialnością)|SPÓŁKA (?:JAWNA|AKCYJNA|KOMANDYTOWA|Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ)|akciová společnost|společnost s ručením omezeným|Sp\\.\\s?j\\.|Kft\\.?|Zrt\\.?|Nyrt\\.?|d\\.o\\.o\\.|Ltda\\.?|[Ss]oci[ée]t[ée] (?:[Pp]ar [Aa]ctions [Ss]implifi[ée]e(?: [Uu]nipersonnelle)?|[àa] [Rr]esponsabilit[ée] [Ll]imit[ée]e|[Aa]nonyme)|Gesellschaft mit beschränkter Haftung|Aktiengesellschaft|[Ss]ociedad (?:(?:de )?[Rr]esponsabilidad )?[Ll]imitada|[Ss]ociedad [Aa]nónima|[Ss]ociet[àa] (?:a [Rr]esponsabilit[àa] [Ll]imitata|per [Aa]zioni)|Osakeyhtiö|Aksjeselskap|Aktieselskab|Anpartsselskab";
const WORD =
  "(?:[\\p{Lu}\\d][\\p{L}\\p{N}.'’&+!\\-]{0,30}|&|\\+|and|und|et|of|the|for|de|da|di|du|des|der|och|og|en|ja|e|y|von|van|gemeinnützige)";
/** Up to eight words that begin with a capital, before a legal form. Every part is bounded, so the scan is linear. */
const nameBeforeForm = lazy(
  () =>
    new RegExp(`(?<![\\p{L}\\p{N}.&@/-])(?=[\\p{Lu}\\d])(?:${WORD},? ){1,8}?(?:${NAME_FORMS})(?![\\p{L}\\p{N}])`, "gu"),
);
/** A line of its own: also names whose further words are not capitalised ("Norsk fisk AS"). */
const nameAloneOnLine = lazy(
  () => new RegExp(`^[\\p{Lu}\\d][\\p{L}\\p{N}&+-]{0,30}(?: [\\p{L}\\p{N}&+-]{1,30}){1,4},? (?:${NAME_FORMS})$`, "gmu"),
);
const FORM_BEFORE_NAME =
  /(?<![\p{L}\p{N}])(?:SIA|UAB|OÜ|AS) ["„“]?\p{Lu}[\p{L}\p{N}&-]{1,30}(?: \p{Lu}[\p{L}\p{N}&-]{1,30}){0,3}["“”]?/gu;
/** Words before a name that are not part of it. */
const INTRODUCTION =
  /^(?:(?:§ ?\d+|\d+(?:\.\d+)+|\d\d?\.(?! FC)|The|Die|Der|Das|Copyright|Société(?! (?:de|du|des|\p{L}{3,20}(?:ale|aise|elle|enne|ique)) )|La société|Titular|Titolare|Raison sociale|Ragione sociale|Razón social|Denominación social|Company|Contact|By|In|Our|Between|Is|If|When|With|From|For|To|And|Or|All|Please|View|See|Otherwise|Division of|Part of|Herausgeber|Betreiber|Anbieter|Editeur|Éditeur|Firma|Name|Kontakt|Impressum|Verantwortlich|Bij|Door|Selskapet|Selskab|\d{4}(?:[-–]\d{4})?)[,:]? )+/u;
/** A sentence that ends before the name; "Bros. " and shorter abbreviations are part of names. */
const SENTENCE_END = /^.*(?<!\b(?:Bros|Corp|Intl|Assn|Dept))(?<=\p{L}{4}|\d{3})[.!?] (?=\p{Lu}|\d)/u;
/** Forms that are words in capitals too: "AS IS", "SPA". */
const AMBIGUOUS_FORM = /^(?:as|se|spa|sa|ag|sl|ab|bv|nv|co|oy|sas|is|ps|aps)$/;
const SHOUTED_BEFORE = /(?:\b\p{Lu}{2,}\b[^\p{L}]{1,3}){2}$/u;
const SHOUTED_AFTER = /^[^\p{L}]{1,3}(?:\p{Lu}{2,}\b[^\p{L}]{0,3}){2}/u;
const FUNCTION_WORD =
  /^(?:AS|OÜ|SIA|UAB) ["„“]?(?:is|a|an|the|set|may|to|of|if|in|provided|applicable|available|well|follows)\b/i;
/** Before a form that is spelled out: "this company limited by shares". */
const ARTICLE =
  /^(?:l[ae]|une|cette|notre|ladite|die|der|eine|diese|unsere|una|la|esta|nuestra|questa|nostra|the|this|our|en|ett)$/u;
/** Names of templates. */
const PLACEHOLDER =
  /^(?:muster\p{L}*|(?:your|my|any|some|example|sample) ?(?:company|business|firm)?|company(?: name)?|yritys|firma|entreprise|nom de l entreprise|empresa|azienda|bedrijf|virksomhed|xyz|abc)$/u;
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
        .replace(INTRODUCTION, "")
        .replace(/^[^\p{L}\p{N}]+/u, "")
        .trim();
      return { name, index: match.index + match[0].lastIndexOf(name) };
    })
    .filter(({ name }) => name.length <= MAX_NAME_LENGTH && !REGISTER_SHEET.test(name) && isEntityName(name))
    .sort((a, b) => a.index - b.index);
}

const LOWER_CASE_NAME =
  /(?<![\p{L}\p{N}.&@/-])\p{Ll}[\p{L}\p{N}.-]{2,30} (?:GmbH|UG|AG|SE|Ltd|Limited|Inc|LLC|BV|B\.V\.|Oy|AB|ApS|SAS)(?![\p{L}\p{N}])/gu;

/** One word in lower case before a legal form: a brand such as "acme GmbH", or an article. The caller knows the brand. */
export function findLowerCaseNames(text: string): { name: string; index: number }[] {
  return [...text.matchAll(LOWER_CASE_NAME).take(MAX_NAMES)].map(({ 0: name, index }) => ({ name, index }));
}

function isEntityName(name: string): boolean {
  const { words, form } = readLegalName(name);
  return (
    form !== null &&
    words.length > 0 &&
    words.at(-1) !== "and" &&
    !PLACEHOLDER.test(words.join(" ")) &&
    !ARTICLE.test(words.join(" "))
  );
}

/** True for words of a paragraph in capitals that end in what may be a legal form. */
function isShouted(text: string, { 0: name, index }: RegExpExecArray): boolean {
  if (FUNCTION_WORD.test(name)) return true;
  if (/\p{Ll}/u.test(name) || !AMBIGUOUS_FORM.test(readLegalName(name).form ?? "")) return false;
  const end = index + name.length;
  return (
    SHOUTED_BEFORE.test(text.slice(Math.max(0, index - 40), index)) || SHOUTED_AFTER.test(text.slice(end, end + 40))
  );
}
