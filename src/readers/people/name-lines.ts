/** The names in the lines of a page, and the rest of their lines. Pure. */
import { nameSuffixes } from "../names/person-name.ts";
import { type NameReading, readName } from "./name-readings.ts";
import { type Named, namesIn } from "./names-in-text.ts";
import { isCity, jobEvidence } from "./people-words.ts";

/** A name and the rest of its line, without the separator and the telephone number behind it; `others`: names of more people of one job. */
export type NamedLine = NameReading & { rest: string; hasNumber?: boolean; others?: string[] };

/** A longer line is prose. */
const MAX_LINE = 160;
const MAX_PIECES = 8;
/** Separators between a name and a title. A hyphen needs a space; a bracket may be of full width. White space is collapsed. */
const DIVIDED =
  /^(.{2,80}?)\s?(?:\/(?!\p{Ll})|[,|–—•·:;([（【［｜／：，、‐]|\s-\s|\s-(?=\p{Lu}))\s?(.+?)[)\]）】］]?$/u;

/** Between people of one job. */
const BETWEEN = /^(?:,|,?\s(?:&|and|und|og|och|en|et|e|y|i))\s$/u;

/** A telephone number at the end of a text, with its label, and perhaps with an address behind it. */
const NUMBER =
  /(?<![\s,:|–—-])(?:^|[\s,:|–—-]{1,4})(?:(?:tel|tél|mob|mobile?|cell?|gsm|phone|puh|tlf|telefono?|téléfono|telefoon|call|handy|natel|m|t|p|h)[.:]*\s?)?\(?\+?\(?\d[\d\s()/.–-]{6,24}\*?(?:\s\S{3,60}@\S{4,60})?$/iu;
const MAX_WORDS_TO_NUMBER = 60;
const MAX_JOB = 60;
/** Years and dates, which have as many digits. */
const TIME = /(?<!\d)(?:1[89]|20)\d\d(?!\d)/;
/** Labels of postal codes, and of numbers of firms. */
const OTHER_NUMBER =
  /(?<!\p{L})(?:CEP|IVA|NIP|REGON|KRS|VAT|KvK|CVR|I[ČC]O|DI[ČC]|HRB|SIRET|SIREN|IBAN|CIF|NIF|CNPJ|CPF|RUC|RUT|ABN)\W*$/iu;
/** A house number, "154-158", has fewer. */
const MIN_DIGITS = 7;
/** Words before a name that say what the person is: "head of sales Jane Roe", but not "a talk with our head of sales Jane Roe". */
const OFFICE = /^(?:\p{Lu}?\p{Ll}[\p{L}./’'-]{1,30} ){1,4}$/u;
/** At the end of what is no office: "our baker is", "psicólogo em". */
const IS_OR_IN = /\s(?:is|ist|est|es|è|é|jest|je|este|er|är|em|en|in|à|a|i|te|w|v)\s*$/u;
/** A few words before a sign and a name. */
const LABEL = /^\S{2,25}(?: (?:\S{2,25}|\d|\p{Lu})){0,3}$/u;
const WITH = /(?<!\p{L})(?:mit|with|by|von|avec|con|por|par|da|met|door|z|przez|med|bei|at|für|for)\s/iu;

/** Where a telephone number begins that a text ends with, or -1. */
function numberAt(text: string): number {
  const found = NUMBER.exec(text);
  if (!found || TIME.test(found[0].replace(/\+.*/, "")) || OTHER_NUMBER.test(text.slice(0, found.index))) return -1;
  return found[0].replace(/\D/g, "").length >= MIN_DIGITS ? found.index : -1;
}

/** A text up to the telephone number that ends it. */
export function withoutNumber(text: string): string {
  const at = numberAt(text);
  return at > 0 ? text.slice(0, at) : text;
}

/** True for a telephone number, perhaps behind a few words. */
export function isNumber(text: string): boolean {
  const at = numberAt(text);
  return at >= 0 && at <= MAX_WORDS_TO_NUMBER;
}

/** "社長 山田 太郎 (Taro Yamada)": how a name in Chinese characters is read. */
const READING = /^([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][^()（）]*)[(（](\p{Lu}[\p{sc=Latn} .,'-]+)[)）]$/u;

/** The name that a line is, begins with or ends with; `pieces` are the texts of its elements. */
export function nameInLine(texts: string[]): NamedLine | null {
  const [first = "", second = ""] = texts;
  // An avatar: "JR", "Jane Roe".
  const pieces = /^\p{Lu}{1,2}$/u.test(first) && second.startsWith(first.slice(0, 1)) ? texts.slice(1) : texts;
  const whole = pieces.join(" ").slice(0, MAX_LINE + 1);
  const [, native = "", reading = ""] = READING.exec(whole) ?? [];
  if (native && readName(reading)?.isWhole) return nameInLine([native]);
  const number = numberAt(whole);
  if (number > 0) {
    const named = nameInLine(upTo(pieces, number));
    return named && { ...named, hasNumber: true };
  }
  // A row of links to several people is not a name.
  if (pieces.length > 1 && pieces.slice(0, MAX_PIECES).every((piece) => readName(piece)?.isWhole)) return null;
  // "<b>Jane Roe, CFO</b> has spent …"
  const [lead = ""] = pieces;
  const emphasised = pieces.length > 1 && lead.length <= MAX_LINE ? nameInLine([lead]) : null;
  if (emphasised && jobEvidence(emphasised.rest) !== null) return emphasised;
  if (whole.length > MAX_LINE) return emphasised;
  if (isCity(whole)) return null;
  const name = readNames(whole);
  if (name) return { ...name, rest: "" };
  for (let count = Math.min(pieces.length - 1, MAX_PIECES); count > 0; count--) {
    const front = readNames(pieces.slice(0, count).join(" "));
    if (front) return { ...front, rest: trimmed(pieces.slice(count).join(" ")) };
  }
  // "Anna Berg, Tom Kern – owners".
  const names = namesInFront(whole);
  const behindNames = whole.slice(names.at(-1)?.to);
  if (names.length > 1 && /^\s?[,(:–—|-]/.test(behindNames)) {
    const several = readNames(whole.slice(0, names.at(-1)?.to));
    if (several) return { ...several, rest: withoutDegrees(trimmed(behindNames)) };
  }
  const [, before = "", behind = ""] = DIVIDED.exec(whole) ?? [];
  const front = before ? readName(before) : null;
  // "Sales – Jane Roe".
  const last = !front?.isWhole && LABEL.test(before) && !/[,(（]/.test(whole) ? readName(behind) : null;
  if (last?.isWhole && last.isKnown) return { ...last, rest: before };
  if (front) return { ...front, rest: withoutDegrees(trimmed(behind)) };
  // "Global President: Jane Roe", "Treasurer: Jane Roe, notary".
  const [, label = "", holder = ""] = /^([^:：]+)[:：](.+)$/.exec(whole) ?? [];
  const title = label.split(/[.!?]\s|\s[–—|·-]\s/).at(-1) ?? "";
  const named = jobEvidence(title) === "rank" ? (readName(holder) ?? readName(holder.split(/[,(]/)[0] ?? "")) : null;
  return named?.isWhole ? { ...named, rest: trimmed(title) } : (nameBehindOffice(whole) ?? nameBeforeJob(whole));
}

/** A name, or several common ones: "Anna Berg & Tom Kern", "Anna und Tom Kern", "Anna Berg, Tom Kern und Ida Holm". */
function readNames(text: string): (NameReading & { others?: string[] }) | null {
  const [first, ...others] = namesInFront(text);
  const areAll = others.at(-1)?.to === text.length;
  return first && areAll ? { ...first.reading, others: others.map(({ reading }) => reading.name) } : readName(text);
}

/** The common names that a text begins with, with signs or "and" between them. */
function namesInFront(text: string): Named[] {
  const names = namesIn(text);
  const end = names.findIndex(({ from }, at) => {
    const between = text.slice(names[at - 1]?.to ?? 0, from);
    return !names[at]?.reading.isKnown || !(at === 0 ? between === "" : BETWEEN.test(between));
  });
  return end < 0 ? names : names.slice(0, end);
}

/** "Malermeister Jens Krause", "代表取締役 山田太郎", "projektų vadovas Robertas Bulotas:". */
function nameBehindOffice(line: string): NamedLine | null {
  const [, post = "", holder = ""] = /^(\p{Lo}{2,12})[\s　](\p{Lo}[\p{Lo}\s　]{1,7})$/u.exec(line) ?? [];
  const native = jobEvidence(post) === "rank" ? readName(holder) : null;
  if (native?.isWhole) return { ...native, rest: post };
  const text = line.replace(/\s?:$|(?<=\p{Ll}{3})\.(?:\s\p{Lu}[^.]{2,40}\.)?$/u, "");
  const [only, ...others] = namesIn(text);
  if (!only || others.length > 0 || only.to < text.length || !only.reading.isKnown) return null;
  const office = text.slice(0, only.from);
  if (!OFFICE.test(office) || WITH.test(office) || IS_OR_IN.test(office)) return null;
  const isOffice = jobEvidence(office) === "rank" || !/\p{Lu}/u.test(office);
  return isOffice ? { ...only.reading, rest: office.trim() } : null;
}

/** "Marie Dupont ostéopathe D.O.", "Anna Berger Heilpraktikerin", in a line that is no sentence. */
function nameBeforeJob(text: string): NamedLine | null {
  const [only, ...others] = namesIn(text);
  const name = only?.reading.isKnown && others.length === 0 ? readName(text.slice(0, only.to)) : null;
  const rest = only && name ? text.slice(only.to).trim() : "";
  const [job = ""] = rest.split(" ");
  // "Dr. Anna Berg at Harbour Works".
  const isAtFirm = (only?.from ?? 0) > 0 && /^\p{Ll}{1,4} \p{Lu}/u.test(rest);
  const isJob = isAtFirm || (/^\p{L}\p{Ll}+$/u.test(job) && jobEvidence(job) === "rank");
  const isTitle = isJob && rest.length <= MAX_JOB && !/[.!?,;:]\s|\d/.test(rest);
  return name?.isWhole && isTitle ? { ...name, rest: isAtFirm ? "" : rest } : null;
}

/** The first characters of a line's pieces. */
function upTo(pieces: string[], length: number): string[] {
  let left = length;
  return pieces.flatMap((piece) => {
    const part = piece.slice(0, Math.max(0, left));
    left -= piece.length + 1;
    return part.trim() ? part : [];
  });
}

/** "PhD, Chief Scientist" after a name is a degree and a title. */
function withoutDegrees(text: string): string {
  const parts = text.split(/(?<!\s)\s*[,|–—]\s*/);
  const areLetters = (part: string) => /^(\p{Lu}[\p{L}.]{1,6}|\p{Lu}{2,6})$/u.test(part) && jobEvidence(part) === null;
  const title = parts.findIndex((part) => !isDegree(part) && !areLetters(part));
  return parts.slice(title < 0 ? -1 : title).join(", ");
}

/** True for one degree, or several with commas. */
export function isDegree(text: string): boolean {
  return text.split(/,\s*/).every((part) => nameSuffixes().has(part.toLowerCase().replaceAll(".", "")));
}

/** Without surrounding signs, and up to a bracket that opens before it. */
function trimmed(text: string): string {
  const open = text.search(/[()（）]/);
  const inner = open >= 0 && /[)）]/.test(text[open] ?? "") ? text.slice(0, open) : text;
  const closed = /[(（][^()（）]*$/.test(inner) ? `${inner})` : inner;
  return closed.replace(/^[\s,|–—•·:;/-]+|(?<![\s,|–—•·:;/-])[\s,|–—•·:;/-]+$/g, "");
}
