/** Reads dates as pages write them for readers, in eleven languages. Pure. */
import { foldText } from "../../lib/fold.ts";

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
/** The ways to write a date, the surest first. Written with points, the day comes first everywhere. */
const FORMS = [
  /(?<!\d)(?<year>20\d\d)[-/.](?<month>0?[1-9]|1[0-2])[-/.](?<day>0?[1-9]|[12]\d|3[01])(?!\d)/,
  /(?<!\d)(?<day>0?[1-9]|[12]\d|3[01])\.\s?(?<month>0?[1-9]|1[0-2])\.\s?(?<year>20\d\d)(?!\d)/,
  /(?<!\d)(?<day>1[3-9]|2\d|3[01])\/(?<month>0?[1-9]|1[0-2])\/(?<year>20\d\d)(?!\d)/,
  /(?<!\d)(?<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er|o|\.)?\s?(?:de |di )?\s?(?<month>\p{L}{3,12})\.?,?\s(?:de |del )?(?<year>20\d\d)(?!\d)/u,
  /(?<!\p{L})(?<month>\p{L}{3,12})\.?\s(?<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?,?\s(?<year>20\d\d)(?!\d)/u,
];

/** The first date in a text, as ISO 8601 at midnight UTC; null without one, and for "03/04/2026", which has two readings. */
export function readWrittenDate(text: string): string | null {
  const folded = foldText(text);
  const found = FORMS.map((form) => form.exec(folded)).find((match) => match !== null);
  const { year, month = "", day } = found?.groups ?? {};
  // A name of a month or its beginning: "mar" and "sept", not "marketing".
  const named = MONTHS.findIndex((names) => names.some((name) => name.startsWith(month)));
  const index = /^\d/.test(month) ? Number(month) - 1 : named;
  if (!found || index < 0) return null;
  const date = new Date(Date.UTC(Number(year), index, Number(day)));
  return date.getUTCMonth() === index ? date.toISOString() : null;
}
