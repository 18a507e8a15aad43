/** Reads amount, round and investors from a headline about funding. Pure. */
import { readMoney, type WrittenMoney } from "./written-money.ts";

export type FundingTerms = {
  amount: number | null;
  currency: string | null;
  round: string | null;
  investors: string[];
};

/** Money that is not what was raised now. */
const BEFORE_OTHER =
  /(?:valu(?:ed|es|ing|ation)(?:\s(?!(?:after|with|and|as|in|on|from|raising)\b)[\w’'-]{1,20}){0,6}\s|\b(?:total|overall)(?: funding| raised| capital)?(?: raised| to date)? (?:to|of)(?: over| more than)? |\bat an? |\bat )$/iu;
const AFTER_OTHER =
  /^\+?\s?(?:(?:pre|post)-money )?(?:valuation|in (?:annual |new )?(?:sales|revenue|arr)|sales|revenue|arr\b|run rate|market|industry|users|customers)/iu;
const ROUND =
  /\b(?<!\bafter (?:its|a|the) )(pre-?seed|seed(?: extension)?|(?:pre-)?series?[\s-][a-k](?:\d|\+)?(?![\p{L}\d])(?:\s(?:extension|ii))?|growth(?= (?:round|equity|funding|financing|capital|investment))|bridge(?= (?:round|loan|financing|funding))|angel round|venture debt|debt financing|pre-ipo(?= (?:round|funding|financing))|(?<=\b(?:in|through|via|its|an) (?:\w{1,15} )?)ipo)\b/iu;
const JAPANESE_ROUND = /(プレ)?シリーズ([A-K])|(シード)/u;
const LEADERS =
  /(?:(?<!\p{L})(?:(?:co-)?led by|angeführt von|unter führung von|mené(?:e)? par|auprès de|liderad[ao] por|guidat[oa] da|with participation (?:from|of|by)|investors include)|(?<=[\dmkbnr+€]|créditos['’]|\b(?:funds|amount|funding|round|financing|investment|backing|seed|equity|series [a-k]|more|million|billion|crore)) (?:from|con))\s+([^.;:|()]{2,120})|(?:^|[?!:]\s)([^,;:|?!]{2,60}?)\s+(?:(?:co-)?leads|invests|backs|joins)\b/giu;
const STOP =
  /\b(?:to|for|at|in|as|and (?:plans|will|wants)|after|amid|valuing|bringing|with a|on a|with participation|led by|co-led by)\b.*$|(?<!\s)\s+and…?$|…$/iu;
const NOT_INVESTORS =
  /\d{2}[mk]?$|^former\b|\b(?:execs|executives|founders?|co-founders?|ceo|backers|investors|angels|others|more|employees|veterans|europe|africa|asia)$/iu;
/** What an investor is, before its name: "Drone maker Foo". */
const DESCRIPTION = /^.{0,40}\s(?:maker|giant|firm|fund|startup|unicorn|company|platform|investor)\s(?=\p{L}+)/u;
/** "Big Fund", "a16z", "bp Ventures". */
const NAME = /^(?:\p{Lu}|\d|\p{Ll}{1,2}\d|\p{Ll}{1,4}(?:\p{Lu}|\s\p{Lu}))/u;
const MIN_AMOUNT = 1_000;
const MAX_INVESTORS = 10;

/** Reads one headline. A number without a currency keeps `currency: null`. */
export function readFundingTerms(title: string): FundingTerms {
  const { amount = null, currency = null } = moneyRaised(title.normalize("NFKC")) ?? {};
  const investors = investorsIn(title);
  const rest = investors.reduce((text, investor) => text.replaceAll(investor, " "), title);
  return { amount, currency, round: roundIn(rest), investors };
}

function roundIn(text: string): string | null {
  const [, before, letter, seed] = JAPANESE_ROUND.exec(text) ?? [];
  if (letter) return `${before ? "pre-" : ""}Series ${letter}`;
  const round = ROUND.exec(text)?.[1]
    ?.toLowerCase()
    .replace(/\bseries?[ -]([a-k])/, (_, written: string) => `Series ${written.toUpperCase()}`);
  return round === "preseed" ? "pre-seed" : (round ?? (seed ? "seed" : null));
}

/** The first amount with a currency, else the first; neither a valuation nor a total. */
function moneyRaised(text: string): WrittenMoney | undefined {
  const found = readMoney(text).filter(({ amount, index, end }) => {
    const before = text.slice(Math.max(0, index - 60), index);
    return amount >= MIN_AMOUNT && !BEFORE_OTHER.test(before) && !AFTER_OTHER.test(text.slice(end));
  });
  return found.find(({ currency }) => currency) ?? found[0];
}

function investorsIn(title: string): string[] {
  const found = [...title.matchAll(LEADERS).take(5)].flatMap(([, after, before]) =>
    (after ?? before ?? "")
      .replace(STOP, "")
      .split(/,\s*(?:and\s+)?|(?<!\s)\s+(?:(?:and|y|und|et)\s+|&\s+(?=\p{Lu}))/iu),
  );
  const names = found
    .map((name) =>
      name
        .trim()
        .replace(/^(?:investors|existing investors|the)\s+/i, "")
        .replace(DESCRIPTION, ""),
    )
    .filter((name) => NAME.test(name) && name.length >= 2 && name.length <= 60 && !NOT_INVESTORS.test(name));
  return [...new Set(names)].slice(0, MAX_INVESTORS);
}
