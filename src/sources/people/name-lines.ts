/** Which texts of a page are names of people, and how surely. Pure. */
import { FAMILY_FIRST, HONORIFICS, PARTICLES, SUFFIXES } from "../../text/names/name-words.ts";
import { foldedName, type PersonName, parseName, spellings } from "../../text/names/person-name.ts";
import { jobEvidence } from "../../text/titles/occupations.ts";
import {
  isCity,
  isEastAsianName,
  isGivenName,
  isNativeGivenName,
  isPlace,
  isPlaceholder,
  wordEvidence,
} from "./people-words.ts";

/** A text that can be a name. `isKnown`: its given or family name is a common one, or an honorific stands in front. */
export type NameReading = { name: string; parsed: PersonName; isWhole: boolean; isKnown: boolean };

/** A name and what stands in the same line with it, without the sign between. */
export type NamedLine = NameReading & { rest: string; isProse: boolean };

const MAX_NAME = 60;
const MAX_LINE = 160;
/** A longer line is prose: only its beginning is read. */
const MAX_PROSE_READ = 220;
const MAX_WORDS = 6;
const MAX_PIECES = 8;
/** Family names that are also words for jobs and fields; behind a known given name they are names. */
const SURNAMES_LIKE_JOBS = new Set(
  `abbot archer art baker barber bishop brand brewer butcher carpenter chandler cook deacon dean elder fellow fisher forester foreman gardener glover guard head host judge koch law leiter major maler marshal mason mayor meister
  merchant minister page painter parson partner player porter potter price priest sage schlosser schreiner shepherd singer smith steward tailor tax tischler ward warden weaver wright fuhrer richter`.split(
    /\s+/,
  ),
);
/** Given names that are also words which names seldom have. */
const GIVEN_LIKE_WORDS = new Set(["will", "can", "per", "page"]);
/** What may follow a name and a comma: degrees, and Jr. and the like. */
const DEGREES = /^(?:\(?\p{Lu}[\p{L}.()-]{0,9}\.?(?:\s\p{Lu}\.?)?|\p{Lu}{2,}\s?\p{Lu}*)$/u;
const SHORT_DEGREE = /^(?:jr|sr|esq|ing|mag|dipl|hons?|ed|d|dr)\.?$/i;
const LEGAL_FORM = /(?:^|\s)(?:S\.?A\.?S?|S\.?L\.?|S\.?r\.?l\.?|S\.p\.A\.?|B\.V|N\.V|A\.?\/S|A\.Ş)\.?$/u;
const CASELESS = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;
const UNSPACED = /^[\p{sc=Arab}\p{sc=Hebr}\p{sc=Deva}\p{sc=Thai}]/u;
const WORD = /^[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}.'’ʼ`-]*$/u;
/** Signs between a name and a title. A hyphen needs a space, a bracket may be of full width. */
const DIVIDED = /^(.{2,80}?)\s*(?:[,|–—•·:;/([（【［｜／：，、‐]|\s-\s|\s-(?=\p{Lu}))\s*(.+?)[)\]）】］]?$/u;

/** Particles before family names that are words or places, such as "van der Meer". */
const OF_PLACES = /^(?:van|von|der|den|ten|ter|vom|zur|zum)$/;
/** "Jane Roe DM RN": without two or more degrees in capitals behind the name, the first of which has no vowel. */
function withoutSpacedDegrees(name: string): string {
  const words = name.split(" ");
  const first = words.findIndex((word, index) => index > 1 && /^\p{Lu}{2,5}$/u.test(word) && !/[AEIOUY]/.test(word));
  const areDegrees =
    first > 1 && words.length - first > 1 && words.slice(first).every((word) => /^\p{Lu}{2,5}$/u.test(word));
  return areDegrees && /\p{Ll}/u.test(words[first - 1] ?? "") ? words.slice(0, first).join(" ") : name;
}

/** Reads a text as nothing but a name; null when it is something else. */
export function readName(text: string): NameReading | null {
  const whole = text.replace(/^[\s•·*\-–—]+|(?<![\s:,;|•·*–—-])[\s:,;|•·*–—-]+$/gu, "").trim();
  if (whole.length < 2 || whole.length > MAX_NAME) return null;
  const name = withoutSpacedDegrees(whole);
  if (/[@/\\#$%&+=<>?!…]|\p{N}{2}|www\./u.test(name)) return null;
  if (LEGAL_FORM.test(name)) return null;
  if (/[|–—•:;（【［/]|\s-\s|\([^()]*\)?$/.test(name)) return null;
  if (CASELESS.test(name)) return eastAsianName(name);
  const [front = "", ...behind] = name.split(/(?<!\s)\s*,\s*/);
  if (behind.length > 0 && !areDegrees(behind) && !isFamilyFirst(front, behind)) return null;
  const parsed = parseName(name);
  if (!parsed) return null;
  const words = [...parsed.given, ...parsed.particles, ...parsed.family]
    .flatMap((word) => word.split("-"))
    .filter(Boolean);
  if (words.length > MAX_WORDS || !words.every((word) => WORD.test(word) || PARTICLES.has(folded(word)))) return null;
  if (UNSPACED.test(name)) return otherScript(name, parsed, words);
  const foldedWords = words.map(folded);
  const isHonoured = HONORIFICS.has(folded(name.split(/\s+/)[0] ?? "")) && words.length > 1;
  // "mgr Jan Nowak": an honorific can be short for a job.
  const bare = isHonoured ? words.join(" ") : front;
  const isKnown =
    isHonoured ||
    (words.length > 1 && GIVEN_LIKE_WORDS.has(foldedWords[0] ?? "")) ||
    words.slice(0, 2).some((word) => isGivenName(folded(word)) || isNativeGivenName(word)) ||
    (words.length >= 2 && words.length <= 3 && foldedWords.some((word) => FAMILY_FIRST.has(word)));
  // "Will Roe", "Scott A. Genereux", "van der Meer".
  const isPart = (word: string, index: number) =>
    (index === 0 && words.length > 1 && GIVEN_LIKE_WORDS.has(word)) ||
    (word.length === 1 && (words[index]?.endsWith(".") || (index > 0 && index < words.length - 1))) ||
    (index > 0 && (PARTICLES.has(word) || (isKnown && OF_PLACES.test(foldedWords[index - 1] ?? ""))));
  if (foldedWords.some((word, index) => wordEvidence(word) === "never" && !isPart(word, index))) return null;
  if (foldedWords.some((word) => wordEvidence(word) === "seldom") && !(isKnown && words.length > 1)) return null;
  // Initials, as in a picture that is missing, or an acronym.
  if (words.every((word) => /^\p{Lu}\.?$/u.test(word)) || /^\p{Lu}{1,4}$/u.test(name)) return null;
  const isSurname =
    isKnown && words.length > 1 && words.length <= 3 && SURNAMES_LIKE_JOBS.has(foldedWords.at(-1) ?? "");
  if (jobEvidence(bare) !== null && !(isSurname && jobEvidence(words[0] ?? "") === null)) return null;
  if (isPlaceholder(foldedName(parsed)) || isPlace(foldedName(parsed))) return null;
  return { name, parsed, isWhole: parsed.family.length > 0, isKnown };
}

function areDegrees(parts: string[]): boolean {
  return parts.every(
    (part) =>
      DEGREES.test(part) &&
      (/\p{Lu}.*\p{Lu}/u.test(part) || SHORT_DEGREE.test(part)) &&
      !isGivenName(folded(part)) &&
      (jobEvidence(part) !== "rank" || parts.length > 1 || part === "RN"),
  );
}

/** "Roe, Jane". */
function isFamilyFirst(front: string, behind: string[]): boolean {
  const [given = "", ...more] = behind;
  return (
    more.length === 0 &&
    !/\s/.test(front) &&
    isGivenName(folded(given.split(" ")[0] ?? "")) &&
    jobEvidence(given) === null
  );
}

function eastAsianName(name: string): NameReading | null {
  const isOf = (pattern: RegExp) => pattern.test(name);
  const isForeign = isOf(/^[\p{sc=Kana}ー]+([・·＝=][\p{sc=Kana}ー]+)+$/u);
  if (
    !isForeign &&
    (!isOf(
      /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー々]+([\s　][\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}々]+)?$/u,
    ) ||
      !isEastAsianName(name))
  )
    return null;
  if (name.split(/[\s　]/).some((part) => jobEvidence(part) === "rank")) return null;
  if (/[部課室局社司店所校院会會網网站团團队隊们們组組业業品务務场場市区區省县縣国國]$/u.test(name)) return null;
  const parsed = parseName(name);
  return parsed && { name, parsed, isWhole: true, isKnown: true };
}

/** Arabic, Hebrew and others have no capitals: only a known given name, or a title of honour, tells a name. */
function otherScript(name: string, parsed: PersonName, words: string[]): NameReading | null {
  const isKnown =
    isNativeGivenName(words[0] ?? "") || isNativeGivenName(words[1] ?? "") || /^(د|م|أ|ד"ר|פרופ)[.'׳/]/u.test(name);
  return isKnown && words.length >= 2 && words.length <= 5 && jobEvidence(name) === null
    ? { name, parsed, isWhole: true, isKnown }
    : null;
}

/** The name that a line is, or begins or ends with; `pieces` are the texts of its elements. */
export function nameInLine(pieces: string[]): NamedLine | null {
  const whole = pieces.join(" ").slice(0, MAX_PROSE_READ);
  if (whole.length < 2) return null;
  // "<b>Jane Roe, CFO</b> has spent …"
  const emphasised = nameInFront(pieces);
  if (emphasised && jobEvidence(emphasised.rest) !== null) return emphasised;
  if (whole.length > MAX_LINE) return nameInProse(whole) ?? emphasised;
  if (isCity(whole)) return null;
  // "<b>Jane Roe</b> Technician": the title would pass for a family name.
  for (let count = Math.min(pieces.length - 1, MAX_PIECES); count > 0; count--) {
    const rest = trimmed(pieces.slice(count).join(" "));
    const front = jobEvidence(rest) === "rank" ? readName(pieces.slice(0, count).join(" ")) : null;
    if (front?.isWhole) return { ...front, rest, isProse: false };
  }
  const name = readName(whole);
  if (name) return { ...name, rest: "", isProse: false };
  for (let count = Math.min(pieces.length - 1, MAX_PIECES); count > 0; count--) {
    const front = readName(pieces.slice(0, count).join(" "));
    if (front) return { ...front, rest: trimmed(pieces.slice(count).join(" ")), isProse: false };
  }
  const [, before = "", behind = ""] = DIVIDED.exec(whole) ?? [];
  const front = before && readName(before);
  if (front) return { ...front, rest: withoutDegrees(trimmed(behind)), isProse: false };
  // "Global President: Jane Roe", and a title in an element of its own in front.
  const colon = whole.search(/[:：]/);
  const splits = [
    [before, behind],
    [whole.slice(0, Math.max(0, colon)), whole.slice(colon + 1)],
    [pieces[0] ?? "", pieces.slice(1).join(" ")],
  ];
  for (const [at, [title = "", text = ""]] of splits.entries()) {
    const back = title && jobEvidence(title) === "rank" ? readName(text) : null;
    if (back?.isWhole && (back.isKnown || at === 1)) return { ...back, rest: trimmed(title), isProse: false };
  }
  return null;
}

/** An emphasised beginning: "<b>Jane Roe, CFO</b> joined us …". */
function nameInFront([first = "", ...others]: string[]): NamedLine | null {
  return others.length > 0 && first.length <= MAX_LINE ? nameInLine([first]) : null;
}

/** "Jane Roe (Chief Executive Officer), with 25 years …", "Jane Roe, our CFO, …", "Jane Roe is the founder of …". */
const PROSE = [
  /^([^,(（.:;]{4,60}?)\s*[(（]([^()（）]{2,100})[)）]/u,
  /^([^,(（:;]{4,60}?)(?:,\s*(?:Ph\.?D|MBA|CFA|CPA|M\.?D|Esq|J\.?D)\.?)*\s*[,–—]\s*(?:our |the |is the )?([^,.;:–—]{2,90}?)\s*[,.;–—]/u,
  /^([^,(（.:;]{4,60}?) (?:is|serves as|acts as|works as|ist|est) (?:also |currently )*(?:the |our |a |an |unser |unsere |der |die |le |la |notre )?([^,.;:]{2,80}?)(?= (?:of|at|for|and has|and is|who|with|bei|von|de|chez) |[,.;])/u,
];

function nameInProse(text: string): NamedLine | null {
  for (const pattern of PROSE) {
    const [, name = "", title = ""] = pattern.exec(text) ?? [];
    const reading = name ? readName(name) : null;
    if (!reading?.isWhole || !reading.isKnown || jobEvidence(title) !== "rank") continue;
    // "… of Another Company": who reads the title has to see where.
    const [employer = ""] =
      /^[)）,]? (?:of|at|bei|chez|for) \p{Lu}[\p{L}\d&.’' -]{1,50}/u.exec(
        text.slice(text.indexOf(title) + title.length),
      ) ?? [];
    return { ...reading, rest: trimmed(`${trimmed(title)}${employer.replace(/^[)）,]/, "")}`), isProse: true };
  }
  return null;
}

/** "PhD, Chief Scientist" behind a name is a degree and a title. */
function withoutDegrees(text: string): string {
  const parts = text.split(/(?<!\s)\s*[,|–—]\s*/);
  while (
    parts.length > 1 &&
    (isDegree(parts[0] ?? "") ||
      (/^(\p{Lu}[\p{L}.]{1,6}|\p{Lu}{2,6})$/u.test(parts[0] ?? "") && jobEvidence(parts[0] ?? "") === null))
  )
    parts.shift();
  return parts.join(", ");
}

/** True of one degree, or of several with commas. */
export function isDegree(text: string): boolean {
  return text.split(/,\s*/).every((part) => SUFFIXES.has(part.toLowerCase().replaceAll(".", "")));
}

/** Without the signs around it, and up to a bracket that opens before it. */
function trimmed(text: string): string {
  const open = text.search(/[()（）]/);
  const inner = open >= 0 && /[)）]/.test(text[open] ?? "") ? text.slice(0, open) : text;
  return inner.replace(/^[\s,|–—•·:;/-]+|(?<![\s,|–—•·:;/-])[\s,|–—•·:;/-]+$/g, "");
}

function folded(word: string): string {
  return spellings([word])[0] ?? "";
}

/** True when at least the family name and the given name (or its initial) are in a text, e.g. the last part of an address. */
export function namesText({ given, family }: PersonName, text: string): boolean {
  const words = spellings([text]);
  const has = (part: string | undefined) => {
    const forms = part ? spellings([part]).filter((form) => form.length > 1) : [];
    return forms.some((form) => words.some((word) => word.includes(form)));
  };
  return family.length > 0 && has(family.at(-1)) && has(given[0]);
}
