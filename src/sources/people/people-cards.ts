import { PARTICLES } from "../../text/names/name-words.ts";
import { type PersonName, parseName, spellings } from "../../text/names/person-name.ts";
import { readTitle } from "../../text/titles/job-title.ts";
import type { Box, Item, Outline } from "../website/outline.ts";
import { likeness } from "../website/own-name.ts";
import { type FoundPerson, foundPerson, namesSlug, type PageOwner, profileOn } from "./found-person.ts";

/** People whom a page shows as cards: a name that stands out, a title near it, perhaps a profile and an address. */

/** Items `from` to before `to`, shown in one line. */
type Line = { from: number; to: number; box: number; texts: string[] };
/** A line that begins with what looks like a name; `rest` is what stands behind it in the same line. */
type Candidate = { line: Line; name: string; parsed: PersonName; rest: string };
type Card = Candidate & { group: string; titles: string[]; links: string[]; emails: string[]; location: string | null };

const STANDS_OUT = /^(h[1-6]|strong|b|dt|figcaption|summary|legend)$/;
const NAMES = / (?!\S*(user|file|company|brand|class|host|domain)-?_?name)\S*name\S* /;
const TITLES = / \S*(title|role|position|job|function|designation|beruf|poste|cargo)\S* /;
const PLACES = / \S*(location|city|office|locality)\S* /;
/** Words that headings begin or end with and names do not have. */
const NO_NAME = new Set(
  `our your my the this that we us you they it is are all and or for with from into about contact read more team meet join learn view see get how why what
  who when where new news blog home company customer customers product products service services solution solutions privacy policy terms cookie cookies
  careers jobs open open-source follow subscribe newsletter story stories mission vision values history press media events awards partners investors
  leadership management board advisors advisory executives offices headquarters address phone email online free best great better first next last
  unser unsere uber uns kontakt mehr wir ihr sie das der die und notre nos votre equipe propos voir plus nuestro nuestra equipo contacto
  nostro nostra linkedin twitter facebook instagram github youtube welcome hello thank thanks case study studies work people culture united states most popular latest top related featured`.split(
    /\s+/,
  ),
);
/** "CEO at Acme", "Founder of Acme". */
const EMPLOYER = /(?:^|\s)(?:at|@|bei|chez|(?:[Ff]ounder|[Oo]wner|CEO|CTO|President) of)\s+(\p{Lu}.{1,60})$/u;
const LABEL =
  /^(linked-?in|twitter|x|facebook|github|e-?mail|mail|phone|tel|call|read|view|more|see|bio|profile|contact|follow|learn|download|write|vcard|website|close|open|mehr|en savoir|ver)\b/i;
const MAX_NAME_LENGTH = 60;
const MAX_TITLE_LENGTH = 100;
const MAX_TITLE_WORDS = 10;
const BARE_TITLE = 60;
const CARD_ITEMS = 40;
const FLAT_LINES = 6;

/** Every person of the page's cards. 0.9 when the profile's slug bears the name, else 0.75. */
export function peopleInCards(outline: Outline, owner: PageOwner): FoundPerson[] {
  const lines = linesOf(outline);
  const cards = cardsOf(outline, lines, candidatesOf(outline, lines, owner));
  const judged = cards.map((card) => ({ card, ...judge(card, owner) }));
  const sizes = new Map<string, { all: number; sure: number }>();
  for (const { card, isSure } of judged) {
    const { all, sure } = sizes.get(card.group) ?? { all: 0, sure: 0 };
    sizes.set(card.group, { all: all + 1, sure: sure + Number(isSure) });
  }
  return judged.flatMap(({ card, title, profile, isSure, isForeign, mayBe }) => {
    const { all, sure } = sizes.get(card.group) ?? { all: 0, sure: 0 };
    // What is doubtful alone is believed among its like.
    if (isForeign || !(isSure || (mayBe && sure >= 2 && sure * 2 >= all))) return [];
    const { name, parsed, emails, location } = card;
    const confidence = profile && namesSlug(parsed, profile) ? 0.9 : 0.75;
    return (
      foundPerson(
        { name, title, links: profile ? [profile] : [], emails, location },
        { kind: "card", confidence },
        owner,
      ) ?? []
    );
  });
}

