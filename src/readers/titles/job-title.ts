/** Seniority and department of a job title; titles are tokenised as in the title filter. */
import { titleTokens } from "./title-filter.ts";
import { type Department, SENIORITIES, type Seniority, titleTables, tokenPattern } from "./title-tables.ts";

export { DEPARTMENTS, type Department, SENIORITIES, type Seniority } from "./title-tables.ts";

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
const HELPER =
  /\b(?:assistant|secretary|pa|ea|aide)\b.{0,20}\bto\b|\b(?:personal|executive|administrative) assistant\b/i;
const JUNIOR_GENERAL = tokenPattern(
  "(assistant|deputy|associate) (general manager|general counsel|managing director|gm)",
  "g",
);
/** Whom an assistant assists. */
const HELPED =
  /\b(?:assistant|secretary|pa|ea|aide)\b[^,]{0,20}?\bto\b.*|\b(?:asistente|assistante?|assistente)\b[^,]{0,20}?\b(?:al|à la|au|del|du|da|do)\b.*/i;
/** A former job behind today's: "Director, Sports and former Secretary". */
const AND_FORMER = /\s(?:and|&) (?:former|ex)\b.*/i;
/** "Principal Consultant" has a senior job, "Principal" and "Principal, Boston" a share of the firm. */
const PRINCIPAL_OF_JOB =
  /\bprincipal(?=[ /]\p{L})(?![ /](?:and|at|of|in|for|partner|owner|dentist|founder|attorney|lawyer|shareholder|director|officer|secretary)\b)/giu;
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
export function readTitle(
  title: string | null,
  ownNames: string[] = [],
): { seniority: Seniority | null; department: Department | null } {
  const parts = (title ?? "").slice(0, MAX_READ_LENGTH).split(PARTS);
  let current = parts.some((part) => FORMER.test(part))
    ? parts.filter((part) => !FORMER.test(part)).join(" , ")
    : (title ?? "").slice(0, MAX_READ_LENGTH);
  if (areDegrees(current)) return { seniority: null, department: null };
  // "of" is no token, and "counsel" alone implies no rank.
  current = current
    .replace(/\bof counsel\b/gi, "senior counsel")
    .replace(AND_FORMER, "")
    .replace(ADMINISTRATION_BOARD, "board")
    .replace(PRINCIPAL_OF_JOB, "senior")
    .replace(/\bM\.\s?D\.|\b[BDM]\.\s?Ed\b|\b(?:and|&) associates\b/gi, " ");
  // "Handyman Do it Best" is no IT.
  if (/\p{Lu}/u.test(current)) current = current.replace(/\bit\b/g, " ");
  const tokensOf = (text: string) => ` ${withoutName(titleTokens(text), ownNames).join(" ")} `;
  const helped = current.replace(HELPED, "assistant");
  const seniority = rankIn(tokensOf(helped.replace(LEAD_OF_FIELD, "$1 leader ,")), HELPER.test(current));
  // "Product and Marketing" are two fields, "Product Marketing" is one.
  const department = fieldIn(tokensOf(current.replace(AND, " plus ")));
  const leadsField = department !== null && department !== "executive";
  return {
    seniority: leadsField && EXECUTIVE_DIRECTOR.test(current) && seniority === "c_suite" ? "director" : seniority,
    department,
  };
}

function rankIn(tokens: string, helpsSomebody: boolean): Seniority | null {
  if (COMMITTEE.test(tokens)) return "director";
  const { rank, borrowed } = titleTables();
  let text = tokens.replace(LEAD_FIRST, " lead_first ");
  if (!helpsSomebody) text = text.replace(JUNIOR_GENERAL, "director").replace(ASSISTANT_TO_RANK, "");
  for (const [pattern, instead] of borrowed) text = text.replace(pattern, instead);
  return rank.find(([pattern]) => pattern.test(text.replace(/ {2,}/g, " ")))?.[1] ?? null;
}

function fieldIn(tokens: string): Department | null {
  const { board, compound, field } = titleTables();
  const phrase = compound.find(([pattern]) => pattern.test(tokens));
  if (phrase) return phrase[1] === "none" ? null : phrase[1];
  let first: { at: number; department: Department } | null = null;
  for (const [pattern, department] of field) {
    const at = pattern.exec(tokens)?.index ?? -1;
    if (at >= 0 && (first === null || at < first.at)) first = { at, department };
  }
  if (first) return first.department;
  const others = tokens.replace(NOT_TOP, "other");
  const leads = COMMITTEE.test(others) || LEADS_THE_FIRM.includes(rankIn(others, false));
  return leads || board.some(([pattern]) => pattern.test(others)) ? "executive" : null;
}

/** True for "MD, HMDC, FAAHPM": degrees that a page shows in place of a title. */
function areDegrees(title: string): boolean {
  const parts = title.split(",").map((part) => part.trim());
  return (
    parts.length > 1 &&
    parts.every(
      (part) => /^\(?\p{Lu}[\p{L}.()\- ]{0,9}$/u.test(part) && (/\p{Lu}.*\p{Lu}/u.test(part) || part.length < 4),
    ) &&
    !parts.some((part) => /^(?:C[A-Z]{1,2}O|[SEA]?VP|GM|HR|IT|R&D)$|[a-z]{4}/.test(part))
  );
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
