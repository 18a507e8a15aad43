import { nameInLine } from "./name-lines.ts";
import { jobEvidence } from "./occupations.ts";
import type { Line } from "./page-lines.ts";

const MAX_LENGTH = 300;
const AND = / (?:&|and|et|und|y|e|og|och|en) /u;

/** The lines with those divided that name several people: "Jane Roe & Tom Falk", "Jane Roe, Partner, Tom Falk, Associate". */
export function dividedLines(lines: Line[]): Line[] {
  return lines.flatMap((line) => {
    const people = line.text.length > MAX_LENGTH ? [] : (pairOf(line.text) ?? titledPeople(line.text));
    return people.length < 2 ? [line] : people.map((text) => ({ ...line, texts: [text], text }));
  });
}

/** Two names and nothing else. */
function pairOf(text: string): string[] | null {
  const parts = text.split(AND);
  const names = parts.map((part) => nameInLine([part]));
  const areNames = names.every((name) => name?.isWhole && name.rest === "");
  return parts.length === 2 && areNames && names.some((name) => name?.isKnown) ? parts : null;
}

/** Names that are each followed by a title. */
function titledPeople(text: string): string[] {
  const people: string[] = [];
  for (const part of text.split(/[,;|•·]/).map((piece) => piece.trim())) {
    const name = nameInLine([part]);
    if (name?.isWhole && name.isKnown) people.push(part);
    else if (people.length > 0 && jobEvidence(part) !== null) people.push(`${people.pop()}, ${part}`);
    else return [];
  }
  return people.every((person) => jobEvidence(nameInLine([person])?.rest ?? "") !== null) ? people : [];
}
