import { remembering } from "../../lib/memoize.ts";
import type { Box, Outline } from "../page/outline.ts";
import { type Candidate, cardsOf } from "./card-regions.ts";
import { titleAmong } from "./card-titles.ts";
import { dividedLines } from "./divided-lines.ts";
import { type FoundPerson, foundPerson, MAX_PEOPLE, namesSlug, type PageOwner } from "./found-person.ts";
import { joinedNames } from "./joined-names.ts";
import { type Judgement, judged } from "./judge-cards.ts";
import { isDegree, nameInLine } from "./name-lines.ts";
import { withRuns } from "./name-runs.ts";
import { jobEvidence } from "./occupations.ts";
import { isBoardPage, type Line, linesOf, type Section, sectionsOf } from "./page-lines.ts";

/** People whom a page shows as cards: a name, a title near it, perhaps a profile and an address. */

/**
 * How a page is read: as one about the firm's people, about the firm, or with people only in sections whose heading says so.
 */
export type PageView = "team" | "about" | "sections";

const STANDS_OUT = /^(h[1-6]|strong|b|dt|th|figcaption|summary|legend|img)$/;
const NAMES = / (?!\S*(user|file|company|brand|class|host|domain)-?_?name)\S*name\S* /;
const GROUP_DEPTH = 4;
const MIN_GROUP = 3;
const MIN_POINTS = 3;

/**
 * Every person on the page's cards. Confidence 0.9 when the profile's slug contains the name, otherwise 0.75. On a page about
 * people, an uncommon name needs less evidence. Linear in the page.
 */
export function peopleInCards(outline: Outline, owner: PageOwner, view: PageView): FoundPerson[] {
  const isOwn = (section: Section) => section === "own" || section === "board";
  const isAboutPeople = (section: Section) => view === "team" || (view === "about" && isOwn(section));
  const lines = dividedLines(joinedNames(outline, linesOf(outline), isMarked));
  const readLine = remembering((text) => nameInLine([text ?? ""]));
  const named = lines.map(({ texts }) => (texts.length === 1 ? readLine(texts[0] as string) : nameInLine(texts)));
  const isTitled = (rest: string, next: number) =>
    jobEvidence(rest) === "rank" ||
    (rest === "" && !named[next] && jobEvidence(lines[next]?.text ?? "") === "rank") ||
    (rest === "" && isDegree(lines[next]?.text ?? "") && jobEvidence(lines[next + 1]?.text ?? "") === "rank");
  const isBoard = view === "team" && isBoardPage(owner.url);
  for (const [index, name] of named.entries()) {
    // A doubtful name counts only beside its title.
    if (name?.isDoubtful && !isTitled(name.rest, index + 1)) named[index] = null;
  }
  const sections = sectionsOf(outline, lines, (index) => named[index] !== null, isBoard ? "board" : null);
  const portraits = new Set(outline.items.flatMap(({ kind, text }) => (kind === "image" ? [text] : [])));
  const candidates = lines.flatMap((line, index) => {
    const name = named[index];
    const section = sections[index] ?? null;
    if (!name || section === "foreign" || (view === "sections" && !isOwn(section))) return [];
    const standsOut = isMarked(outline.boxes, line.box) || portraits.has(name.name);
    return [{ ...name, line: index, standsOut, isListed: false, group: groupOf(outline.boxes, line.box), section }];
  });
  const read = withRuns(candidates.slice(0, MAX_PEOPLE), isAboutPeople);
  const cards = cardsOf(outline, lines, kept(lines, read), sections);
  const styles = Map.groupBy(lines, ({ box }) => groupOf(outline.boxes, box));
  const isOnlyForNames = (group: string, names: number) => names * 10 >= (styles.get(group)?.length ?? 0) * 9;
  return accepted(judged(cards, owner, isAboutPeople), isOnlyForNames).flatMap(({ card, title, profile }) => {
    const confidence = profile && namesSlug(card.parsed, profile) ? 0.9 : 0.75;
    const emails = card.links.filter((link) => /^mailto:/i.test(link));
    const said = { name: card.name, title, links: profile ? [profile] : [], emails, location: card.location };
    return foundPerson(said, { kind: "card", confidence }, owner) ?? [];
  });
}

