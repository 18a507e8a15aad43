/** Headlines about a change at the top: an actor, a verb and an office near each other. `◆` is the company's name. */
import type { Rule } from "../rule.ts";
import { said } from "./headline-rule.ts";

/** News of a change at the company's top. */
export const CHANGES: readonly Rule<string>[] = [
  said(
    "brings",
    "the company appoints somebody to an office",
    "{SUBJECT}(?:s? styrelse|\\s(?:board|(?:co-)?founder))?{FILLER}(?:\\bto\\s)?{BRINGS}{REACH}{OFFICE_TO_FILL}",
  ),
  said(
    "ousts",
    "the company removes the holder of an office",
    "{SUBJECT}{FILLER}(?:\\bboard\\s)?{OUST}\\s(?:{NEW}|(?:[\\p{L}.’'-]{1,30}\\s){1,3}as\\s){ANY_ROLE}",
  ),
  said("ousts_officer", "somebody removes the holder of an office of the company", "{OUST}\\s{OFFICER_OF_OURS}"),
  said(
    "announces",
    "the company announces that somebody comes or goes",
    "{SUBJECT}{FILLER}{ANNOUNCES}{REACH}{ANNOUNCED}|{SUBJECT}[^:;]{1,80}\\swith\\s(?:the\\s)?(?:appointment|hire|promotion)\\sof\\b{REACH}{ROLE}",
  ),
  said(
    "and_brings",
    "the company does one thing, and appoints or loses somebody",
    "{SUBJECT}[^:;]{1,100}(?:[,;:]\\s?|\\s{AND}\\s)(?:its\\s)?(?:{BRINGS}{REACH}{ANY_ROLE}|{OUST}\\s" +
      "{NEW}{ANY_ROLE}|{ANY_ROLE}{WORDS}\\s{LEAVES})",
  ),
  said(
    "officer_leaves",
    "the holder of an office of the company leaves",
    "{OFFICER_OF_OURS}(?:[^.:;]|\\b[DM]rs?\\.){0,60}?,?\\s{LEAVES}|(?:{OFFICER_OF_OURS}|◆[^:]{1,80}(?:[,;]|\\s(?:after|following|amid))\\s" +
      "(?:its\\s|the\\s)?{ANY_ROLE}){POSSESSIVE}\\s(?:exit|departure|resignation|retirement|ouster|dismissal)\\b|◆[^:;]{1,60}\\s(?:as|after)\\s(?:its\\s|the\\s)?{ANY_ROLE}\\s{LEAVES}|^◆[^:◆]{0,60}:\\s(?:\\p{L}{1,3}\\s)?{ANY_ROLE}(?:\\s[\\p{L}.’'-]{1,20}){0,3}\\s{LEAVES}",
  ),
  said(
    "leaves_office",
    "somebody leaves an office of the company",
    "{LEAVES}[^:;]{0,60}\\s(?:at|from)\\s◆[^:;]{0,30}\\sas\\s{ROLE}|{LEAVES}[^,:;]{0,30}?\\s(?:as|als|come|como|comme|som|da|de|z (?:roli|funkcji|stanowiska))\\s[^,:;]{0,20}?{OWN_OFFICE}|◆.{0,60}\\s" +
      "{LOCAL_LEAVE}\\s(?:da|als|como|comme|som)\\s.{0,20}?{ANY_ROLE}|◆['’]s{WORDS}\\s{LEAVES}\\sas\\s{NEW}{ANY_ROLE}{NOT_OF_ANOTHER}",
  ),
  said(
    "leaves_helm",
    "somebody leaves the head of the company",
    "{LOCAL_LEAVE}.{0,10}\\s{HELM}.{0,20}{LOCAL_OF}{LOCAL_COMPANY}|^◆\\s?:\\s[^:;]{1,40}\\s{LOCAL_LEAVE}.{0,10}\\s{HELM}",
  ),
  said(
    "leaves_company",
    "somebody with an office leaves the company",
    "(?:{ANY_ROLE}|\\bfounder){WORDS}\\s(?:suddenly\\s|abruptly\\s)?(?:(?:departs?|leaves?|quits?|exits)\\s(?:[\\p" +
      "{L}-]{1,20}\\s){0,5}◆(?:{END}|(?:,?\\s(?:inc|ltd|corp|plc)\\b\\.?|['’]s?)?\\s(?:board|post|job)\\b)|{LOCAL_LEAVE}{LOCAL_OF}{LOCAL_COMPANY})",
  ),
  said("person_leaves", "somebody whose office goes unsaid leaves the company", "{DEPARTURE}", "u"),
  said(
    "officer_becomes",
    "the holder of an office of the company, or its founder, comes to another one",
    "(?:{OWN_OFFICE}|◆['’]s\\s[\\p{L}.’'-]{1,20}){WORDS}\\s{COMES}\\s{NEW}{ANY_ROLE}{NOT_OF_ANOTHER}",
  ),
  said("comes_to_office", "somebody comes to an office of the company", "{COMES}.{0,60}?{OWN_OFFICE}"),
  said(
    "named_by_another",
    "another firm names somebody to an office of the company, its subsidiary",
    "{APPOINT}(?:\\s[\\p{L}.’'-]{1,30}){1,5}\\s{ANY_ROLE}\\s(?:of|at)\\s{COMPANY}",
  ),
  said(
    "departure_of",
    "an office of the company and the word for its holder's departure, in a Romance or Germanic language",
    "{DEPARTURE_OF}\\s[^:;]{0,40}?{OWN_OFFICE}|{SUBJECT}{FILLER}(?:annonce|anuncia|annuncia|meldet|meldt|comunica)\\s[^:;]{0,20}?{DEPARTURE_OF}\\s[^:;]{0,30}?{ANY_ROLE}",
  ),
  said(
    "succeeds_at",
    "somebody succeeds somebody at the company",
    "\\b(?:to succeed|succeeds|will succeed|takes over from|to take over from)\\s(?:[\\p{L}.’'-]{1,30}\\s){1,5}(?:at|as head of)\\s{COMPANY}",
  ),
  said(
    "to_board",
    "somebody joins or leaves the company's board",
    "{SUBJECT}{FILLER}{APPOINT}{REACH}\\bto\\s(?:its\\s|the\\s)?board\\b(?:\\sof\\s(?:directors|trustees))?|(?:{JOINS}|{COMES}|appointment to|{APPOINT}\\s[^,:;]{3,50}\\sto)\\s(?:the\\s)?{NAMED_COMPANY}(?:['’]s?)?\\s(?:supervisory\\s|advisory\\s)?board\\b(?!\\sgames?)",
  ),
  said(
    "takes_helm",
    "somebody comes to the head of the company",
    "{TAKES}\\s(?:[\\p{L}'’]{1,4}\\s?){0,2}{HELM}(?:{LOCAL_OF}|\\s(?:of|at)\\s(?:the\\s)?){LOCAL_COMPANY}",
  ),
  said(
    "to_head",
    "somebody is to head the company",
    "\\bto (?:head|lead|run)\\s(?:{DESCRIBED}|(?:[\\p{L}-]{1,20}\\s){1,3}of\\s)◆(?:['’]s\\b|\\smanagement\\b|{END})",
  ),
  said(
    "comes_to_company",
    "somebody comes to the company for an office",
    "{JOINS}.{0,80}?◆.{0,60}?\\b(?:as|als|como|comme|come|som)\\b.{0,40}?(?:{ANY_ROLE}|\\b(?:co-?)?founder\\b)",
  ),
  said(
    "company_first",
    "after the company's name and a colon, somebody comes to an office",
    "{LOCAL_TOPIC}[^:]{0,60}?{COMES}.{0,30}{ANY_ROLE}{NOT_OF_ANOTHER}",
  ),
  said(
    "new_officer",
    "the company has somebody new in an office",
    "◆{POSSESSIVE}[\\s:–-]{1,3}(?!(?:\\p{L}+\\s){1,3}as\\s|(?:como|come|comme|als|som)\\s)(?:[\\p{L}'’]{1,9}\\s|\\p{L}+ \\p{L}+ ){0,3}?{NEW_ONE}\\s{ANY_ROLE}|{SUBJECT}{FILLER}(?:gets|finds)\\s(?:(?:an?|its|first)\\s){0,2}{ANY_ROLE}(?=$|[,;.]|\\s(?:in|from|for)\\b)|{SUBJECT}[^:;]{1,80}\\s(?:con|com|mit|avec)\\s(?:(?!(?:su|el|la|o|a|seu|il|suo|le|la|son|sa)\\b)[\\p{L}.’'-]{1,20}\\s){0,4}?(?:(?:como|come|comme|als)\\s)?{NEW_ADJECTIVE}\\s{ANY_ROLE}|◆.{1,80}\\s(?:após|tras|dopo|après|nach|efter)\\s(?:(?:o|el)\\s|l['’])?(?:anúncio|anuncio|nombramiento|annonce|annuncio|nomina|nomeação)\\s(?:de|di|del|do|d['’]un)\\s(?:un\\s)?{NEW_ADJECTIVE}\\s{ANY_ROLE}",
  ),
  said(
    "new_office_of",
    "an office of the company is newly filled",
    "{NEW_ONE}[\\s-](?:{ANY_ROLE}\\s(?:&|and)\\s)?{OWN_OFFICE}",
  ),
  said("shake_up", "the top of the company changes as a whole", "{SHAKE_UP}"),
  said(
    "japanese",
    "an office and the word for its change follow the company's name",
    "◆(?!でも)[^…。]{0,40}?{JAPANESE_CHANGE}",
  ),
];

/** Why a headline with such words tells of no change. */
export const NO_CHANGES: readonly Rule<string>[] = [
  said("speaks", "an officer speaks", "{OFFICER_SPEAKS}"),
  said("should_leave", "somebody wants an officer to leave, or the officer will not", "{SHOULD_LEAVE}"),
  said(
    "hires_former",
    "the company hires somebody who held the office elsewhere",
    "◆{FILLER}{APPOINT}\\s(?:former|ex)[\\s-](?!.*(?:{ANY_ROLE}|\\bhead)\\s.*{ANY_ROLE}$)(?:(?!\\b(?:as|to|for)\\b|[,;]).)*$",
  ),
  said("rumour", "it is only said, thought about or denied", "{RUMOUR}"),
  said("planned", "the company has yet to choose somebody", "{YET_TO_CHOOSE}"),
  said("new_speaks", "a new officer speaks or acts", "{NEW_OFFICER_SPEAKS}"),
  said(
    "searches",
    "the company looks for somebody",
    "(?:får inte tag|söker|zoekt|busca|cherche|cerca|sucht|procura)\\s.{0,12}{ANY_ROLE}",
  ),
];
