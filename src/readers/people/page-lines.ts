import type { Outline } from "../page/outline.ts";
import { patternFrom, patternOf } from "../words/sections.ts";
import { isJobOfSeveral } from "./people-words.ts";

/** Items `from` (inclusive) to `before` (exclusive) of an outline, shown on one line. */
export type Line = { from: number; to: number; box: number; texts: string[]; text: string };

/** More than any real page about people has; each is read as a name and as a title. */
const MAX_LINES = 7_000;
const MAX_PIECES = 40;
/** The second label in a line begins another: `<b>Owner:</b> Nora Falk <b>Form:</b> sole trader`. */
const LABEL = /^.{2,40}\p{L}\s?:$/u;

/** The lines of a page outside its menus and footers, or those within, in order; at most {@link MAX_LINES}. */
export function linesOf({ boxes, items }: Outline, isFrame = false): Line[] {
  const lines: Line[] = [];
  let current = -1;
  for (const [index, item] of items.entries()) {
    if (item.kind !== "text" || (boxes[item.box]?.inFrame ?? false) !== isFrame) continue;
    const last = lines.at(-1);
    const isBroken = last !== undefined && item.line === current + 1 && isBrokenName(boxes, last, item);
    const isLabel = LABEL.test(item.text) && last?.texts.some((text) => LABEL.test(text));
    if (last && !isLabel && (item.line === current || isBroken)) {
      // The same word in two languages.
      if (last.texts.length < MAX_PIECES && last.texts.at(-1) !== item.text) last.texts.push(item.text);
      last.to = index + 1;
    } else {
      if (lines.length >= MAX_LINES) break;
      lines.push({ from: index, to: index + 1, box: item.box, texts: [item.text], text: "" });
    }
    current = item.line;
  }
  for (const line of lines) line.text = line.texts.join(" ");
  return lines;
}

const FIRST_NAME = /^\p{Lu}[\p{L}'’.-]*(?: \p{Ll}{1,4}){0,2}$/u;
const FAMILY_NAME = /^(?:\p{Ll}{1,4} ){0,2}\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,2}$/u;

/** `<h3>Ada van<br><em>Lovell</em></h3>` is one line. */
function isBrokenName(boxes: Outline["boxes"], { box, texts }: Line, next: { box: number; text: string }): boolean {
  if (texts.length > 1 || !FIRST_NAME.test(texts[0] ?? "") || !FAMILY_NAME.test(next.text)) return false;
  const heading = headingAround(boxes, box);
  return heading === headingAround(boxes, next.box) && /^h[2-6]$/.test(boxes[heading]?.tag ?? "");
}

const CUSTOMERS = patternOf("CUSTOMER_SECTION");
const FOREIGN_SECTION = patternOf("FOREIGN_SECTION");
const GONE = patternOf("FORMER_PEOPLE");
const PEOPLE_SECTION = patternOf("PEOPLE_SECTION");
const OUR = patternFrom("^{OUR_WORD} (?:\\S+ )?\\p{L}+$");
const ADVISERS = /\badvis[eo]ry?\b|\badvis[eo]rs\b|\bbeirat\b|conseil consultatif|consejo asesor/i;
const BOARD = patternOf("BOARD_SECTION");
const BOARD_LINE = /^(?:our |the )?(?:board of (?:directors|trustees|governors)|supervisory board)$/i;
/** A heading of the firm's people that is no element of headings. */
const TEAM_LINE = patternOf("TEAM_LINE");
/** The subject of a line's section: the firm's people, its board, its advisers, people of other firms, or none of these. */
export type Section = "own" | "board" | "advisers" | "foreign" | null;

/** The section of every line: of the innermost heading above it that says whom it is about. */
export function sectionsOf({ boxes }: Outline, lines: Line[], isName: (index: number) => boolean): Section[] {
  const open: { level: number; section: Section }[] = [{ level: 0, section: null }];
  return lines.map((line, index) => {
    const isPeople = PEOPLE_SECTION().test(line.text) || (OUR().test(line.text) && isJobOfSeveral(line.text));
    // "Opiniones" reads as a name.
    const isOther = !line.text.includes(" ") && FOREIGN_SECTION().test(line.text);
    const heading =
      line.text.length < 80 && !(isName(index) && !isPeople && !isOther) ? headingLevel(boxes, line.box) : 0;
    if (heading > 0) {
      while (open.length > 1 && (open.at(-1)?.level ?? 0) >= heading) open.pop();
      const section = sectionUnder(line.text, isPeople);
      if (section) open.push({ level: heading, section });
    }
    const inner = open.at(-1) as { section: Section };
    if (heading === 0 && inner.section === "own" && BOARD_LINE.test(line.text)) inner.section = "board";
    if (heading === 0 && inner.section === "foreign" && TEAM_LINE().test(line.text)) inner.section = "own";
    return inner.section;
  });
}

function sectionUnder(heading: string, isPeople: boolean): Section {
  if (CUSTOMERS().test(heading) || GONE().test(heading)) return "foreign";
  if (ADVISERS.test(heading)) return "advisers";
  if (FOREIGN_SECTION().test(heading)) return "foreign";
  if (BOARD().test(heading)) return "board";
  return isPeople ? "own" : null;
}

/** 1 to 6 in a heading, else 0. */
export const headingLevel = (boxes: Outline["boxes"], index: number) =>
  Number(boxes[headingAround(boxes, index)]?.tag[1] ?? 0);

/** The heading that a box is or is in, else -1. */
function headingAround(boxes: Outline["boxes"], index: number): number {
  let at = index;
  for (let steps = 0; boxes[at] && steps < 4; steps++, at = boxes[at]?.parent ?? -1) {
    if (/^h[1-6]$/.test(boxes[at]?.tag ?? "")) return at;
  }
  return -1;
}
