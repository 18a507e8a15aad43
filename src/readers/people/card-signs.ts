/** What speaks for a card being a person of the firm, and what against it. */
import { PROOF, rulesOf, signsOf } from "../rule.ts";
import { rankOf, readTitle } from "../titles/job-title.ts";
import { patternOf } from "../words/sections.ts";
import { isAdvisersTitle } from "./card-titles.ts";
import type { Card } from "./cards.ts";
import type { JobEvidence } from "./people-words.ts";
import { saysLearned } from "./prose-rules.ts";

/** A card as it is judged. */
export type JudgedCard = {
  card: Card;
  title: string | null;
  /** What the title says, or the class of its element. A line that says neither is a title only where most like it do. */
  job: JobEvidence;
  /** The firm's names, folded. */
  ownNames: string[];
  hasPortrait: boolean;
  profile: string | null;
  /** A profile has the name. */
  hasNamedProfile: boolean;
  /** A telephone number or an address of the person is below the name. */
  isReachable: boolean;
  /** The family name is in the firm's, and the given name only where the owner writes. */
  isNamesake: boolean;
  /** The page is about its owner. */
  isAboutMe: boolean;
  /** The line below is the firm's name. */
  isOverFirm: boolean;
  /** The title names another firm. */
  worksElsewhere: boolean;
};

const HONORIFIC =
  /^(?:[Dd]r[as]?|[Pp]rof|[Dd]ott|[Dd]ott\.ssa|[Aa]vv|[Ii]ng|[Mm]ag|Lic|Abg|Arq|[Mm]gr|[Aa]dw|lek|inż|Docteur|Maître|M[UV]Dr|JUDr|Av|Uzm)\.?(?: \p{Ll}+\.)* ?\p{Lu}/u;

const SAYS_I = patternOf("FIRST_PERSON");
/** Characters of a paragraph, which no title has. */
const MIN_TEXT = 80;

/** "Nora learned at", "Dr Falk learned at", or below a heading of a common name a paragraph, or a sentence about the person or with "I". */
function isTextOn({ behind, name, parsed: { given, family }, isKnown, isHeading }: Card): boolean {
  const [text = "", next = ""] = behind;
  const doctor = family.slice(-1).flatMap((last) => [`dr. ${last}`, `dr ${last}`]);
  const names = [name, ...given.slice(0, 1), ...doctor].map((one) => `${one.toLowerCase()} `);
  const saidIn = (line: string): string | null => {
    const subject = names.find((one) => line.toLowerCase().startsWith(one));
    return subject === undefined ? null : line.slice(subject.length - 1);
  };
  if ([text, next].some((line) => saysLearned(saidIn(line) ?? ""))) return true;
  const isAbout = saidIn(text) !== null || SAYS_I().test(text);
  const isText = text.length > MIN_TEXT || (isAbout && / \p{Ll}.*\.$/u.test(text));
  return isKnown && isHeading && isText;
}

/** Enough of these make a person, if one of them is proof. */
export const PERSON_SIGNS = signsOf<JudgedCard>({
  "whole_name: the name has a family name": [1, ({ card }) => card.isWhole],
  "known_name: the given or family name is common": [2, ({ card }) => card.isKnown],
  "stands_out: the name is a heading, or marked as one": [1, ({ card }) => card.standsOut],
  "team_page: the page is about the firm's people": [1, ({ card }) => card.isAboutPeople],
  "portrait: a picture is described by the name": [
    1,
    ({ hasPortrait }) => hasPortrait,
    ({ card }) => card.isAboutPeople && card.isKnown,
  ],
  "honorific: a heading addresses the person with a common name": [
    1,
    ({ card }) => (card.isAboutPeople || card.isHeading) && card.standsOut && card.isWhole && HONORIFIC.test(card.name),
    PROOF,
  ],
  "over_text: a line is nothing but a name, and where the person learned follows, or any text a heading of a common one":
    [2, ({ card }) => card.isWhole && card.rest === "" && isTextOn(card), PROOF],
  "reachable: below a common name is a telephone number or address": [
    2,
    ({ card, isReachable }) => isReachable && card.isWhole && card.isKnown,
    PROOF,
  ],
  "namesake: the firm has the family name of a common name": [
    2,
    ({ card, isNamesake }) => isNamesake && card.isWhole && card.isKnown,
    ({ card }) => card.rest === "",
  ],
  "over_firm: the firm's name is below a heading of a common name": [
    1,
    ({ card, isOverFirm }) => isOverFirm && card.isHeading && card.isWhole && card.isKnown,
    PROOF,
  ],
  "rank: a line near the name names a rank or a job": [2, ({ job }) => job === "rank", PROOF],
  "field: a line near the name names a field of work": [1, ({ job }) => job === "field", PROOF],
  "named_profile: a profile has the name": [3, ({ hasNamedProfile }) => hasNamedProfile, PROOF],
});

/** A quotation, such as a customer's. */
const QUOTED = /^["“„«”][^"“”„«»]{20,}/;

