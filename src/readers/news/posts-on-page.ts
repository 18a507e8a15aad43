import { readMoment, webUrl } from "../../lib/loose-json.ts";
import type { Document } from "../page/document.ts";
import { type Box, type Outline, textIn } from "../page/outline.ts";
import { readWrittenDate } from "../words/written-date.ts";
import { type FeedItem, MAX_HEADLINE_LENGTH } from "./feed.ts";

const MAX_POSTS = 50;
/** A longer text with a date is a paragraph. */
const MAX_DATE_TEXT = 80;
/** Bounds of the work on a page that consists of dates or links. */
const MAX_DATES = 200;
const MAX_TITLES = 1_000;
const MAX_TITLE_ITEMS = 60;
const MAX_TITLE_BOXES = 200;
/** Where dates are written for readers only, a shorter link, or one with a date in it, is not a title. */
const MIN_TITLE_LENGTH = 15;
/** In a list without cards, how many texts and links may separate a title from its date. */
const NEAR = 8;
const HEADING = /^h[1-6]$/;

/** Places of items of the outline; `box` is the element around a date. */
type Dated = { at: number; box: number; date: string };
/** `isSure`: a title also where dates are written for readers only. A heading need not be a link. */
type Titled = { at: number; title: string; href: string; isHeading: boolean; isSure: boolean };

/** Posts of a list page: a title and a date in one card, or next to each other. `time` elements precede written dates. */
export function readPosts({ outline, url: base }: Document): FeedItem[] {
  const marked = outline.boxes.flatMap(({ tag, attributes, from, parent }) =>
    datedAt(from, parent, tag === "time" ? readMoment(attributes.datetime) : null),
  );
  const dates = (marked.length > 0 ? marked : writtenDates(outline)).slice(0, MAX_DATES);
  const titles = titlesIn(outline).filter(({ isSure }) => isSure || marked.length > 0);
  const links = titles.filter(({ href }) => href);
  const [first] = dates;
  const isTitleFirst = first !== undefined && links.some(({ at }) => at < first.at && first.at - at <= NEAR);
  const posts = dates.slice(0, MAX_POSTS).flatMap((dated, index): [string, FeedItem][] => {
    const { at, date } = dated;
    const [before, after] = [dates[index - 1]?.at ?? -1, dates[index + 1]?.at ?? Infinity];
    const near = isTitleFirst
      ? links.findLast((link) => link.at < at && at - link.at <= NEAR && link.at > before)
      : links.find((link) => link.at >= at && link.at - at <= NEAR && link.at < after);
    const found = inCard(outline, dated, dates, titles) ?? near;
    if (!found) return [];
    const title = found.title.slice(0, MAX_HEADLINE_LENGTH);
    const url = found.href ? webUrl(URL.parse(found.href, base)?.href) : null;
    return [[url ?? title, { title, url, date }]];
  });
  return [...new Map(posts.reverse()).values()].reverse();
}

function writtenDates({ items }: Outline): Dated[] {
  return items.flatMap(({ kind, text, box }, at) =>
    datedAt(at, box, kind === "text" && text.length <= MAX_DATE_TEXT ? readWrittenDate(text) : null),
  );
}

function datedAt(at: number, box: number, date: string | null): Dated[] {
  return date ? [{ at, box, date }] : [];
}

/** Headings, and links with the heading inside them or their text. */
function titlesIn(outline: Outline): Titled[] {
  const { boxes } = outline;
  const isLink = ({ tag, href }: Box) => tag === "a" && href !== "" && !href.startsWith("#");
  const found = boxes.flatMap((box, index): Titled[] => {
    const isHeading = HEADING.test(box.tag);
    const isShort = box.to - box.from <= MAX_TITLE_ITEMS && box.last - index <= MAX_TITLE_BOXES;
    if (!isShort || !(isHeading || isLink(box))) return [];
    const within = boxes.slice(index, box.last + 1);
    const heading = within.find(({ tag }) => HEADING.test(tag));
    const title = textIn(outline, heading ?? box);
    const isSentence = title.length >= MIN_TITLE_LENGTH && title.includes(" ");
    const isSure = isSentence && (heading !== undefined || !readWrittenDate(title));
    const href = within.find(isLink)?.href ?? "";
    return title ? [{ at: box.from, title, href, isHeading, isSure }] : [];
  });
  return found.slice(0, MAX_TITLES);
}

/** The heading, or the longest link, in the innermost element around a date that has one, if it has no other date. */
function inCard({ boxes }: Outline, { at, box }: Dated, dates: Dated[], titles: Titled[]): Titled | undefined {
  for (let card = boxes[box]; card; card = boxes[card.parent]) {
    const { from, to } = card;
    const isInside = (other: { at: number }) => other.at >= from && other.at < to;
    if (dates.some((other) => other.at !== at && isInside(other))) return undefined;
    const inside = titles.filter(isInside).sort((a, b) => b.title.length - a.title.length);
    const title = inside.find(({ isHeading }) => isHeading) ?? inside[0];
    if (title) return { ...title, href: title.href || (inside.find(({ href }) => href)?.href ?? "") };
  }
  return undefined;
}
