/** Reads dates as pages write them for readers, in eleven languages. Pure. */
import { foldText } from "./fold.ts";

/** How names of months begin: English, German, French, Spanish, Portuguese, Italian, Dutch, the Nordic languages, Finnish and Polish. */
const MONTHS: [beginnings: string, month: number][] = [
  ["jan gen ene tammi sty", 1],
  ["feb fev helmi lut", 2],
  ["mar maa mrt", 3],
  ["apr avr abr huhti kwi", 4],
  ["mai may maj mag mei touko", 5],
  ["jun juin giu kesa cze", 6],
  ["jul juil lug heina lip", 7],
  ["aug aou ago elo sie", 8],
  ["sep set syys wrz", 9],
  ["oct okt ott out loka paz", 10],
  ["nov marras lis", 11],
  ["dec dez dic des joulu gru", 12],
];
const BEGINNINGS = MONTHS.flatMap(([words, month]) => words.split(" ").map((word) => ({ word, month }))).sort(
  (a, b) => b.word.length - a.word.length,
);
const ISO = /(?<!\d)(20\d\d)[-/.](0?[1-9]|1[0-2])[-/.](0?[1-9]|[12]\d|3[01])(?!\d)/;
const DAY_FIRST =
  /(?<!\d)(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er|º|\.)?\s?(?:de |di )?\s?(\p{L}{3,12})\.?,?\s(?:de |del )?(20\d\d)(?!\d)/u;
const MONTH_FIRST = /(?<!\p{L})(\p{L}{3,12})\.?\s(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?,?\s(20\d\d)(?!\d)/u;
/** Written with points, the day comes first everywhere. */
const POINTS = /(?<!\d)(0?[1-9]|[12]\d|3[01])\.\s?(0?[1-9]|1[0-2])\.\s?(20\d\d)(?!\d)/;

/** The first date in a text, as ISO 8601 at midnight UTC; null without one, and for "03/04/2026", which has two readings. */
export function readWrittenDate(text: string): string | null {
  const folded = foldText(text);
  const iso = ISO.exec(folded);
  if (iso) return dateOf(iso[1], Number(iso[2]), iso[3]);
  const points = POINTS.exec(folded);
  if (points) return dateOf(points[3], Number(points[2]), points[1]);
  const named = DAY_FIRST.exec(folded);
  if (named) return dateOf(named[3], monthOf(named[2]), named[1]);
  const american = MONTH_FIRST.exec(folded);
  return american ? dateOf(american[3], monthOf(american[1]), american[2]) : null;
}

function monthOf(word = ""): number | undefined {
  return BEGINNINGS.find((known) => word.startsWith(known.word))?.month;
}

function dateOf(year = "", month: number | undefined, day = ""): string | null {
  if (month === undefined) return null;
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  return date.getUTCMonth() === month - 1 ? date.toISOString() : null;
}
