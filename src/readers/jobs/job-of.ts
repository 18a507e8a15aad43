import { foldText } from "../../lib/fold.ts";
import { readMoment, record, string, webUrl } from "../../lib/loose-json.ts";
import { DAY_MS } from "../../lib/time.ts";
import { textOfHtml } from "../page/html-text.ts";
import { readTitle } from "../titles/job-title.ts";
import { titleTokens } from "../titles/title-terms.ts";
import { countryCode, countryInText } from "../words/countries.ts";
import { patternOf, sectionOf } from "../words/sections.ts";
import { readWrittenDate } from "../words/written-date.ts";
import type { Job, RawJob, Salary, Workplace } from "./job.ts";
import { amountsInText } from "./salary-in-text.ts";
import { withoutContacts } from "./without-people.ts";

const LANGUAGES = sectionOf("words of languages", (text) =>
  text.split("\n").map((line) => ({ code: line.slice(0, 2), words: new Set(line.split(" ").slice(1)) })),
);
const READ_LENGTH = 2_000;
const MIN_HITS = 8;

/** ISO 639-1 of a text, from its short words; null when it is short or two languages are close. */
export function languageOf(text: string | null): string | null {
  const read = (text ?? "").slice(0, READ_LENGTH).toLowerCase();
  const words = read.split(/[^\p{L}]+/u);
  const counts = LANGUAGES().map((one) => ({
    code: one.code,
    hits: words.filter((word) => one.words.has(word)).length,
  }));
  const [first, second] = counts.sort((a, b) => b.hits - a.hits);
  return first && second && first.hits >= MIN_HITS && first.hits >= second.hits * 1.4 ? first.code : null;
}

const MAX_LINE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 4_000;
const MAX_PLACES = 20;
/** A yearly figure below this is an hourly or monthly one under a wrong label. */
const MIN_YEARLY = 2_000;

const NO_POSITION = patternOf("NO_POSITION", "u");

/** A posting with inert texts and comparable values; null without title, id or position. `base` resolves addresses. */
export function jobOf(raw: RawJob, now: number, base?: string): Job | null {
  const title = line(raw.title);
  const id = line(raw.id) ?? line(raw.url);
  if (!id || !title || NO_POSITION().test(foldText(title))) return null;
  // Advertisements name recruiters; their addresses and numbers are not kept.
  const advertised = withoutContacts(textOfHtml(string(raw.description) ?? "", MAX_DESCRIPTION_LENGTH));
  const description = advertised.replace(/ {2,}/g, " ").trim() || null;
  const places = (raw.places ?? []).slice(0, MAX_PLACES).map(placeOf);
  const locations = [...new Set(places.flatMap(({ text }) => (text ? [text] : [])))];
  const country = countryCode(line(raw.country)) ?? places.find((place) => place.country)?.country ?? null;
  const workplace = workplaceOf(line(raw.workplace)) ?? workplaceOf(workplaceInPlaces(locations));
  return {
    id,
    title,
    url: webUrl(base && string(raw.url) ? URL.parse(string(raw.url) ?? "", base)?.href : raw.url),
    location: locations.length > 0 ? (line(locations.join("; ")) ?? null) : workplace === "remote" ? "Remote" : null,
    locations,
    country,
    workplace,
    department: line(raw.department),
    employment_type: employmentTypeOf(raw.employmentType),
    salary: salaryOf(raw.salary),
    language:
      /^([a-z]{2})(?:[-_].{1,6})?$/.exec(line(raw.language)?.toLowerCase() ?? "")?.[1] ?? languageOf(description),
    posted_at: pastTime(raw.postedAt, now),
    updated_at: pastTime(raw.updatedAt, now),
    seniority: readTitle(title).seniority,
    description,
  };
}

/** The same title in the same place, however written. */
export function samePositionKey(title: string, location: string | null): string {
  return [title, location ?? ""].map((text) => titleTokens(text).join(" ")).join(" | ");
}

/** A number or a text as one inert line. */
export function line(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : string(value);
  return text === null ? null : textOfHtml(text, MAX_LINE_LENGTH) || null;
}

function placeOf(place: unknown): { text: string | null; country: string | null } {
  const { city, region, country } = record(typeof place === "string" ? { city: place } : place);
  // Some write a code in small letters.
  const written = line(country)?.replace(/^[a-z]{2}$/, (code) => code.toUpperCase());
  const parts = [...new Set([line(city), line(region), written].filter(Boolean))];
  const text = parts.join(", ") || null;
  return { text, country: countryCode(written ?? null) ?? (text && countryInText(text)) };
}

function workplaceInPlaces(locations: string[]): string | null {
  const text = locations.join(" ");
  if (/\bhybrid\b/i.test(text)) return "hybrid";
  if (/\b(?:remote|home ?office|télétravail|fernarbeit)\b/i.test(text)) return "remote";
  return /^(?:in[- ]office|on[- ]?site)$/i.test(text) ? "onsite" : null;
}

