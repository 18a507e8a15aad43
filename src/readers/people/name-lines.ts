/** The names in the lines of a page, and the rest of their lines. Pure. */
import { nameSuffixes } from "../names/name-words.ts";
import { type NameReading, readName } from "./name-readings.ts";
import { isCity, jobEvidence } from "./people-words.ts";

/** A name and the rest of its line, without the separator. */
export type NamedLine = NameReading & { rest: string; isProse: boolean };

const MAX_LINE = 160;
/** A longer line is prose, of which only the beginning is read. */
const MAX_PROSE_READ = 220;
const MAX_PIECES = 8;
/** Separators between a name and a title. A hyphen needs a space; a bracket may be of full width. White space is collapsed. */
const DIVIDED = /^(.{2,80}?)\s?(?:[,|–—•·:;/([（【［｜／：，、‐]|\s-\s|\s-(?=\p{Lu}))\s?(.+?)[)\]）】］]?$/u;
const READING = /^([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][^()（）]*)[(（](\p{Lu}[\p{sc=Latn} .,'-]+)[)）]$/u;

/** The name that a line is, begins with or ends with; `pieces` are the texts of its elements. */
export function nameInLine(pieces: string[]): NamedLine | null {
  const whole = pieces
    .join(" ")
    .slice(0, MAX_PROSE_READ)
    .replace(/^Meet /, "");
  // "社長 山田 太郎 (Taro Yamada)": how a name in Chinese characters is read.
  const [, native = "", reading = ""] = READING.exec(whole) ?? [];
  if (native && readName(reading)?.isWhole) return nameInLine([native]);
  // A row of links to several people is not a name.
  if (pieces.length > 1 && pieces.length <= MAX_PIECES && pieces.every((piece) => readName(piece)?.isWhole))
    return null;
  // "<b>Jane Roe, CFO</b> has spent …"
  const emphasised = nameInFront(pieces);
  if (emphasised && jobEvidence(emphasised.rest) !== null) return emphasised;
  if (whole.length > MAX_LINE) return nameInProse(whole) ?? emphasised;
  if (isCity(whole)) return null;
  const name = readName(whole);
  if (name) return { ...name, rest: "", isProse: false };
  for (let count = Math.min(pieces.length - 1, MAX_PIECES); count > 0; count--) {
    const front = readName(pieces.slice(0, count).join(" "));
    if (front) return { ...front, rest: trimmed(pieces.slice(count).join(" ")), isProse: false };
  }
  const [, before = "", behind = ""] = DIVIDED.exec(whole) ?? [];
  const front = before && readName(before);
  if (front) return { ...front, rest: withoutDegrees(trimmed(behind)), isProse: false };
  // "Global President: Jane Roe", and a title in a separate element before the name.
  const colon = whole.search(/[:：]/);
  // "Financial Advisor, Edward Jones" names an employer.
  const isListed = whole.slice(before.length).trimStart().startsWith(",");
  const splits = [
    isListed ? [] : [before, behind],
    [whole.slice(0, Math.max(0, colon)), whole.slice(colon + 1)],
    ...titlesInFront(whole),
  ];
  for (const [at, [title = "", text = ""]] of splits.entries()) {
    if (!title || jobEvidence(title) !== "rank") continue;
    // "Treasurer: Jane Roe, notary".
    const back = readName(text) ?? (at === 1 ? readName(text.split(/[,(]/)[0] ?? "") : null);
    if (back?.isWhole && (back.isKnown || at === 1)) return { ...back, rest: trimmed(title), isProse: false };
  }
  return null;
}

/** "Pastor Jane Roe", "Radca Prawny Jane Roe": the first words, and what follows them. */
function titlesInFront(whole: string): string[][] {
  const words = whole.replace(/^[•\s]+/, "").split(" ");
  const splits = [1, 2, 3].map((count) => [words.slice(0, count).join(" "), words.slice(count).join(" ")]);
  return splits.filter(([title]) => /^[\p{L} ]+$/u.test(title ?? ""));
}

/** An emphasised beginning: "<b>Jane Roe, CFO</b> joined us …". */
function nameInFront([first = "", ...others]: string[]): NamedLine | null {
  return others.length > 0 && first.length <= MAX_LINE ? nameInLine([first]) : null;
}

/** "Jane Roe (Chief Executive Officer), with 25 years …", "Jane Roe, our CFO, …", "Jane Roe is the founder of …". */
const PROSE = [
  /^([^,(（.:;]{4,60}?)\s*[(（]([^()（）]{2,100})[)）]/u,
  /^([^,(（:;]{4,60}?)(?:,\s?(?:Ph\.?D|MBA|CFA|CPA|M\.?D|Esq|J\.?D)\.?)*\s?[,–—]\s?(?:our |the |is the )?([^,.;:–—]{2,90}?)\s?[,.;–—]/u,
  /^([^,(（.:;]{4,60}?) (?:is|serves as|acts as|works as|ist|est) (?:also |currently )*(?:the |our |a |an |unser |unsere |der |die |le |la |notre )?([^,.;:]{2,80}?)(?= (?:of|at|for|and has|and is|who|with|bei|von|de|chez) |[,.;])/u,
];

function nameInProse(text: string): NamedLine | null {
  for (const pattern of PROSE) {
    const [, name = "", title = ""] = pattern.exec(text) ?? [];
    const reading = name ? readName(name) : null;
    if (!reading?.isWhole || !reading.isKnown || jobEvidence(title) !== "rank") continue;
    // "… of Another Company" stays, so that the employer can be checked.
    const [employer = ""] =
      /^[)）,]? (?:of|at|bei|chez|for) \p{Lu}[\p{L}\d&.’' -]{1,50}/u.exec(
        text.slice(text.indexOf(title) + title.length),
      ) ?? [];
    return { ...reading, rest: trimmed(`${trimmed(title)}${employer.replace(/^[)）,]/, "")}`), isProse: true };
  }
  return null;
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
