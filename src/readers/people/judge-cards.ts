/** Which cards of a page are people of the firm. Pure. */
import { decodeUri } from "../../lib/decode-uri.ts";
import { likeness } from "../company/name-likeness.ts";
import { firstRule, weigh } from "../rule.ts";
import {
  ACCEPTED,
  groupOf,
  type JudgedCard,
  type Judgement,
  NO_PERSON_OF_THE_FIRM,
  PERSON_SIGNS,
  REFUSED,
} from "./card-signs.ts";
import { fullerTitle, isForeignTitle, jobInFront, titleAmong } from "./card-titles.ts";
import type { Card } from "./cards.ts";
import { isDegree, isNumber, withoutNumber } from "./name-lines.ts";
import { beginsAsName, namesText, partInFirm } from "./name-readings.ts";
import { isAboutMe, isJobOfSeveral } from "./people-words.ts";
import { type PageOwner, profileOn } from "./person.ts";
import { officeAtStart } from "./prose-people.ts";

const ENOUGH_POINTS = 5;

/** A heading of a name, or a line with a number, says what the person is: "Nora Falk, mender of nets", "Nets: Nora Falk, 555 123 456". */
const INTRODUCED = /^\p{Ll}[\p{L}’' -]{3,60}$/u;

const MAX_FIRM = 60;
const MAX_LINES_TO_NUMBER = 4;
const ADDRESS = /(?<![^\s:])([\w.+-]{3,60})@/;

/** The cards of a page with their evidence, and whether each is a person of the firm. */
export function judgeCards(cards: Card[], owner: PageOwner): (Judgement & { isIn: boolean })[] {
  const refuse = (one: Judgement, rule: string) => ({ ...one, isIn: false, reasons: [...one.reasons, rule] });
  const sideOf = sidesOf(cards);
  const judged = cards.map((card) => judge(card, owner, card.jobAbove === null ? sideOf(card) : 0));
  const others = judged.flatMap(({ one, refusal }) => (refusal ? refuse(one, refusal) : []));
  const own = judged.flatMap(({ one, refusal }) => (refusal ? [] : one));
  // A page can write its values in the same way as its people, under another heading.
  const groups = Map.groupBy(own, ({ card }) => `${card.isAboutPeople} ${card.style}`);
  const decided = [...groups.values()].flatMap((alike) => {
    const group = groupOf(alike);
    const showsTitles = group.withJobs * 2 >= group.size;
    return alike.map((one) => {
      const refusal = firstRule(REFUSED, { one, group });
      const rule = firstRule(ACCEPTED, { one, group });
      if (refusal || !rule) return refuse(one, refusal ?? "not_enough");
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
  const shared = new Set<string>();
  for (const [at, { style, before, behind }] of cards.entries()) {
    const side = isJob(behind[0]) - isJob(before[0]);
    sides.set(style, (sides.get(style) ?? 0) + side);
    all += side;
    // The line between two names follows the first, unless more jobs say otherwise.
    if (before[0] && before[0] === cards[at - 1]?.behind[0]) shared.add(style);
  }
  return ({ style }) => sides.get(style) || Math.max(0, all) || Number(shared.has(style));
}

/** The job that a paragraph under a name begins with, also in a sentence about the person: "Nora is a midwife and …". */
function jobInText({ behind: [text = ""], name, parsed }: Card): string[] {
  const said = [name, parsed.given[0] ?? name].find((part) => text.startsWith(`${part} `));
  return said ? [officeAtStart(text.slice(said.length), true) ?? []].flat() : jobInFront(text);
}

/** A line that is the firm's name, or has it beside a few words. */
function isFirmLine(text: string, { names }: PageOwner): boolean {
  return text.length <= MAX_FIRM && !/[.!?:@]$/.test(text) && likeness(text, names) !== "other";
}

function judge(card: Card, owner: PageOwner, side: number) {
  const behind = card.behind.slice(0, 4).map(withoutNumber);
  // Between names that titles follow, the line before a name is the previous person's title.
  const near = side < 0 ? [...card.before, ...behind] : side > 0 ? behind : [...behind, ...card.before];
  // "MD" after a name is a degree when a title is under it.
  const lead = card.isHeading && card.rest === "" ? jobInText(card) : [];
  const found = titleAmong([...(isDegree(card.rest) ? [] : [card.rest]), ...near, ...lead]);
  const title = (card.rest && found?.title === card.rest ? fullerTitle(card.rest, near) : null) ?? found?.title ?? null;
  const isMarkedAsJob =
    card.isAboutPeople && (card.standsOut || card.isKnown) && title !== null && card.told.includes(title);
  const isReachable =
    card.hasNumber === true ||
    card.behind
      .slice(0, MAX_LINES_TO_NUMBER)
      .some((text) => isNumber(text) || namesText(card.parsed, ADDRESS.exec(text)?.[1] ?? "")) ||
    card.links.some((link) => namesText(card.parsed, /^mailto:([^@]+)@/i.exec(link)?.[1] ?? ""));
  const isSaid = (isReachable && /^\D+$/.test(card.rest)) || (card.isHeading && INTRODUCED.test(card.rest));
  const isBesideNumber = title !== card.behind[0] && title === behind[0] && /^\D+$/.test(title ?? "");
  const isTold = isBesideNumber || (isSaid && title === card.rest);
  const isIntroduced = isTold && card.isWhole && card.isKnown;
  const isUnderJob = card.jobAbove !== null && card.isAboutPeople && (card.isKnown || card.standsOut);
  const profiles = [...new Set(card.links.flatMap((link) => profileOn(link, owner) ?? []))];
  const named = profiles.find((profile) => namesText(card.parsed, decodeUri(profile.split("/").at(-1) ?? "")));
  const inFirm = partInFirm(card.parsed, owner.names);
  const evidence: JudgedCard = {
    card,
    title,
    job: found?.evidence ?? (isMarkedAsJob || isIntroduced || isUnderJob ? "rank" : null),
    ownNames: owner.names,
    hasPortrait: card.images.some((alt) => namesText(card.parsed, alt)),
    profile: named ?? (profiles.length === 1 ? (profiles[0] ?? null) : null),
    hasNamedProfile: named !== undefined,
    isReachable,
    isNamesake: inFirm === "family" || (owner.isSolo === true && inFirm === "both" && beginsAsName(card.parsed)),
    isAboutMe: isAboutMe(owner.url),
    isOverFirm: inFirm !== "both" && isFirmLine(card.behind[0] ?? "", owner),
    worksElsewhere: title !== null && isForeignTitle(title, owner.names),
  };
  const { points, isProved, ids } = weigh(PERSON_SIGNS, evidence);
  const isSure =
    isProved && points >= ENOUGH_POINTS && (card.isWhole || (card.isAboutPeople && points > ENOUGH_POINTS));
  // Most members of a board work elsewhere, so such a title is not one of this firm, and the firm's name is none.
  const isOfSeveral = title !== null && title === card.jobAbove && card.sharesJob && isJobOfSeveral(title);
  const isNone = isOfSeveral || evidence.worksElsewhere || (evidence.job !== "rank" && isFirmLine(title ?? "", owner));
  const one: Judgement = { ...evidence, title: isNone ? null : title, points, isSure, reasons: ids };
  return { one, refusal: firstRule(NO_PERSON_OF_THE_FIRM, evidence) };
}
