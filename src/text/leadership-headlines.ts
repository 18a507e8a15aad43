/** Headlines about changes at a company's top, by their words; articles are not fetched. */
import { lazy } from "../lib/lazy.ts";
import { MARK, markName } from "./headline-name.ts";
import { END, FILLER, matcher, SUBJECT } from "./headline-subject.ts";

/** Offices as filings and headlines write them. */
export const OFFICE =
  "(?:\\bchief(?:\\s[\\w&-]+){1,3}\\sofficer\\b|\\b(?:co-?)?(?:ceo|cto|cfo|coo|cmo|cro|cpo|cio|ciso|chro|cco)\\b|\\b(?:(?:(?:executive|senior)\\s)?vice\\s)?president\\b|\\b[se]?vp\\b|\\b(?:executive |board |co-)?chair(?:man|woman|person)?\\b|\\bmanaging director\\b|\\bgeneral (?:counsel|manager)\\b|\\bhead of\\s(?!the\\b|state\\b)(?:ai\\s)?\\w+)";
/** Offices with those that only headlines have: "policy chief", "director of design". */
export const ROLE = `(?:${OFFICE}|\\bc\\.[etfo]\\.o\\b\\.?|\\bchief executive\\b|\\bchief (?:\\w+ )?(?:scientist|engineer|architect|economist|strategist|analyst|executive)\\b|\\b(?:managing|founding) partner\\b|\\beditor-in-chief\\b|\\bdirector of\\s(?!the\\b)\\w+(?:\\slearning)?|\\b(?:(?:operating|financial|ai|policy|legal|comms|communications|finance|product|marketing|tech|technology|ad|design|security|sales|operations|people|hr|research|regulatory|content|strategy|data|science|engineering|hardware|software)\\s)?chief\\b(?!\\sof staff))`;
export const APPOINT =
  "\\b(?:appoint(?:s|ed)?|names?|named|hires?|hired|welcom(?:es?|ed|ing)|promot(?:es?|ed)|elect(?:s|ed)?|taps?|tapped|adds?|recruits?|picks?)\\b";
export const OUST =
  "\\b(?:replac(?:es?|ed)|ousts?|ousted|fires|fired|dismiss(?:es|ed)|sacks?|sacked|removes|removed)\\b";
/** "Leaving" is news where nothing but the company is left: "leaves", "leaves for Foo", not "leaves China". */
export const LEAVE =
  "(?:\\b(?:step(?:s|ped|ping)? down|resign(?:s|ed|ing)?|retir(?:es?|ed|ing)|ousted|quits?|fired|departs?|departed|departing|to exit|exits|is out|out(?=[,;]|$))\\b(?!\\sfrom\\s(?!the (?:company|firm|role|job|post|bank)|its|his|her|their|role|post))|\\b(?:leav(?:es?|ing))(?=$|[,;.:]|\\s(?:after|for|to\\s|amid|following|at|by|over|before|ahead|this|next|later|(?:the )?(?:company|co\\b|firm|role|job|post|bank|board)|his|her|their|its))|\\bto leave (?:the )?(?:company|co\\b|firm|role|job|post|bank|board)|\\bto be succeeded by\\b)";
/** The verb of a change with what may stand before it: "plans to step down", "has resigned". */
const LEAVING = `(?:(?:suddenly|abruptly|reportedly|will|is|was|has|have|are|plans to|set to|to)\\s){0,3}${LEAVE}`;
const POSSESSIVE = "(?:['’]s?)?";
/** Words between a name and the office: after "Acme's" any two, after "Acme" none that might belong to a longer name. */
const OFFICER = `(?:['’]s?\\s(?:[\\w-]+\\s){0,2}?|\\s(?:(?:interim|acting|new|outgoing|long-?time|embattled|top|deputy|group|global|executive|(?:co-?)?founder|and|us|uk|india|china|europe|emea|apac|ai|cloud),?\\s){0,3})${ROLE}`;
/** A name that ends its phrase, also with its legal form. */
const NAMED_COMPANY = `(?:the\\s)?(?:[\\p{L}.’' ]{1,30}['’]s\\s)?(?:(?!(?:of|at|for|by|with|and)\\b)[\\p{Ll}-]{2,20}\\s){0,3}${MARK}(?:,?\\s(?:inc|ltd|llc|plc|corp|group)\\b\\.?)?`;
const COMPANY = `${NAMED_COMPANY}${END}`;
/** One to four capitalised words; the expressions ignore case, so any words. */
const WORDS = "(?:,?\\s[\\p{L}.’'-]{1,30}){0,4}";
/** Up to 100 characters without another speaker: "Acme hires 200 people, CEO says". */
const REACH = "(?:(?!\\bof the year\\b|;).){0,100}?";
const NEW = "(?:(?:new|interim|acting|next|first|its|their|the|an?|our|co-?founder|founder|founding)\\s){0,4}";

