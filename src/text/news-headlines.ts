/** Classifies news headlines by their words; articles are not fetched. `name` is a pattern source for the company's name. */

const MONEY =
  "(?:(?:us)?[$€£¥]|usd|eur|gbp|chf)\\s?\\d[\\d.,]*(?:\\s?(?:k|m|mn|mio|million|millions|bn|b|billion))?\\b|\\b\\d[\\d.,]*\\s?(?:m|mn|mio|million|millions|bn|billion)\\b";
const STRICT_ROUND =
  "\\b(?:pre-?seed (?:round|funding|financing)|seed (?:round|funding|financing|investment|extension)|series\\s[a-k]\\b|(?:growth|venture|bridge)\\s(?:round|funding|financing)|(?:funding|financing|investment) round)\\b";
const ROUND = `(?:${STRICT_ROUND}|\\b(?:pre-?seed|growth equity|venture capital|funding(?!\\sfor\\b))\\b)`;
const RAISE = "\\b(?:raises?|raised|raising|has raised|scores?|bags?|nabs?|snags?)\\b";
const GET =
  "\\b(?:secures?|secured|closes?|closed|lands?|landed|receives?|received|completes?|completed|announces?|announced|gets|wins?|attracts?|attracted)\\b";
/** Money with its currency, as ten languages write it: "3,5 Mio. €", "5 millions d'euros", "20 millioner kroner". */
const UNIT =
  "(?:m|mn|mio\\.?|mln|mrd\\.?|millionen|millions?|millones|milioni|miljoner|millioner|miljoen|miljoona\\p{L}{0,2}|mkr|bn|milliarden|milliards?|miljard\\p{L}{0,3})";
const AMOUNT = `(?:(?:(?:us)?[$€£]|\\b(?:usd|eur|gbp|chf|sek|nok|dkk|pln))\\s?\\d[\\d.,]*\\s?${UNIT}?(?!\\p{L})|\\b\\d[\\d.,]*\\s?${UNIT}\\s?(?:d[ei]\\s|d['’])?(?:[€$£]|(?:euros?|euron|eur|usd|dollars?|dollari|dólares|chf|franken|francs|kronor|kroner|kr|nok|sek|dkk|zł|pln)(?!\\p{L})))`;
const LOCAL_ROUND =
  "(?:finanzierung(?:srunde)?|(?:wachstums|risiko|eigen)kapital|kapitalrunde|investment|levée de fonds|tour de table|\\bronda\\b|\\bround\\b|investeringsronde|finansieringsrunde|emisjon|rahoitus|\\brund[aęy]\\b|\\bseed\\b|series[\\s-][a-k]\\b)";
/** Verbs of money raised in German, French, Spanish, Italian, Dutch, Swedish, Norwegian, Danish, Finnish and Polish. */
const LOCAL_SOURCE = [
  `\\bsammel(?:t|te|n)\\b.{0,60}${AMOUNT}.{0,60}\\bein\\b`,
  `\\b(?:erhält|erhielt|bekommt|sichert|holt|schließt)(?!\\p{L}).{0,80}${LOCAL_ROUND}`,
  `\\b(?:lève|lèvent|a levé)(?!\\p{L}).{0,20}${AMOUNT}`,
  `\\bboucle\\b.{0,40}(?:levée|tour de table)`,
  `\\b(?:levanta|capta|recauda|cierra)\\b.{0,60}(?:${AMOUNT}|\\bronda\\b)`,
  `\\b(?:raccoglie|chiude)\\b.{0,60}(?:${AMOUNT}|\\bround\\b)`,
  `\\bhaalt\\b.{0,60}${AMOUNT}.{0,60}\\bop\\b`,
  `\\b(?:reser|tar in|henter|rejser|sikrer)\\b.{0,30}${AMOUNT}`,
  `\\b(?:kerää|keräsi)(?!\\p{L}).{0,40}(?:${AMOUNT}|rahoitu)`,
  `\\bpozysk(?:uje|ał|ała|ało)(?!\\p{L}).{0,30}(?:${AMOUNT}|\\brundę)`,
].join("|");
const LOCAL_RAISED = new RegExp(`^(?:${LOCAL_SOURCE})`, "iu");
/** Headlines without these need not be read by the expression above, which is large. */
const LOCAL_VERB =
  /sammel|erhält|erhielt|bekommt|sichert|holt|schließt|lèv|levé|boucle|levanta|capta|recauda|cierra|raccoglie|chiude|haalt|reser|tar in|henter|rejser|sikrer|kerä|pozysk/iu;
const NOT_A_ROUND =
  /\b(awareness|fund-?raisers?|charity|donat\w+|prices?|guidance|forecast|outlook|dividend|salar\w+|wages?|concerns?|questions?|lawsuit|damages|contract|fördermittel|förderung|zuschuss|spende\w*|subventions?|subvención|tilskudd|bidrag|stakes? for|the bar)\b/i;

export const ROLE =
  "(?:\\bchief(?:\\s[\\w&-]+){1,3}\\sofficer\\b|\\b(?:ceo|cto|cfo|coo|cmo|cro|cpo|cio|ciso|chro|cco)\\b|\\b(?:vice\\s)?president\\b|\\b[se]?vp\\b|\\bchair(?:man|woman|person)?\\b|\\bmanaging director\\b|\\bgeneral (?:counsel|manager)\\b|\\bhead of\\s\\w+)";
