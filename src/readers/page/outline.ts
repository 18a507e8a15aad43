import { patternOf } from "../words/sections.ts";
import { type Attributes, decodeEntities, type Tag } from "./html-text.ts";

/** Where an element is: its parent (−1: none), its descendants up to `last`, its contents in the items `[from, to)`. */
type Place = { parent: number; last: number; from: number; to: number };

/** An element of a page. */
export type Box = ReturnType<typeof boxOf>;

/** Text, a link or a picture in document order, with its innermost element (`box`) and displayed `line`. */
export type Item = { kind: "text" | "link" | "image"; text: string; box: number; line: number };

export type Outline = { boxes: Box[]; items: Item[] };

const INLINE = new Set(
  "a abbr b bdi bdo cite data em font i mark s small span strong sub sup time u var wbr".split(" "),
);
/** Elements without content, or with quotations. */
const SKIPPED = new Set(
  "script style noscript template svg select textarea object iframe blockquote q nav head".split(" "),
);
const METADATA = new Set("base link meta noscript object script style template title".split(" "));
const PRAISE = /^(?!html$|body$).*(testimonial|quote|(?<!p)review|customer-stor)/;
const PRAISE_BY_OTHERS = /testimonial|review|customer/;
const FRAME = patternOf("FRAME_CLASS", "");
/** Kinds of elements that the next opening tag of their kind closes, with their parent element. */
const SIBLINGS = [
  { kind: /^li$/, within: /^(?:ul|ol|menu)$/ },
  { kind: /^d[td]$/, within: /^dl$/ },
  { kind: /^t[dh]$/, within: /^(?:tr|table)$/ },
  { kind: /^tr$/, within: /^(?:table|tbody|thead|tfoot)$/ },
];
const MAX_BOXES = 100_000;
const MAX_ITEMS = 100_000;
/** What is nested deeper counts to what is around it. */
const MAX_DEPTH = 256;
const MAX_ITEM_LENGTH = 1_000;
const MAX_CLASSES = 300;

/** A flat outline of elements, lines and links, in one pass, without head, navigation, scripts, testimonials. */
export function readOutline(tags: readonly Tag[]): Outline {
  const boxes: Box[] = [];
  const items: Item[] = [];
  const open: number[] = [];
  let line = 0;
  let skipping = -1;

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
  const closeSibling = (name: string) => {
    const sibling = SIBLINGS.find(({ kind }) => kind.test(name));
    for (let at = open.length - 1; sibling && at >= 0; at--) {
      const tag = boxes[open[at] as number]?.tag ?? "";
      if (sibling.within.test(tag)) return;
      if (sibling.kind.test(tag)) return close(open[at] as number);
    }
  };
  for (const piece of tags) {
    if (piece.kind === "text") {
      const text = skipping < 0 && items.length < MAX_ITEMS ? lineOf(piece.text) : "";
      if (text) items.push({ kind: "text", text, box: open.at(-1) ?? -1, line });
    } else if (piece.kind === "close") {
      const index = open.findLast((candidate) => boxes[candidate]?.tag === piece.name);
      if (index !== undefined) close(index);
    } else if (boxes.length < MAX_BOXES) {
      const { name: tag } = piece;
      // The end tag of the head is optional too.
      const inHead = open.at(-1);
      if (inHead !== undefined && boxes[inHead]?.tag === "head" && !METADATA.has(tag)) close(inHead);
      const top = open.at(-1);
      if (!INLINE.has(tag)) {
        line++;
        // The end tag of a paragraph is optional in HTML, and a line break or a picture does not end it.
        if (top !== undefined && boxes[top]?.tag === "p" && !piece.isVoid) close(top);
        else closeSibling(tag);
      }
      const given = piece.attributes;
      const skipped = boxes[skipping];
      // Around a table or a main heading, it only indents.
      if (skipped?.tag === "blockquote" && /^(table|h[12])$/.test(tag)) skipping = -1;
      // A quotation that is not praise can be one of the firm's people, who sign it.
      if (skipped && tag === "cite" && !PRAISE_BY_OTHERS.test(skipped.classes)) skipping = -1;
      const index = boxes.length;
      const box = boxOf(tag, given, { parent: open.at(-1) ?? -1, last: index, from: items.length, to: items.length });
      boxes.push(box);
      if (skipping < 0 && items.length < MAX_ITEMS) {
        if (box.href) items.push({ kind: "link", text: box.href, box: index, line });
        if (tag === "img" && given.alt) items.push({ kind: "image", text: lineOf(given.alt), box: index, line });
      }
      if (piece.isVoid || open.length >= MAX_DEPTH) continue;
      open.push(index);
      if (skipping < 0 && (SKIPPED.has(tag) || PRAISE.test(`${tag}${box.classes}`))) skipping = index;
    }
  }
  close(0);
  markFrames(boxes);
  return { boxes, items };
}

function boxOf(tag: string, given: Attributes, place: Place) {
  /** Class names, in lower case with a space around each. */
  const classes = ` ${(given.class ?? "").slice(0, MAX_CLASSES).toLowerCase().replace(/\s+/g, " ")} `;
  const id = (given.id ?? "").slice(0, MAX_CLASSES).toLowerCase();
  /** In a menu, a page footer, a cookie notice or a list of posts. */
  const inFrame = tag === "footer" || FRAME().test(classes.trim()) || FRAME().test(id);
  const href = tag === "a" ? decodeEntities(given.href ?? "").trim() : "";
  return { tag, attributes: given, ...place, classes, href, inFrame };
}

/** Marks descendants of navigation and other frame elements. An element around the main content is never a frame. */
function markFrames(boxes: Box[]): void {
  const contents = new Uint32Array(boxes.length + 1);
  for (const [index, { tag }] of boxes.entries()) {
    contents[index + 1] = (contents[index] as number) + Number(/^(h1|main|article|body)$/.test(tag));
  }
  for (const [index, box] of boxes.entries()) {
    const isWrapper = box.tag !== "footer" && contents[box.last + 1] !== contents[index];
    box.inFrame = (box.inFrame && !isWrapper) || boxes[box.parent]?.inFrame === true;
  }
}

function lineOf(text: string): string {
  return decodeEntities(text).replace(/\s+/g, " ").trim().slice(0, MAX_ITEM_LENGTH);
}

/** The text of an element, its pieces joined by a space. */
export function textIn({ items }: Outline, { from, to }: Box): string {
  const texts = items.slice(from, to).filter(({ kind }) => kind === "text");
  return texts.map(({ text }) => text).join(" ");
}
