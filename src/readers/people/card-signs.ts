/** What speaks for a card being a person of the firm, and what against it. */
import { likeness } from "../company/name-likeness.ts";
import { proof, type Rule, rule, type Sign, sign } from "../rule.ts";
import { rankOf, readTitle } from "../titles/job-title.ts";
import type { Card } from "./card-regions.ts";
import { isAdvisersTitle } from "./card-titles.ts";
import type { JobEvidence } from "./people-words.ts";

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
  hasPortrait: boolean;
  /** A profile has the name. */
  hasNamedProfile: boolean;
};

const HONORIFIC = /^(?:Dr|Dra|Prof|Dott|Dott\.ssa|Avv|Ing|Mag|Lic|Abg|Arq|Mgr|Adw)\.? ?\p{Lu}/u;

/** Characters of a paragraph, which no title has. */
const MIN_TEXT = 80;

/** Enough of these make a person, if one of them is proof. */
export const PERSON_SIGNS: readonly Sign<JudgedCard>[] = [
  sign(1, "whole_name", "the name has a family name", ({ card }) => card.isWhole),
  sign(2, "known_name", "the given or family name is common", ({ card }) => card.isKnown),
  sign(1, "stands_out", "the name is a heading, or marked as one", ({ card }) => card.standsOut),
  sign(1, "team_page", "the page is about the firm's people", ({ isTeamPage }) => isTeamPage),
  {
    ...sign(1, "portrait", "a picture is described by the name", ({ hasPortrait }) => hasPortrait),
    proves: ({ isTeamPage, card }) => isTeamPage && card.isKnown,
  },
  proof(
    1,
    "honorific",
    "a heading addresses the person with a common name",
    ({ isTeamPage, card }) =>
      (isTeamPage || card.isHeading) && card.standsOut && card.isWhole && HONORIFIC.test(card.name),
  ),
  proof(
    1,
    "over_text",
    "a heading is nothing but a common name, and a paragraph follows",
    ({ card }) =>
      card.isHeading && card.isWhole && card.isKnown && card.rest === "" && (card.behind[0] ?? "").length > MIN_TEXT,
  ),
  proof(
    2,
    "rank",
    "a line near the name names a rank or a job",
    ({ job, isMarkedAsJob }) => job === "rank" || isMarkedAsJob,
  ),
  proof(1, "field", "a line near the name names a field of work", ({ job }) => job === "field"),
  proof(3, "named_profile", "a profile has the name", ({ hasNamedProfile }) => hasNamedProfile),
];

/** A quotation, such as a customer's. */
const QUOTED = /^["“„«”][^"“”„«»]{20,}/;
/** Jobs that teams give their animals. */
const PET =
  /\b(?:mascot|mascota|mascotte|maskottchen|maskot|bürohund|(?:office|therapy|team|company|shop|clinic) (?:dog|cat|puppy))\b/i;

/** Cards of guests, customers, the firm itself, and placeholders of themes. One of these is enough. */
export const NO_PERSON_OF_THE_FIRM: readonly Rule<JudgedCard>[] = [
  rule(
    "own_name",
    "the name is the firm's, and no title is near",
    ({ card, title, ownNames }) => title === null && likeness(card.name, ownNames) === "same",
  ),
  rule("animal", "the title is an animal's", ({ card }) =>
    [card.rest, card.behind[0] ?? ""].some((text) => text.length < 40 && PET.test(text)),
  ),
  rule(
    "initial",
    "the family name is an initial, as customers are named, and no title is near",
    ({ card, title }) => title === null && /\s\p{Lu}\.?$/u.test(card.name),
  ),
  rule(
    "behind_quotation",
    "a quotation is in front of the name, and no title is near",
    ({ card, title }) => title === null && /^[“„«»"].{10,}[”“«»"]$/u.test(card.before[0] ?? ""),
  ),
  rule(
    "signature",
    "a quotation is signed, and no title says that the person leads the firm",
    ({ card, title }) => card.isSignature && rankOf(readTitle(title).seniority) > rankOf("c_suite"),
  ),
  rule("placeholder_text", "the text under the name is a theme's", ({ card }) =>
    card.behind.slice(0, 4).some((text) => /lorem ipsum|dolor sit amet/i.test(text)),
  ),
  rule(
    "adviser",
    "the title of an adviser or in a quotation, outside the sections of the firm's people, says another firm",
    ({ card: { section, before, behind }, title, ownNames }) =>
      title !== null &&
      (section === "advisers" || (section === null && [...before, ...behind].some((text) => QUOTED.test(text)))) &&
      isAdvisersTitle(title, ownNames),
  ),
];
