import { readMoment } from "../../lib/loose-json.ts";
import type { Document } from "../page/document.ts";
import { decodeEntities, textOfHtml } from "../page/html-text.ts";
import { type Box, type Outline, textIn } from "../page/outline.ts";
import { readWrittenDate } from "../words/written-date.ts";
import { type FeedItem, MAX_HEADLINE_LENGTH } from "./feed.ts";

const MAX_POSTS = 50;

const HEADING = /^h[1-4]$/;
const MAX_MARKUP = 4_000;

/** Posts of a list page: every `article` or list item with a heading (or link) and a `time` that has a machine-readable date. */
export function readPosts({ tags, url: base }: Document): FeedItem[] {
  const posts: FeedItem[] = [];
  const blank = () => ({ heading: "", label: "", href: "", date: "" });
  let post = blank();
  let inHeading = false;
  let inLink = false;
  const finish = () => {
    const title = textOfHtml(post.heading, MAX_HEADLINE_LENGTH) || textOfHtml(post.label, MAX_HEADLINE_LENGTH);
    const date = readMoment(post.date);
    if (title && date && posts.length < MAX_POSTS) {
      posts.push({ title, url: (post.href && URL.parse(post.href, base)?.href) || null, date });
    }
    post = blank();
  };
  for (const tag of tags) {
    if (tag.kind === "text") {
      if (inHeading && post.heading.length < MAX_MARKUP) post.heading += tag.text;
      if (inLink && post.label.length < MAX_MARKUP) post.label += tag.text;
      continue;
    }
    const isOpen = tag.kind === "open";
    // The previous one may not have been closed.
    if (tag.name === "article" || tag.name === "li") finish();
    if (HEADING.test(tag.name)) inHeading = isOpen;
    if (tag.name === "a") inLink = isOpen && tag.attributes.href !== undefined;
    if (tag.kind === "open" && tag.name === "a") post.href ||= decodeEntities(tag.attributes.href ?? "");
    if (tag.kind === "open" && tag.name === "time") post.date ||= tag.attributes.datetime ?? "";
  }
  finish();
  return posts;
}

/** A longer text with a date is a paragraph. */
const MAX_DATE_TEXT = 80;
/** Bounds of the work on a page that consists of dates or links. */
const MAX_DATES = 200;
const MAX_LINKS = 1_000;
const MAX_LINK_ITEMS = 60;
const MIN_TITLE_LENGTH = 15;
/** In a list without cards, how many texts and links may separate a title from its date. */
const NEAR = 8;
const HEADINGS = /^h[1-6]$/;

type Dated = { at: number; date: string };
type Titled = { at: number; title: string; href: string };

/** Posts of a list page without `time` elements: a link and a date in one card, or next to each other. */
export function readDatedLinks({ outline, url: base }: Document): FeedItem[] {
  const dates = outline.items
    .flatMap(({ kind, text }, at): Dated[] => {
      const date = kind === "text" && text.length <= MAX_DATE_TEXT ? readWrittenDate(text) : null;
      return date ? [{ at, date }] : [];
    })
    .slice(0, MAX_DATES);
  const anchors = outline.boxes.flatMap((box, index) =>
    box.tag === "a" && box.href && !box.href.startsWith("#") && box.to - box.from <= MAX_LINK_ITEMS
      ? [{ box, index }]
      : [],
  );
  const links = anchors.slice(0, MAX_LINKS).flatMap(({ box, index }): Titled[] => {
    const title = titleIn(outline, box, index);
    return title.length >= MIN_TITLE_LENGTH && title.includes(" ") ? [{ at: box.from, title, href: box.href }] : [];
  });
  const [first] = dates;
  const isTitleFirst = first !== undefined && links.some(({ at }) => at < first.at && first.at - at <= NEAR);
  const posts = dates.slice(0, MAX_POSTS).flatMap(({ at, date }, index): FeedItem[] => {
    const link =
      inCard(outline, at, dates, links) ??
      (isTitleFirst
        ? links.findLast((other) => other.at < at && at - other.at <= NEAR && other.at > (dates[index - 1]?.at ?? -1))
        : links.find(
            (other) => other.at > at && other.at - at <= NEAR && other.at < (dates[index + 1]?.at ?? Infinity),
          ));
    const url = link ? URL.parse(link.href, base) : null;
    if (!link || !url || !/^https?:$/.test(url.protocol)) return [];
    return [{ title: link.title.slice(0, MAX_HEADLINE_LENGTH), url: url.href, date }];
  });
  return [...new Map(posts.map((post) => [post.url, post])).values()];
}

/** The text of a link: its heading, if it has one, without its date. */
function titleIn(outline: Outline, box: Box, index: number): string {
  const heading = outline.boxes.slice(index, box.last + 1).find(({ tag }) => HEADINGS.test(tag));
  const text = textIn(outline, heading ?? box);
  return heading || !readWrittenDate(text) ? text : "";
}

/** The title in the innermost element around a date that has one, if the element has no other date. */
function inCard({ boxes, items }: Outline, at: number, dates: Dated[], links: Titled[]): Titled | undefined {
  for (let index = items[at]?.box ?? -1; index >= 0; index = boxes[index]?.parent ?? -1) {
    const { from, to } = boxes[index] as Box;
    if (dates.some((other) => other.at !== at && other.at >= from && other.at < to)) return undefined;
    const [title] = links
      .filter((link) => link.at >= from && link.at < to)
      .sort((a, b) => b.title.length - a.title.length);
    if (title) return title;
  }
  return undefined;
}
