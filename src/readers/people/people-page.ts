import { remembering } from "../../lib/memoize.ts";
import type { Document } from "../page/document.ts";
import type { Box, Outline } from "../page/outline.ts";
import { isHCard } from "../page/structured-data.ts";
import { decide } from "./card-groups.ts";
import { type Candidate, cardsOf } from "./card-regions.ts";
import { peopleInImprint } from "./imprint-people.ts";
import { type Judgement, judged } from "./judge-cards.ts";
import { nameInLine } from "./name-lines.ts";
import { headingLevel, linesOf, type Section, sectionsOf } from "./page-lines.ts";
import { peopleInData } from "./people-data.ts";
import { type FoundPerson, foundPerson, MAX_PEOPLE, namesSlug, type PageOwner } from "./person.ts";
import { peopleInProse, peopleInTitle } from "./prose-people.ts";

/**
 * How a page is read: as one about the firm's people, about the firm, or with people only in sections whose heading says so.
 */
export type PageView = "team" | "about" | "sections";

const STANDS_OUT = /^(h[1-6]|strong|b|dt|th|figcaption|summary|legend|img)$/;
const NAMES = / (?!\S*(user|file|company|brand|class|host|domain)-?_?name)\S*name\S* /;
const GROUP_DEPTH = 4;
const MIN_RUN = 4;

/** Every person on the page's cards. Confidence 0.9 when the profile's slug has the name, else 0.75. Linear. */
function peopleInCards(outline: Outline, owner: PageOwner, view: PageView): FoundPerson[] {
  return readCards(outline, owner, view).accepted.flatMap(({ card, title, profile }) => {
    const confidence = profile && namesSlug(card.parsed, profile) ? 0.9 : 0.75;
    const emails = card.links.filter((link) => /^mailto:/i.test(link));
    const said = { name: card.name, title, links: profile ? [profile] : [], emails, location: card.location };
    return foundPerson(said, { kind: "card", confidence }, owner) ?? [];
  });
}

/** Why each name on the page's cards is that of a person of the firm, or is not: the ids of the rules that decided. */
export function explainCards(outline: Outline, owner: PageOwner, view: PageView) {
  const { accepted, refused } = readCards(outline, owner, view);
  const verdict = ({ card, title, points, reasons }: Judgement, isIn: boolean) => ({
    ...{ name: card.name, title, isIn, points, reasons },
  });
  return [
    ...accepted.map((one) => verdict(one, true)),
    ...refused.map((one) => ("card" in one ? verdict(one, false) : { ...one, title: null, isIn: false, points: 0 })),
  ];
}

type Refused = Judgement | { name: string; reasons: string[] };