function isMarked(boxes: Box[], index: number): boolean {
  let box = boxes[index];
  for (let steps = 0; box && steps < GROUP_DEPTH; steps++, box = boxes[box.parent]) {
    // The first cell of a row names it.
    const isRowHead = box.tag === "td" && boxes[box.parent]?.tag === "tr" && boxes[box.parent + 1] === box;
    if (isRowHead || STANDS_OUT.test(box.tag) || NAMES.test(box.classes)) return true;
  }
  return false;
}

/** Tags of the elements around a name and the classes of the innermost, without generated numbers and alternating ones. */
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
 * Drops lines that only look like names, such as a place under a title: a name stands out, is written like most of its group,
 * or has a title after or before it.
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
  // A title without a rank, among names that are written alike and have one.
  const groups = Map.groupBy(candidates.keys(), (index) => candidates[index]?.group);
  for (const group of groups.values()) {
    const few = group.filter((index) => isKept[index]).length;
    if (few < MIN_GROUP || few * 2 < group.length) continue;
    for (const index of group) isKept[index] ||= Boolean(candidates[index]?.isKnown || candidates[index]?.isWhole);
  }
  return candidates.filter((_, index) => isKept[index]);
}

/**
 * The certain ones, and those written like several certain ones. `isOnlyForNames` says whether the page uses a way of writing
 * for little else than names, given how many of those there are.
 */
function accepted(all: Judgement[], isOnlyForNames: (group: string, names: number) => boolean): Judgement[] {
  const own = all.filter(({ isForeign }) => !isForeign);
  // Prose names people where nothing else does; beside cards it is about their earlier jobs.
  const shown = own.filter(({ card, isSure }) => isSure && !card.isProse);
  const some = shown.length < 2 ? own : own.filter(({ card }) => !card.isProse);
  const groups = Map.groupBy(some, ({ card }) => card.group);
  return [...groups.values()].flatMap((group) => {
    const isTeamPage = group.every(({ isAboutPeople }) => isAboutPeople);
    const sure = group.filter(({ isSure }) => isSure);
    const whole = group.filter(({ card }) => card.isWhole);
    // Many names in a language that the table lacks, each with a job.
    const jobs = whole.filter(({ hasJob }) => hasJob);
    const areStrangers = isTeamPage && jobs.length >= 3 && jobs.length * 5 >= group.length * 3;
    const haveJobs = group.filter(({ hasJob }) => hasJob).length * 5 >= group.length * 4;
    const isTrusted = (sure.length >= 2 && (sure.length * 2 >= group.length || haveJobs)) || areStrangers;
    // Names without titles, on a page about people.
    const known = whole.filter(({ card }) => card.isKnown);
    const listed = known.filter(({ card }) => card.standsOut || card.images.length > 0);
    const isPure = isOnlyForNames(group[0]?.card.group ?? "", group.length);
    const share = isPure ? 3 : 7;
    const isList = isTeamPage && listed.length >= 3 && known.length * 10 >= group.length * share;
    const showsTitles = group.filter(({ hasJob }) => hasJob).length * 2 >= group.length;
    const believed = group.filter(({ isSure, points, title, hasJob, isIntroduced, card }) => {
      if (card.isDoubtful && isPure && isTrusted) return card.standsOut;
      if (card.isDoubtful)
        return hasJob && (isIntroduced ? shown : sure).length >= MIN_GROUP && (isIntroduced || isTrusted);
      if (isSure) return true;
      if (isTrusted && points >= MIN_POINTS - Number(isPure) && (card.isWhole || title !== null)) return true;
      return card.isWhole && card.standsOut && (isList || (isTeamPage && card.isListed && card.isKnown));
    });
    return believed.map((one) => (one.hasJob || showsTitles ? one : { ...one, title: null }));
  });
}
