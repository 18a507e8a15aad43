import { remembering } from "../../lib/memoize.ts";
import type { Box, Outline } from "../website/outline.ts";
import { likeness } from "../website/own-name.ts";
import { isAdvisersTitle, isForeignFirm, isForeignTitle, joinedTitles, titleAmong } from "./card-titles.ts";
import { type FoundPerson, foundPerson, namesSlug, type PageOwner, profileOn } from "./found-person.ts";
import { type NamedLine, nameInLine, namesText } from "./name-lines.ts";
import { type Line, linesOf, type Section, sectionsOf } from "./page-lines.ts";

/** People whom a page shows as cards: a name, a title near it, perhaps a profile and an address. */

/** What a page is read as: about the firm's people, about the firm, or with people only in sections whose heading says so. */
export type PageView = "team" | "about" | "sections";

/** A line with a name. `line` is its index, `group` the same for all names that the page writes in the same way. */
type Candidate = NamedLine & { line: number; standsOut: boolean; group: string; section: Section };
/** What stands near a name. */
type Card = Candidate & {
  behind: string[];
  before: string[];
  marked: string[];
  links: string[];
  images: string[];
  location: string | null;
};
type Judgement = {
  card: Card;
  title: string | null;
  /** Whether the title says a job; a line that does not is a title only where most of its like have one. */
  hasJob: boolean;
  profile: string | null;
  points: number;
  isSure: boolean;
  isForeign: boolean;
  isAboutPeople: boolean;
};

const STANDS_OUT = /^(h[1-6]|strong|b|dt|th|figcaption|summary|legend)$/;
const NAMES = / (?!\S*(user|file|company|brand|class|host|domain)-?_?name)\S*name\S* /;
const TITLES = / \S*(title|role|position|job|function|designation|beruf|poste|cargo|occupation|subtitle|sub-title)\S* /;
const PLACES = / \S*(location|city|office|locality)\S* /;
/** Parts of addresses under which sites keep the pages of their people. */
const PEOPLE_PATH =
  /\/(team|our-team|people|our-people|staff|leadership|leaders|management|board|about|about-us|bio|bios|profile|profiles|member|members|equipe|equipo|who-we-are|attorneys|lawyers|doctors|experts|employees|mitarbeiter|person|expert|attorney|lawyer)s?\//i;
const MAX_CANDIDATES = 5_000;
const MAX_CARD_ITEMS = 60;
const MAX_LINES_BEHIND = 6;
const GROUP_DEPTH = 4;
const ENOUGH_POINTS = 5;
const FEWEST_POINTS = 3;

/**
 * Every person of the page's cards. 0.9 when the profile's slug bears the name, else 0.75. On a page about people less
 * evidence is needed for a name that is not a common one. Time is linear in the page.
 */
export function peopleInCards(outline: Outline, owner: PageOwner, view: PageView): FoundPerson[] {
  const isAboutPeople = (section: Section) => view === "team" || (view === "about" && section === "own");
  const lines = linesOf(outline);
  const readLine = remembering((text) => nameInLine([text ?? ""]));
  const named = lines.map(({ texts }) => (texts.length === 1 ? readLine(texts[0] as string) : nameInLine(texts)));
  const sections = sectionsOf(outline, lines, (index) => named[index] !== null);
  const candidates = lines.flatMap((line, index) => {
    const name = named[index];
    const section = sections[index] ?? null;
    if (!name || section === "foreign" || (view === "sections" && section !== "own")) return [];
    const standsOut = isMarked(outline.boxes, line.box);
    return [{ ...name, line: index, standsOut, group: groupOf(outline.boxes, line.box), section }];
  });
  const cards = cardsOf(outline, lines, kept(lines, candidates.slice(0, MAX_CANDIDATES)));
  return accepted(judged(cards, owner, isAboutPeople)).flatMap(({ card, title, profile }) => {
    const confidence = profile && namesSlug(card.parsed, profile) ? 0.9 : 0.75;
    const emails = card.links.filter((link) => /^mailto:/i.test(link));
    const said = { name: card.name, title, links: profile ? [profile] : [], emails, location: card.location };
    return foundPerson(said, { kind: "card", confidence }, owner) ?? [];
  });
}

function isMarked(boxes: Box[], index: number): boolean {
  let box = boxes[index];
  for (let steps = 0; box && steps < GROUP_DEPTH; steps++, box = boxes[box.parent]) {
    if (STANDS_OUT.test(box.tag) || NAMES.test(box.classes)) return true;
  }
  return false;
}

