import type { Box, Outline } from "../page/outline.ts";
import { readName } from "./name-readings.ts";
import { jobEvidence } from "./occupations.ts";
import type { Line } from "./page-lines.ts";

const MAX_GIVEN = 24;
const MAX_FAMILY = 40;
const INLINE = /^(a|b|em|font|i|small|span|strong|u)$/;

/**
 * The lines, with a name that a line break splits joined: "Jane" and "Roe". `isMarked` marks elements that stand out, as names
 * do.
 */
export function joinedNames(
  { boxes }: Outline,
  lines: Line[],
  isMarked: (boxes: Box[], index: number) => boolean,
): Line[] {
  const joined: Line[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last && isBroken(last.text, line.text) && sharesBlock(boxes, last, line) && isMarked(boxes, last.box)) {
      const text = `${last.text} ${line.text}`;
      joined[joined.length - 1] = { ...last, to: line.to, texts: [text], text };
    } else joined.push(line);
  }
  return joined;
}

const MAX_GIVEN_WORDS = 5;
const STARTS_WITH_PARTICLE = /^(?:de|del|da|dos|di|van|von|der|bin|al|Abd El|Abd al)\s\p{Lu}/u;

/** True when two lines are a name only together. */
function isBroken(given: string, family: string): boolean {
  if (given.length > MAX_GIVEN || family.length > MAX_FAMILY || given.split(" ").length > MAX_GIVEN_WORDS) return false;
  // "Jaime Alfonso Zobel" and "de Ayala".
  const isParticle = STARTS_WITH_PARTICLE.test(family);
  const isEnough = given.split(" ").length > 2 || (readName(given)?.isWhole && !/\s\p{Lu}\.$/u.test(given));
  if (isEnough && !isParticle) return false;
  const whole = readName(`${given} ${family}`);
  if (!whole?.isWhole || isParticle) return whole?.isWhole === true;
  return jobEvidence(family) === null || (whole.isKnown && jobEvidence(family) === "field");
}

function sharesBlock(boxes: Box[], first: Line, second: Line): boolean {
  return blockOf(boxes, first.box) === blockOf(boxes, second.box);
}

function blockOf(boxes: Box[], index: number): number {
  let at = index;
  for (let box = boxes[at]; box && INLINE.test(box.tag); box = boxes[at]) at = box.parent;
  return at;
}
