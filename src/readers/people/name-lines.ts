/** The names in the lines of a page, and the rest of their lines. Pure. */
import { nameSuffixes } from "../names/person-name.ts";
import { type NameReading, readName } from "./name-readings.ts";
import { isCity, jobEvidence } from "./people-words.ts";

/** A name and the rest of its line, without the separator. */
export type NamedLine = NameReading & { rest: string };

/** A longer line is prose. */
const MAX_LINE = 160;
const MAX_PIECES = 8;
/** Separators between a name and a title. A hyphen needs a space; a bracket may be of full width. White space is collapsed. */
const DIVIDED = /^(.{2,80}?)\s?(?:[,|–—•·:;/([（【［｜／：，、‐]|\s-\s|\s-(?=\p{Lu}))\s?(.+?)[)\]）】］]?$/u;

/** "社長 山田 太郎 (Taro Yamada)": how a name in Chinese characters is read. */
const READING = /^([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][^()（）]*)[(（](\p{Lu}[\p{sc=Latn} .,'-]+)[)）]$/u;

/** The name that a line is, begins with or ends with; `pieces` are the texts of its elements. */
export function nameInLine(pieces: string[]): NamedLine | null {
  const whole = pieces.join(" ").slice(0, MAX_LINE + 1);
  const [, native = "", reading = ""] = READING.exec(whole) ?? [];
  if (native && readName(reading)?.isWhole) return nameInLine([native]);
  // A row of links to several people is not a name.
  if (pieces.length > 1 && pieces.slice(0, MAX_PIECES).every((piece) => readName(piece)?.isWhole)) return null;
  // "<b>Jane Roe, CFO</b> has spent …"
  const emphasised = nameInFront(pieces);
  if (emphasised && jobEvidence(emphasised.rest) !== null) return emphasised;
  if (whole.length > MAX_LINE) return emphasised;
  if (isCity(whole)) return null;
  const name = readName(whole);
  if (name) return { ...name, rest: "" };
  for (let count = Math.min(pieces.length - 1, MAX_PIECES); count > 0; count--) {
    const front = readName(pieces.slice(0, count).join(" "));
    if (front) return { ...front, rest: trimmed(pieces.slice(count).join(" ")) };
  }
  const [, before = "", behind = ""] = DIVIDED.exec(whole) ?? [];
  const front = before && readName(before);
  if (front) return { ...front, rest: withoutDegrees(trimmed(behind)) };
  // "Global President: Jane Roe", "Treasurer: Jane Roe, notary".
  const [, title = "", holder = ""] = /^([^:：]+)[:：](.+)$/.exec(whole) ?? [];
  const named = jobEvidence(title) === "rank" ? (readName(holder) ?? readName(holder.split(/[,(]/)[0] ?? "")) : null;
  return named?.isWhole ? { ...named, rest: trimmed(title) } : null;
}

/** An emphasised beginning: "<b>Jane Roe, CFO</b> joined us …". */
function nameInFront([first = "", ...others]: string[]): NamedLine | null {
  return others.length > 0 && first.length <= MAX_LINE ? nameInLine([first]) : null;
}

/** "PhD, Chief Scientist" after a name is a degree and a title. */
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