function judge(card: Card, owner: PageOwner) {
  const profiles = [...new Set(card.links.flatMap((link) => profileOn(link, owner) ?? []))];
  const named = profiles.find((profile) => namesSlug(card.parsed, profile));
  const title = titleOf(card);
  const isTitled = title !== null && saysRank(title);
  const isWhole = card.parsed.family.length > 0;
  // Somebody "at Another Company" is a customer or a guest.
  const employer = EMPLOYER.exec(title ?? "")?.[1];
  return {
    title,
    profile: named ?? (profiles.length === 1 ? (profiles[0] ?? null) : null),
    isSure: named !== undefined || (isWhole && isTitled),
    mayBe: isTitled || (isWhole && title !== null),
    isForeign: employer !== undefined && likeness(employer, owner.names) === "other",
  };
}

function titleOf({ rest, titles }: Card): string | null {
  const shaped = [rest, ...titles].filter(
    (text) =>
      text.length > 1 &&
      text.length <= MAX_TITLE_LENGTH &&
      text.split(" ").length <= MAX_TITLE_WORDS &&
      !LABEL.test(text) &&
      !/[@?!]|https?:|\d{4,}|[^.]\.$/.test(text),
  );
  return shaped.find(saysRank) ?? shaped.find((text) => text.length <= BARE_TITLE) ?? null;
}

function saysRank(text: string): boolean {
  const { seniority, department } = readTitle(text);
  return seniority !== null || department !== null;
}

function linesOf({ items }: Outline): Line[] {
  const lines: Line[] = [];
  let current = -1;
  for (const [index, item] of items.entries()) {
    if (item.kind !== "text") continue;
    const last = lines.at(-1);
    if (last && item.line === current) {
      last.texts.push(item.text);
      last.to = index + 1;
    } else {
      lines.push({ from: index, to: index + 1, box: item.box, texts: [item.text] });
    }
    current = item.line;
  }
  return lines;
}

function candidatesOf(outline: Outline, lines: Line[], owner: PageOwner): Candidate[] {
  const standing = lines.filter((line) => standsOut(outline.boxes, line.box)).flatMap((line) => candidate(line) ?? []);
  if (standing.some(({ parsed }) => parsed.family.length > 0)) return standing;
  // No headings: then names are what the page's profiles are called.
  const slugs = outline.items.flatMap(({ kind, text }) => (kind === "link" && profileOn(text, owner)) || []);
  const known = new Set(
    slugs.flatMap(
      (slug) =>
        decodeURIComponent(slug)
          .split("/")
          .at(-1)
          ?.split(/[^\p{L}]+/u) ?? [],
    ),
  );
  const all = lines.flatMap((line) => candidate(line) ?? []);
  return all.filter(({ parsed }) => spellings(parsed.family.slice(0, 1)).some((form) => known.has(form)));
}

function standsOut(boxes: Box[], index: number): boolean {
  let box = boxes[index];
  for (let level = 0; box && level < 4; level++, box = boxes[box.parent]) {
    if (STANDS_OUT.test(box.tag) || NAMES.test(box.classes)) return true;
  }
  return false;
}

/** The name a line begins with: all of it, its first pieces, or what stands before a comma, dash or bar. */
function candidate(line: Line): Candidate | null {
  const { texts } = line;
  const whole = texts.join(" ");
  if (whole.length > MAX_NAME_LENGTH + MAX_TITLE_LENGTH) return null;
  const pieces = texts
    .slice(0, -1)
    .map((_, index) => [texts.slice(0, index + 1), texts.slice(index + 1)].map((part) => part.join(" ")));
  const [, before, behind] = /^(.+?)\s*(?:[,|–—•·:(]|\s-\s)\s*(.+?)\)?$/.exec(whole) ?? [];
  for (const [name, rest = ""] of [[whole], ...pieces, [before, behind]]) {
    const parsed = name ? readName(name) : null;
    if (name && parsed) return { line, name, parsed, rest: rest.replace(/^[\s,|–—•·:-]+/, "") };
  }
  return null;
}

