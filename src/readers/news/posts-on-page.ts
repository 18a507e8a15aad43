import { readMoment } from "../../lib/loose-json.ts";
import { decodeEntities } from "../page/html-entities.ts";
import { textOfHtml } from "../page/html-text.ts";
import { streamHtml } from "../page/stream-html.ts";
import type { FeedItem } from "./feed.ts";
import { MAX_HEADLINE_LENGTH } from "./news-item.ts";

const MAX_POSTS = 50;

/** Posts of a list page, and whether it was read to its end: every `article` or list item with a heading (or link) and a `time` that has a machine-readable date. */
export async function readPosts(html: string, base: URL): Promise<{ posts: FeedItem[]; isComplete: boolean }> {
  const posts: FeedItem[] = [];
  const blank = () => ({ heading: "", label: "", href: "", date: "" });
  let post = blank();
  const finish = () => {
    const title = textOfHtml(post.heading, MAX_HEADLINE_LENGTH) || textOfHtml(post.label, MAX_HEADLINE_LENGTH);
    const date = readMoment(post.date);
    if (title && date && posts.length < MAX_POSTS) {
      posts.push({ title, url: (post.href && URL.parse(post.href, base)?.href) || null, date });
    }
    post = blank();
  };
  const container = {
    element(element: Element) {
      // The previous one may not have been closed.
      finish();
      element.onEndTag(finish);
    },
  };
  const rewriter = new HTMLRewriter()
    .on("article", container)
    .on("li", container)
    .on("h1, h2, h3, h4", {
      text({ text }) {
        post.heading += text;
      },
    })
    .on("a[href]", {
      element(element) {
        post.href ||= decodeEntities(element.getAttribute("href") ?? "");
      },
      text({ text }) {
        post.label += text;
      },
    })
    .on("time[datetime]", {
      element(element) {
        post.date ||= element.getAttribute("datetime") ?? "";
      },
    });
  const isComplete = await streamHtml(rewriter, html);
  finish();
  return { posts, isComplete };
}
