import type { RawJob } from "./board.ts";

const SYMBOLS: Record<string, string> = { "€": "EUR", "£": "GBP", "₹": "INR", zł: "PLN" };
/** Countries whose dollar is meant by a bare `$`. */
const DOLLARS: Record<string, string> = { CA: "CAD", AU: "AUD", NZ: "NZD", SG: "SGD", HK: "HKD", MX: "MXN" };
const MAX_LENGTH = 120;
const AMOUNT = /(\d[\d.,]{0,14})\s?(k\b)?/gi;

/** The range of a text such as "$25 – $30 / hour"; null when it says none. `country` decides which dollar is meant. */
export function salaryInText(text: string | null, country: string | null): NonNullable<RawJob["salary"]> | null {
  if (!text || text.length > MAX_LENGTH) return null;
  const symbol = Object.keys(SYMBOLS).find((sign) => text.includes(sign));
  const named = /\b(USD|EUR|GBP|CAD|AUD|CHF|INR|SEK|DKK|NOK|PLN|NZD|SGD)\b/i.exec(text)?.[1]?.toUpperCase();
  const dollar = text.includes("$") ? (DOLLARS[country?.toUpperCase() ?? ""] ?? "USD") : undefined;
  const currency = named ?? (symbol ? SYMBOLS[symbol] : dollar);
  if (!currency) return null;
  const amounts = [...text.matchAll(AMOUNT)].slice(0, 2).map(([, digits = "", thousand]) => {
    // A separator before three digits groups thousands.
    const plain = digits.replace(/[.,](?=\d{3}(?:\D|$))/g, "").replace(",", ".");
    return Number(plain) * (thousand ? 1_000 : 1);
  });
  const [min = null, max = null] = amounts;
  return { min, max: max ?? min, currency, period: text };
}