/** Tags of the elements around a name and the classes of the innermost, without what builders number or alternate. */
function groupOf(boxes: Box[], index: number): string {
  const parts: string[] = [];
  let box = boxes[index];
  for (let steps = 0; box && steps < GROUP_DEPTH; steps++, box = boxes[box.parent]) {
    const stable = box.classes
      .split(" ")
      .filter((word) => word && !/\d|--|first|last|odd|even|active|hidden|visible|delay|left|right/.test(word))
      .slice(0, 3);
    parts.push(steps < 2 ? `${box.tag}.${stable.join(".")}` : box.tag);
  }
  return parts.join("<");
}

/**
 * Without the lines that only look like names, such as a place under a title: a name stands out, is written as most of its
 * group are, or a title follows or precedes it.
 */
function kept(lines: Line[], candidates: Candidate[]): Candidate[] {
  const isTitle = remembering((text) => titleAmong([text ?? ""])?.evidence === "rank");
  const at = new Set(candidates.map(({ line }) => line));
  return candidates.filter((one) => {
    if (one.standsOut || one.rest) return true;
    if (!one.isKnown && !one.isWhole) return false;
    const next = lines[one.line + 1]?.text ?? "";
    if (isTitle(next) && !at.has(one.line + 1)) return true;
    const before = lines[one.line - 1]?.text ?? "";
    const isClaimed = at.has(one.line - 2) || at.has(one.line - 3);
    return !at.has(one.line - 1) && isTitle(before) ? !isClaimed : !at.has(one.line - 2) || !isTitle(before);
  });
}

/** Binds what stands near a name to it: what is in the largest element around it without another name. */
function cardsOf(outline: Outline, lines: Line[], candidates: Candidate[]): Card[] {
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
    const isContinued =
      candidates[firstIn(from)] &&
      starts[from + 1] === starts[from] &&
      (starts[to] as number) >= (starts[from] as number);
    const begun = (starts[to] as number) - (starts[from] as number);
    const first = candidates[firstIn(from)];
    const startsRun =
      first && starts[(lines[first.line] as Line).from + 1] !== starts[(lines[first.line] as Line).from];
    return begun + (isContinued && first && !startsRun && (lines[first.line] as Line).from < to ? 1 : 0);
  };
  const containers = candidates.map(({ line }) => {
    let index = (lines[line] as Line).box;
    for (let up = boxes[index]?.parent ?? -1; up >= 0; up = boxes[up]?.parent ?? -1) {
      const box = boxes[up] as Box;
      if (/^(main|body|html|table|tbody)$/.test(box.tag) || box.to - box.from > MAX_CARD_ITEMS || countIn(box) !== 1)
        break;
      index = up;
    }
    return boxes[index] as Box;
  });
  return candidates.map((one, position) =>
    readCard(outline, lines, one, containers[position] as Box, candidates[position - 1], candidates[position + 1]),
  );
}

/** The index of the first of ascending numbers that is not below a number. */
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
  container: Box,
  previous: Candidate | undefined,
  next: Candidate | undefined,
): Card {
  const own = lines[one.line] as Line;
  const isAlone =
    !(lines[one.line + 1] && (lines[one.line + 1] as Line).from < container.to) &&
    !(lines[one.line - 1] && (lines[one.line - 1] as Line).from >= container.from);
  // Where names and titles follow one another without elements around them, a card reaches to the next name.
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
  const region = items.slice(from, to);
  return {
    ...one,
    behind: texts(behind),
    before: texts(before),
    marked: texts([...behind, ...(isAlone ? [] : before)].filter(classed(TITLES))),
    links: region.flatMap(({ kind, text }) => (kind === "link" ? [text] : [])),
    images: region.flatMap(({ kind, text }) => (kind === "image" ? [text] : [])),
    location: places[0]?.text ?? null,
  };
}

function judged(cards: Card[], owner: PageOwner, isAboutPeople: (section: Section) => boolean): Judgement[] {
  // In a list whose titles stand above the names, the line behind a name belongs to the next one.
  const sides = new Map<string, number>();
  for (const { group, before, behind } of cards) {
    const isJob = (text: string | undefined) => Number(text !== undefined && titleAmong([text])?.evidence === "rank");
    sides.set(group, (sides.get(group) ?? 0) + isJob(behind[0]) - isJob(before[0]));
  }
  return cards.map((card) => judge(card, owner, isAboutPeople(card.section), (sides.get(card.group) ?? 0) < 0));
}

