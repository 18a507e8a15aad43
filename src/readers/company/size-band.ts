const UPPER_ENDS = [1, 10, 50, 200, 500, 1_000, 5_000, 10_000];

const NUMBER = /\d{1,3}(?:[,.'’ \u00a0\u2009\u202f]\d{3})+(?!\d)|\d+/g;
/** Separators between the ends of a range, in the languages of registers. */
const UNTIL = /^\s*(?:-|–|—|\.\.\.?|to|through|a|à|bis|til|till|al|do|až|och|and|und|et)\s*$/i;

const numberOf = (text: string) => Number(text.replace(/\D/g, ""));

/** The common band (`2-10`, …, `10001+`) of a head count in any spelling; a range counts as its middle; or null. */
export function sizeBand(text: string): string | null {
  // Spreadsheets turn 11-50 into Nov-50, and 87 into 87.0.
  const given = text
    .slice(0, 200)
    .replace(/\bnov-(?=\d)/i, "11-")
    .replace(/\.0\b/, "");
  const [low, high] = [...given.matchAll(NUMBER).take(2)];
  if (!low) return null;
  const from = numberOf(low[0]);
  const to = high && UNTIL.test(given.slice(low.index + low[0].length, high.index)) ? numberOf(high[0]) : from;
  return bandOf(from, Math.max(from, to));
}

/** The band of a head count between `min` and `max`, or from `min` on when `max` is null; null for a head count of zero. */
export function bandOf(min: number, max: number | null): string | null {
  const people = max === null ? min : (min + max) / 2;
  if (people < 1) return null;
  const index = UPPER_ENDS.findIndex((end) => people <= end);
  if (index < 0 || (max === null && min >= 10_000)) return "10001+";
  const from = (UPPER_ENDS[index - 1] ?? 0) + 1;
  return from === UPPER_ENDS[index] ? String(from) : `${from}-${UPPER_ENDS[index]}`;
}