function readName(text: string): PersonName | null {
  if (text.length > MAX_NAME_LENGTH) return null;
  const parsed = parseName(text);
  if (!parsed) return null;
  const words = [...parsed.given, ...parsed.family].flatMap((word) => word.split("-"));
  const isNameLike = words.every(
    (word) => /^[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}.'’ʼ]*$/u.test(word) || PARTICLES.has(word),
  );
  if (!isNameLike || words.length > 6) return null;
  const plain = (word: string) =>
    word
      .normalize("NFKD")
      .replace(/[^\p{L}]/gu, "")
      .toLowerCase();
  return words.some((word) => NO_NAME.has(plain(word))) || saysRank(text) ? null : parsed;
}

/** Binds what stands near a name to it: all that is in the largest element around it without another name. */
function cardsOf({ boxes, items }: Outline, lines: Line[], candidates: Candidate[]): Card[] {
  const names = new Map<number, { count: number; last: string }>();
  for (const { line, name } of candidates) {
    for (let index = line.box; index >= 0; index = boxes[index]?.parent ?? -1) {
      const { count = 0, last } = names.get(index) ?? {};
      // The same name twice is one card with a pop-up.
      if (last !== name) names.set(index, { count: count + 1, last: name });
    }
  }
  const containers = candidates.map(({ line }) => {
    let index = line.box;
    for (let up = boxes[index]?.parent ?? -1; up >= 0; up = boxes[up]?.parent ?? -1) {
      const box = boxes[up] as Box;
      if (names.get(up)?.count !== 1 || /^(main|body|html)$/.test(box.tag) || box.to - box.from > CARD_ITEMS) break;
      index = up;
    }
    return index;
  });
  return candidates.map((one, position) => {
    const container = boxes[containers[position] ?? -1] as Box;
    const around = boxes[container.parent];
    let { from, to } = container;
    if (items.slice(one.line.to, to).every(({ kind }) => kind === "link")) {
      // Names and titles follow one another without elements around them.
      const next = boxes[containers[position + 1] ?? -1]?.from ?? Number.POSITIVE_INFINITY;
      to = Math.min(next > from ? next : Number.POSITIVE_INFINITY, around?.to ?? to, from + CARD_ITEMS);
    }
    if (one.line.from > from) from = container.from;
    const region = items.slice(from, to);
    const near = linesWithin(lines, from, to).filter((line) => line !== one.line);
    const group = [container.tag, container.classes, around?.tag, around?.classes, boxes[one.line.box]?.tag].join("|");
    return { ...one, group, ...readRegion(boxes, region, one, near) };
  });
}

/** The lines between two items; lines are in order. */
function linesWithin(lines: Line[], from: number, to: number): Line[] {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] as Line).from < from) low = middle + 1;
    else high = middle;
  }
  const found: Line[] = [];
  for (let line = lines[low]; line && line.to <= to; line = lines[++low]) found.push(line);
  return found;
}

function readRegion(boxes: Box[], region: Item[], { line }: Candidate, near: Line[]) {
  const marked = (pattern: RegExp) => (other: Line) => {
    const box = boxes[other.box];
    return pattern.test(box?.classes ?? "") || pattern.test(boxes[box?.parent ?? -1]?.classes ?? "");
  };
  const before = near.filter((other) => other.to <= line.from).slice(-1);
  const behind = near.filter((other) => other.from >= line.to).slice(0, FLAT_LINES);
  const places = near.filter((other) => marked(PLACES)(other));
  const ordered = [...near.filter(marked(TITLES)), ...behind.slice(0, 3), ...before].filter(
    (other) => !places.includes(other),
  );
  const hrefs = region.filter(({ kind }) => kind === "link").map(({ text }) => text);
  return {
    titles: ordered.map(({ texts }) => texts.join(" ")),
    links: hrefs.filter((href) => !/^mailto:/i.test(href)),
    emails: hrefs.filter((href) => /^mailto:/i.test(href)),
    location: places[0]?.texts.join(" ") ?? null,
  };
}
