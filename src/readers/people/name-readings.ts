/** Whether a text is a person's name, and how certainly. Pure. */
import { rememberingUpTo } from "../../lib/memoize.ts";
import {
  familyFirstNames,
  foldedName,
  isHonorific,
  type PersonName,
  parseName,
  particles,
  spellings,
} from "../names/person-name.ts";
import { patternOf } from "../words/sections.ts";
import {
  isEastAsianName,
  isGivenName,
  isJobOfSeveral,
  isNativeGivenName,
  isNeverInNames,
  isNounOfFirm,
  isPlace,
  isSurnameLikeJob,
  jobEvidence,
  MAX_REMEMBERED,
} from "./people-words.ts";

/** `isKnown`: a common name, or one with an honorific. `isDoubtful`: one of its words is rarely part of a name. */
export type NameReading = {
  name: string;
  parsed: PersonName;
  isWhole: boolean;
  isKnown: boolean;
  isDoubtful: boolean;
};

const MAX_NAME = 60;
const MAX_WORDS = 6;
/** Given names that are also ranks: "Dean Janssen", "C. Dean Kurth", "Ed Roe". */
const GIVEN_LIKE_JOBS = new Set(["dean", "ed", "mason"]);
/** Given names that are also words that names rarely contain. */
const GIVEN_LIKE_WORDS = new Set(["will", "can", "per", "page", "may"]);
/** What may follow a name and a comma: degrees, Jr. and the like. */
const DEGREES = /^(?:\(?\p{Lu}[\p{L}.()-]{0,9}\.?(?:\s\p{Lu}\.?)?|\p{Lu}{2,}(?:\s\p{Lu}*)?)$/u;
/** "Nora Falk BSc (Hons) MCSP", and the French and Hungarian words for a sole trader. */
const BEHIND_NAME =
  /(?<=\p{Ll}{2}) (?:[BM]Sc|PhD|[BMC]Eng|CEnv|BA|LL[BM]|BDS|DDS|DMD|MCSP|RGN|MBBS|MBACP|FCCA|ACA|CPA|E[IV]$)(?!\p{L})[^,]*$/u;
const SHORT_DEGREE = /^(?:jr|sr|esq|ing|mag|dipl|hons?|ed|d|dr)\.?$/i;
/** Behind a name; in front only one that is a given name too. */
const LEGAL_FORM =
  /^EARL \p{Lu}{2}|(?:^|\s)(?:S\.?A\.?[SC]?|S\.?L\.?U?|S\.?[Rr]\.?[Ll]\.?(?:[Ss]\.?)?|SARL|SASU|EURL|S\.[Pp]\.A\.?|[Ss]p\.(?: z ?o\. ?o\.?)?|[sd]\.[ro]\.o|e\.\s?V\.?|B\.?V|N\.?V|GmbH|GbR|OHG|UG|AG|KG|LLC|LLP|Ltda?|Limitada|Lda|Inc|A[Pp]S|AB|AS|Oyj?|Kft|A\.?\/S|A\.Ş)\.?$/u;
/** A firm before its owner: "TOBUD Anna Berg". */
const SHOUTED = /^(\p{Lu}{2,}) (\p{Lu}\p{Ll}+) \p{Lu}\p{Ll}/u;
/** An acronym before a place: "RBB Santiago", but not a family name such as VLK or SMRZ. */
const ACRONYM = /^(?!\p{Lu}+[RL]\p{Lu})[B-DF-HJ-NP-TV-XZ]{3,} \p{Lu}\p{Ll}/u;
const NO_NAME = patternOf("NO_NAME");
const JOINED = /^(?:and|e|en|et|i|og|och|und|y)$/;
const CAPITALS = /^\p{Lu}[\p{Lu}-]{1,7}$/u;
const CASELESS = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;
const UNSPACED = /^[\p{sc=Arab}\p{sc=Hebr}\p{sc=Deva}\p{sc=Thai}]/u;
const WORD = /^(?:(?:d[eiu]|l[ae]|v[ao]n)(?=\p{Lu}))?[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}.'’ʼ`-]*$/u;
/** Particles before family names that are words or places, such as "van der Meer". */
const OF_PLACES = /^(?:van|von|der|den|ten|ter|vom|zur|zum)$/;

/** Reads a whole text as a name; null when it is something else. */
export const readName = rememberingUpTo(MAX_REMEMBERED, readWhole);

function readWhole(text: string): NameReading | null {
  const name = text
    .replace(/\uFE0F|[\uFFFC\p{RI}\p{Extended_Pictographic}]/gu, " ")
    .replace(/^[Ll][’'](?=\p{Lu}\S*\. \p{Lu})|^[\s•·*–—-]+|(?<![\s:,;|•·*–—-])[\s:,;|•·*–—-]+$/gu, "")
    .trim()
    .replace(BEHIND_NAME, "")
    .replace(/^([^,]+\p{Ll}{3})\.$/u, "$1");
  if (name.length < 2 || name.length > MAX_NAME) return null;
  if (/[@/\\#$%&+=<>?!…]|\p{N}{2}|www\.|\p{L}{5}\.\p{L}{2}/u.test(name)) return null;
  if (isLegalForm(name) || NO_NAME().test(name) || ACRONYM.test(name)) return null;
  if (/[|–—•›»→:;（【［/]|\s[-·.]\s|\sI(?!\S)|\([^()]*\)?$/.test(name)) return null;
  if (CASELESS.test(name)) return eastAsianName(name);
  const [front = "", ...behind] = name.split(/(?<!\s)\s*,\s*/);
  if (behind.length > 0 && !areDegrees(behind)) return null;
  // "QKA, QPA": degrees; "ROE, JANE" is a name.
  if (behind.length > 0 && [front, ...behind].every((part) => CAPITALS.test(part) && !isGivenName(folded(part))))
    return null;
  const parsed = parseName(name);
  if (!parsed) return null;
  const words = [...parsed.given, ...parsed.particles, ...parsed.family]
    .flatMap((word) => word.split("-"))
    .filter(Boolean);
  if (words.length > MAX_WORDS || !words.every((word) => WORD.test(word) || particles().has(folded(word)))) return null;
  if (words.length > 1 && particles().has(words.at(-1) ?? "")) return null;
  const [, firm = "", given = ""] = SHOUTED.exec(name.replace(/^DI /, "")) ?? [];
  if (firm && !isGivenName(folded(firm)) && isGivenName(folded(given))) return null;
  if (UNSPACED.test(name)) return otherScript(name);
  const foldedWords = words.map(folded);
  if (foldedWords.some(isNounOfFirm)) return null;
  // "Giacomo e Giulio" and "Marco Neri e Nora Falk" are two people, "Luis Pérez y Martín" is one.
  const and = words.findIndex((word, at) => at > 0 && JOINED.test(word));
  if (isGivenName(foldedWords[and + 1] ?? "") && (and === 1 || (and > 1 && and + 2 < words.length))) return null;
  const isHonoured = isHonorific(name.split(/\s+/)[0] ?? "") && words.length > 1;
  const last = words.length - 1;
  // "Van de Gruiter" is a family name, "da MILANO" no name.
  const isPrefixed =
    particles().has(foldedWords[0] ?? "") && (particles().has(foldedWords[1] ?? "") || /^\p{Ll}/u.test(words[0] ?? ""));
  // "Ben Roe" is a common name, and "GEBRUIK VAN COOKIES" is none.
  const isGiven = (word: string, index: number) =>
    (isGivenName(folded(word)) || isNativeGivenName(word)) && !(index > 0 && particles().has(folded(word)));
  const isKnown =
    isHonoured ||
    (words.length > 1 && GIVEN_LIKE_WORDS.has(foldedWords[0] ?? "")) ||
    (!isPrefixed && words.slice(0, 2).some(isGiven)) ||
    (words.length >= 2 &&
      words.length <= 3 &&
      [foldedWords[0] ?? "", foldedWords[last] ?? ""].some(
        (word) => familyFirstNames().has(word) && !particles().has(word),
      ));
  // "Will Roe", "German Daniel Roe", "Scott A. Genereux", "van der Meer".
  const isPart = (word: string, index: number) =>
    (index === 0 && words.length > 1 && GIVEN_LIKE_WORDS.has(word)) ||
    (index === 0 && isGivenName(word) && isGivenName(foldedWords[1] ?? "")) ||
    word.length === 1 ||
    (index > 0 && (particles().has(word) || (isKnown && OF_PLACES.test(foldedWords[index - 1] ?? ""))));
  const others = foldedWords.flatMap((word, index) => (isNeverInNames(word) && !isPart(word, index) ? index : []));
  // "James L. Go" is a name, "Victoria Monday" can be one.
  const isLastOdd = others.length === 1 && others[0] === last && isGivenName(foldedWords[0] ?? "") && last <= 2;
  if (others.length > 0 && !isLastOdd) return null;
  // "Nora Falk-Wall".
  const isDoubtful = isLastOdd && !isHonoured && !(last === 2 && /-\p{Lu}/u.test(parsed.family.at(-1) ?? ""));
  // Initials, as in a picture that is missing, or an acronym.
  if (words.every((word) => /^\p{Lu}\.?$/u.test(word)) || (!isKnown && /^\p{Lu}{1,4}$/u.test(name))) return null;
  // "Le Port", "ACME LA MARINE".
  if (!foldedWords.some(isGivenName) && /^Les? \p{Lu}|^\p{Lu}{3,} L[AE]S? /u.test(name)) return null;
  // "Nora Falk HarbourOps".
  if (last > 1 && /^\p{Lu}\p{Ll}{4,}\p{Lu}/u.test(words[last] ?? "")) return null;
  if (!isKnown && isJobOfSeveral(words[last] ?? "")) return null;
  // "CExP": a degree.
  if (words.length === 1 && !isKnown && /^\p{Lu}{3,6}$|^\p{Lu}\p{L}?\p{Lu}\p{L}{0,3}$/u.test(front)) return null;
  const isSurname = isKnown && words.length > 1 && words.length <= 3 && isSurnameLikeJob(foldedWords.at(-1) ?? "");
  const isGivenLikeJob =
    words.length <= 3 &&
    foldedWords.some((word, index) => index < last && GIVEN_LIKE_JOBS.has(word)) &&
    words.every((word, index) => GIVEN_LIKE_JOBS.has(foldedWords[index] ?? "") || jobEvidence(word) === null);
  // "mgr Jan Nowak": an honorific can be short for a job, and so can "Jr.".
  const bare = (isHonoured ? words.join(" ") : front).replace(/\s(?:Jr|Sr|J[uú]nior)\.?$/, "");
  if (jobEvidence(bare) !== null && !isGivenLikeJob && !isSurname) return null;
  if (isPlace(foldedName(parsed))) return null;
  return {
    name,
    parsed,
    isWhole: parsed.family.length > 0 && !isDoubtful,
    isKnown: isKnown && !isDoubtful,
    isDoubtful,
  };
}

/** True for a text with a legal form of firms. */
export const isLegalForm = (text: string) => LEGAL_FORM.test(text);

function areDegrees(parts: string[]): boolean {
  return parts.every(
    (part) =>
      DEGREES.test(part) &&
      (/\p{Lu}.*\p{Lu}/u.test(part) || SHORT_DEGREE.test(part)) &&
      !isGivenName(folded(part)) &&
      (jobEvidence(part) !== "rank" || parts.length > 1 || part === "RN"),
  );
}

/** Ends of words for parts of a firm, a page or a form. */
const NATIVE_NOUN =
  /[部課室局司社司店所校院會会網网站团團隊队們们組组業业品務务場场市区區省縣县国國]$|^(?:전화|주소|이메일|팩스|電話|住所|电话|地址|邮箱|傳真|传真)$/u;
const NATIVE_NAME =
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー々]+([\s　][\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}々]+)?$/u;
const FOREIGN_NAME = /^[\p{sc=Kana}ー]+([・·＝=][\p{sc=Kana}ー]+)+$/u;

/** "김민수", "김 민수", "남궁민수"; other words of Korean are as long. */
const KOREAN_NAME = /^(?:\p{sc=Hang}|(?:남궁|황보|제갈|선우|독고)(?=.{2})) ?\p{sc=Hang}{1,2}$/u;

function eastAsianName(name: string): NameReading | null {
  if (/\p{sc=Hang}/u.test(name) && !KOREAN_NAME.test(name)) return null;
  if (!FOREIGN_NAME.test(name) && !(NATIVE_NAME.test(name) && isEastAsianName(name))) return null;
  if (NATIVE_NOUN.test(name)) return null;
  if (name.split(/[\s　]/).some((part) => jobEvidence(part) === "rank")) return null;
  return certain(name);
}

/** Arabic, Hebrew and others have no capitals: only a known given name tells a name. */
function otherScript(name: string): NameReading | null {
  const words = name.split(/\s+/);
  const isName = words.slice(0, 2).some(isNativeGivenName) && words.length >= 2 && words.length <= 5;
  return isName && jobEvidence(name) === null ? certain(name) : null;
}

function certain(name: string): NameReading | null {
  const parsed = parseName(name);
  return parsed && { name, parsed, isWhole: true, isKnown: true, isDoubtful: false };
}

function folded(word: string): string {
  return spellings([word])[0] ?? "";
}

/** Whether a name begins as names of people do, and not as those of firms: with a common given name, or a family name of Asia. */
export function beginsAsName({ given, family }: PersonName): boolean {
  const [first = ""] = spellings([...given, ...family].slice(0, 1));
  return isGivenName(first) || familyFirstNames().has(first);
}

/** How much of a name the names of a firm have, which may be named after the person: the family name, or the given name too. */
export function partInFirm({ given, family }: PersonName, firms: string[]): "family" | "both" | null {
  const isIn = (words: string[], length: number) =>
    words
      .flatMap((word) => spellings([word]))
      .some((word) => word.length >= length && firms.some((firm) => firm.includes(word)));
  if (!isIn(family, 4)) return null;
  return isIn(given, 2) ? "both" : "family";
}

/** True when at least the family name and the given name (or its initial) are in a text, e.g. the last segment of a URL. */
export function namesText({ given, family }: PersonName, text: string): boolean {
  const words = spellings([text]);
  const isIn = (form: string) => form.length > 1 && words.some((word) => word.includes(form));
  const has = (part = "") => spellings([part]).some(isIn);
  return family.length > 0 && has(family.at(-1)) && has(given[0]);
}
