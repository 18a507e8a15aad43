/** Classifies news headlines by their words; articles are not fetched. `name` is the company's name as it is written. */
import { MARK, markName } from "./headline-name.ts";
import { END, FILLED_SUBJECT, FILLER, matcher, SUBJECT } from "./headline-subject.ts";
import { AMOUNT, MONEY } from "./written-money.ts";

const STRICT_ROUND =
  "\\b(?:(?:pre-?seed|angel) (?:round|funding|financing)|seed (?:round|funding|financing|investment|extension)|(?:pre-)?series[\\s-][a-k]\\d?\\b|(?:growth|venture|bridge|pre-ipo)\\s(?:round|funding|financing)|(?:funding|financing|investment) round)\\b";
const ROUND = `(?:${STRICT_ROUND}|\\b(?:pre-?seed|growth equity|venture capital|(?:strategic|minority|equity|growth) investment|funding(?!\\sfor\\b)|fresh (?:funds|capital|cash)|new (?:capital|cash)|undisclosed (?:amount|sum))\\b)`;
const RAISE = "\\b(?:raises?|raised|raising|has raised)\\b";
const FUNDS_FROM = "\\sfunds (?:from|led by)\\b";
const GET =
  "\\b(?:secures?|secured|closes?|closed|lands?|landed|receives?|received|completes?|completed|announces?|announced|confirms?|confirmed|adds?|extends|gets|wins?|attracts?|attracted)\\b";
/** Verbs that need no word for a round before their money. */
const TAKE =
  "\\b(?:secures?|secured|close[sd]?(?: on)?|lands?|landed|gets|bags?|bagged|nabs?|nabbed|snags?|snagged|scores?|scored|grabs?|grabbed|picks up|pulls in|hauls in|nets|locks (?:in|down)|banks|books|cements|clinches)\\b";
/** What else is raised or taken. */
const NOT_CAPITAL =
  "by|to|its|their|his|her|the|from|prices?|target|stake|offer|bid|forecast|revenue|sales|profit|questions?|tariffs?|rates?|fees?|contracts?|deals?|orders?";
/** Up to five words between the verb and the money. */
const UP_TO = `(?:\\s(?!(?:${NOT_CAPITAL})\\b)[^\\s\\d$€£¥₹]{1,30}){0,5}\\s`;
const NOT_AN_AMOUNT =
  "(?!\\s(?:(?:pre-money |post-money )?valuation|in (?:annual |new )?(?:sales|revenue|orders|bookings|arr|grants?)|sales|revenue|arr|run rate)|.{0,40}\\b(?:acquisition|buyout|takeover|merger|purchase)\\b)";
/** Of what is taken and not raised, the word for it comes later: "secures $10M contract". */
const NOT_TAKEN = `${NOT_AN_AMOUNT}(?!.{0,25}\\b(?:contract|grant|deal|order)s?\\b)`;
const LOCAL_ROUND =
  "(?:finanzierung(?:srunde)?|(?:wachstums|risiko|eigen)kapital|kapitalrunde|investment|levée de fonds|tour de table|\\bronda\\b|\\bround\\b|investeringsronde|finansieringsrunde|emisjon|rahoitus|\\brund[aęy]\\b|\\bseed\\b|series[\\s-][a-k]\\b)";
const JAPANESE_RAISE = ".{0,40}?(?:[億万](?:円|ドル)|シリーズ[A-K]|シード).{0,30}調達";
/** Takings of another kind: "suma €65M de ingresos". */
const NOT_TAKINGS =
  "(?!\\s(?:de|del|en|di|em|da|an)\\s(?:ventas|ingresos|facturaci|benefici|pérdidas|multa|deuda|receita|lucro|vendas|faturamento|ricavi|util|fatturato|pertes|umsatz|gewinn))";