/** Cards of guests, customers and other firms' people, and placeholders of themes. One of these is enough. */
export const NO_PERSON_OF_THE_FIRM = rulesOf<JudgedCard>({
  "section_of_others: the section is about others": ({ card }) => card.isOfOthers,
  "initial: the family name is an initial, as customers are named, and no title is near": ({ card, title }) =>
    title === null && /\s\p{Lu}\.?$/u.test(card.name),
  "signature: a quotation is signed, and no title says that the person leads the firm": ({ card, title }) =>
    card.isSignature && rankOf(readTitle(title).seniority) > rankOf("c_suite"),
  "quoted: outside the sections of the firm's people, a quotation is under the name and no title": ({ card, title }) =>
    card.section === null && title === null && QUOTED.test(card.behind[0] ?? ""),
  "earlier_job: an uncommon name on a page about its owner is that of a firm where they worked": (one) =>
    one.isAboutMe && !one.card.isKnown && !one.isNamesake,
  "placeholder_text: the text under the name is a theme's": ({ card }) =>
    card.behind.slice(0, 4).some((text) => /lorem ipsum|dolor sit amet/i.test(text)),
  "adviser: the title of an adviser says another firm": ({ card, title, ownNames }) =>
    title !== null && card.section === "advisers" && isAdvisersTitle(title, ownNames),
});

/** A card with its evidence. */
export type Judgement = JudgedCard & {
  points: number;
  isSure: boolean;
  /** The signs that hold, and the rule that decided. */
  reasons: string[];
};

/** A card among those that the page writes alike. */
type GroupedCard = { one: Judgement; group: Group };

type Group = ReturnType<typeof groupOf>;

/** Enough for a card that is written like cards of certain people. */
const MIN_POINTS = 3;
const MIN_GROUP = 3;

/** A card that this holds of is a stranger's. */
export const REFUSED = rulesOf<GroupedCard>({
  "works_elsewhere: the title names another firm, as do most written like it, and no board is near": ({ one, group }) =>
    one.worksElsewhere && one.card.section !== "board" && group.elsewhere * 2 >= group.size,
});

/** A card that one of these holds of is a person's. */
export const ACCEPTED = rulesOf<GroupedCard>({
  "sure: the signs of the card suffice": ({ one }) => one.isSure,
  "like_sure_ones: it is written like cards of certain people, and has a title or a whole name": ({ one, group }) =>
    !one.card.isDoubtful &&
    isTrusted(group) &&
    one.points >= MIN_POINTS - Number(group.isPure) &&
    (one.card.isWhole || one.title !== null),
  "reachable_alike: a number is under each of the names, and one of them is a certain person's": ({ one, group }) =>
    one.card.isWhole && group.sure > 0 && group.reachable === group.size,
  "list_of_names: one of several common names on a page about people, of which few have titles": ({ one, group }) =>
    one.card.isWhole &&
    one.card.standsOut &&
    group.isAboutPeople &&
    group.known >= MIN_GROUP &&
    group.known * 10 >= group.size * (group.isPure ? 3 : 7),
  "names_only: one of three or more headings that are common names with something below each": ({ one, group }) =>
    one.card.isHeading && group.isPure && group.size >= MIN_GROUP && group.told === group.size,
  "given_names_with_jobs: a heading, or one on a page about people, like others, mostly common given names, each beside a job":
    ({ one, group }) =>
      (one.card.isHeading || (one.card.isAboutPeople && group.size >= MIN_GROUP)) &&
      group.size >= 2 &&
      group.withJobs === group.size &&
      group.headedByGivenName * 2 >= group.size,
  "doubtful_with_job: an unusual name is beside a job, and written like cards of certain people": ({ one, group }) =>
    one.card.isDoubtful && one.job !== null && isTrusted(group),
});

/** Other cards of such a group need less evidence. */
function isTrusted({ isAboutPeople, size, sure, wholeWithJobs }: Group): boolean {
  // Many names in a language that the table of names lacks, each beside a job.
  const areStrangers = isAboutPeople && wholeWithJobs >= MIN_GROUP && wholeWithJobs * 5 >= size * 3;
  return (sure >= 2 && sure * 3 >= size) || areStrangers;
}

/** What the cards that a page writes alike have in common. */
export function groupOf(cards: Judgement[]) {
  const count = (test: (one: Judgement) => boolean) => cards.filter(test).length;
  return {
    size: cards.length,
    isAboutPeople: cards.every(({ card }) => card.isAboutPeople),
    /** The page writes little else than names in this way. */
    isPure: cards.length * 10 >= (cards[0]?.card.linesInStyle ?? 0) * 9,
    sure: count(({ isSure }) => isSure),
    elsewhere: count(({ worksElsewhere }) => worksElsewhere),
    reachable: count(({ isReachable }) => isReachable),
    /** Cards beside a job, and those of them with a family name. */
    withJobs: count(({ job }) => job !== null),
    wholeWithJobs: count(({ card, job }) => card.isWhole && job !== null),
    /** Common given names as headings, or on pages about people. */
    headedByGivenName: count(({ card }) => (card.isHeading || card.isAboutPeople) && card.isKnown && !card.isWhole),
    /** Nothing but common names, each with lines below. */
    told: count(({ card }) => card.isWhole && card.isKnown && card.rest === "" && card.behind.length > 0),
    /** Common names. */
    known: count(({ card }) => card.isWhole && card.isKnown),
  };
}
