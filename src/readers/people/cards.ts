/** The names on a page, each with what is near it. Pure. */
import type { Box, Outline } from "../page/outline.ts";
import { isOpenTitle, joinedTitles } from "./card-titles.ts";
import { type NamedLine, nameInLine } from "./name-lines.ts";
import { headingLevel, type Line, linesOf, sectionsOf } from "./page-lines.ts";
import { isJobOfSeveral, jobEvidence } from "./people-words.ts";
import { MAX_PEOPLE } from "./person.ts";

/** How a page is read: as about the firm's people, as about the firm, or only in sections whose heading says people. */
export type PageView = "team" | "about" | "sections";

/** A line with a name. */
type Candidate = ReturnType<typeof candidatesIn>[number];

/** A name and what is near it. */
export type Card = ReturnType<typeof readCard>;

/** The element around a name, or the whole page when there is none, and the nearest other names. */
type Place = { container: Pick<Box, "from" | "to" | "parent">; previous: Line | undefined; next: Line | undefined };

/** A quotation in a line of its own, as above the name of a customer. */
const QUOTATION = /^["“„«][^"“”„«»]{20,}["“”»]$/u;
/** Before a teacher's name: "Year 1", "Klasse 3b", "2º A". */
const CLASS_OR_NONE = /^(?:[\p{L}.]{0,12} ?\d{1,2}\.?[ºª]? ?\p{L}?)?$/u;
const STANDS_OUT = /^(h[1-6]|strong|b|dt|th|figcaption|summary|legend|img)$/;
const HEADING = /^(?:h[1-6]|strong|b|dt|th|legend)$/;
/** "Our nurses:". */
const JOB_HEADING = /^(?:[\p{L}&’'-]{1,30} ){0,4}[\p{L}-]{4,}:?$/u;
const NAMES = / (?!\S*(user|file|company|brand|class|host|domain)-?_?name)\S*name\S* /;
const JOBS =
  / \S*(?:job-?title|(?<![a-z])role(?![a-z])|(?<![a-z])position(?!-?(?:relative|absolute|static|fixed|sticky|top|bottom|left|right|center))|designation|occupation|beruf|cargo|(?:member|staff|team|person|employee)[-_]*title)\S* /;
/** How many elements around a name make its style. */
const STYLE_DEPTH = 4;
const MAX_CARD_ITEMS = 60;
const MAX_LINES_BEHIND = 6;
/** Characters behind a single word that can be a name. */
const MAX_REST = 60;
/** Names in lines one after the other that are a list, and enough where all of them are common. */
const MIN_RUN = 4;
const MIN_KNOWN_RUN = 3;

/** A card for each name on a page: the name with what is in the largest element around it without another name. */
export function cardsOf(outline: Outline, view: PageView): Card[] {
  const { boxes, items } = outline;
  const lines = linesOf(outline);
  const candidates = withLists(candidatesIn(outline, lines, view).slice(0, MAX_PEOPLE), lines);
  // The nearest other names; the same name twice in a row is one card with a pop-up.
  const starts: number[] = [];
  for (const [at, { name }] of candidates.entries())
    starts.push(name === candidates[at - 1]?.name ? (starts[at - 1] as number) : at);
  const ends = new Map(starts.map((start, at) => [start, at + 1]));
  const lineOf = (candidate: number) => lines[candidates[candidate]?.line ?? -1];
  return candidates.map((one, position) => {
    const start = starts[position] as number;
    const [previous, next] = [lineOf(start - 1), lineOf(ends.get(start) as number)];
    const isOwn = (box: Box) =>
      box.to - box.from <= MAX_CARD_ITEMS &&
      (previous === undefined || previous.from < box.from) &&
      (next === undefined || next.from >= box.to);
    let index = (lines[one.line] as Line).box;
    for (let up = boxes[index]?.parent ?? -1; up >= 0 && isOwn(boxes[up] as Box); up = boxes[up]?.parent ?? -1)
      index = up;
    const container = boxes[index] ?? { from: 0, to: items.length, parent: -1 };
    return readCard(outline, lines, one, { container, previous, next });
  });
}

function candidatesIn(outline: Outline, lines: Line[], view: PageView) {
  const { boxes } = outline;
  const named = lines.map(({ texts }) => nameInLine(texts));
  const sections = sectionsOf(outline, lines, (index) => named[index] !== null);
  const styles = lines.map(({ box }) =>
    elementsAround(boxes, box)
      .map(({ tag }) => tag)
      .join("<"),
  );
  const alike = Map.groupBy(styles, (style) => style);
  const headings = headingsOfJobs(outline, lines, named, styles);
  const namesUnder = Map.groupBy(
    headings.filter((heading, at) => heading >= 0 && named[at]?.isWhole),
    (heading) => heading,
  );
  return lines.flatMap(({ box }, index) => {
    const name = named[index];
    if (!name) return [];
    const heading = headings[index] ?? -1;
    const otherAt = headings.slice(index, index + MAX_LINES_BEHIND + 1).findIndex((other) => other !== heading);
    const around = elementsAround(boxes, box);
    const standsOut = around.some(({ tag, classes }) => STANDS_OUT.test(tag) || NAMES.test(classes));
    // "Nurse," and "Green River" are one title.
    const isCertain = name.isKnown && name.isWhole;
    if (!standsOut && !isCertain && isOpenTitle(lines[index - 1]?.text ?? "")) return [];
    // "About 150 colleagues work with us part-time …"
    if (!name.isKnown && !name.isWhole && name.rest.length > MAX_REST) return [];
    // A word in a line of its own, such as "Mascot", or below a name, as in "Miller, owner", would end the card before it.
    if (!standsOut && !name.isKnown && !name.isWhole && (!name.rest || named[index - 1]?.isWhole)) return [];
    const section = sections[index] ?? null;
    const style = styles[index] as string;
    const isOwn = section === "own" || section === "board";
    return {
      ...name,
      line: index,
      standsOut,
      isHeading: headingLevel(boxes, box) > 0,
      /** Under a quotation. */
      isSignature:
        boxes[box]?.tag === "cite" || (view !== "team" && !isOwn && QUOTATION.test(lines[index - 1]?.text ?? "")),
      /** The same for all lines that the page writes in the same way; how many there are. */
      style,
      linesInStyle: alike.get(style)?.length ?? 0,
      section,
      /** Below a heading that says the job of several people, which ends the lines behind the name at the next. */
      jobAbove: name.isWhole ? (lines[heading]?.text ?? null) : null,
      sharesJob: (namesUnder.get(heading)?.length ?? 0) > 1,
      linesBehind: heading >= 0 && otherAt >= 0 ? otherAt - 1 : MAX_LINES_BEHIND,
      /** In a section, or on a page, about the firm's people. */
      isAboutPeople: view === "team" || (view === "about" && isOwn),
      /** In a section about others, or in one that the view leaves out. */
      isOfOthers: section === "foreign" || (view === "sections" && !isOwn),
    };
  });
}

/** For each line, the heading above it whose names share a job, "Our nurses", or a later one of its style; -1 without one. */
function headingsOfJobs({ boxes }: Outline, lines: Line[], named: (NamedLine | null)[], styles: string[]): number[] {
  const levelOf = (index: number) => headingLevel(boxes, lines[index]?.box ?? -1);
  const isName = (index: number) => named[index]?.isWhole === true;
  let [heading, style] = [-1, ""];
  return lines.map(({ box, text }, index) => {
    if (isName(index) && levelOf(index) === 0) return heading;
    const isOver = isName(index + 1) && !isName(index) && (levelOf(index + 1) || 9) > levelOf(index);
    const around = elementsAround(boxes, box).slice(0, 2);
    const isMarked = around.some(({ tag }) => HEADING.test(tag)) && !around.some(({ classes }) => JOBS.test(classes));
    const isJob = JOB_HEADING.test(text) && (jobEvidence(text) === "rank" || isJobOfSeveral(text));
    // Behind a name, a job is that person's.
    if (isOver && isMarked && isJob && !isName(index - 1)) style = styles[index] as string;
    const isEnd = styles[index] === style || (levelOf(index) > 0 && levelOf(index) <= levelOf(heading));
    if (isEnd) heading = styles[index] === style && isOver ? index : -1;
    return heading;
  });
}

/** The innermost elements around a line. */
function elementsAround(boxes: Box[], index: number): Box[] {
  const around: Box[] = [];
  for (let box = boxes[index]; box && around.length < STYLE_DEPTH; box = boxes[box.parent]) around.push(box);
  return around;
}

/** In sections about people, names in a list of mostly common ones stand out, also with one link behind each: "Read more". */
function withLists(candidates: Candidate[], lines: Line[]): Candidate[] {
  const runs: Candidate[][] = [];
  const isLinkBehind = (last: Candidate, one: Candidate) =>
    lines[last.line + 1]?.text === lines[one.line + 1]?.text && (lines[one.line + 1]?.text.length ?? 0) < MAX_REST;
  for (const one of candidates) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const isNext = last?.line === one.line - 1 || (last?.line === one.line - 2 && isLinkBehind(last, one));
    if (run && isNext && last?.section === one.section && last.style === one.style) run.push(one);
    else runs.push([one]);
  }
  return runs.flatMap((run) => {
    const known = run.filter(({ isKnown, isWhole, rest }) => isKnown && isWhole && CLASS_OR_NONE.test(rest)).length;
    const isRun = known === run.length ? known >= MIN_KNOWN_RUN : run.length >= MIN_RUN && known * 5 >= run.length * 3;
    return isRun && run[0]?.isAboutPeople ? run.map((one) => ({ ...one, standsOut: true })) : run;
  });
}

function readCard({ boxes, items }: Outline, lines: Line[], one: Candidate, { container, previous, next }: Place) {
  const own = lines[one.line] as Line;
  const isOther = (line: Line | undefined) =>
    line !== undefined && line.from < container.to && line.from >= container.from;
  const isAlone = !isOther(lines[one.line + 1]) && !isOther(lines[one.line - 1]);
  // When names and titles follow each other without elements around them, a card reaches to the next name.
  const around = isAlone ? (boxes[container.parent] ?? { from: 0, to: items.length }) : container;
  const from = isAlone ? own.from : container.from;
  const to = Math.min(around.to, isAlone ? (next?.from ?? around.to) : container.to, from + MAX_CARD_ITEMS);
  const first = Math.max(isAlone ? around.from : from, (previous?.from ?? -1) + 1);
  const behind = lines.slice(one.line + 1, one.line + 1 + one.linesBehind).filter((line) => line.from < to);
  const before = lines.slice(Math.max(0, one.line - 2), one.line).filter((line) => line.from >= first);
  const isJob = ({ box }: Line) =>
    [boxes[box], boxes[boxes[box]?.parent ?? -1]].some((around) => JOBS.test(around?.classes ?? ""));
  const texts = (some: Line[]) => some.map(({ text }) => text);
  const region = items.slice(from, to);
  return {
    ...one,
    // Lines, nearest first, and those whose class can only mean a job.
    behind: joinedTitles(behind),
    before: texts(before).reverse(),
    told: texts(behind.filter(isJob)),
    links: region.flatMap(({ kind, text }) => (kind === "link" ? [text] : [])),
    images: region.flatMap(({ kind, text }) => (kind === "image" ? [text] : [])),
  };
}
