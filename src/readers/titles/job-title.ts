/** Seniority and department of a job title; titles are tokenised as in the title filter. */
import { lazy } from "../../lib/lazy.ts";
import { literals } from "../../lib/words.ts";
import { sections } from "../words/sections.ts";
import { titleTokens } from "./title-terms.ts";

/** Highest first; employees are listed in this order. */
export const SENIORITIES = literals("owner founder c_suite partner vp head director manager senior entry intern");
export type Seniority = (typeof SENIORITIES)[number];

export const DEPARTMENTS = [
  ...literals("customer_support sales marketing product data design information_technology engineering research"),
  ...literals("human_resources finance legal operations executive"),
] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** The tables of `titles.txt`, which describes each, and of languages: patterns, and what a title means that one matches. */
export const titleTables = lazy(() => {
  const table = <Meaning extends string>(names: string[], flags?: string): [RegExp, Meaning][] =>
    [...sections()].flatMap(([head, alternatives]) => {
      const [name = "", meaning] = head.split(" ");
      return names.includes(name) ? [[tokenPattern(alternatives, flags), meaning as Meaning]] : [];
    });
  return {
    // Every occurrence is replaced.
    borrowed: table<string>(["borrowed"], "g"),
    rank: table<Seniority>(["rank", "board"]),
    compound: table<Department | "none">(["compound"]),
    field: table<Department>(["field"]),
  };
});

/** An expression for whole tokens with spaces around; `|` or a new line separates alternatives. Folded as tokens are. */
function tokenPattern(alternatives: string, flags = ""): RegExp {
  const joined = alternatives
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replaceAll("ς", "σ")
    .split("\n")
    .flatMap((line) => line.trim().replace(/ ?\| ?$/, "") || [])
    .join("|")
    .replace(/ ?\| ?/g, "|");
  return new RegExp(`(?<= )(?:${joined})(?= )`, flags);
}

/** UTF-16 units of a title that are kept. */
export const MAX_TITLE_LENGTH = 150;

/** Words for former roles: a part of a title that begins with one is ignored. */
const FORMER =
  /^\s*(?:ex|former|formerly|retired|previously|past|immediate past|emeritus|ehemalige[rs]?|ancien(?:ne)?|antiguo|antigua|già|元)(?![\p{L}])|\b(?:emeritus|emerita|retired)\s*$/iu;
/** A committee's chair sits on the board; only the board's own chair leads it. */
const COMMITTEE = tokenPattern(`
  (chair|chairman|chairwoman|chairperson|co chair|cochair|vice chair) (\\S+ ){0,5}(committee|subcommittee|commission|taskforce|task force|gala|campaign|conference) |
  (committee|subcommittee|commission|council) ((co|vice) )?(chair|chairman|chairwoman|chairperson)`);
/** A vice president or "Chief Impact Officer" without a field has no department. */
const NOT_TOP = tokenPattern(
  "((senior|executive|assistant|associate|first|group|regional) )*vice (president|presidents|presidente|presidenta) | assistant general manager | (executive |personal )assistant (\\S+ )?(ceo|president|founder|managing director) | principal (consultant|analyst|specialist|associate|advisor|manager) | specialist | chief (\\S+ ){1,4}officer",
  "g",
);
const PARTS = /[,;|/•·()[\]（）]|\s[–—-]\s|\s&\s|\s\+\s/;
/** "Assistant Director" is a director, not an assistant. */
const ASSISTANT_TO_RANK =
  /(?<= )(?:assistant|associate|deputy|vice) (?=(?:vice president|director|manager|dean|principal|superintendent|head|leader)s? )/g;
const JUNIOR_GENERAL = tokenPattern(
  "(assistant|deputy|associate) (general manager|general counsel|managing director|gm)",
  "g",
);
/** Whom an assistant assists. */
const HELPED =
  /\b(?:assistant|secretary|pa|ea|aide)\b[^,]{0,20}?\bto\b.*|\b(?:asistente|assistante?|assistente)\b[^,]{0,20}?\b(?:al|à la|au|del|du|da|do)\b.*/i;
/** A former job behind today's: "Director, Sports and former Secretary". */
const AND_FORMER = /\s(?:and|&) (?:former|ex)\b.*/i;
/** "Lead – Philanthropies" leads that field, "Partner, Operations" is a partner. */
const LEAD_OF_FIELD = /(?<!business )\b(lead|partner)\s?[,–—-]/i;
/** "Lead Engineer" is a senior engineer, "Team Lead" leads people. */
const LEAD_FIRST =
  /^ lead (?=\S+ )(?!(?:generation|manager|director)\b)|(?<= )lead (?=(?:engineer|developer|designer|architect|scientist|analyst|consultant|programmer|researcher) )/;
