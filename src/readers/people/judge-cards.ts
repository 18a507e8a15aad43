/** Which cards of a page are people of the firm. Pure. */
import { firstRule, weigh } from "../rule.ts";
import {
  ACCEPTED,
  groupOf,
  type JudgedCard,
  type Judgement,
  NO_PERSON_OF_THE_FIRM,
  PERSON_SIGNS,
} from "./card-signs.ts";
import { isForeignFirm, isForeignTitle, joinedTitles, titleAmong } from "./card-titles.ts";
import type { Card } from "./cards.ts";
import { isDegree } from "./name-lines.ts";
import { namesText } from "./name-readings.ts";
import { namesSlug, type PageOwner, profileOn } from "./person.ts";

const ENOUGH_POINTS = 5;

/** The cards of a page with their evidence, and whether each is a person of the firm. */
export function judgeCards(cards: Card[], owner: PageOwner): (Judgement & { isIn: boolean })[] {
  const refuse = (one: Judgement, rule: string) => ({ ...one, isIn: false, reasons: [...one.reasons, rule] });
  const sideOf = sidesOf(cards);
  const judged = cards.map((card) => judge(card, owner, sideOf(card)));
  // Who works elsewhere is a member only of a board, or in a list most of whose people do not.
  const lists = Map.groupBy(judged, ({ one: { card } }) => card.style);
  const isStranger = ({ one: { card }, worksElsewhere }: (typeof judged)[number]) => {
    const list = lists.get(card.style) ?? [];
    const elsewhere = list.filter(({ worksElsewhere }) => worksElsewhere).length;
    return worksElsewhere && card.section !== "board" && elsewhere * 2 >= list.length;
  };
  const [own, others] = [[] as Judgement[], [] as (Judgement & { isIn: boolean })[]];
  for (const judgement of judged) {
    const { one, refusal } = judgement;
    const rule = isStranger(judgement) ? "works_elsewhere" : refusal;
    if (rule) others.push(refuse(one, rule));
    else own.push(one);
  }
  // A page can write its values in the same way as its people, under another heading.
  const groups = Map.groupBy(own, ({ card }) => `${card.isAboutPeople} ${card.style}`);
  const decided = [...groups.values()].flatMap((alike) => {
    const group = groupOf(alike);
    const showsTitles = group.withJobs * 2 >= group.size;
    return alike.map((one) => {
      const rule = firstRule(ACCEPTED, { one, group });
      if (!rule) return refuse(one, "not_enough");
      const title = one.job !== null || showsTitles ? one.title : null;
      return { ...one, title, isIn: true, reasons: [...one.reasons, rule] };
    });
  });
  return [...decided, ...others];
}

/** How many more titles follow the names of a card's style, or else of the page, than precede them. */
function sidesOf(cards: Card[]): (card: Card) => number {
  const isJob = (text: string | undefined) => Number(text !== undefined && titleAmong([text])?.evidence === "rank");
  const sides = new Map<string, number>();
  let all = 0;
  for (const { style, before, behind } of cards) {
    const side = isJob(behind[0]) - isJob(before[0]);
    sides.set(style, (sides.get(style) ?? 0) + side);
    all += side;
  }
  return ({ style }) => sides.get(style) || Math.max(0, all);
}

function judge(card: Card, owner: PageOwner, side: number) {
  const behind = joinedTitles(card.behind.slice(0, 4));
  // Between names that titles follow, the line before a name is the previous person's title.
  const near = side < 0 ? [...card.before, ...behind] : side > 0 ? behind : [...behind, ...card.before];
  // "MD" after a name is a degree when a title is under it.
  const [firstPart = ""] = card.rest.split(",");
  const found = titleAmong([...(isDegree(card.rest) ? [] : [card.rest, firstPart]), ...card.marked, ...near]);
  const title = found?.title ?? null;
  const isMarkedAsJob =
    card.isAboutPeople && (card.standsOut || card.isKnown) && title !== null && card.told.includes(title);
  const profiles = [...new Set(card.links.flatMap((link) => profileOn(link, owner) ?? []))];
  const named = profiles.find((profile) => namesSlug(card.parsed, profile));
  const evidence: JudgedCard = {
    card,
    title,
    job: found?.evidence ?? (isMarkedAsJob ? "rank" : null),
    ownNames: owner.names,
    hasPortrait: card.images.some((alt) => namesText(card.parsed, alt)),
    profile: named ?? (profiles.length === 1 ? (profiles[0] ?? null) : null),
    hasNamedProfile: named !== undefined,
  };
  const { points, isProved, ids } = weigh(PERSON_SIGNS, evidence);
  const isSure =
    isProved &&
    !card.isDoubtful &&
    points >= ENOUGH_POINTS &&
    (card.isWhole || named !== undefined || (card.isAboutPeople && points > ENOUGH_POINTS));
  const worksElsewhere = title !== null && namesEmployer(card, title, owner.names);
  // Most members of a board work elsewhere, so such a title is not one of this firm.
  const one: Judgement = { ...evidence, title: worksElsewhere ? null : title, points, isSure, reasons: ids };
  return { one, worksElsewhere, refusal: firstRule(NO_PERSON_OF_THE_FIRM, evidence) };
}

/** True when a title, or the line under it, names another firm as the employer. */
function namesEmployer({ rest, behind }: Card, title: string, ownNames: string[]): boolean {
  const at = title === rest ? 0 : behind.indexOf(title) + 1;
  return isForeignTitle(title, ownNames) || behind.slice(at, at + 1).some((text) => isForeignFirm(text, ownNames));
}
