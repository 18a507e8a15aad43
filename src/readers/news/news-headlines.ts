/** Which headlines tell of money raised or a change at the top. `◆`: the company's name, `{NAMES}`: sections of tables. */
import { firstRule, rulesOf } from "../rule.ts";
import { matcherOf, patternFrom, patternOf } from "../words/sections.ts";
import { MARK, markName } from "./headline-name.ts";

/** Rules that hold of a headline in which an expression is found. */
function rulesFrom(table: Record<string, string>) {
  const tests = Object.entries(table).map(([key, source]) => {
    const pattern = patternFrom(source);
    return [key, (headline: string) => pattern().test(headline)];
  });
  return rulesOf<string>(Object.fromEntries(tests));
}

/** News of money raised by the company. */
export const ROUNDS = rulesFrom({
  "raises: the company raises money or a round":
    "{SUBJECT}{FILLER}{RAISE}(?:{UP_TO}{MONEY}{NOT_AN_AMOUNT}|.{0,60}{ROUND}|{FUNDS_FROM}|\\s(?:capital|financing|funds$))|{SUBJECT}(?:,|\\sand)\\s[^,;:]{1,40}\\sraise\\s(?:{MONEY}|.{0,30}{ROUND})",
  "gets_round: the company gets or announces a round":
    "{SUBJECT}{FILLER}(?:{GET}|{TAKE})(?:(?:(?!\\b(?:which|who|whose|customer|rival|partner\\w*)\\b).){0,80}{ROUND}|{UP_TO}{MONEY}\\s{A_ROUND})",
  "takes_money: the company secures money that is no contract": "{SUBJECT}{FILLER}{TAKE}{UP_TO}{MONEY}{NOT_TAKEN}",
  'any_verb: the company does anything to the money of a round: "Foo drinks up $5M Series A"':
    "{SUBJECT}{FILLER}(?!{OTHER_VERB}\\b)[\\p{L}-]{3,15}s(?:\\s(?:up|in|on|off|out|down|away|with|to|into)\\b){0,2}(?:\\sup to)?\\s{MONEY}\\s(?:\\p{L}+\\s)?(?:{STRICT_ROUND}|growth capital\\b|round\\b|(?<=\\sin\\s)(?:financing|funding)\\b)",
  "and_raises: the company does one thing, and raises money":
    "{SUBJECT}{DOES}[^,]{1,100},(?:[^,]{1,60},)?\\s(?:and\\s)?(?:just\\s)?(?:{RAISE}|{TAKE})(?:" +
    "{UP_TO}{MONEY}{NOT_TAKEN}|.{0,30}{STRICT_ROUND})",
  "does_with_money: the company does something with the money of a round":
    "{SUBJECT}{DOES}.{0,100}\\b(?:unicorn with {MONEY}|(?:with|after|backed by)\\s(?:(?:(?:an?|its|nearly|over|fresh|new)\\s)" +
    "{0,2}{MONEY}\\s(?:in\\s|capital\\s)?{A_ROUND}|fresh (?:funding|capital)\\b)|on (?:an? )?{MONEY}\\sinvestment\\b)|◆['’s]*\\s(?:shares|stock)\\s.{1,60}\\safter raising{UP_TO}{MONEY}",
  "valued_in_round: a round or what is raised comes with a valuation of the company":
    "{SUBJECT}{FILLER}\\b(?:{GROWS}\\b.{0,40}\\b(?:valuation|unicorn(?: status)?)|valued at|" +
    "(?:is )?(?:now )?worth)\\b.{0,60}(?:{A_ROUND}|\\b(?:rais(?:es|ing)|with) {MONEY}|\\bbacked by\\b)",
  "invests: somebody invests in the company":
    "(?<!\\b(?:to|you|we|should|can|could|how|why)\\s)\\b(?:invest(?:s|ed|ing|ment)?|pours|poured)\\b.{0,80}\\b{INTO_US}",
  "backs: somebody backs the company with money":
    "\\bbacks?\\s(?:{DESCRIBED}◆(?:{END}|(?=\\s{MONEY})).{0,40}(?:{ROUND}|{MONEY}|\\bround\\b)|(?:[\\p{L}-]{1,20}\\s){0,3}start-?up\\s◆{END})",
  "its_round: a round of the company is the subject":
    "◆['’]s?(?:\\s(?:new|latest|first|fresh|massive|huge|oversubscribed|big|{MONEY}))" +
    "{0,4}\\s?{A_ROUND}|^◆:\\s{MONEY}\\s.{0,40}\\braised\\b",
  "leaves_stealth: the company appears with money":
    "{SUBJECT}{FILLER}\\b(?:emerges?|exits?|comes out|launches|debuts)\\b(?:.{0,60}\\bstealth\\b.{0,60}|\\swith\\s){MONEY}|\\blaunch(?:es)? .{0,60}\\s◆,\\s(?:raising|with){UP_TO}{MONEY}",
  "leads_round: somebody leads or joins a round of the company":
    "\\b(?:leads|led|co-leads|joins)\\b.{0,60}(?:{ROUND}|{MONEY}|\\bround\\b).{0,20}\\b(?:in|into|for)\\s(?:the\\s)?{DESCRIBED}◆{END}",
  "extends_round: the company extends a round":
    "{SUBJECT}{FILLER}\\b(?:expands|upsizes|ups|boosts|lifts|extends|increases|reopens)\\s(?:its\\s)?{STRICT_ROUND}",
  "german_round: a round for the company, in German": "{GERMAN_ROUND}",
  "romance_round: somebody invests in the company, in a Romance language": "{ROMANCE_ROUND}",
});

