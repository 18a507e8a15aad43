/** Reads amount, round and investors from a headline about funding. Pure. */
import { patternOf } from "../words/sections.ts";
import { readMoney, type WrittenMoney } from "../words/written-money.ts";

export type FundingTerms = ReturnType<typeof readFundingTerms>;

const BEFORE_OTHER = patternOf("BEFORE_OTHER");
const AFTER_OTHER = patternOf("AFTER_OTHER");
const ROUND = patternOf("NAMED_ROUND");
const JAPANESE_ROUND = /(プレ)?シリーズ([A-K])|(シード)/u;
const LEADERS = patternOf("LEADERS", "giu");
const STOP = patternOf("STOP");
const NOT_INVESTORS = patternOf("NOT_INVESTORS");
/** What an investor is, before its name: "Drone maker Foo". */
const DESCRIPTION = /^.{0,40}\s(?:maker|giant|firm|fund|startup|unicorn|company|platform|investor)\s(?=\p{L}+)/u;
/** "Big Fund", "a16z", "bp Ventures". */
const NAME = /^(?:\p{Lu}|\d|\p{Ll}{1,2}\d|\p{Ll}{1,4}(?:\p{Lu}|\s\p{Lu}))/u;
const MIN_AMOUNT = 1_000;
const MAX_INVESTORS = 10;

/** Reads one headline. A number without a currency keeps `currency: null`. */
export function readFundingTerms(title: string) {
  const { amount = null, currency = null } = moneyRaised(title.normalize("NFKC")) ?? {};
  const investors = investorsIn(title);
  const rest = investors.reduce((text, investor) => text.replaceAll(investor, " "), title);
  return { amount, currency, round: roundIn(rest), investors };
}

function roundIn(text: string): string | null {
  const [, before, letter, seed] = JAPANESE_ROUND.exec(text) ?? [];
  if (letter) return `${before ? "pre-" : ""}Series ${letter}`;
  const round = ROUND()
    .exec(text)?.[1]
    ?.toLowerCase()
    .replace(/\bs[eé]ries?[ -]([a-k])/, (_, written: string) => `Series ${written.toUpperCase()}`);
  return /^pr[eé]-?seed$/.test(round ?? "") ? "pre-seed" : (round ?? (seed ? "seed" : null));
}

/** The first amount with a currency, else the first; neither a valuation nor a total. */
function moneyRaised(text: string): WrittenMoney | undefined {
  const found = readMoney(text).filter(({ amount, index, end }) => {
    const before = text.slice(Math.max(0, index - 60), index);
    return amount >= MIN_AMOUNT && !BEFORE_OTHER().test(before) && !AFTER_OTHER().test(text.slice(end));
  });
  return found.find(({ currency }) => currency) ?? found[0];
}

function investorsIn(title: string): string[] {
  const found = [...title.matchAll(LEADERS()).take(5)].flatMap(([, after, before]) =>
    (after ?? before ?? "")
      .replace(STOP(), "")
      .split(/,\s*(?:and\s+)?|(?<!\s)\s+(?:(?:and|y|und|et)\s+|&\s+(?=\p{Lu}))/iu),
  );
  const names = found
    .map((name) =>
      name
        .trim()
        .replace(/^(?:investors|existing investors|the)\s+/i, "")
        .replace(DESCRIPTION, ""),
    )
    .filter((name) => NAME.test(name) && name.length >= 2 && name.length <= 60 && !NOT_INVESTORS().test(name));
  return [...new Set(names)].slice(0, MAX_INVESTORS);
}
