import { remembering } from "../../lib/memoize.ts";
import { jobEvidence } from "../../text/titles/occupations.ts";
import type { Box, Outline } from "../website/outline.ts";
import { likeness } from "../website/own-name.ts";
import { type Candidate, type Card, cardsOf } from "./card-regions.ts";
import { isAdvisersTitle, isForeignFirm, isForeignTitle, joinedTitles, titleAmong } from "./card-titles.ts";
import { type FoundPerson, foundPerson, namesSlug, type PageOwner, profileOn } from "./found-person.ts";
import { joinedNames } from "./joined-names.ts";
import { isDegree, nameInLine } from "./name-lines.ts";
import { namesText } from "./name-readings.ts";
import { withRuns } from "./name-runs.ts";
import { isBoardPage, type Line, linesOf, type Section, sectionsOf } from "./page-lines.ts";

/** People whom a page shows as cards: a name, a title near it, perhaps a profile and an address. */

/** What a page is read as: about the firm's people, about the firm, or with people only in sections whose heading says so. */
export type PageView = "team" | "about" | "sections";

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

const STANDS_OUT = /^(h[1-6]|strong|b|dt|th|figcaption|summary|legend|img)$/;
const NAMES = / (?!\S*(user|file|company|brand|class|host|domain)-?_?name)\S*name\S* /;
/** Parts of addresses under which sites keep the pages of their people. */
const PEOPLE_PATH =
  /\/(team|our-team|people|our-people|staff|leadership|leaders|management|board|about|about-us|bio|bios|profile|profiles|member|members|equipe|equipo|who-we-are|attorneys|lawyers|doctors|experts|employees|mitarbeiter|person|expert|attorney|lawyer)s?\//i;
/** A quotation, as beside a customer who says it. */
const QUOTED = /^["“„«”][^"“”„«»]{20,}/;
const MAX_CANDIDATES = 5_000;
const GROUP_DEPTH = 4;
const MIN_GROUP = 3;
const ENOUGH_POINTS = 5;
const FEWEST_POINTS = 3;

/**
 * Every person of the page's cards. 0.9 when the profile's slug bears the name, else 0.75. On a page about people less
 * evidence is needed for a name that is not a common one. Time is linear in the page.
 */
export function peopleInCards(outline: Outline, owner: PageOwner, view: PageView): FoundPerson[] {
  const isOwn = (section: Section) => section === "own" || section === "board";
  const isAboutPeople = (section: Section) => view === "team" || (view === "about" && isOwn(section));
  const lines = joinedNames(outline, linesOf(outline), isMarked);
  const readLine = remembering((text) => nameInLine([text ?? ""]));
  const named = lines.map(({ texts }) => (texts.length === 1 ? readLine(texts[0] as string) : nameInLine(texts)));
  const isTitled = (rest: string, next: number) =>
    jobEvidence(rest) === "rank" || (rest === "" && !named[next] && jobEvidence(lines[next]?.text ?? "") === "rank");
  const isBoard = view === "team" && isBoardPage(owner.url);
  for (const [index, name] of named.entries()) {
    // A doubtful name is one only beside its title.
    if (name?.isDoubtful && !isTitled(name.rest, index + 1)) named[index] = null;
  }
  const sections = sectionsOf(outline, lines, (index) => named[index] !== null, isBoard ? "board" : null);
  const candidates = lines.flatMap((line, index) => {
    const name = named[index];
    const section = sections[index] ?? null;
    if (!name || section === "foreign" || (view === "sections" && !isOwn(section))) return [];
    const standsOut = isMarked(outline.boxes, line.box);
    return [{ ...name, line: index, standsOut, group: groupOf(outline.boxes, line.box), section }];
  });
  const read = withRuns(candidates.slice(0, MAX_CANDIDATES), isAboutPeople);
  const cards = cardsOf(outline, lines, kept(lines, read));
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
    const tag = box.tag === "b" ? "strong" : box.tag;
    parts.push(steps < 2 ? `${tag}.${stable.join(".")}` : tag);
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
  const isJobAt = (line: number) => !at.has(line) && isTitle(lines[line]?.text ?? "");
  const below = candidates.filter(({ line }) => isJobAt(line + 1)).length;
  const isAbove = candidates.filter(({ line }) => isJobAt(line - 1)).length > below;
  const isKept = candidates.map((one) => {
    if (one.standsOut || one.rest) return true;
    if (!one.isKnown && !one.isWhole) return false;
    if (isAbove) return isJobAt(one.line - 1);
    const next = lines[one.line + 1]?.text ?? "";
    if (isTitle(next) && !at.has(one.line + 1)) return true;
    const before = lines[one.line - 1]?.text ?? "";
    const isClaimed = at.has(one.line - 2) || at.has(one.line - 3);
    return !at.has(one.line - 1) && isTitle(before) ? !isClaimed : !at.has(one.line - 2) || !isTitle(before);
  });
  // A title that says no rank, among names that are written alike and have one.
  const groups = Map.groupBy(candidates.keys(), (index) => candidates[index]?.group);
  for (const group of groups.values()) {
    const few = group.filter((index) => isKept[index]).length;
    if (few < MIN_GROUP || few * 3 < group.length * 2) continue;
    for (const index of group) isKept[index] ||= Boolean(candidates[index]?.isKnown || candidates[index]?.isWhole);
  }
  return candidates.filter((_, index) => isKept[index]);
}