/** Why a headline with such words tells of no money that the company raised. */
export const NO_ROUNDS = rulesFrom({
  "other_money: the money is a grant, a loan, a price or a fine": "{OTHER_MONEY}",
  "own_fund: an investor raises a fund": "{FUND}",
  "round_planned: it is planned, wished for or said to come": "{ROUND_PLANNED}",
});

/** News of a change at the company's top. */
export const CHANGES = rulesFrom({
  "brings: the company appoints somebody to an office":
    "{SUBJECT}(?:s? styrelse|\\s(?:board|(?:co-)?founder))?{FILLER}(?:\\bto\\s)?{BRINGS}{REACH}{OFFICE_TO_FILL}",
  "ousts: the company removes the holder of an office":
    "{SUBJECT}{FILLER}(?:\\bboard\\s)?{OUST}\\s(?:{NEW}|(?:[\\p{L}.’'-]{1,30}\\s){1,3}as\\s){ANY_ROLE}",
  "announces: the company announces that somebody comes or goes":
    "{SUBJECT}{FILLER}{ANNOUNCES}{REACH}{ANNOUNCED}|{SUBJECT}[^:;]{1,80}\\swith\\s(?:the\\s)?(?:appointment|hire|promotion)\\sof\\b{REACH}{ROLE}",
  "and_brings: the company does one thing, and appoints or loses somebody":
    "{SUBJECT}[^:;]{1,100}(?:[,;:]\\s?|\\s{AND}\\s)(?:its\\s)?(?:{BRINGS}{REACH}{ANY_ROLE}|{OUST}\\s" +
    "{NEW}{ANY_ROLE}|{ANY_ROLE}{WORDS}\\s{LEAVES})",
  "officer_leaves: the holder of an office of the company leaves":
    "{OFFICER_OF_OURS}(?:[^.:;]|\\b[DM]rs?\\.){0,60}?,?\\s{LEAVES}|(?:{OFFICER_OF_OURS}|◆[^:]{1,80}(?:[,;]|\\s(?:after|following|amid))\\s" +
    "(?:its\\s|the\\s)?{ANY_ROLE}){POSSESSIVE}\\s(?:exit|departure|resignation|retirement|ouster|dismissal)\\b|◆[^:;]{1,60}\\s(?:as|after)\\s(?:its\\s|the\\s)?{ANY_ROLE}\\s{LEAVES}|^◆[^:◆]{0,60}:\\s(?:\\p{L}{1,3}\\s)?{ANY_ROLE}(?:\\s[\\p{L}.’'-]{1,20}){0,3}\\s{LEAVES}",
  "leaves_office: somebody leaves an office of the company":
    "{LEAVES}[^:;]{0,60}\\s(?:at|from)\\s◆[^:;]{0,30}\\sas\\s{ROLE}|{LEAVES}[^,:;]{0,30}?\\s(?:as|als|come|como|comme|som|da|de|z (?:roli|funkcji|stanowiska))\\s[^,:;]{0,20}?{OWN_OFFICE}|◆.{0,60}\\s" +
    "{LOCAL_LEAVE}\\s(?:da|als|como|comme|som)\\s.{0,20}?{ANY_ROLE}|◆['’]s{WORDS}\\s{LEAVES}\\sas\\s{NEW}{ANY_ROLE}{NOT_OF_ANOTHER}",
  "leaves_helm: somebody leaves the head of the company":
    "{LOCAL_LEAVE}.{0,10}\\s{HELM}.{0,20}{LOCAL_OF}{LOCAL_COMPANY}|^◆\\s?:\\s[^:;]{1,40}\\s{LOCAL_LEAVE}.{0,10}\\s{HELM}",
  "leaves_company: somebody with an office leaves the company":
    "(?:{ANY_ROLE}|\\bfounder){WORDS}\\s(?:suddenly\\s|abruptly\\s)?(?:(?:departs?|leaves?|quits?|exits)\\s(?:[\\p" +
    "{L}-]{1,20}\\s){0,5}◆(?:{END}|(?:,?\\s(?:inc|ltd|corp|plc)\\b\\.?|['’]s?)?\\s(?:board|post|job)\\b)|{LOCAL_LEAVE}{LOCAL_OF}{LOCAL_COMPANY})",
  "person_leaves: somebody whose office goes unsaid leaves the company": "(?-i:{DEPARTURE})",
  "officer_becomes: the holder of an office of the company, or its founder, comes to another one":
    "(?:{OWN_OFFICE}|◆['’]s\\s[\\p{L}.’'-]{1,20}){WORDS}\\s{COMES}\\s{NEW}{ANY_ROLE}{NOT_OF_ANOTHER}",
  "comes_to_office: somebody comes to an office of the company": "{COMES}.{0,60}?{OWN_OFFICE}",
  "named_by_another: another firm names somebody to an office of the company, its subsidiary":
    "{APPOINT}(?:\\s[\\p{L}.’'-]{1,30}){1,5}\\s{ANY_ROLE}\\s(?:of|at)\\s{COMPANY}",
  "to_board: somebody joins or leaves the company's board":
    "{SUBJECT}{FILLER}{APPOINT}{REACH}\\bto\\s(?:its\\s|the\\s)?board\\b(?:\\sof\\s(?:directors|trustees))?|(?:{JOINS}|{COMES}|appointment to|{APPOINT}\\s[^,:;]{3,50}\\sto)\\s(?:the\\s)?{NAMED_COMPANY}(?:['’]s?)?\\s(?:supervisory\\s|advisory\\s)?board\\b(?!\\sgames?)",
  "to_head: somebody is to head the company":
    "\\bto (?:head|lead|run)\\s(?:{DESCRIBED}|(?:[\\p{L}-]{1,20}\\s){1,3}of\\s)◆(?:['’]s\\b|\\smanagement\\b|{END})",
  "comes_to_company: somebody comes to the company for an office":
    "{JOINS}.{0,80}?◆.{0,60}?\\b(?:as|als|como|comme|come|som)\\b.{0,40}?(?:{ANY_ROLE}|\\b(?:co-?)?founder\\b)",
  "company_first: after the company's name and a colon, somebody comes to an office":
    "{LOCAL_TOPIC}[^:]{0,60}?{COMES}.{0,30}{ANY_ROLE}{NOT_OF_ANOTHER}",
  "new_officer: the company has somebody new in an office":
    "◆{POSSESSIVE}[\\s:–-]{1,3}(?!(?:\\p{L}+\\s){1,3}as\\s|(?:como|come|comme|als|som)\\s)(?:[\\p{L}'’]{1,9}\\s|\\p{L}+ \\p{L}+ ){0,3}?{NEW_ONE}\\s{ANY_ROLE}|{SUBJECT}{FILLER}(?:gets|finds)\\s(?:(?:an?|its|first)\\s){0,2}{ANY_ROLE}(?=$|[,;.]|\\s(?:in|from|for)\\b)|{SUBJECT}[^:;]{1,80}\\s(?:con|com|mit|avec)\\s(?:(?!(?:su|el|la|o|a|seu|il|suo|le|la|son|sa)\\b)[\\p{L}.’'-]{1,20}\\s){0,4}?(?:(?:como|come|comme|als)\\s)?{NEW_ADJECTIVE}\\s{ANY_ROLE}|◆.{1,80}\\s(?:após|tras|dopo|après|nach|efter)\\s(?:(?:o|el)\\s|l['’])?(?:anúncio|anuncio|nombramiento|annonce|annuncio|nomina|nomeação)\\s(?:de|di|del|do|d['’]un)\\s(?:un\\s)?{NEW_ADJECTIVE}\\s{ANY_ROLE}",
  "new_office_of: an office of the company is newly filled":
    "{NEW_ONE}[\\s-](?:{ANY_ROLE}\\s(?:&|and)\\s)?{OWN_OFFICE}",
  "shake_up: the top of the company changes as a whole": "{SHAKE_UP}",
  "japanese: an office and the word for its change follow the company's name":
    "◆(?!でも)[^…。]{0,40}?{JAPANESE_CHANGE}",
});

