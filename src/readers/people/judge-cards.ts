/** The evidence for and against each card of a page being a person of the firm. Pure. */
import { firstRule, weigh } from "../rule.ts";
import type { Card } from "./card-regions.ts";
import { type JudgedCard, NO_PERSON_OF_THE_FIRM, PERSON_SIGNS } from "./card-signs.ts";
import { isForeignFirm, isForeignTitle, joinedTitles, titleAmong } from "./card-titles.ts";
import { isDegree } from "./name-lines.ts";
import { namesText } from "./name-readings.ts";
import type { Section } from "./page-lines.ts";
import { namesSlug, type PageOwner, profileOn } from "./person.ts";

export type Judgement = {
  card: Card;
  title: string | null;
  /** Whether the title names a job; a line that does not is a title only where most others like it have one. */
  hasJob: boolean;
  profile: string | null;
  points: number;
  isSure: boolean;
  /** The rule that says that the card is no person of the firm. */
  refusal: string | null;
  /** The signs that hold. */
  reasons: string[];
  /** Whether the title, or the line under it, names another firm. */
  worksElsewhere: boolean;
  isAboutPeople: boolean;
};

const ENOUGH_POINTS = 5;

/** The cards with their evidence; `isAboutPeople` marks sections where less is needed. */
export function judged(cards: Card[], owner: PageOwner, isAboutPeople: (section: Section) => boolean): Judgement[] {
  // How many more titles follow the names of a group, and of the page, than precede them.
  const sides = new Map<string, number>();
  let pageSide = 0;
  for (const { group, before, behind } of cards) {
    const isJob = (text: string | undefined) => Number(text !== undefined && titleAmong([text])?.evidence === "rank");
    const side = isJob(behind[0]) - isJob(before[0]);
    sides.set(group, (sides.get(group) ?? 0) + side);
    pageSide += side;
  }
  const judgements = cards.map((card) =>
    judge(card, owner, isAboutPeople(card.section), sides.get(card.group) || Math.max(0, pageSide)),
  );
  // Who works elsewhere is a member only of a board, or in a list most of whose people do not.
  const lists = Map.groupBy(judgements, ({ card }) => card.group);
  const isOwnList = (list: Judgement[]) => list.filter(({ worksElsewhere }) => worksElsewhere).length * 2 < list.length;
  return judgements.map((one) => {
    const { card, worksElsewhere, refusal } = one;
    const isStranger = worksElsewhere && card.section !== "board" && !isOwnList(lists.get(card.group) as Judgement[]);
    return { ...one, refusal: isStranger ? "works_elsewhere" : refusal };
  });
}

function judge(card: Card, owner: PageOwner, isTeamPage: boolean, side: number): Judgement {
  const behind = joinedTitles(card.behind.slice(0, 4));
  // Between names that titles follow, the line before a name is the previous person's title.
  const near = side < 0 ? [...card.before, ...behind] : side > 0 ? behind : [...behind, ...card.before];
  // "MD" after a name is a degree when a title is under it.
  const [firstPart = ""] = card.rest.split(",");
  const found = titleAmong([...(isDegree(card.rest) ? [] : [card.rest, firstPart]), ...card.marked, ...near]);
  const title = found?.title ?? null;
  const worksElsewhere = title !== null && namesEmployer(card, title, owner.names);
  const profiles = [...new Set(card.links.flatMap((link) => profileOn(link, owner) ?? []))];
  const named = profiles.find((profile) => namesSlug(card.parsed, profile));
  const judged: JudgedCard = {
    card,
    title,
    job: found?.evidence ?? null,
    ownNames: owner.names,
    isTeamPage,
    isMarkedAsJob:
      isTeamPage && !found?.evidence && (card.standsOut || card.isKnown) && title !== null && card.told.includes(title),
    hasPortrait: card.images.some((alt) => namesText(card.parsed, alt)),
    hasNamedProfile: named !== undefined,
  };
  const { points, isProved, ids } = weigh(PERSON_SIGNS, judged);
  const refusal = firstRule(NO_PERSON_OF_THE_FIRM, judged);
  return {
    card,
    // Most members of a board work elsewhere, so such a title is not one of this firm.
    title: worksElsewhere ? null : title,
    hasJob: judged.job !== null || judged.isMarkedAsJob,
    profile: named ?? (profiles.length === 1 ? (profiles[0] ?? null) : null),
    points,
    isSure:
      isProved &&
      !card.isDoubtful &&
      points >= ENOUGH_POINTS &&
      (card.isWhole || named !== undefined || (isTeamPage && points > ENOUGH_POINTS)),
    isAboutPeople: isTeamPage,
    refusal,
    worksElsewhere,
    reasons: ids,
  };
}

/** True when a title, or the line under it, names another firm as the employer. */
function namesEmployer({ rest, behind }: Card, title: string, ownNames: string[]): boolean {
  const at = title === rest ? 0 : behind.indexOf(title) + 1;
  return isForeignTitle(title, ownNames) || behind.slice(at, at + 1).some((text) => isForeignFirm(text, ownNames));
}
