import type { Outline } from "../page/outline.ts";
import { patternOf } from "../words/patterns.ts";
import { nameInLine } from "./name-lines.ts";
import { MAX_LINES } from "./page-lines.ts";

const AROUND = patternOf("AROUND_PICTURED_NAME", "gi");
const MAX_LABEL_LENGTH = 200;

/**
 * The outline with descriptions of images and links that are names as lines of text, for pages that show names only in
 * pictures.
 */
export function withLabelledNames(outline: Outline): Outline {
  let read = 0;
  const items = outline.items.map((item, index) => {
    if ((item.kind !== "image" && item.kind !== "label") || item.text.length > MAX_LABEL_LENGTH) return item;
    if (++read > MAX_LINES) return item;
    const text = item.text.replace(AROUND(), "").trim();
    const name = nameInLine([text]);
    // Each label is a line of its own.
    return name?.isWhole ? { ...item, kind: "text" as const, text, line: -index - 1 } : item;
  });
  return { ...outline, items };
}
