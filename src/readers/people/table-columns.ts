import { type Box, type Outline, textIn } from "../page/outline.ts";
import { titleTokens } from "../titles/title-filter.ts";
import { readName } from "./name-readings.ts";
import { jobEvidence } from "./occupations.ts";
import { MAX_LINES } from "./page-lines.ts";

const MIN_NAMES = 2;
const MAX_CELL_LENGTH = 150;

/**
 * The outline with the items of each row of names and of the row of titles under it in the order of their columns, so that a
 * name is followed by its title. Other tables are unchanged. Linear in the outline.
 */
export function withTableColumns(outline: Outline): Outline {
  const rows = new Map<number, number[]>();
  let count = 0;
  for (const [index, { tag, parent }] of outline.boxes.entries()) {
    if ((tag !== "td" && tag !== "th") || outline.boxes[parent]?.tag !== "tr") continue;
    // Nothing reads the lines behind these.
    if (++count > MAX_LINES) break;
    const cells = rows.get(parent);
    if (cells) cells.push(index);
    else rows.set(parent, [index]);
  }
  let result = outline;
  let above: [number, number[]] | null = null;
  for (const row of rows) {
    if (above && isColumnar(outline, above, row)) {
      if (result === outline) result = { ...outline, boxes: [...outline.boxes], items: [...outline.items] };
      interleave(outline, result, above, row);
      above = null;
    } else above = row;
  }
  return result;
}

/** True when two rows of one table contain names and, under most of them, titles. */
function isColumnar(
  outline: Outline,
  [upper, names]: [number, number[]],
  [lower, titles]: [number, number[]],
): boolean {
  const { boxes } = outline;
  const [first, second] = [boxes[upper] as Box, boxes[lower] as Box];
  if (names.length !== titles.length || first.parent !== second.parent || first.to !== second.from) return false;
  const text = (cell: number) => {
    const { from, to } = boxes[cell] as Box;
    return to - from > 10 ? "" : textIn(outline, boxes[cell] as Box).slice(0, MAX_CELL_LENGTH);
  };
  const named = names.flatMap((cell, index) => (readName(text(cell))?.isWhole ? [index] : []));
  const titled = named.filter((index) => {
    const title = text(titles[index] as number);
    return titleTokens(title).length > 0 && jobEvidence(title) !== null && !readName(title)?.isKnown;
  });
  return named.length >= MIN_NAMES && titled.length * 2 >= named.length;
}

/** Writes the items of two rows into `result` column by column. Both rows then hold the items of both. */
function interleave(
  { boxes, items }: Outline,
  result: Outline,
  [upper, names]: [number, number[]],
  [lower, titles]: [number, number[]],
): void {
  const { from } = boxes[upper] as Box;
  const { to } = boxes[lower] as Box;
  const order: number[] = [];
  const place = new Map<number, number>();
  const taken = new Set<number>();
  const take = (cell: number) => {
    const box = boxes[cell] as Box;
    place.set(cell, from + order.length - box.from);
    for (let item = box.from; item < box.to; item++) {
      order.push(item);
      taken.add(item);
    }
  };
  for (const [index, cell] of names.entries()) {
    take(cell);
    take(titles[index] as number);
  }
  // Items outside the cells keep the pair as it is.
  if (taken.size !== to - from) return;
  for (const [index, item] of order.entries()) result.items[from + index] = items[item] as Outline["items"][number];
  for (const [cell, shift] of place) {
    const { last } = boxes[cell] as Box;
    for (let index = cell; index <= last; index++) {
      const box = boxes[index] as Box;
      result.boxes[index] = { ...box, from: box.from + shift, to: box.to + shift };
    }
  }
  for (const row of [upper, lower]) result.boxes[row] = { ...(boxes[row] as Box), from, to };
}