/** Officers who speak or who should go, honours, and people named for other things. */
const tellsOfNoChange = matcher([
  `${ROLE}(?:\\s[\\p{L}.’'-]{1,30}){0,3}\\s(?:says?|said|confirms?|apologi\\w+|warns?|writes?|thinks?|believes?|doubts?|explains?|tells?|insists?|denies)\\b(?!.{0,60}\\b(?:step|resign|retir|succe))|\\b(?:says?|said)\\s(?:its\\s|the\\s)?${ROLE}$|${MARK}${POSSESSIVE}\\s(?:(?!as\\b)\\w+\\s)?${ROLE}:\\s|\\bof the year\\b|\\bnamed to\\b|\\bon leaving\\b|\\bjoins? forces\\b|\\b(?:must|should|urged to|calls? (?:on|for)|refuses to|won['’]t|will not|not)\\b.{0,20}\\b(?:resign|step|leave|quit|retire)|\\bprediction market partner\\b`,
]);

export const LOCAL_APPOINT =
  "\\b(?:ernennt|beruft|bestellt|holt|nomme|nombra|ficha|nomina|nomeia|benoemt|stelt|utser|rekryterar|ansetter|utnevner|ansætter|udnævner|nimitt(?:ää|i)|powołuje|sceglie|contrata|elige|escolhe)(?!\\p{L})";
export const LOCAL_NAMED =
  "(?<!\\p{L})(?:(?:est|è|é|es|ist|är|er|será|sarà|går in som)\\s)?(?:(?:il|lo|la|le|el|o|a|der|die|de|den)\\s)?(?:wird|wordt|blir|bliver|nommée?|nombrad[oa]|designad[oa]|escolhid[oa]|nominat[oa]|nomead[oa]|benoemd|utsedd|udnævnt|assume|asume|nya?|nye|neuer?|nieuwe|nouve(?:au|lle)|nuov[oa]|nuev[oa]|nov[oa])(?!\\p{L})";
export const LOCAL_LEAVE =
  "\\b(?:verlässt|tritt (?:zurück|ab)|scheidet aus|quitte|démissionne|dimite|deja|renuncia|abandona|si dimette|lascia|stapt op|vertrekt|treedt af|verlaat|lämnar?|avgår|slutar|slutter|går av|fratrer|fratræder|forlader|eroaa|odchodzi|rezygnuje|deixa)(?!\\p{L})";
export const LOCAL_ROLE =
  "(?:\\b(?:\\p{L}{0,20}(?:vorstand|vorständin|vorsitzende[rn]?|chef(?:in|en)?|direktor(?:in)?|direkt[øö]r)|verwaltungsr[aä]t(?:in)?|geschäftsführer\\w*|pdg|dg|direct(?:eur|rice)(?: général\\w*(?: adjointe?| déléguée?)?| financi\\w+| technique)?|président\\w*|director[ae]?|presidente|consejer[oa] delegad[oa]|amministrat(?:ore|rice) delegat[oa]|direttore|diretor[ae]?|bestuursvoorzitter|directievoorzitter|top(?:man|vrouw)|vd|toimitusjohtaja\\w*|talousjohtaja\\w*|preze\\w{1,4}))(?!\\p{L})";
const ANY_ROLE = `(?:${LOCAL_ROLE}|${ROLE})`;
/** "der Acme AG", "d'Acme", "van consultancybedrijf Acme". */
const LOCAL_OF =
  "(?:\\s(?:von|bei|der|des|am|de|du|di|del|della|do|da|van|bij|chez|på|hos|i|för|for|af|en|in)\\s(?:la\\s|el\\s)?(?:l['’])?|\\sd['’])(?:[\\p{L}-]{2,25}\\s){0,3}?";
const LOCAL_COMPANY = `${MARK}(?:[\\s-](?:ag|ab|as|a/s|se|spa|sa|bv|nv|gmbh|gruppe|group)\\b\\.?)?(?:${END}|(?=\\s(?:ab|à|dès|en|no|na|nel|tras|dopo|après|depuis|med|och|und|y|et|e|op|per|från|nach|che|que|som)(?!\\p{L})))`;
/** The company before a colon or comma that opens the news about it: "Acme : Ada Brandt nommée PDG". */
const LOCAL_TOPIC = `${MARK}(?:\\s(?:ag|ab|spa|cambia \\p{L}{4,6})|\\scorp\\.)?(?:\\s?:|,)\\s`;
const NOT_OF_ANOTHER = `(?!\\s(?:von|bei|van|bij|of|at|di|de|du|da|do|för|på)\\s(?!.{0,20}${MARK}))`;
const JAPANESE_CHANGE =
  "(?:(?:社長|会長|代表|取締役|執行役|CEO|CFO|COO|CTO).{0,12}(?:就任|退任|交代|辞任)|新(?:社長|会長|CEO)に)";