function judged(cards: Card[], owner: PageOwner, isAboutPeople: (section: Section) => boolean): Judgement[] {
  // How many more titles stand behind the names of a group, and of the page, than before them.
  const sides = new Map<string, number>();
  let pageSide = 0;
  for (const { group, before, behind } of cards) {
    const isJob = (text: string | undefined) => Number(text !== undefined && titleAmong([text])?.evidence === "rank");
    const side = isJob(behind[0]) - isJob(before[0]);
    sides.set(group, (sides.get(group) ?? 0) + side);
    pageSide += side;
  }
  return cards.map((card) =>
    judge(card, owner, isAboutPeople(card.section), sides.get(card.group) || Math.max(0, pageSide)),
  );
}

function judge(card: Card, owner: PageOwner, isTeamPage: boolean, side: number): Judgement {
  const behind = joinedTitles(card.behind.slice(0, 4));
  // Between names with their titles behind them, the line before a name is the title of the one before.
  const near = side < 0 ? [...card.before, ...behind] : side > 0 ? behind : [...behind, ...card.before];
  // "MD" behind a name is a degree where a title stands under it.
  const [firstPart = ""] = card.rest.split(",");
  const rest = isDegree(card.rest) || /^\p{Lu}\.?\p{Lu}\.?$/u.test(card.rest) ? [] : [card.rest, firstPart];
  const texts = [...rest, ...card.marked, ...near, card.rest].filter((text) => text && !isNameAgain(text, card));
  const found = titleAmong(texts);
  const title = found?.title ?? null;
  const isEmployedElsewhere = title !== null && namesEmployer(card, title, owner.names);
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
    // The members of a board mostly work elsewhere: such a title is not one of this firm.
    title: isEmployedElsewhere ? null : title,
    hasJob: job !== null,
    profile: named ?? (profiles.length === 1 ? (profiles[0] ?? null) : null),
    points,
    isSure:
      hasProof &&
      !card.isDoubtful &&
      points >= ENOUGH_POINTS &&
      (card.isWhole || named !== undefined || (isTeamPage && points > ENOUGH_POINTS)),
    isAboutPeople: isTeamPage,
    isForeign: isForeign(card, title, owner.names) || (isEmployedElsewhere && card.section !== "board"),
  };
}

/** True of the name of a card, also with degrees behind it. */
function isNameAgain(text: string, { name }: Card): boolean {
  const behind = text.toLowerCase().startsWith(name.toLowerCase()) ? text.slice(name.length) : null;
  return behind === "" || (behind?.startsWith(",") === true && isDegree(behind.slice(1).trim()));
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
function isForeign({ name, rest, before, behind, section }: Card, title: string | null, ownNames: string[]): boolean {
  if (likeness(name, ownNames) === "same" && title === null) return true;
  // The pages that list posts show who wrote them.
  if (/^(by|von|par|por|posted by)\b/i.test(rest)) return true;
  if (behind.slice(0, 4).some((text) => /lorem ipsum|dolor sit amet/i.test(text))) return true;
  const isQuoted = [...before, ...behind].some((text) => QUOTED.test(text));
  return title !== null && (section === "advisers" || isQuoted) && isAdvisersTitle(title, ownNames);
}

/** True when a title, or the line under it, says that the person works for another firm. */
function namesEmployer({ rest, behind }: Card, title: string, ownNames: string[]): boolean {
  const at = title === rest ? 0 : behind.indexOf(title) + 1;
  return isForeignTitle(title, ownNames) || behind.slice(at, at + 1).some((text) => isForeignFirm(text, ownNames));
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
    const known = whole.filter(({ card }) => card.isKnown);
    const listed = known.filter(({ card }) => card.standsOut || card.images.length > 0);
    const areMostKnown = known.length * 5 >= group.length * 4;
    const isList = isTeamPage && listed.length >= 3 && known.length * 10 >= group.length * 7;
    const showsTitles = areTitled || group.filter(({ hasJob }) => hasJob).length * 2 >= group.length;
    const believed = group.filter(({ isSure, points, title, hasJob, card }) => {
      if (card.isDoubtful) return sure.length >= MIN_GROUP && isTrusted && hasJob;
      if (isSure) return true;
      if (isTrusted && points >= FEWEST_POINTS && (card.isWhole || title !== null)) return true;
      return isList && card.isWhole && card.standsOut && (card.isKnown || areMostKnown);
    });
    return believed.map((one) => (one.hasJob || showsTitles ? one : { ...one, title: null }));
  });
}