export const APPOINT =
  "\\b(?:appoint(?:s|ed)?|names?|named|hires?|hired|welcom(?:es?|ed|ing)|promot(?:es?|ed)|elect(?:s|ed)?|taps?|tapped|adds?|recruits?|replac(?:es?|ed)|ousts?|picks?)\\b";
export const LEAVE =
  "\\b(?:steps? down|stepping down|stepped down|resign(?:s|ed)?|depart(?:s|ed|ing)?|leav(?:es|ing)|retir(?:es?|ed|ing)|ousted|quits?|fired|to depart|to leave)\\b";

/** Words allowed between a name and its verb; any other word starts another subject: "Acme customer Foo raises". */
const FILLERS =
  "(?:[\\s,:;–—-]|\\([^)]*\\)|\\b(?:inc|ltd|llc|gmbh|ag|plc|has|have|just|today|reportedly|successfully|now|also|formally|officially|to)\\b\\.?)*";
/** Allows one apposition: with several, a headline of commas would take exponential time. */
const FILLER = `${FILLERS}(?:, [^,]{1,60},${FILLERS})?`;
const MAX_HEADLINE_LENGTH = 300;
/** A name after one of these words is not the subject. */
const NOT_SUBJECT =
  "(?<!\\b(?:of|for|with|from|by|vs|against|at|like|ex|former|and|rival|backs|joins|via|von|bei|und|de|di|du|van|av|af|och|og|et)[\\s-]|\\bd['’])";

/**
 * True for news of money raised by the company: "Acme raises $12M", "Acme closes Series A", "Fund leads €5M round in Acme".
 * On the company's `own` pages it may also be "we". False for its customers' rounds, contracts, donations and prices.
 */
export function tellsOfFunding(title: string, name: string, own: boolean): boolean {
  if (NOT_A_ROUND.test(title)) return false;
  const raised = `(?:${RAISE}.*(?:${MONEY}|${ROUND})|${GET}.*${ROUND})`;
  const patterns = [
    `${NOT_SUBJECT}${name}${FILLER}${raised}`,
    `(?:\\binvest(?:s|ed|ment)?\\b|\\bbacks\\b|\\bleads\\b|${ROUND}).*\\b(?:in|into|for|to|of)\\s(?:the\\s)?${name}`,
    `${name}['’]s?\\s.*${ROUND}`,
  ];
  const ours = [
    `^\\W*(?:today,?\\s)?we(?:['’]ve|['’]re|\\shave|\\sare|\\sjust)?\\b.{0,20}${raised}`,
    `\\bour\\b.{0,40}${STRICT_ROUND}`,
    `^(?:announcing|closing)\\b.*${STRICT_ROUND}`,
  ];
  return hasOne(title, own ? [...patterns, ...ours] : patterns) || tellsInOtherLanguages(title, name);
}

/** "Acme sammelt 5 Mio. € ein": the name is the subject, and a verb follows it. */
function tellsInOtherLanguages(title: string, name: string): boolean {
  const text = title.slice(0, MAX_HEADLINE_LENGTH).normalize("NFC");
  if (!LOCAL_VERB.test(text)) return false;
  const subjects = text.matchAll(new RegExp(`${NOT_SUBJECT}${name}${FILLERS}`, "giu")).take(5);
  return subjects.some((subject) => LOCAL_RAISED.test(text.slice(subject.index + subject[0].length)));
}

/** True for news of a change at the company's top: "Acme names Ada Brandt CTO", "Acme CFO steps down", on its `own` pages "our new CTO". */
export function tellsOfLeadershipChange(title: string, name: string, own: boolean): boolean {
  const patterns = [
    `${NOT_SUBJECT}${name}${FILLER}${APPOINT}.*${ROLE}`,
    `\\b(?:joins|joined|joining|rejoins)\\b.*${name}\\b.*\\bas\\b.*${ROLE}`,
    `\\b(?:named|appointed|becomes|promoted to|hired as|elected)\\b.*${ROLE}.*\\b(?:of|at)\\s${name}`,
    `${name}(?:['’]s?)?\\s(?:[\\w-]+\\s){0,2}?${ROLE}.*${LEAVE}`,
    `${ROLE}\\s(?:of|at)\\s${name}.*${LEAVE}`,
    `${name}.*\\b(?:new|interim)\\s${ROLE}`,
  ];
  const ours = [
    `^\\W*(?:we\\b.{0,12})?(?:${APPOINT}|announcing|introducing|meet)\\b.*\\b(?:as|new|our|interim)\\b.*${ROLE}`,
    `\\bour\\s(?:new|interim)\\s${ROLE}`,
    `\\b(?:joins|joined)\\b.*\\bas\\b.*${ROLE}`,
    `\\b(?:appointed|promoted to|named|becomes)\\b.*${ROLE}`,
    `\\bour\\s(?:[\\w-]+\\s){0,2}?${ROLE}.*${LEAVE}`,
  ];
  return hasOne(title, own ? [...patterns, ...ours] : patterns);
}

function hasOne(title: string, patterns: string[]): boolean {
  const text = title.slice(0, MAX_HEADLINE_LENGTH).normalize("NFC");
  return patterns.some((pattern) => new RegExp(pattern, "iu").test(text));
}
