import type { Box, Outline } from "../page/outline.ts";
import type { NamedLine } from "./name-lines.ts";
import type { Line, Section } from "./page-lines.ts";

/** A line with a name. `line` is its index, `group` the same for all names that the page writes in the same way. */
export type Candidate = NamedLine & {
  line: number;
  standsOut: boolean;
  /** In an h1 to h6. */
  isHeading: boolean;
  /** Under a quotation. */
  isSignature: boolean;
  group: string;
  section: Section;
};

/** A name and what is near it. */
export type Card = ReturnType<typeof readCard>;

/** An element around a name, or the whole page when there is none. */
type Region = Pick<Box, "from" | "to" | "parent">;

const TITLES = / \S*(title|role|position|job|function|designation|beruf|poste|cargo|occupation)\S* /;
const JOBS =
  / \S*(?:job-?title|(?<![a-z])role(?![a-z])|(?<![a-z])position(?!-?(?:relative|absolute|static|fixed|sticky|top|bottom|left|right|center))|designation|occupation|beruf|cargo|(?:member|staff|team|person|employee)[-_]*title)\S* /;
const PLACES = / \S*(location|(?<![a-z])city|office(?!r)|locality)\S* /;
const MAX_CARD_ITEMS = 60;
const MAX_LINES_BEHIND = 6;

/** Assigns to each name what is in the largest element around it without another name. */
export function cardsOf(outline: Outline, lines: Line[], candidates: Candidate[]): Card[] {
  const { boxes, items } = outline;
  // The nearest other names; the same name twice in a row is one card with a pop-up.
  const previous: (Line | undefined)[] = [];
  const next: (Line | undefined)[] = [];
  const isSame = (one: number, other: number) => candidates[one]?.name === candidates[other]?.name;
  const lineOf = (index: number) => lines[candidates[index]?.line ?? -1];
  for (const index of candidates.keys()) {
    previous[index] = isSame(index, index - 1) ? previous[index - 1] : lineOf(index - 1);
    const last = candidates.length - 1 - index;
    next[last] = isSame(last, last + 1) ? next[last + 1] : lineOf(last + 1);
  }
  return candidates.map((one, position) => {
    const [before, behind] = [previous[position], next[position]];
    const isOwn = (box: Box) =>
      !/^(main|body|html|table|tbody)$/.test(box.tag) &&
      box.to - box.from <= MAX_CARD_ITEMS &&
      (before === undefined || before.from < box.from) &&
      (behind === undefined || behind.from >= box.to);
    let index = (lines[one.line] as Line).box;
    for (let up = boxes[index]?.parent ?? -1; up >= 0 && isOwn(boxes[up] as Box); up = boxes[up]?.parent ?? -1)
      index = up;
    const container = boxes[index] ?? { from: 0, to: items.length, parent: -1 };
    return readCard(outline, lines, one, container, before, behind);
  });
}

function readCard(
  { boxes, items }: Outline,
  lines: Line[],
  one: Candidate,
  container: Region,
  previous: Line | undefined,
  next: Line | undefined,
) {
  const own = lines[one.line] as Line;
  const isOther = (line: Line | undefined) =>
    line !== undefined && line.from < container.to && line.from >= container.from;
  const isAlone = !isOther(lines[one.line + 1]) && !isOther(lines[one.line - 1]);
  // When names and titles follow each other without elements around them, a card reaches to the next name.
  const around = isAlone ? (boxes[container.parent] ?? { from: 0, to: items.length }) : container;
  const from = isAlone ? own.from : container.from;
  const to = Math.min(around.to, isAlone ? (next?.from ?? around.to) : container.to, from + MAX_CARD_ITEMS);
  const behind: Line[] = [];
  for (
    let line = lines[one.line + 1], at = one.line + 1;
    line && line.from < to && behind.length < MAX_LINES_BEHIND;
    line = lines[++at]
  )
    behind.push(line);
  const before: Line[] = [];
  for (let at = one.line - 1; at >= 0 && before.length < 2; at--) {
    const line = lines[at] as Line;
    if (line === previous || line.from < (isAlone ? around.from : from)) break;
    before.push(line);
  }
  const classed = (pattern: RegExp) => (line: Line) => {
    const box = boxes[line.box];
    return pattern.test(box?.classes ?? "") || pattern.test(boxes[box?.parent ?? -1]?.classes ?? "");
  };
  const places = [...behind, ...before].filter(classed(PLACES));
  const texts = (some: Line[]) => some.filter((line) => !places.includes(line)).map(({ text }) => text);
  // A link begins before the name that it shows.
  const ownBox = boxes[own.box];
  const region = items.slice(ownBox?.tag === "a" ? Math.min(from, ownBox.from) : from, to);
  return {
    ...one,
    // Lines, nearest first.
    behind: texts(behind),
    before: texts(before),
    // Those whose class marks a title, and those whose class can only mean a job.
    marked: texts([...behind, ...(isAlone ? [] : before)].filter(classed(TITLES))),
    told: texts(behind.filter(classed(JOBS))),
    links: region.flatMap(({ kind, text }) => (kind === "link" ? [text] : [])),
    images: region.flatMap(({ kind, text }) => (kind === "image" ? [text] : [])),
    location: places[0]?.text ?? null,
  };
}
