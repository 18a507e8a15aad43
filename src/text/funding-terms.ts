/** Reads amount, round and investors from a headline about funding. Pure. */

export type FundingTerms = {
  amount: number | null;
  currency: string | null;
  round: string | null;
  investors: string[];
};

const CURRENCIES: Record<string, string> = {
  $: "USD",
  us$: "USD",
  usd: "USD",
  "€": "EUR",
  eur: "EUR",
  euro: "EUR",
  euros: "EUR",
  "£": "GBP",
  gbp: "GBP",
  "¥": "JPY",
  jpy: "JPY",
  chf: "CHF",
  sek: "SEK",
  nok: "NOK",
  dkk: "DKK",
  cad: "CAD",
  c$: "CAD",
  a$: "AUD",
  aud: "AUD",
  "₹": "INR",
  inr: "INR",
  euron: "EUR",
  kronor: "SEK",
  pln: "PLN",
  zł: "PLN",
  dollars: "USD",
  dollari: "USD",
  dólares: "USD",
  pounds: "GBP",
  franken: "CHF",
  francs: "CHF",
};
const FACTORS: [pattern: RegExp, factor: number][] = [
  [/^(k|thousand|tsd)$/, 1e3],
  [/^(m|mn|mio|million|millions|millionen|millones|milioni|miljoner|millioner|miljoen|miljoona\p{L}{0,2}|mln)$/u, 1e6],
  [/^(b|bn|billion|billions|mrd|milliarden|milliards?|miljard\p{L}{0,3})$/u, 1e9],
];
const UNIT =
  "(k|thousand|tsd|mn|mio|millionen|millions?|millones|milioni|miljoner|millioner|miljoen|miljoona\\p{L}{0,2}|mln|m|bn|billions?|mrd|milliarden|milliards?|miljard\\p{L}{0,3}|b)";
const SIGN = "(us\\$|c\\$|a\\$|[$€£¥₹]|usd|eur|gbp|jpy|chf|sek|nok|dkk|cad|aud|inr)";
const MONEY = new RegExp(
  `${SIGN}\\s?(\\d[\\d.,]*)(?:[\\s-]?${UNIT}(?![\\p{L}]))?|(?<![\\d.,])(\\d[\\d.,]*)[\\s-]?${UNIT}\\.?(?:\\s?(?:(?:of|de|di)\\s|d['’])?(usd|eur|euros?|euron|gbp|chf|sek|nok|dkk|pln|cad|aud|dollars|dollari|dólares|pounds|franken|francs|kronor|zł|[$€£])(?![\\p{L}]))?(?![\\p{L}])`,
  "giu",
);
/** Money that is not what was raised now. */
const BEFORE_OTHER =
  /(?:valu(?:ed|es|ing|ation)(?:\s(?!(?:after|with|and|as|in|on|from|raising)\b)[\w’'-]{1,20}){0,6}\s|\b(?:total|overall)(?: funding| raised| capital)?(?: raised| to date)? (?:to|of)(?: over| more than)? |\bat an? |\bat )$/iu;
const AFTER_OTHER =
  /^\+?\s?(?:(?:pre|post)-money )?(?:valuation|in (?:annual |new )?(?:sales|revenue|arr)|sales|revenue|arr\b|run rate|market|industry|users|customers)/iu;
const ROUND =
  /\b(pre-?seed|seed(?: extension)?|series[\s-][a-k](?:\d|\+)?(?:\s(?:extension|ii))?|growth(?= (?:round|equity|funding|financing|capital|investment))|bridge(?= (?:round|loan|financing|funding))|angel round|venture debt|debt financing|pre-ipo(?= (?:round|funding|financing))|(?<=\b(?:in|through|via|its|an) (?:\w{1,15} )?)ipo)\b/i;
const LEADERS =
  /\b(?:(?:co-)?led by|angeführt von|unter führung von|mené(?:e)? par|auprès de|liderad[ao] por|guidat[oa] da|(?<=[\dmkbn+]|\b(?:funding|round|financing|investment|backing|seed|equity|series [a-k]|more|million|billion)) from|with participation (?:from|of|by)|investors include)\s+([^.;:|()]{2,120})|(?:^|[?!:]\s)([^,;:|?!]{2,60}?)\s+(?:(?:co-)?leads|invests|backs|joins)\b/giu;
const STOP =
  /\b(?:to|for|at|in|as|and (?:plans|will|wants)|after|amid|valuing|bringing|with a|on a|with participation|led by|co-led by)\b.*$/iu;
const NOT_INVESTORS =
  /\d{2}[mk]?$|\b(?:execs|executives|founders?|co-founders?|ceo|backers|investors|angels|others|more|employees|veterans|europe|africa|asia)$/iu;
const MIN_AMOUNT = 1_000;
const MAX_INVESTORS = 10;

/** Reads one headline. A number without a currency sign keeps `currency: null`. */
export function readFundingTerms(title: string): FundingTerms {
  const { amount = null, sign = "" } = moneyRaised(title.normalize("NFKC")) ?? {};
  const round =
    ROUND.exec(title)?.[1]
      ?.toLowerCase()
      .replace(/\bseries[ -]([a-k])/, (_, letter: string) => `Series ${letter.toUpperCase()}`) ?? null;
  return {
    amount,
    currency: CURRENCIES[sign] ?? null,
    round: round === "preseed" ? "pre-seed" : round,
    investors: investorsIn(title),
  };
}

/** The first amount with a currency, else the first; neither a valuation nor a total. */
function moneyRaised(text: string): { amount: number; sign: string } | undefined {
  const found = [...text.matchAll(MONEY).take(6)].flatMap((money) => {
    const before = text.slice(Math.max(0, money.index - 60), money.index);
    const after = text.slice(money.index + money[0].length);
    const amount = numberOf(money[2] ?? money[4] ?? "", (money[3] ?? money[5] ?? "").toLowerCase());
    if (amount === null || amount < MIN_AMOUNT || BEFORE_OTHER.test(before) || AFTER_OTHER.test(after)) return [];
    return [{ amount, sign: (money[1] ?? money[6] ?? "").toLowerCase() }];
  });
  return found.find(({ sign }) => sign) ?? found[0];
}

/** "1.5", "1,5" and "1,500,000" alike. */
function numberOf(written: string, unit: string): number | null {
  const text = written.replace(/(?<![.,])[.,]+$/, "");
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(text) && !unit;
  const value = Number(grouped ? text.replace(/[.,]/g, "") : text.replace(/,(?=\d{3}(?:\D|$))/g, "").replace(",", "."));
  const factor = FACTORS.find(([pattern]) => pattern.test(unit))?.[1] ?? 1;
  return Number.isFinite(value) ? Math.round(value * factor) : null;
}

function investorsIn(title: string): string[] {
  const found = [...title.matchAll(LEADERS).take(5)].flatMap(([, after, before]) =>
    (after ?? before ?? "").replace(STOP, "").split(/,\s*(?:and\s+)?|(?<!\s)\s+(?:and\s+|&\s+(?=\p{Lu}))/u),
  );
  const names = found
    .map((name) => name.trim().replace(/^(?:investors|existing investors|the)\s+/i, ""))
    .filter((name) => /^\p{Lu}|^\d/u.test(name) && name.length >= 2 && name.length <= 60 && !NOT_INVESTORS.test(name));
  return [...new Set(names)].slice(0, MAX_INVESTORS);
}