function readCards(outline: Outline, owner: PageOwner, view: PageView): { accepted: Judgement[]; refused: Refused[] } {
  const refused: Refused[] = [];
  const isOwn = (section: Section) => section === "own" || section === "board";
  const isAboutPeople = (section: Section) => view === "team" || (view === "about" && isOwn(section));
  const lines = linesOf(outline);
  const readLine = remembering((text) => nameInLine([text ?? ""]));
  const named = lines.map(({ texts }) => (texts.length === 1 ? readLine(texts[0] as string) : nameInLine(texts)));
  const sections = sectionsOf(outline, lines, (index) => named[index] !== null);
  const candidates = lines.flatMap((line, index) => {
    const name = named[index];
    const section = sections[index] ?? null;
    if (!name) return [];
    if (section === "foreign" || (view === "sections" && !isOwn(section))) {
      refused.push({ name: name.name, reasons: ["section_of_others"] });
      return [];
    }
    const standsOut = isMarked(outline.boxes, line.box);
    // A word in a line of its own, such as "Mascot", would end the card before it.
    if (!standsOut && !name.rest && !name.isKnown && !name.isWhole) return [];
    const isHeading = headingLevel(outline.boxes, line.box) > 0;
    const isSignature = outline.boxes[line.box]?.tag === "cite";
    const group = groupOf(outline.boxes, line.box);
    return [{ ...name, line: index, standsOut, isHeading, isSignature, group, section }];
  });
  const read = withRuns(candidates.slice(0, MAX_PEOPLE), isAboutPeople);
  const cards = cardsOf(outline, lines, read);
  const styles = Map.groupBy(lines, ({ box }) => groupOf(outline.boxes, box));
  const isOnlyForNames = (group: string, names: number) => names * 10 >= (styles.get(group)?.length ?? 0) * 9;
  const judgements = judged(cards, owner, isAboutPeople);
  const decided = decide(judgements, isOnlyForNames);
  return {
    accepted: decided.filter(({ isIn }) => isIn),
    refused: [...refused, ...decided.filter(({ isIn }) => !isIn)],
  };
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

/** Tags of the elements around a name. */
function groupOf(boxes: Box[], index: number): string {
  const tags: string[] = [];
  let box = boxes[index];
  for (let steps = 0; box && steps < GROUP_DEPTH; steps++, box = boxes[box.parent]) tags.push(box.tag);
  return tags.join("<");
}

/** Enough where every line has a common name. */
const MIN_KNOWN_RUN = 3;

/** The candidates, marked when in a list of nothing but names, most of them common, in a section about people. */
function withRuns(candidates: Candidate[], isAboutPeople: (section: Section) => boolean): Candidate[] {
  const runs: Candidate[][] = [];
  for (const one of candidates) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last?.line === one.line - 1 && last.section === one.section && last.group === one.group) run.push(one);
    else runs.push([one]);
  }
  return runs.flatMap((run) => {
    const known = run.filter(({ isKnown, isWhole, rest }) => isKnown && isWhole && rest === "").length;
    const isRun = known === run.length ? known >= MIN_KNOWN_RUN : run.length >= MIN_RUN && known * 5 >= run.length * 3;
    const isList = isRun && isAboutPeople(run[0]?.section ?? null);
    return isList ? run.map((one) => ({ ...one, standsOut: true })) : run;
  });
}

/** With fewer people on a team page, those in its sentences are read. */
const FEW_PEOPLE = 3;

/** The people whom a page shows as its own, best evidence first; once for each kind of evidence. */
export function peopleOnPage(document: Document, owner: PageOwner, view: PageView | "imprint"): FoundPerson[] {
  const { outline } = document;
  const shown = view === "imprint" ? peopleInImprint(outline, owner) : peopleInMarkup(document, owner, view);
  if (view === "sections") return shown;
  const aside = [...peopleInTitle(document.facts.title, owner), ...peopleInImprint(outline, owner, true)];
  // Beside the cards of a team, sentences are about people's earlier jobs, and about customers.
  const isAnybodyTold = view !== "team" || shown.length < FEW_PEOPLE;
  const isNews = (told: FoundPerson) => {
    const known = shown.filter(({ name }) => ` ${name}`.endsWith(` ${told.name}`));
    return known.length > 0 ? known.every(({ title }) => title === null) : isAnybodyTold;
  };
  return [...shown, ...[...peopleInProse(outline, owner), ...aside].filter(isNews)];
}

/** The people in structured data and on cards. */
function peopleInMarkup({ outline, facts }: Document, owner: PageOwner, view: PageView): FoundPerson[] {
  const [cardsOfData, microdata] = [facts.markup.filter(isHCard), facts.markup.filter((item) => !isHCard(item))];
  const jsonLd = facts.jsonLd.slice(0, -facts.markup.length || undefined);
  const marked = [
    ...peopleInData(jsonLd, { kind: "json_ld", confidence: 0.95 }, owner),
    ...peopleInData(microdata, { kind: "microdata", confidence: 0.9 }, owner),
    ...peopleInData(cardsOfData, { kind: "h_card", confidence: 0.9 }, owner),
  ];
  const cards = peopleInCards(outline, owner, view);
  // A card with the profile of a person whom the markup names can have less of the name, or the title run together with it.
  const isOfNamed = ({ name, profileUrl }: FoundPerson) =>
    marked.some(
      (one) =>
        one.profileUrl &&
        one.profileUrl === profileUrl &&
        (name.startsWith(`${one.name} `) || one.name.startsWith(`${name} `)),
    );
  return [...marked, ...cards.filter((card) => !isOfNamed(card))];
}
