import { decodeEntities } from "../../text/html-entities.ts";
import { readAttributes, tagsOf } from "./html-tags.ts";

/** An element of a page. Its descendants are the elements up to `last`, what is in it the items from `from` to before `to`. */
export type Box = {
  tag: string;
  /** Index of the element around it; −1 for the outermost. */
  parent: number;
  last: number;
  from: number;
  to: number;
  /** Class names, in lower case with a space around each. */
  classes: string;
  itemprop: string;
  itemtype: string;
  isScope: boolean;
  /** `content`, `href` or `src`: the value of a property that is not text. */
  value: string;
};

/** Text or a link, in document order; `box` is the innermost element around it, `line` the line it would be shown in. */
export type Item = { kind: "text" | "link"; text: string; box: number; line: number };

/** `jsonLd` holds the texts of JSON-LD scripts. */
export type Outline = { boxes: Box[]; items: Item[]; jsonLd: string[] };

const INLINE = new Set(
  "a abbr b bdi bdo cite data em font i mark s small span strong sub sup time u var wbr".split(" "),
);
/** What is not content, or is somebody else's words. */
const SKIPPED = new Set(
  "script style noscript template svg select textarea object iframe blockquote q nav head".split(" "),
);
const PRAISE = / (\S*testimonial\S*|\S*quote\S*|\S*review\S*|\S*customer-stor\S*) /;
const MAX_BOXES = 100_000;
/** What is nested deeper counts to what is around it. */
const DEEPEST = 256;
const MAX_ITEM_LENGTH = 1_000;

/**
 * Reads a page into a flat outline of elements, lines and links, in one pass. Head, navigation, scripts and
 * testimonials are left out, except for values of properties. Broken markup is closed by the end of what is around it.
 */
export function readOutline(html: string): Outline {
  const boxes: Box[] = [];
  const items: Item[] = [];
  const jsonLd: string[] = [];
  const open: number[] = [];
  let line = 0;
  let skipping = -1;
  let isJsonLd = false;

  const close = (index: number) => {
    for (let top = open.at(-1); top !== undefined && top >= index; top = open.at(-1)) {
      open.pop();
      const box = boxes[top] as Box;
      box.last = boxes.length - 1;
      box.to = items.length;
      if (!INLINE.has(box.tag)) line++;
      if (skipping === top) skipping = -1;
    }
  };
  for (const piece of tagsOf(html)) {
    if (piece.kind === "text" && isJsonLd) {
      jsonLd.push(piece.text);
      isJsonLd = false;
    } else if (piece.kind === "text") {
      const text = skipping < 0 ? lineOf(piece.text) : "";
      if (text) items.push({ kind: "text", text, box: open.at(-1) ?? -1, line });
    } else if (piece.kind === "close") {
      const index = open.findLast((candidate) => boxes[candidate]?.tag === piece.name);
      if (index !== undefined) close(index);
    } else if (boxes.length < MAX_BOXES) {
      const { name: tag } = piece;
      const top = open.at(-1);
      if (!INLINE.has(tag)) {
        line++;
        // Nobody closes paragraphs.
        if (top !== undefined && boxes[top]?.tag === "p") close(top);
      }
      const given = readAttributes(piece.attributes);
      isJsonLd = tag === "script" && /ld\+json/i.test(given.type ?? "");
      const { itemprop = "", itemtype = "" } = given;
      const classes = ` ${(given.class ?? "").toLowerCase().replace(/\s+/g, " ")} `;
      const value = decodeEntities(given.content || given.href || given.src || "").trim();
      const index = boxes.length;
      const place = { parent: open.at(-1) ?? -1, last: index, from: items.length, to: items.length };
      boxes.push({ tag, ...place, classes, itemprop, itemtype, isScope: "itemscope" in given, value });
      if (tag === "a" && value && skipping < 0) items.push({ kind: "link", text: value, box: index, line });
      if (piece.isClosed || open.length >= DEEPEST) continue;
      open.push(index);
      if (skipping < 0 && (SKIPPED.has(tag) || PRAISE.test(classes))) skipping = index;
    }
  }
  close(0);
  return { boxes, items, jsonLd };
}

function lineOf(text: string): string {
  return decodeEntities(text).replace(/\s+/g, " ").trim().slice(0, MAX_ITEM_LENGTH);
}

/** The text of an element, its pieces joined by a space. */
export function textIn({ items }: Outline, { from, to }: Box): string {
  const texts = items.slice(from, to).filter(({ kind }) => kind === "text");
  return texts.map(({ text }) => text).join(" ");
}
