/** What a headline about money raised says: a subject, a verb and money or a round near each other. `◆` stands for the company's name. */
import type { Rule } from "../rule.ts";
import { said } from "./headline-rule.ts";

/** News of money raised by the company. */
export const ROUNDS: readonly Rule<string>[] = [
  said(
    "raises",
    "the company raises money or a round",
    "{SUBJECT}{FILLER}{RAISE}(?:{UP_TO}{MONEY}{NOT_AN_AMOUNT}|.{0,60}{ROUND}|{FUNDS_FROM}|\\s(?:capital|financing|funds$))|{SUBJECT}(?:,|\\sand)\\s[^,;:]{1,40}\\sraise\\s(?:{MONEY}|.{0,30}{ROUND})",
  ),
  said(
    "gets_round",
    "the company gets or announces a round",
    "{SUBJECT}{FILLER}(?:{GET}|{TAKE})(?:(?:(?!\\b(?:which|who|whose|customer|rival|partner\\w*)\\b).){0,80}{ROUND}|{UP_TO}{MONEY}\\s{A_ROUND})",
  ),
  said(
    "takes_money",
    "the company secures money that is no contract",
    "{SUBJECT}{FILLER}{TAKE}{UP_TO}{MONEY}{NOT_TAKEN}",
  ),
  said(
    "any_verb",
    'the company does anything to the money of a round: "Foo drinks up $5M Series A"',
    "{SUBJECT}{FILLER}(?!{OTHER_VERB}\\b)[\\p{L}-]{3,15}s(?:\\s(?:up|in|on|off|out|down|away|with|to|into)\\b){0,2}(?:\\sup to)?\\s{MONEY}\\s(?:\\p{L}+\\s)?(?:{STRICT_ROUND}|growth capital\\b|round\\b|(?<=\\sin\\s)(?:financing|funding)\\b)",
  ),
  said(
    "total_reaches",
    "what the company has raised in all grows",
    "{SUBJECT}.{0,60}\\b(?:brings?|bringing|takes?|taking)\\s(?:(?:its|the)\\s)?(?:total|overall)\\s{ROUND}.{0,20}{MONEY}|◆.{0,60}\\btotal\\s{STRICT_ROUND}\\s(?:reaches|hits)\\s{MONEY}",
  ),
  said(
    "and_raises",
    "the company does one thing, and raises money",
    "{SUBJECT}{DOES}[^,]{1,100},(?:[^,]{1,60},)?\\s(?:and\\s)?(?:just\\s)?(?:{RAISE}|{TAKE})(?:" +
      "{UP_TO}{MONEY}{NOT_TAKEN}|.{0,30}{STRICT_ROUND})",
  ),
  said(
    "does_with_money",
    "the company does something with the money of a round",
    "{SUBJECT}{DOES}.{0,100}\\b(?:unicorn with {MONEY}|(?:with|after|backed by)\\s(?:(?:(?:an?|its|nearly|over|fresh|new)\\s)" +
      "{0,2}{MONEY}\\s(?:in\\s|capital\\s)?{A_ROUND}|fresh (?:funding|capital)\\b)|on (?:an? )?{MONEY}\\sinvestment\\b)|◆['’s]*\\s(?:shares|stock)\\s.{1,60}\\safter raising{UP_TO}{MONEY}",
  ),
  said(
    "valued_in_round",
    "a round or what is raised comes with a valuation of the company",
    "{SUBJECT}{FILLER}\\b(?:{GROWS}\\b.{0,40}\\b(?:valuation|unicorn(?: status)?)|valued at|" +
      "(?:is )?(?:now )?worth)\\b.{0,60}(?:{A_ROUND}|\\b(?:rais(?:es|ing)|with) {MONEY}|\\bbacked by\\b)",
  ),
  said(
    "leaves_stealth",
    "the company appears with money",
    "{SUBJECT}{FILLER}\\b(?:emerges?|exits?|comes out|launches|debuts)\\b(?:.{0,60}\\bstealth\\b.{0,60}|\\swith\\s){MONEY}|\\blaunch(?:es)? .{0,60}\\s◆,\\s(?:raising|with){UP_TO}{MONEY}",
  ),
  said(
    "with_money",
    "with money raised, the company does something",
    "^(?:(?:armed|flush)\\s)?with\\s(?:[\\p{L}-]{1,20}\\s){0,3}{MONEY}\\s.{0,30}?(?:{A_ROUND}|\\bbacking\\b)[^,]{0,60},\\s{DESCRIBED}◆",
  ),
  said(
    "invests",
    "somebody invests in the company",
    "(?<!\\b(?:to|you|we|should|can|could|how|why)\\s)\\b(?:invest(?:s|ed|ing|ment)?|pours|poured)\\b.{0,80}\\b{INTO_US}",
  ),
  said(
    "raised_for",
    "a founder raises money for the company",
    "{RAISE}{UP_TO}{MONEY}(?:\\s(?:in\\s)?{A_ROUND})?\\sfor\\s{DESCRIBED}◆{END}",
  ),
  said(
    "leads_round",
    "somebody leads or joins a round of the company",
    "\\b(?:leads|led|co-leads|joins)\\b.{0,60}(?:{ROUND}|{MONEY}|\\bround\\b).{0,20}\\b(?:in|into|for)\\s(?:the\\s)?{DESCRIBED}◆{END}",
  ),
  said(
    "backs",
    "somebody backs the company with money",
    "\\bbacks?\\s(?:{DESCRIBED}◆(?:{END}|(?=\\s{MONEY})).{0,40}(?:{ROUND}|{MONEY}|\\bround\\b)|(?:[\\p{L}-]{1,20}\\s){0,3}start-?up\\s◆{END})",
  ),
  said(
    "its_round",
    "a round of the company is the subject",
    "◆['’]s?(?:\\s(?:new|latest|first|fresh|massive|huge|oversubscribed|big|{MONEY}))" +
      "{0,4}\\s?{A_ROUND}|^◆:\\s{MONEY}\\s.{0,40}\\braised\\b",
  ),
  said(
    "extends_round",
    "the company extends a round",
    "{SUBJECT}{FILLER}\\b(?:expands|upsizes|ups|boosts|lifts|extends|increases|reopens)\\s(?:its\\s)?{STRICT_ROUND}",
  ),
  said("german_round", "a round for the company, in German", "{GERMAN_ROUND}"),
  said("romance_round", "somebody invests in the company, in a Romance language", "{ROMANCE_ROUND}"),
];

/** Why a headline with such words tells of no money that the company raised. */
export const NO_ROUNDS: readonly Rule<string>[] = [
  said("other_money", "the money is a grant, a loan, a price or a fine", "{OTHER_MONEY}"),
  said("own_fund", "an investor raises a fund", "{FUND}"),
  said("planned", "it is planned, wished for or said to come", "{ROUND_PLANNED}"),
];