/** The common terms for where the work is done; null for any other. */
function workplaceOf(word: string | null): Workplace | null {
  const key = word?.toLowerCase().replace(/[^a-z]/g, "") ?? "";
  if (/^(?:fully)?remote(?:only|job|first)?$|telecommute|^fully$|^homeoffice$/.test(key)) return "remote";
  if (/^hybrid(?:remote)?$|^partiallyremote$/.test(key)) return "hybrid";
  return /^onsite$|^in(?:the)?office$|^office(?:based)?$|^inperson$/.test(key) ? "onsite" : null;
}

const EMPLOYMENT_TYPES: [RegExp, string][] = [
  [/intern|praktik|werkstudent|stage\b|stagiaire|trainee|apprentic|ausbildung|alternance/, "internship"],
  // "Full or part time" is full-time work.
  [
    /^(?!.*(?:full|voll|temps plein|voltijd)).*(?:part.?time|teilzeit|temps partiel|deeltijd|deltid|media jornada|tiempo parcial)/,
    "part_time",
  ],
  [/temporar|fixed.?term|seasonal|befristet|\bcdd\b|zeitarbeit/, "temporary"],
  [/contract|freelance|\bc2c\b|freiberuf/, "contract"],
  [/volunt|ehrenamt/, "volunteer"],
  [
    /full.?(?:time|or.?part)|permanent|voll(?:zeit|-)|unbefristet|festanstellung|\bcdi\b|temps plein|voltijd|heltid|jornada completa|tiempo completo|tempo pieno|regular/,
    "full_time",
  ],
];

function employmentTypeOf(value: unknown): string | null {
  const words = [value].flat().flatMap((item) => line(item) ?? []);
  const said = words.filter((word) => !/^(?:other|unspecified|none)$/i.test(word));
  const spaced = said.join(" ").replace(/_|(?<=[a-z])(?=[A-Z])/g, " ");
  // "Part time, permanent" is part-time work.
  return EMPLOYMENT_TYPES.find(([pattern]) => pattern.test(spaced.toLowerCase()))?.[1] ?? said[0] ?? null;
}

const PERIODS: [RegExp, NonNullable<Salary["period"]>][] = [
  [/year|annu|jahr|jähr|jaar|anno|ano\b|año|\byr\b|\ban\b|\bp\.?a\b/, "year"],
  [/month|monat|mois|mensu|maand|\bmese?\b/, "month"],
  [/week|woche|semaine/, "week"],
  [/hour|stunde|stünd|heure|\buur\b|\bhr\b/, "hour"],
  [/day|daily|\btag\b|jour/, "day"],
];

/** Without a currency, or without an amount, there is no salary. */
function salaryOf(raw: RawJob["salary"]): Salary | null {
  const currency = line(raw?.currency)?.toUpperCase() ?? "";
  const [min, max] = [amountOf(raw?.min), amountOf(raw?.max)];
  if (!/^[A-Z]{3}$/.test(currency) || (min === null && max === null)) return null;
  const word = line(raw?.period)?.toLowerCase().replace(/[_-]/g, " ") ?? "";
  const period = PERIODS.find(([pattern]) => pattern.test(word))?.[1] ?? null;
  const isDoubtful = period === "year" && (max ?? min ?? 0) < MIN_YEARLY;
  return { min, max, currency, period: isDoubtful ? null : period };
}

/** A positive amount, as a number or as the only one in a text; 0 is an open bound. */
function amountOf(value: unknown): number | null {
  const amounts = typeof value === "string" ? amountsInText(value) : [value];
  const amount = amounts.length === 1 ? amounts[0] : null;
  return typeof amount === "number" && Number.isFinite(amount) && amount > 0 ? amount : null;
}

/** A time in the past, ISO 8601, from ISO 8601, RFC 822, "2026-01-31 09:00:00 UTC", "31.01.2026", or a number; else null. */
export function pastTime(value: unknown, now: number): string | null {
  const text = typeof value === "number" ? String(value) : (string(value) ?? "");
  // Seconds and milliseconds since 1970 differ in length.
  const isNumber = /^(?:\d{10}|\d{13})$/.test(text);
  // "Posted 30+ days ago" is not a date, although the parser reads one.
  if (!isNumber && !/(?:19|20)\d\d/.test(text)) return null;
  const dayFirst = /^\d{1,2}[./]/.test(text) ? readWrittenDate(text) : null;
  const time = dayFirst ?? readMoment(isNumber ? Number(text.padEnd(13, "0")) : text);
  return time !== null && Date.parse(time) <= now + DAY_MS && time > "1990" ? time : null;
}
