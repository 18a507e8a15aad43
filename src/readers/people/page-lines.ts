import type { Outline } from "../page/outline.ts";
import { patternOf } from "../words/sections.ts";
import { jobEvidence } from "./people-words.ts";

/** Items `from` (inclusive) to `before` (exclusive) of an outline, shown on one line. */
export type Line = { from: number; to: number; box: number; texts: string[]; text: string };

/** More than any real page about people has; each is read as a name and as a title. */
const MAX_LINES = 7_000;
const MAX_PIECES = 40;

/** The lines of a page outside its menus and footers, or those within, in order; at most {@link MAX_LINES}. */
export function linesOf({ boxes, items }: Outline, isFrame = false): Line[] {
  const lines: Line[] = [];
  let current = -1;
  for (const [index, item] of items.entries()) {
    if (item.kind !== "text" || (boxes[item.box]?.inFrame ?? false) !== isFrame) continue;
    const last = lines.at(-1);
    if (last && item.line === current) {
      if (last.texts.length < MAX_PIECES) last.texts.push(item.text);
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

const CUSTOMERS = patternOf("CUSTOMER_SECTION");
const FOREIGN_SECTION = patternOf("FOREIGN_SECTION");
const GONE = patternOf("FORMER_PEOPLE");
const PEOPLE_SECTION =
  /team|staff|people|leadership|management|board|director|founder|equipe|équipe|mitarbeiter|advis/i;
const PEOPLE_SECTION_WEAK = patternOf("PEOPLE_SECTION_WEAK");

const ADVISERS = /\badvis[eo]ry?\b|\badvis[eo]rs\b|\bbeirat\b|conseil consultatif|consejo asesor/i;

const BOARD = patternOf("BOARD_SECTION");
const BOARD_LINE = /^(?:our |the )?(?:board of (?:directors|trustees|governors)|supervisory board)$/i;
/** The subject of a line's section: the firm's people, its board, its advisers, people of other firms, or none of these. */
export type Section = "own" | "board" | "advisers" | "foreign" | null;

/** The section of every line. It ends at a heading of its level or above, or one about the company's own people. */
export function sectionsOf({ boxes }: Outline, lines: Line[], isName: (index: number) => boolean): Section[] {
  let current: { level: number; section: Section } = { level: 0, section: null };
  return lines.map((line, index) => {
    const isPeople = PEOPLE_SECTION.test(line.text) || PEOPLE_SECTION_WEAK().test(line.text);
    const level = line.text.length < 80 && !(isName(index) && !isPeople) ? headingLevel(boxes, line.box) : 0;
    // A smaller heading under the heading of a name is that person's title.
    const above = level > 0 && index > 0 && isName(index - 1) ? headingLevel(boxes, (lines[index - 1] as Line).box) : 0;
    const heading = above > 0 && level > above && jobEvidence(line.text) === "rank" ? 0 : level;
    if (heading > 0) {
      if (CUSTOMERS().test(line.text) || GONE().test(line.text)) current = { level: heading, section: "foreign" };
      else if (ADVISERS.test(line.text)) current = { level: heading, section: "advisers" };
      else if (FOREIGN_SECTION().test(line.text)) current = { level: heading, section: "foreign" };
      else if (BOARD().test(line.text)) current = { level: heading, section: "board" };
      else if (isPeople) current = { level: heading, section: "own" };
      else if (heading <= current.level) current = { level: 0, section: null };
    } else if (current.section === "own" && BOARD_LINE.test(line.text)) current.section = "board";
    return current.section;
  });
}

/** 1 to 6 in a heading, else 0. */
export function headingLevel(boxes: Outline["boxes"], index: number): number {
  let box = boxes[index];
  for (let steps = 0; box && steps < 4; steps++, box = boxes[box.parent]) {
    const [, level] = /^h([1-6])$/.exec(box.tag) ?? [];
    if (level) return Number(level);
  }
  return 0;
}