/** Why a headline with such words tells of no change. */
export const NO_CHANGES = rulesFrom({
  "speaks: an officer speaks": "{OFFICER_SPEAKS}",
  "should_leave: somebody wants an officer to leave, or the officer will not": "{SHOULD_LEAVE}",
  "rumour: it is only said, thought about or denied": "{RUMOUR}",
  "planned: the company has yet to choose somebody": "{YET_TO_CHOOSE}",
  "new_speaks: a new officer speaks or acts": "{NEW_OFFICER_SPEAKS}",
  "searches: the company looks for somebody":
    "(?:får inte tag|söker|zoekt|busca|cherche|cerca|sucht|procura)\\s.{0,12}{ANY_ROLE}",
});

const tellsOfOurRound = matcherOf("OUR_FUNDING");
const tellsOfLocalRaise = matcherOf("LOCAL_RAISE");
const isInvestor = matcherOf("INVESTORS");
const FILLED_SUBJECT = patternOf("FILLED_SUBJECT", "giu");

/** True for news of money that the company raised; `name` as it is written. False for its customers' rounds, contracts, grants and plans. */
export function tellsOfFunding(title: string, name: string, own: boolean): boolean {
  const text = markName(title, name);
  if (firstRule(NO_ROUNDS, text)) return false;
  if (isInvestor(name) && !/\b(?:series [a-k]|seed|led by|funding round)\b/i.test(title)) return false;
  if (own && tellsOfOurRound(text)) return true;
  return text.includes(MARK) && (firstRule(ROUNDS, text) !== null || tellsInOtherLanguages(text));
}

/** "Acme sammelt 5 Mio. € ein": the name is the subject, and a verb follows it. */
function tellsInOtherLanguages(text: string): boolean {
  return text
    .matchAll(FILLED_SUBJECT())
    .take(5)
    .some((subject) => tellsOfLocalRaise(text.slice(subject.index + subject[0].length)));
}

const tellsOfOurChange = matcherOf("OUR_CHANGE");

/** True for news of a change at the company's top: "Acme names Ada Brandt CTO", "Acme CFO steps down", on its `own` pages "our new CTO". */
export function tellsOfLeadershipChange(title: string, name: string, own: boolean): boolean {
  const text = markName(title, name);
  if (firstRule(NO_CHANGES, text)) return false;
  return (own && tellsOfOurChange(text)) || (text.includes(MARK) && firstRule(CHANGES, text) !== null);
}
