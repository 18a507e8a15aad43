/** Which cards are people of the firm, given the others that the page writes in the same way. */
import { firstRule, type Rule } from "../rule.ts";
import type { Judgement } from "./judge-cards.ts";

/** Enough for a card that is written like cards of certain people. */
const MIN_POINTS = 3;
const MIN_GROUP = 3;

/** A card among those that the page writes alike. */
type GroupedCard = { one: Judgement; group: Group };

type Group = ReturnType<typeof groupOf>;

/** Other cards of such a group need less evidence. */
function isTrusted({ isTeamPage, size, sure, withJobs, wholeWithJobs }: Group): boolean {
  // Many names in a language that the table of names lacks, each beside a job.
  const areStrangers = isTeamPage && wholeWithJobs >= MIN_GROUP && wholeWithJobs * 5 >= size * 3;
  return (sure >= 2 && (sure * 2 >= size || withJobs * 5 >= size * 4)) || areStrangers;
}

/** A card that one of these holds of is a person's. */
export const ACCEPTED: readonly Rule<GroupedCard>[] = [
  { id: "sure", says: "the signs of the card suffice", holds: ({ one }) => one.isSure },
  {
    id: "like_sure_ones",
    says: "it is written like cards of certain people, and has a title or a whole name",
    holds: ({ one: { card, points, title }, group }) =>
      !card.isDoubtful &&
      isTrusted(group) &&
      points >= MIN_POINTS - Number(group.isPure) &&
      (card.isWhole || title !== null),
  },
  {
    id: "list_of_names",
    says: "it is one of several common names on a page about people, few of which have a title",
    holds: ({ one: { card }, group: { isTeamPage, isPure, size, known } }) =>
      card.isWhole && card.standsOut && isTeamPage && known >= MIN_GROUP && known * 10 >= size * (isPure ? 3 : 7),
  },
  {
    id: "given_names_with_jobs",
    says: "it is one of several headings, most of them common given names, that are all beside a job",
    holds: ({ one: { card }, group: { size, withJobs, headedByGivenName } }) =>
      card.isHeading && size >= 2 && withJobs === size && headedByGivenName * 2 >= size,
  },
  {
    id: "doubtful_with_job",
    says: "a name with an unusual word is beside a job, and written like cards of certain people",
    holds: ({ one: { card, hasJob }, group }) => card.isDoubtful && hasJob && isTrusted(group),
  },
];

/** Decides about each card. `isOnlyForNames`: whether the page uses a way of writing for little else than names. */
export function decide(
  all: Judgement[],
  isOnlyForNames: (group: string, names: number) => boolean,
): (Judgement & { isIn: boolean })[] {
  const refuse = (one: Judgement, rule: string) => ({ ...one, isIn: false, reasons: [...one.reasons, rule] });
  const own = all.filter(({ refusal }) => refusal === null);
  // A page can write its values in the same way as its people, under another heading.
  const groups = Map.groupBy(own, ({ card, isAboutPeople }) => `${isAboutPeople} ${card.group}`);
  const decided = [...groups.values()].flatMap((cards) => {
    const group = groupOf(cards, isOnlyForNames(cards[0]?.card.group ?? "", cards.length));
    const showsTitles = group.withJobs * 2 >= group.size;
    return cards.map((one) => {
      const rule = firstRule(ACCEPTED, { one, group });
      if (!rule) return refuse(one, "not_enough");
      return {
        ...{ ...one, isIn: true, reasons: [...one.reasons, rule] },
        title: one.hasJob || showsTitles ? one.title : null,
      };
    });
  });
  const strangers = all.flatMap((one) => (one.refusal ? refuse(one, one.refusal) : []));
  return [...decided, ...strangers];
}

/** `isPure`: the page writes little else than names in this way. */
function groupOf(cards: Judgement[], isPure: boolean) {
  const count = (test: (one: Judgement) => boolean) => cards.filter(test).length;
  return {
    size: cards.length,
    /** All of its sections are about the firm's people. */
    isTeamPage: cards.every(({ isAboutPeople }) => isAboutPeople),
    sure: count(({ isSure }) => isSure),
    /** Names with a family name beside a job; all cards beside a job. */
    wholeWithJobs: count(({ card, hasJob }) => card.isWhole && hasJob),
    withJobs: count(({ hasJob }) => hasJob),
    /** Common given names as headings. */
    headedByGivenName: count(({ card }) => card.isHeading && card.isKnown && !card.isWhole),
    /** Common names. */
    known: count(({ card }) => card.isWhole && card.isKnown),
    isPure,
  };
}
