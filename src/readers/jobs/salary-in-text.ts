import { CODE, currencyOf } from "../words/written-money.ts";
import type { RawJob } from "./job.ts";

/** Countries whose dollar is meant by a bare `$`. */
const DOLLARS: Record<string, string> = { CA: "CAD", AU: "AUD", NZ: "NZD", SG: "SGD", HK: "HKD", MX: "MXN" };
const NAMED = new RegExp(`\\b${CODE}\\b`, "i");
const SIGN = /[€£₹]|zł|(?:\b[A-Z]{1,2})?\$/;
const MAX_LENGTH = 120;
/** Thousands are grouped by a comma, a point, a space or an apostrophe. */
const AMOUNT = /(?<![\d.,])(\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})+(?!\d)|\d{1,9})(?:[.,](\d{1,2}))?(?!\d)\s?(k\b)?/gi;
/** One amount is the upper bound, or the lower one. */
const AT_MOST = /\b(?:up to|max(?:imum)?\.?|bis(?: zu)?|jusqu['’]à|tot|hasta)\s/i;
const AT_LEAST = /\b(?:from|starting at|min(?:imum)?\.?|ab|à partir de|vanaf|desde|da)\s|\d\s?k?\s?\+/i;

/** The salary range in a text such as "$25 – $30 / hour"; null without one. `country` decides which dollar is meant. */
export function salaryInText(text: string | null, country?: string | null): NonNullable<RawJob["salary"]> | null {
  if (!text || text.length > MAX_LENGTH) return null;
  const sign = SIGN.exec(text)?.[0];
  const dollar = DOLLARS[country?.toUpperCase() ?? ""] ?? "USD";
  const currency = NAMED.exec(text)?.[0].toUpperCase() ?? (sign === "$" ? dollar : currencyOf(sign ?? ""));
  if (!currency) return null;
  const [first, second] = amountsInText(text);
  if (first === undefined) return null;
  if (second !== undefined) return { min: first, max: second, currency, period: text };
  const [min, max] = [AT_MOST.test(text) ? null : first, AT_LEAST.test(text) ? null : first];
  return { min, max, currency, period: text };
}

/** The first two amounts of a short text, whatever groups their thousands. */
export function amountsInText(text: string): number[] {
  const amounts = [...text.slice(0, MAX_LENGTH).matchAll(AMOUNT)].slice(0, 2);
  const isInThousands = amounts.some(([, , , thousand]) => thousand);
  return amounts.map(([, whole = "", decimals = "0"]) => {
    const amount = Number(`${whole.replace(/\D/g, "")}.${decimals}`);
    // In "80-100k" the k applies to both.
    return isInThousands && amount < 1_000 ? amount * 1_000 : amount;
  });
}
