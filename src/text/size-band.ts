/** Upper ends of the bands in which the sizes of companies are commonly told. */
const UPPER_ENDS = [1, 10, 50, 200, 500, 1_000, 5_000, 10_000];

/**
 * The common band (`1`, `2-10`, `11-50`, …, `10001+`) of a head count in any of its spellings: `87`, `1,200`, `51-200`,
 * `51 to 200 employees`, `10,001+`. A range counts as its lower end. Null when there is no number in it.
 */
export function sizeBand(text: string): string | null {
  // Spreadsheets turn 11-50 into Nov-50, and 87 into 87.0.
  const digits = /\d[\d,.' ]*/.exec(text.replace(/\bnov-(?=\d)/i, "11-").replace(/\.0\b/, ""))?.[0];
  const people = Number(digits?.replace(/\D/g, "") ?? 0);
  if (people < 1) return null;
  const index = UPPER_ENDS.findIndex((end) => people <= end);
  if (index < 0) return "10001+";
  const from = (UPPER_ENDS[index - 1] ?? 0) + 1;
  return from === UPPER_ENDS[index] ? String(from) : `${from}-${UPPER_ENDS[index]}`;
}