/** Verbs of money raised in German, French, Spanish, Portuguese, Italian, Dutch, Swedish, Norwegian, Danish, Finnish, Polish and Japanese. */
const tellsOfLocalRaise = matcher(
  [
    `\\bsammel(?:t|te|n)\\b.{0,60}${AMOUNT}.{0,60}\\bein\\b`,
    `\\b(?:erhält|erhielt|bekommt|sichert|holt|schlie(?:ß|ss)t)(?!\\p{L}).{0,80}${LOCAL_ROUND}`,
    `\\b(?:erhält|bekommt|(?:sichert|holt) sich)\\s(?:\\p{L}{3,7}\\s){0,2}${AMOUNT}(?!.{0,40}(?:auftrag|kredit|strafe))`,
    `\\bhat\\b.{0,60}(?:${LOCAL_ROUND}.{0,60}\\b(?:abgeschlossen|erhalten|gesichert)|${AMOUNT}.{0,60}\\beingesammelt)\\b`,
    `(?:[^,;:]{1,80}\\set\\s)?\\b(?:lève|lèvent|a levé|sécurise|récolte|décroche)(?!\\p{L})(?:.{0,20}${AMOUNT}|(?:\\s(?:plus|près|de|à|nouveau|encore|environ)){0,3}\\s(?:(?:\\d[\\d.,]*|un|deux|trois|cinq|dix)\\smill(?:ions?|iards?)|des fonds)\\b)`,
    `\\b(?:boucle|annonce|réalise|finalise|clôture)\\b.{0,40}(?:levée de (?:fonds|plus|près|\\d)|tour de table|\\bsérie [a-k]\\b|augmentation de capital)`,
    "\\b(?:accueille|fait entrer)\\b.{0,80}(?:à|au|dans) son capital\\b|\\bouvre son capital\\b",
    `\\b(?:levanta|levantou|capta|captou|recauda|cierra|suma|reúne|consigue|obtiene|recebe)\\b.{0,60}(?:${AMOUNT}${NOT_TAKINGS}|${MONEY}(?=$|,|\\spara\\b)|\\bronda\\b|\\baporte\\b)`,
    `\\b(?:raccoglie|chiude)\\b.{0,60}(?:${AMOUNT}${NOT_TAKINGS}|\\bround\\b)`,
    `\\bhaalt\\b.{0,60}${AMOUNT}.{0,60}\\bop\\b`,
    `\\b(?:reser|tar in|tog in|henter|rejser|sikrer)\\b(?:.{0,30}${AMOUNT}|\\s(?:miljoner|millioner|runde)\\b)`,
    `\\b(?:kerää|keräsi)(?!\\p{L}).{0,40}(?:${AMOUNT}|rahoitu)`,
    `\\bpozysk(?:uje|ał|ała|ało)(?!\\p{L}).{0,30}(?:${AMOUNT}|\\brundę)`,
    `[、がは]?${JAPANESE_RAISE}`,
  ].map((pattern) => `^(?:${pattern})`),
);
/** Headlines without these need not be read by the expressions above, which are large. */
const LOCAL_VERB =
  /sécurise|récolte|décroche|annonce|réalise|finalise|clôture|accueille|fait entrer|ouvre|sammel|erhält|erhielt|bekommt|sichert|holt|schlie|\bhat\b|lèv|levé|boucle|levanta|levantou|capt|recauda|cierra|suma|reúne|consigue|obtiene|recebe|raccoglie|chiude|haalt|reser|tar in|tog in|henter|rejser|sikrer|kerä|pozysk|調達/iu;
const NOT_A_ROUND =
  /\b(awareness|fund-?raisers?|charity|donat\w+|prices?|guidance|forecast|outlook|dividends?|distribution|collateralized|clo|credit facilit\w+|revolving|senior notes|bonds?|salary|salaries|wages?|concerns?|questions?|lawsuit|damages|fördermittel|förderung|zuschuss|spende\w*|subventions?|subvención|tilskudd|bidrag|stakes? for|the bar|fines?|penalt\w+|award|settlement|verdict|in talks|tender offer|for (?:an? |its |their |the )?(?:[\w-]+ ){0,3}funds?)\b/i;
/** An investor's own fund: "closes $66M third fund", "raises $400M for Fund IV". */
const tellsOfAFund = matcher([
  `${MONEY}(?:\\s(?!(?:from|led|by|with|at|to|for)\\b)[\\w’'.-]{1,30}){0,6}\\s(?:funds?)\\b(?!\\s(?:management|manager|admin|accounting))|\\b(?:closes?|closed|raises?|raised|debuts|launches)\\s(?:(?!(?:from|led|by|with|at|to|for)\\b)[\\w’'-]{1,30}\\s){0,4}funds?\\b(?!\\s(?:management|manager|admin|accounting|from|led by))|\\bfund(?:\\s[ivx]+)? (?:closes|raises)`,
]);

const A_ROUND = `(?:${ROUND}|\\bseries\\s[a-k]\\b|\\b(?:round|raise|seed)\\b)`;
const GROWS =
  "(?:hits|reaches|reached|tops|(?:more than |nearly |quickly )?(?:doubles|triples|quadruples|quintuples)|leaps to|jumps to|lands|secures)";
/** Up to four words that describe a company: "backs stablecoin provider Acme". */
const DESCRIBED = "(?:(?!(?:with|and|from|alongside|via|for|of|by|to|in|former|ex)\\b)[\\p{L}\\d’'-]{1,30}\\s){0,4}";
const INTO_US = `(?:in|into)\\s(?:the\\s)?${DESCRIBED}${MARK}${END}`;
/** What the subject does beside raising money: "Acme opens a beta, raises $5M". */
const DOES =
  "\\s(?!(?:alums|founders|customers|rivals|investors|execs|employees|engineers|users|shares|labs|ventures|systems|services|agents|industries|partners|works|technologies|studios|solutions|holdings|backs|leads|invests|funds|bets|supports|joins)\\b)[\\p{L}-]{2,20}s\\b";

