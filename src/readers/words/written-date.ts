/** Reads dates as pages write them for readers, in eleven languages. Pure. */
import { foldText } from "./fold.ts";

/** Names of months, folded: English, German, French, Spanish, Portuguese, Italian, Dutch, the Nordic languages, Finnish and Polish. */
const MONTHS = [
  "january januar janvier enero janeiro gennaio januari tammikuuta stycznia",
  "february februar fevrier febrero fevereiro febbraio februari helmikuuta lutego",
  "march marz maerz mars marzo marco maart mrt marts maaliskuuta marca marzec",
  "april avril abril aprile huhtikuuta kwietnia",
  "may mai mayo maio maggio mei maj maja toukokuuta",
  "june juni juin junio junho giugno kesakuuta czerwca",
  "july juli juillet julio julho luglio heinakuuta lipca",
  "august aout agosto augustus augusti elokuuta sierpnia",
  "september septembre septiembre setembro settembre syyskuuta wrzesnia",
  "october oktober octobre octubre outubro ottobre lokakuuta pazdziernika",
  "november novembre noviembre novembro marraskuuta listopada",
  "december dezember decembre diciembre dezembro dicembre desember joulukuuta grudnia",
].map((names) => names.split(" "));
const ISO = /(?<!\d)(20\d\d)[-/.](0?[1-9]|1[0-2])[-/.](0?[1-9]|[12]\d|3[01])(?!\d)/;
const DAY_FIRST =
  /(?<!\d)(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er|o|\.)?\s?(?:de |di )?\s?(\p{L}{3,12})\.?,?\s(?:de |del )?(20\d\d)(?!\d)/u;
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

/** A name of a month or its beginning: "mar" and "sept", not "marketing". */
function monthOf(word = ""): number | undefined {
  const index = MONTHS.findIndex((names) => names.some((name) => name.startsWith(word)));
  return index < 0 ? undefined : index + 1;
}

function dateOf(year = "", month: number | undefined, day = ""): string | null {
  if (month === undefined) return null;
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  return date.getUTCMonth() === month - 1 ? date.toISOString() : null;
}