/** Whom a company announces: "Acme Says Ada Brandt Will Become CEO", "Acme Reports CFO to Leave". */
const ANNOUNCED = `(?:\\b(?:(?:to|will) (?:become|succeed|serve as)|to be|named|appointed|${APPOINT})\\b${REACH}${ROLE}|${LEAVING}|\\b(?:retirement|departure|resignation)\\b)`;
/** "Ada Brandt leaves Acme": somebody whose office goes unsaid. An investor exits, a customer is one word or says what it is. */
const tellsOfADeparture = lazy(
  () =>
    new RegExp(
      `^(?!.{0,60}\\b(?:Capital|Global|Ventures?|Partners|Group|Bank|Funds?|Holdings|Customer|Investor|Client)s?\\b)(?:\\p{Lu}\\p{Ll}[\\p{L}.’'-]{0,20}\\s){2,3}(?:[Dd]eparts|[Ll]eaves|[Qq]uits|is leaving|has left|resigns from)\\s${MARK}${END}`,
      "u",
    ),
);

const tellsOfAChange = matcher([
  `${SUBJECT}${FILLER}(?:\\bto\\s)?${APPOINT}${REACH}(?:${ROLE}|\\b(?:director|executive|exec|veteran|founder|vp)\\sto (?:lead|head|run)\\b)`,
  `${SUBJECT}${FILLER}(?:\\bboard\\s)?${OUST}\\s${NEW}${ROLE}`,
  `${SUBJECT}(?:${OFFICER}${WORDS})?${FILLER}\\bannounces?\\b(?:\\sthe)?(?:\\s\\w+){0,2}\\s(?:appointment|promotion|hiring|retirement|departure|resignation|election)\\s(?:of|as)${REACH}(?:${ROLE}|\\bboard of directors\\b|\\bnew director\\b)`,
  `${SUBJECT}${FILLER}\\bannounces?\\b${REACH}(?:${ROLE}|\\b(?:leadership|management|executive))\\s(?:team\\s)?(?:transitions?|changes?|succession|appointments?|departure)\\b`,
  `${SUBJECT}${FILLER}\\bannounces?\\s(?:\\w+\\s){0,2}?new\\s${ROLE}`,
  `${SUBJECT}${FILLER}\\b(?:announces?|reports|says|shows)\\b(?:,?\\s(?:its|founder|and|${ROLE})){0,4}${WORDS},?\\s${ANNOUNCED}`,
  `${SUBJECT}[^,]{1,100},\\s(?:[^,]{1,60},\\s)?(?:and\\s)?(?:its\\s)?(?:(?:founding|founder)\\s)?(?:${ROLE}\\s${LEAVING}|(?:${APPOINT}|${OUST})\\s(?:new|its|founder)\\s${NEW}${ROLE})`,
  `\\b(?:joins?|joined|joining|rejoins)\\b.{0,80}${MARK}.{0,60}\\bas\\b.{0,40}(?:${ROLE}|\\b(?:co-?)?founder\\b)`,
  `\\b(?:named|appointed|becomes?|to become|promoted to|hired as|elected|(?:takes over|serves) as)\\b.{0,60}${ROLE}.{0,30}\\b(?:of|at)\\s${COMPANY}`,
  `\\b(?:named|appointed|becomes?|elected)\\s${MARK}${OFFICER}`,
  `(?<!\\b(?:former|ex)[\\s-])${MARK}${OFFICER}(?:\\s(?:and|&)\\s[\\w-]+){0,2}${WORDS},?\\s(?:${LEAVING}|announces (?:retirement|departure|resignation)|(?:named|appointed|promoted to|becomes?)\\s${NEW}${ROLE}(?!\\s(?:of|at|for)\\s(?!${MARK}|the board)))`,
  `${MARK}${POSSESSIVE}\\s(?:top\\s)?(?:executives|execs|leaders)\\s${LEAVING}`,
  `${MARK}${POSSESSIVE}\\s(?:co-?)?founder(?: and [\\w-]+)?${WORDS},?\\s(?:${LEAVING}|named)(?:\\sas\\s${NEW}${ROLE}|\\s${ROLE}|$|,)`,
  `${MARK}['’]s?\\s(?:[\\p{L}.-]{2,30}\\s){1,3}${LEAVING}\\sas\\s${NEW}${ROLE}`,
  `${LEAVING}\\sas\\s${NEW}${MARK}${OFFICER}`,
  `${LEAVING}\\sas\\s${NEW}${ROLE}\\s(?:of|at)\\s${COMPANY}`,
  `(?:${ROLE}|\\bfounder)\\s(?:of|at)\\s${NAMED_COMPANY}(?:${END}.{0,80}?)?\\s${LEAVING}`,
  `${ROLE}\\s(?:suddenly\\s|abruptly\\s)?(?:departs?|leaves?|quits?|exits)\\s(?:[\\p{L}-]{1,20}\\s){0,5}${MARK}${END}`,
  `\\bfounder(?:\\s\\p{L}[\\p{L}.’'-]{1,30}){1,3}\\s(?:departs|leaves|quits|exits)\\s${MARK}${END}`,
  `${MARK}${POSSESSIVE}\\s(?:(?:has|gets|already|finds|hails|an?|its|the|welcomes|with|under)\\s){0,4}(?:new|interim|acting)\\s${ROLE}`,
  `\\bnew\\s(?:${MARK}\\s${ROLE}|${ROLE}\\s(?:of|at|for)\\s${COMPANY})`,
  `${SUBJECT}${FILLER}${LOCAL_APPOINT}.{0,100}${ANY_ROLE}`,
  `${SUBJECT}${FILLER}\\b(?:byter\\s|(?:anuncia|conferma|tem|terá|tiene|tendrá|com|krijgt|bekommt|får)\\s.{0,40}?${LOCAL_NAMED}.{0,20})${ANY_ROLE}`,
  `${MARK}(?:['’]s|[-:,\\s]){1,2}(?:[\\p{L}-]{1,20}\\s){0,2}?${ANY_ROLE}${WORDS}\\s${LOCAL_LEAVE}`,
  `${MARK}.{0,60}\\s${LOCAL_LEAVE}\\s(?:da|als|como|comme|som)\\s.{0,20}?${ANY_ROLE}`,
  `${LOCAL_NAMED}.{0,60}${ANY_ROLE}(?:\\s(?!tras\\b|dopo\\b|nach\\b|après\\b|após\\b|efter\\b)[\\p{L}.-]{1,20}){0,3}?${LOCAL_OF}${LOCAL_COMPANY}`,
  `${LOCAL_TOPIC}[^:]{0,60}?${LOCAL_NAMED}.{0,30}${ANY_ROLE}${NOT_OF_ANOTHER}`,
  `${LOCAL_LEAVE}[^,:;]{0,20}\\s(?:als|come|como|comme|som|de)\\s[^,:;]{0,20}?${ANY_ROLE}.{0,10}${LOCAL_OF}${LOCAL_COMPANY}`,
  `${ANY_ROLE}(?:${LOCAL_OF}|\\s)${MARK}(?:[^.:;]{0,40}?),?\\s${LOCAL_LEAVE}`,
  `${ANY_ROLE}${WORDS}\\s${LOCAL_LEAVE}${LOCAL_OF}${LOCAL_COMPANY}`,
  `\\bvd-byte\\s(?:hos|i|på)\\s${MARK}`,
  `${MARK}.{0,40}?${JAPANESE_CHANGE}`,
  `${LOCAL_LEAVE}.{0,10}\\s(?:direction|présidence|presidencia|dirección|direzione|guida|leiding|spitze)\\b.{0,20}${LOCAL_OF}${LOCAL_COMPANY}`,
]);
const tellsOfOurChange = matcher([
  `^\\W*(?:we\\b.{0,12})?(?:${APPOINT}|announcing|introducing|meet)\\b.{0,100}\\b(?:as|new|our|interim)\\b.{0,100}${ROLE}`,
  `\\bour\\s(?:new|interim)\\s${ROLE}`,
  `\\b(?:joins|joined)\\b.{0,100}\\bas\\b.{0,100}${ROLE}`,
  `\\b(?:appointed|promoted to|named|becomes)\\b.{0,100}${ROLE}`,
  `\\bour\\s(?:[\\w-]+\\s){0,2}?${ROLE}.{0,100}${LEAVE}`,
]);

/** True for news of a change at the company's top: "Acme names Ada Brandt CTO", "Acme CFO steps down", on its `own` pages "our new CTO". */
export function tellsOfLeadershipChange(title: string, name: string, own: boolean): boolean {
  const text = markName(title, name);
  if (tellsOfNoChange(text)) return false;
  if (own && tellsOfOurChange(text)) return true;
  return text.includes(MARK) && (tellsOfAChange(text) || tellsOfADeparture().test(text));
}
