import type { Box, Outline } from "../page/outline.ts";
import type { NamedLine } from "./name-lines.ts";
import type { Line, Section } from "./page-lines.ts";

/** A line with a name. `line` is its index, `group` the same for all names that the page writes in the same way. */
export type Candidate = NamedLine & {
  line: number;
  standsOut: boolean;
  group: string;
  section: Section;
};

/** A name and what is near it: lines after and before it, nearest first, those whose class marks a title, links, images. */
export type Card = Candidate & {
  behind: string[];
  before: string[];
  marked: string[];
  /** Those whose class can only mean a job. */
  told: string[];
  links: string[];
  images: string[];
  location: string | null;
};

/** An element around a name, or the whole page when there is none. */
type Region = Pick<Box, "from" | "to" | "parent">;

const TITLES = / \S*(title|role|position|job|function|designation|beruf|poste|cargo|occupation)\S* /;
const JOBS =
  / \S*(?:job-?title|(?<![a-z])role(?![a-z])|(?<![a-z])position(?!-?(?:relative|absolute|static|fixed|sticky|top|bottom|left|right|center))|designation|occupation|beruf|cargo|(?:member|staff|team|person|employee)[-_]*title)\S* /;
const PLACES = / \S*(location|(?<![a-z])city|office(?!r)|locality)\S* /;
const MAX_CARD_ITEMS = 60;
const MAX_LINES_BEHIND = 6;

/**
 * Assigns to each name what is in the largest element around it without another name.
 */
export function cardsOf(outline: Outline, lines: Line[], candidates: Candidate[]): Card[] {
  const { boxes, items } = outline;
  // How many names begin before an item; the same name twice in a row is one card with a pop-up.
  const starts = new Uint32Array(items.length + 1);
  for (const [index, { line, name }] of candidates.entries()) {
    if (candidates[index - 1]?.name !== name) starts[(lines[line] as Line).from + 1] = 1;
  }
  for (let index = 1; index < starts.length; index++)
    starts[index] = (starts[index] as number) + (starts[index - 1] as number);
  const firstIn = lowerBound(candidates.map(({ line }) => (lines[line] as Line).from));
  const countIn = ({ from, to }: Box) => {
    const first = candidates[firstIn(from)];
    const at = first ? (lines[first.line] as Line).from : to;
    return at < to ? 1 + (starts[to] as number) - (starts[at + 1] as number) : 0;
  };
  const containers = candidates.map(({ line }) => {
    let index = (lines[line] as Line).box;
    for (let up = boxes[index]?.parent ?? -1; up >= 0; up = boxes[up]?.parent ?? -1) {
      const box = boxes[up] as Box;
      if (/^(main|body|html|table|tbody)$/.test(box.tag) || box.to - box.from > MAX_CARD_ITEMS || countIn(box) !== 1)
        break;
      index = up;
    }
    return boxes[index] ?? { from: 0, to: items.length, parent: -1 };
  });
  return candidates.map((one, position) => {
    const container = containers[position] as Region;
    return readCard(outline, lines, one, container, candidates[position - 1], candidates[position + 1]);
  });
}

/** The index of the first of ascending numbers that is not less than a number. */
function lowerBound(numbers: number[]): (value: number) => number {
  return (value) => {
    let [low, high] = [0, numbers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function readCard(
  { boxes, items }: Outline,
  lines: Line[],
  one: Candidate,
  container: Region,
  previous: Candidate | undefined,
  next: Candidate | undefined,
): Card {
  const own = lines[one.line] as Line;
  const isOther = (line: Line | undefined) =>
    line !== undefined && line.from < container.to && line.from >= container.from;
  const isAlone = !isOther(lines[one.line + 1]) && !isOther(lines[one.line - 1]);
  // When names and titles follow each other without elements around them, a card reaches to the next name.
  const around = isAlone ? (boxes[container.parent] ?? { from: 0, to: items.length }) : container;
  const from = isAlone ? own.from : container.from;
  const nextFrom = next && next.name !== one.name ? (lines[next.line] as Line).from : Number.POSITIVE_INFINITY;
  const to = Math.min(around.to, isAlone ? nextFrom : container.to, from + MAX_CARD_ITEMS);
  const behind: Line[] = [];
  for (
    let line = lines[one.line + 1], at = one.line + 1;
    line && line.from < to && behind.length < MAX_LINES_BEHIND;
    line = lines[++at]
  )
    behind.push(line);
  const before: Line[] = [];
  const previousLine = previous && previous.name !== one.name ? previous.line : -1;
  for (let at = one.line - 1; at > previousLine && before.length < 2; at--) {
    const line = lines[at] as Line;
    if (line.from < (isAlone ? around.from : from)) break;
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
    behind: texts(behind),
    before: texts(before),
    marked: texts([...behind, ...(isAlone ? [] : before)].filter(classed(TITLES))),
    told: texts(behind.filter(classed(JOBS))),
    links: region.flatMap(({ kind, text }) => (kind === "link" ? [text] : [])),
    images: region.flatMap(({ kind, text }) => (kind === "image" ? [text] : [])),
    location: places[0]?.text ?? null,
  };
}
