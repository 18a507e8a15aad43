/** Money as headlines in ten languages write it: "$12M", "Rs 7.8 crore", "3,5 Mio. €", "5 millions d'euros", "10億円". Pure. */
import { words } from "../../lib/words.ts";

const CODES = "usd eur gbp jpy chf sek nok dkk cad aud sgd hkd nzd inr pln brl".split(" ");
/** Currencies, each with what is written for it besides its code. */
const WRITTEN = `
  USD $ us$ dollar us-dollar dollars dollari dólares ドル | EUR € euro euros euron | GBP £ pounds libras | JPY ¥ 円 |
  INR ₹ rs | NGN ₦ | BRL r$ reais | CAD c$ ca$ | AUD a$ au$ | SGD s$ | HKD hk$ | NZD nz$ | MXN mx$ | SEK kronor |
  PLN zł | CHF franken francs`;
/** Currency codes (ISO 4217) by what is written for them, in lower case. */
const CURRENCIES = new Map([
  ...CODES.map((code) => [code, code.toUpperCase()] as const),
  ...WRITTEN.split("|").flatMap((row) => {
    const [code = "", ...written] = words(row);
    return written.map((word) => [word, code] as const);
  }),
]);
/** Units, and those too short to be one without a currency before the number: "R$150 mi", not "150 mi". */
const UNITS: Record<string, number> = {
  "thousand|tsd": 1e3,
  "lakhs?": 1e5,
  "millionen|millions?|millones|milioni|milhões|milhão|miljoner|millioner|miljoen|miljoona\\p{L}{0,2}|mln|mio|mn|mkr|m": 1e6,
  "crores?|cr": 1e7,
  "milliarden?|milliards?|miljard\\p{L}{0,3}|bilhões|bilhão|billions?|mrd|bn": 1e9,
};
const ALL_UNITS = { ...UNITS, k: 1e3, mi: 1e6, "bi|b": 1e9 };
const FACTORS = Object.entries(ALL_UNITS).map(([unit, factor]) => [new RegExp(`^(?:${unit})$`, "u"), factor] as const);
const anyOf = (units: typeof UNITS) => Object.keys(units).join("|");

/** A currency code: the source of an expression. */
export const CODE = `(?:${CODES.join("|")})`;
const BEFORE = `(?:(?:us|ca?|au?|s|hk|nz|r)?\\$|[€£¥₹₦]|\\brs\\.?|\\b${CODE})`;
const AFTER = `(?:[€$£]|(?:${CODE}|euros?|euron|(?:us-)?dollars?|dollari|dólares|pounds|libras|reais|franken|francs|kronor|kroner|kr|zł)(?!\\p{L}))`;
const NUMBER = "\\d[\\d.,]*";
const UNIT = `(?:${anyOf(UNITS)})(?!\\p{L})\\.?`;
const ANY_UNIT = `(?:${anyOf(ALL_UNITS)})(?!\\p{L})\\.?`;
const OF = "[\\s-]?(?:(?:of|de|di)\\s|d['’])?";

/** Money with its currency. */
export const AMOUNT = `(?:${BEFORE}\\s?${NUMBER}(?:[\\s-]?${ANY_UNIT})?(?![\\p{L}\\d]|[.,]\\d)|(?<![\\p{L}\\d.,])${NUMBER}\\s?(?:${UNIT})?${OF}${AFTER})`;
/** Money, also without a currency: "12M". */
export const MONEY = `(?:${BEFORE}\\s?${NUMBER}(?:[\\s-]?${ANY_UNIT})?(?![\\p{L}\\d]|[.,]\\d)|(?<![\\p{L}\\d.,])${NUMBER}[\\s-]?${UNIT}(?!\\d|[.,]\\d))\\+?`;

const READ = new RegExp(
  `(?<sign>${BEFORE})\\s?(?<signed>${NUMBER})(?:[\\s-]?(?<unit>${ANY_UNIT}))?(?:\\s?(?<code>${CODE})(?!\\p{L}))?` +
    `|(?<![\\p{L}\\d.,])(?<bare>${NUMBER})[\\s-]?(?:(?<bareUnit>${ANY_UNIT})(?:${OF}(?<after>${AFTER}))?|(?<afterBare>${AFTER}))` +
    "|(?<![\\d.,])(?<cjk>\\d[\\d.,]*)(?<cjkUnit>[億万])(?<cjkCurrency>円|ドル)",
  "giu",
);

export type WrittenMoney = { amount: number; currency: string | null; index: number; end: number };

/** The first six amounts in `text`, in whole units of their currency. */
export function readMoney(text: string): WrittenMoney[] {
  return [...text.matchAll(READ).take(6)].flatMap(({ 0: all, index, groups = {} }) => {
    const { sign, signed, unit, code, bare, bareUnit, after, afterBare, cjk, cjkUnit, cjkCurrency } = groups;
    const amount = cjk
      ? numberOf(cjk, "", cjkUnit === "億" ? 1e8 : 1e4)
      : numberOf(signed ?? bare ?? "", unit ?? bareUnit ?? "");
    const currency = (code ?? after ?? afterBare ?? cjkCurrency ?? sign ?? "").replace(".", "");
    return amount === null ? [] : [{ amount, currency: currencyOf(currency), index, end: index + all.length }];
  });
}

/** The currency (ISO 4217) that a code, sign or word such as "CA$" means; null for an unknown one. */
export function currencyOf(written: string): string | null {
  return CURRENCIES.get(written.toLowerCase()) ?? null;
}

/** Units of languages in which a point groups digits: "1.000 millones" are a billion. */
const POINT_GROUPS = /^(?:millo|millio(?:ni|n?en|ner)|milliard|mil[hi]|milj|mln|mio|mrd|mi$)/i;

/** "1.5", "1,5" and "1,500,000" alike. */
function numberOf(written: string, unit: string, given?: number): number | null {
  const text = written.replace(/(?<![.,])[.,]+$/, "");
  const grouped = POINT_GROUPS.test(unit)
    ? /^\d{1,3}(?:\.\d{3})+$/.test(text)
    : !unit && /^\d{1,3}(?:[.,]\d{3})+$/.test(text);
  const value = Number(grouped ? text.replace(/[.,]/g, "") : text.replace(/,(?=\d{3}(?:\D|$))/g, "").replace(",", "."));
  const name = unit.toLowerCase().replace(/\.$/, "");
  const factor = given ?? FACTORS.find(([pattern]) => pattern.test(name))?.[1] ?? 1;
  return Number.isFinite(value) ? Math.round(value * factor) : null;
}