function judge(card: Card, owner: PageOwner, isTeamPage: boolean, isAbove: boolean): Judgement {
  const behind = joinedTitles(card.behind.slice(0, 4));
  const near = isAbove ? [...card.before, ...behind] : [...behind, ...card.before];
  const found = titleAmong([card.rest, ...card.marked, ...near].filter(Boolean));
  const profiles = [...new Set(card.links.flatMap((link) => profileOn(link, owner) ?? []))];
  const named = profiles.find((profile) => namesSlug(card.parsed, profile));
  const path = (link: string) => URL.parse(link, owner.url)?.pathname ?? "";
  const hasPage = card.links.some(
    (link) => PEOPLE_PATH.test(path(link)) && namesText(card.parsed, lastPart(path(link))),
  );
  const hasAddress = card.links.some(
    (link) => /^mailto:/i.test(link) && namesText(card.parsed, link.split("@")[0] ?? ""),
  );
  const isShown = card.images.some((alt) => alt.length < 150 && namesText(card.parsed, alt));
  const job = found?.evidence ?? null;
  const points =
    Number(card.isWhole) +
    Number(card.isKnown) * 2 +
    Number(card.standsOut) +
    Number(isShown) +
    Number(isTeamPage) +
    (job === "rank" ? 2 : job === "field" ? 1 : 0) +
    Number(named !== undefined) * 3 +
    (Number(hasPage) + Number(hasAddress)) * 2;
  const hasProof = job !== null || named !== undefined || hasPage || hasAddress;
  return {
    card,
    title: found?.title ?? null,
    hasJob: job !== null,
    profile: named ?? (profiles.length === 1 ? (profiles[0] ?? null) : null),
    points,
    isSure:
      hasProof &&
      points >= ENOUGH_POINTS &&
      (card.isWhole || named !== undefined || (isTeamPage && points > ENOUGH_POINTS)),
    isAboutPeople: isTeamPage,
    isForeign: isForeign(card, found?.title ?? null, owner.names),
  };
}

function lastPart(path: string): string {
  const part = path.split("/").filter(Boolean).at(-1) ?? "";
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A guest, a customer, the company itself, or a text that a theme came with. */
function isForeign({ name, rest, behind, section }: Card, title: string | null, ownNames: string[]): boolean {
  if (likeness(name, ownNames) === "same" && title === null) return true;
  // The pages that list posts show who wrote them.
  if (/^(by|von|par|por|posted by)\b/i.test(rest)) return true;
  if (behind.slice(0, 4).some((text) => /lorem ipsum|dolor sit amet/i.test(text))) return true;
  if (title && isForeignTitle(title, ownNames)) return true;
  if (title && section === "advisers" && isAdvisersTitle(title, ownNames)) return true;
  const at = title === rest ? 0 : behind.indexOf(title ?? "") + 1;
  return title !== null && behind.slice(at, at + 1).some((text) => isForeignFirm(text, ownNames));
}

/** Those who are sure, and those who are written in the same way as several who are. */
function accepted(all: Judgement[]): Judgement[] {
  const own = all.filter(({ isForeign }) => !isForeign);
  // Prose names people where nothing else does; beside cards it tells of their earlier jobs.
  const shown = own.filter(({ card, isSure }) => isSure && !card.isProse);
  const some = shown.length < 2 ? own : own.filter(({ card }) => !card.isProse);
  const groups = Map.groupBy(some, ({ card }) => card.group);
  return [...groups.values()].flatMap((group) => {
    const isTeamPage = group.every(({ isAboutPeople }) => isAboutPeople);
    const sure = group.filter(({ isSure }) => isSure);
    const whole = group.filter(({ card }) => card.isWhole);
    // Many names of a people whose names the table lacks, each with a job.
    const jobs = whole.filter(({ hasJob }) => hasJob);
    const areStrangers = isTeamPage && jobs.length >= 3 && jobs.length * 5 >= group.length * 3;
    const haveJobs = group.filter(({ hasJob }) => hasJob).length * 5 >= group.length * 4;
    // A line in the place of the title under most names, in words that the tables lack.
    const titled = whole.filter(({ card, title }) => card.isKnown && card.standsOut && title !== null);
    const areTitled = isTeamPage && titled.length >= 3 && titled.length * 2 >= group.length;
    const isTrusted = (sure.length >= 2 && (sure.length * 2 >= group.length || haveJobs)) || areStrangers || areTitled;
    // Names without titles, on a page about people.
    const known = whole.filter(({ card }) => card.isKnown && (card.standsOut || card.images.length > 0));
    const isList = isTeamPage && known.length >= 3 && known.length * 10 >= group.length * 7;
    const showsTitles = areTitled || group.filter(({ hasJob }) => hasJob).length * 2 >= group.length;
    const believed = group.filter(({ isSure, points, title, card }) => {
      if (isSure) return true;
      if (isTrusted && points >= FEWEST_POINTS && (card.isWhole || title !== null)) return true;
      return isList && card.isWhole && card.isKnown && card.standsOut;
    });
    return believed.map((one) => (one.hasJob || showsTitles ? one : { ...one, title: null }));
  });
}
