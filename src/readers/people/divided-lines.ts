import { nameInLine } from "./name-lines.ts";
import { readName } from "./name-readings.ts";
import { jobEvidence } from "./occupations.ts";
import type { Line } from "./page-lines.ts";

const MAX_LENGTH = 300;
const AND = / (?:&|and|et|und|y|e|og|och|en) /u;
const MAX_TITLED_LENGTH = 100;
const MAX_NAME_WORDS = 4;
/** One line of such a form can name a firm ("Financial Advisor, Edward Jones") or a family ("Anna Maria Cook"). */
const MIN_TITLED = 3;

/** "Jane Roe Partner" as name and title. */
function titleBehind(text: string): [string, string] {
  const words = text.split(" ");
  for (let count = Math.min(MAX_NAME_WORDS, words.length - 1); count > 1; count--) {
    const name = words.slice(0, count).join(" ");
    // "Jane Roe, Partner" needs no comma.
    if (!name.endsWith(",") && readName(name)?.isWhole) return [name, words.slice(count).join(" ")];
  }
  return ["", ""];
}

/** "Partner, Jane Roe" as name and title. */
function titleInFront(text: string): [string, string] {
  const [title = "", name = "", ...more] = text.split(", ");
  return more.length === 0 && readName(name)?.isWhole ? [name, title] : ["", ""];
}

/** The lines of a page that writes at least three of them as `form` says, with "Jane Roe, Partner" for those. */
function withCommas(lines: Line[], form: typeof titleBehind): Line[] {
  const read = lines.map(({ text, texts }) => {
    if (texts.length > 1 || text.length > MAX_TITLED_LENGTH || /[.!?:]$/.test(text) || jobEvidence(text) !== "rank")
      return null;
    const [name, title] = form(text);
    return name !== "" && jobEvidence(title) === "rank" && nameInLine([text]) === null ? [name, title] : null;
  });
  const known = new Set(read.flatMap((said) => (said && readName(said[0] as string)?.isKnown ? said[0] : [])));
  if (known.size < MIN_TITLED) return lines;
  return lines.map((line, index) => {
    const text = read[index]?.join(", ");
    return text ? { ...line, texts: [text], text } : line;
  });
}

/**
 * The lines with those divided that name several people: "Jane Roe & Tom Falk", "Jane Roe, Partner, Tom Falk, Associate", and a
 * comma in those of a page that writes "Jane Roe Partner" or "Partner, Jane Roe".
 */
export function dividedLines(all: Line[]): Line[] {
  const lines = [titleBehind, titleInFront].reduce(withCommas, all);
  return lines.flatMap((line) => {
    const { text } = line;
    const people = text.length > MAX_LENGTH ? [] : (pairOf(text) ?? titledPeople(text));
    return people.length < 2 ? [line] : people.map((text) => ({ ...line, texts: [text], text }));
  });
}

/** Two names and nothing else. */
function pairOf(text: string): string[] | null {
  const parts = text.split(AND);
  if (parts.length !== 2) return null;
  const names = parts.map((part) => nameInLine([part]));
  const areNames = names.every((name) => name?.isWhole && name.rest === "");
  return areNames && names.some((name) => name?.isKnown) ? parts : null;
}

/** Names that are each followed by a title. */
function titledPeople(text: string): string[] {
  const people: string[] = [];
  const parts = text.split(/[,;|•·]/).map((piece) => piece.trim());
  if (parts.length < 2) return [];
  for (const part of parts) {
    const name = nameInLine([part]);
    if (name && ((name.isWhole && name.isKnown) || jobEvidence(name.rest) === "rank")) people.push(part);
    else if (people.length > 0 && jobEvidence(part) !== null) people.push(`${people.pop()}, ${part}`);
    else return [];
  }
  return people.length > 1 && people.every((person) => jobEvidence(nameInLine([person])?.rest ?? "") !== null)
    ? people
    : [];
}