const tellsOfARound = matcher([
  `${SUBJECT}${FILLER}${RAISE}(?:${UP_TO}${MONEY}${NOT_AN_AMOUNT}|.{0,60}${ROUND}|${FUNDS_FROM})`,
  `${SUBJECT}${FILLER}${GET}(?:(?!\\b(?:which|who|whose|customer|rival|partner\\w*)\\b).){0,80}${ROUND}`,
  `${SUBJECT}${FILLER}${GET}${UP_TO}${MONEY}\\s${A_ROUND}`,
  `${SUBJECT}${FILLER}${TAKE}${UP_TO}${MONEY}${NOT_TAKEN}`,
  `${SUBJECT}${DOES}[^,]{1,100},(?:[^,]{1,60},)?\\s(?:and\\s)?(?:just\\s)?(?:${RAISE}|${TAKE})(?:${UP_TO}${MONEY}${NOT_AN_AMOUNT}|.{0,30}${STRICT_ROUND})`,
  `${SUBJECT}${DOES}.{0,100}\\bwith\\s(?:(?:an?\\s|its\\s|nearly\\s|over\\s)?${MONEY}\\s(?:in\\s)?${A_ROUND}|fresh (?:funding|capital)\\b)`,
  `${SUBJECT}${FILLER}\\b(?:${GROWS}\\b.{0,40}\\bvaluation|valued at)\\b.{0,60}(?:${A_ROUND}|\\braising ${MONEY})`,
  `${SUBJECT}${FILLER}\\b(?:emerges?|exits?|comes out|launches|debuts)\\b.{0,60}\\bstealth\\b.{0,60}${MONEY}`,
  `^(?:(?:armed|flush)\\s)?with\\s(?:[\\p{L}-]{1,20}\\s){0,3}${MONEY}\\s.{0,30}?(?:${A_ROUND}|\\bbacking\\b)[^,]{0,60},\\s${DESCRIBED}${MARK}`,
  `(?<!\\b(?:to|you|we|should|can|could|how|why)\\s)\\b(?:invest(?:s|ed|ing|ment)?|pours|poured)\\b.{0,80}\\b${INTO_US}`,
  `\\bto invest\\b.{0,30}${MONEY}.{0,60}\\b${INTO_US}`,
  `\\S(?:finanzierung|finanzierungsrunde|runde)\\sfür\\s${DESCRIBED}${MARK}${END}`,
  `\\b(?:invest(?:it|issent)\\b.{0,80}\\bdans|entre(?:nt)? au capital d[eu]|levée de fonds\\b.{0,40}\\s(?:de|pour|chez))\\s(?:l['’])?${DESCRIBED}${MARK}(?:${END}|(?=\\s(?:pour|et|avec)\\b))`,
  `\\b(?:leads|led|co-leads|joins)\\b.{0,60}(?:${ROUND}|${MONEY}|\\bround\\b).{0,20}\\b(?:in|into|for)\\s(?:the\\s)?${DESCRIBED}${MARK}${END}`,
  `\\bbacks?\\s${DESCRIBED}${MARK}${END}.{0,40}(?:${ROUND}|${MONEY}|\\bround\\b)`,
  `${MARK}['’]s?(?:\\s(?:new|latest|first|fresh|massive|huge|oversubscribed|big|${MONEY})){0,4}\\s?${A_ROUND}`,
]);
const tellsOfOurRound = matcher([
  `^\\W*(?:today,?\\s)?we(?:['’]ve|['’]re|\\shave|\\sare|\\sjust)?\\b.{0,20}(?:${RAISE}.{0,60}(?:${MONEY}|${ROUND})|${GET}.{0,60}${ROUND})`,
  `\\bour\\b.{0,40}${STRICT_ROUND}`,
  `^${JAPANESE_RAISE}(?!.{0,10}(?:とは|方法|ガイド))`,
  `^(?:announcing|closing)\\b.{0,80}${STRICT_ROUND}`,
]);
/**
 * True for news of money raised by the company: "Acme raises $12M", "Acme closes Series A", "Fund leads €5M round in Acme".
 * On the company's `own` pages it may also be "we". False for its customers' rounds, contracts, grants, donations, prices, an
 * investor's own fund, and what is only planned.
 */
export function tellsOfFunding(title: string, name: string, own: boolean): boolean {
  if (NOT_A_ROUND.test(title) || tellsOfAFund(title)) return false;
  const text = markName(title, name);
  if (own && tellsOfOurRound(text)) return true;
  return text.includes(MARK) && (tellsOfARound(text) || tellsInOtherLanguages(text));
}

/** "Acme sammelt 5 Mio. € ein": the name is the subject, and a verb follows it. */
function tellsInOtherLanguages(text: string): boolean {
  if (!LOCAL_VERB.test(text)) return false;
  return text
    .matchAll(FILLED_SUBJECT)
    .take(5)
    .some((subject) => tellsOfLocalRaise(text.slice(subject.index + subject[0].length)));
}
