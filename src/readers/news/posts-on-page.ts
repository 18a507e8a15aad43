import { readMoment } from "../../lib/loose-json.ts";
import type { Document } from "../page/document.ts";
import { decodeEntities } from "../page/html-entities.ts";
import { textOfHtml } from "../page/html-text.ts";
import type { FeedItem } from "./feed.ts";
import { MAX_HEADLINE_LENGTH } from "./news-item.ts";

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