/** A board of directors whose name has the word for administration. */
const ADMINISTRATION_BOARD = /\bcons[ei]\p{L}{2,4} d(?:[ei] |['’])a[dm]ministra\p{L}*/giu;
const AND = /\s(?:and|&|und|et|y|e|en|og|och)\s/gi;
/** An executive director leads the organisation; "executive director of marketing" leads that department. */
const EXECUTIVE_DIRECTOR = /^\s*(?:executive director|ED)\b(?!.*\b(?:chief|ceo|president)\b)/i;
/** Ranks that lead or own the whole company where a title names no field. */
const LEADS_THE_FIRM: (Seniority | null)[] = ["owner", "founder", "c_suite", "partner"];
const MAX_OWN_NAME_TOKENS = 4;
const MAX_READ_LENGTH = 300;

/** Seniority and department of a title, without former roles and words of `ownNames` (folded). Null: not said. */
export function readTitle(title: string | null, ownNames: string[] = []) {
  const whole = (title ?? "").slice(0, MAX_READ_LENGTH);
  const parts = whole.split(PARTS);
  const held = parts.filter((part) => !FORMER.test(part));
  let current = (held.length < parts.length ? held.join(" , ") : whole)
    // "of" is no token, and "counsel" alone implies no rank.
    .replace(/\bof counsel\b/gi, "senior counsel")
    .replace(AND_FORMER, "")
    .replace(ADMINISTRATION_BOARD, "board")
    .replace(/\bM\.\s?D\.|\b[BDM]\.\s?Ed\b|\b(?:and|&) associates\b/gi, " ");
  // "Handyman Do it Best" is no IT.
  if (/\p{Lu}/u.test(current)) current = current.replace(/\bit\b/g, " ");
  const tokensOf = (text: string) => ` ${withoutName(titleTokens(text), ownNames).join(" ")} `;
  const helped = current.replace(HELPED, "assistant");
  const seniority = rankIn(tokensOf(helped.replace(LEAD_OF_FIELD, "$1 leader ,")));
  // "Product and Marketing" are two fields, "Product Marketing" is one.
  const department = fieldIn(tokensOf(current.replace(AND, " plus ")));
  const leadsField = department !== null && department !== "executive";
  return {
    seniority: leadsField && EXECUTIVE_DIRECTOR.test(current) && seniority === "c_suite" ? "director" : seniority,
    department,
  };
}

function rankIn(tokens: string): Seniority | null {
  if (COMMITTEE.test(tokens)) return "director";
  const { rank, borrowed } = titleTables();
  let text = tokens
    .replace(LEAD_FIRST, " lead_first ")
    .replace(JUNIOR_GENERAL, "director")
    .replace(ASSISTANT_TO_RANK, "");
  for (const [pattern, instead] of borrowed) text = text.replace(pattern, instead);
  return rank.find(([pattern]) => pattern.test(text.replace(/ {2,}/g, " ")))?.[1] ?? null;
}

function fieldIn(tokens: string): Department | null {
  const { compound, field } = titleTables();
  const phrase = compound.find(([pattern]) => pattern.test(tokens));
  if (phrase) return phrase[1] === "none" ? null : phrase[1];
  const [first] = field
    .flatMap(([pattern, department]) => ({ at: pattern.exec(tokens)?.index ?? -1, department }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  if (first) return first.department;
  const others = tokens.replace(NOT_TOP, "other");
  return COMMITTEE.test(others) || LEADS_THE_FIRM.includes(rankIn(others)) ? "executive" : null;
}

/** Removes the company's own names: "Director, Harbour Data" at Harbour Data is not in a data team. */
function withoutName(tokens: string[], names: string[]): string[] {
  for (let count = Math.min(MAX_OWN_NAME_TOKENS, tokens.length - 1); count > 0 && names.length > 0; count--) {
    for (let at = 0; at + count <= tokens.length; at++) {
      if (names.includes(tokens.slice(at, at + count).join(""))) return tokens.toSpliced(at, count);
    }
  }
  return tokens;
}

/** Sort position: 0 is the highest rank; titles without a rank come between senior and entry. */
export function rankOf(seniority: Seniority | null): number {
  return seniority === null ? SENIORITIES.indexOf("entry") - 0.5 : SENIORITIES.indexOf(seniority);
}
