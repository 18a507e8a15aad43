/** What speaks for a card being a person of the firm, and what against it. */
import { likeness } from "../company/name-likeness.ts";
import { spellings } from "../names/person-name.ts";
import type { Rule, Sign } from "../rule.ts";
import type { Card } from "./card-regions.ts";
import { isAdvisersTitle } from "./card-titles.ts";
import type { JobEvidence } from "./occupations.ts";

/** A card as it is judged. */
export type JudgedCard = {
  card: Card;
  title: string | null;
  job: JobEvidence;
  /** The firm's names, folded. */
  ownNames: string[];
  isTeamPage: boolean;
  /** The class of its element says that the title is a job. */
  isMarkedAsJob: boolean;
  /** A paragraph under the name is about that person. */
  isIntroduced: boolean;
  hasPortrait: boolean;
  /** A profile, a page of the site or an address that has the name. */
  hasNamedProfile: boolean;
  hasOwnPage: boolean;
  hasOwnAddress: boolean;
};

const always = () => true;

/** Enough of these make a person, if one of them is proof. */
export const PERSON_SIGNS: readonly Sign<JudgedCard>[] = [
  { id: "whole_name", says: "the name has a family name", points: 1, holds: ({ card }) => card.isWhole },
  { id: "known_name", says: "the given or family name is common", points: 2, holds: ({ card }) => card.isKnown },
  { id: "stands_out", says: "the name is a heading, or marked as one", points: 1, holds: ({ card }) => card.standsOut },
  { id: "team_page", says: "the page is about the firm's people", points: 1, holds: ({ isTeamPage }) => isTeamPage },
  {
    id: "portrait",
    says: "a picture is described by the name",
    points: 1,
    holds: ({ hasPortrait }) => hasPortrait,
    proves: ({ isTeamPage, card }) => isTeamPage && card.isKnown,
  },
  {
    id: "introduced",
    says: "on a team page, a paragraph is about the person",
    points: 1,
    holds: ({ isTeamPage, isIntroduced }) => isTeamPage && isIntroduced,
    proves: always,
  },
  {
    id: "rank",
    says: "a line near the name names a rank or a job",
    points: 2,
    holds: ({ job, isMarkedAsJob }) => job === "rank" || isMarkedAsJob,
    proves: always,
  },
  {
    id: "field",
    says: "a line near the name names a field of work",
    points: 1,
    holds: ({ job }) => job === "field",
    proves: always,
  },
  {
    id: "named_profile",
    says: "a profile has the name",
    points: 3,
    holds: ({ hasNamedProfile }) => hasNamedProfile,
    proves: always,
  },
  {
    id: "own_page",
    says: "a page about people has the name in its address",
    points: 2,
    holds: ({ hasOwnPage }) => hasOwnPage,
    proves: always,
  },
  {
    id: "own_address",
    says: "an email address has the name",
    points: 2,
    holds: ({ hasOwnAddress }) => hasOwnAddress,
    proves: always,
  },
];

/** A quotation, such as a customer's. */
const QUOTED = /^["“„«”][^"“”„«»]{20,}/;
/** Jobs that teams give their animals. */
const PET =
  /\b(?:mascot|mascota|mascotte|maskottchen|maskot|bürohund|(?:office|therapy|team|company|shop|clinic) (?:dog|cat|puppy))\b/i;
/** A shorter name of a firm can be part of a person's. */
const MIN_OWN_NAME = 10;

/** Cards of guests, customers, the firm itself, and placeholders of themes. One of these is enough. */
export const NO_PERSON_OF_THE_FIRM: readonly Rule<JudgedCard>[] = [
  {
    id: "own_name",
    says: "the name is the firm's, and no title is near",
    holds: ({ card, title, ownNames }) => title === null && likeness(card.name, ownNames) === "same",
  },
  {
    id: "around_own_name",
    says: "the name has the firm's in it",
    holds: ({ card, ownNames }) =>
      ownNames.some(
        (own) =>
          own.length >= MIN_OWN_NAME &&
          spellings([card.name]).some((spelling) => spelling.length > own.length && spelling.includes(own)),
      ),
  },
  {
    id: "animal",
    says: "the title is an animal's",
    holds: ({ card }) => [card.rest, card.behind[0] ?? ""].some((text) => text.length < 40 && PET.test(text)),
  },
  {
    id: "initial",
    says: "the family name is an initial, as customers are named, and no title is near",
    holds: ({ card, title }) => title === null && /\s\p{Lu}\.?$/u.test(card.name),
  },
  {
    id: "behind_quotation",
    says: "a quotation is in front of the name, and no title is near",
    holds: ({ card, title }) => title === null && /^[“„«»"].{10,}[”“«»"]$/u.test(card.before[0] ?? ""),
  },
  {
    id: "placeholder_text",
    says: "the text under the name is a theme's",
    holds: ({ card }) => card.behind.slice(0, 4).some((text) => /lorem ipsum|dolor sit amet/i.test(text)),
  },
  {
    id: "adviser",
    says: "the title of an adviser or in a quotation, outside the sections of the firm's people, says another firm",
    holds: ({ card: { section, before, behind }, title, ownNames }) =>
      title !== null &&
      (section === "advisers" || (section === null && [...before, ...behind].some((text) => QUOTED.test(text)))) &&
      isAdvisersTitle(title, ownNames),
  },
];
