/** Which of the lines near a name is the person's title, and whether it belongs to another firm. Pure. */

import { likeness } from "../company/name-likeness.ts";
import { MAX_TITLE_LENGTH } from "../titles/job-title.ts";
import { patternFrom, patternOf } from "../words/sections.ts";
import { isDegree, nameInLine } from "./name-lines.ts";
import type { Line } from "./page-lines.ts";
import { isCity, jobEvidence } from "./people-words.ts";

const MAX_UNRANKED_LENGTH = 60;
const LABEL = patternOf("LABEL_OF_CARD");
/** A sentence about somebody, not a title. */
const SENTENCE = patternOf("SENTENCE_ABOUT");
/** An abbreviation that ends a title with a dot. */
const DOTTED_END =
  /\b(inc|ltd|co|corp|llc|jr|sr|dept|mgr|asst|assoc|dir|eng|ops|mktg|intl|dipl|ing|st|ph\.d|phd|ag|univ|natl|\p{L}\.\p{L})\.$/iu;

/** The title among texts ordered by nearness; `evidence` is null for a short line that names no job. */
export function titleAmong(texts: string[]): { title: string; evidence: "rank" | "field" | null } | null {
  const shaped = texts.map(unwrapped).filter((text) => isShaped(text) && !isName(text));
  const evidence = shaped.map(jobEvidence);
  for (const wanted of ["rank", "field"] as const) {
    const at = evidence.indexOf(wanted);
    if (at >= 0) return { title: shaped[at] as string, evidence: wanted };
  }
  const other = shaped.find((text) => text.length <= MAX_UNRANKED_LENGTH);
  return other === undefined ? null : { title: other, evidence: null };
}

const LEAD = /^([^.,;:!?\d–—()]{3,60})[.,] /u;
const MAX_LEAD_WORDS = 4;
/** "As a baker, she …", "Former baker, …". */
const NO_LEAD = patternFrom("^(?:{PROSE_AS}|{PROSE_FORMER}|{PROSE_SINCE}) ");

/** The job that a paragraph under a name begins with: "Midwife and owner. I have worked …". */
export function jobInFront(text = ""): string[] {
  const [, lead = ""] = LEAD.exec(text) ?? [];
  const isJob = jobEvidence(lead) === "rank" && !NO_LEAD().test(lead) && !SENTENCE().test(lead);
  return isJob && lead.split(" ").length <= MAX_LEAD_WORDS ? [lead] : [];
}

/** The first title that says more than what is in front of a name: "Psychologist Jane Roe", "Clinical psychologist". */
export function fullerTitle(short: string, texts: string[]): string | null {
  const titles = texts.flatMap((text) => titleAmong([text]) ?? []);
  const isFuller = (title: string) =>
    title !== short && ` ${title} `.toLowerCase().includes(` ${short} `.toLowerCase());
  return titles.find(({ title, evidence }) => evidence === "rank" && isFuller(title))?.title ?? null;
}

/** True for a name, also with degrees behind it. */
function isName(text: string): boolean {
  const named = nameInLine([text]);
  return named?.isWhole === true && (named.rest === "" || isDegree(named.rest));
}

const LABEL_BEHIND = patternOf("LINK_BEHIND_TITLE");

/** The number of a profession's register behind a title: "Pediatra · CRM/PR 9473". */
const REGISTERED = / [·|•] \p{Lu}[\p{Lu}/. ]{1,12}\d[\p{Lu}\d ·|•/.-]*$/u;

/** Without surrounding signs, a link's label or a number after it, and brackets around all of it. */
function unwrapped(text: string): string {
  const said = text.replace(LABEL_BEHIND(), "").replace(REGISTERED, "");
  const bare = said.replace(/^[\s|,–—•·:-]+|(?<![\s|,–—•·:-])[\s|,–—•·:-]+$/gu, "");
  return /^[(（[【]([^()（）]*)[)）\]】]?$/u.exec(bare)?.[1] ?? bare;
}

/** A price, and hours: "from $40", "9:00 – 17:30". */
const PRICE_OR_HOURS = /[$€£¥]\s?\d|\d\s?[€£]|\b\d{1,2}[:.]\d{2}\s?(?:[ap]\.?m\b|h\b|uhr\b|[–-]\s?\d)/iu;

/** A heading of a legal notice, and a street: "1. Data protection", "Hafenstraße 7", but not "1. Vorsitzender". */
const OF_NOTICE = /^\d+[.)] |(?:str\.|stra(?:ß|ss)e|gasse|platz|weg) ?\d|\bartt?\. ?\d|\b(?:GDPR|DSGVO|RGPD)\b/i;

function isShaped(text: string): boolean {
  if (!/\p{L}.*\p{L}/u.test(text) || text.length > MAX_TITLE_LENGTH || LABEL().test(text)) return false;
  if (PRICE_OR_HOURS.test(text)) return false;
  if ((isCity(text) || OF_NOTICE.test(text)) && jobEvidence(text) !== "rank") return false;
  if (/[?@]|https?:|www\.|\d{5,}|\+\d|\d[\d\s().-]{6,}\d|lorem ipsum|\bago\b|\bmin read\b/i.test(text)) return false;
  if (/[.!]$/.test(text) && !DOTTED_END.test(text)) return false;
  return text.split(/\s+/).length <= 4 || !SENTENCE().test(text);
}

/** The end of a title that goes on in the next line. */
const OPEN_END =
  /(?:[,&/–—-]|(?<![\p{L}\p{M}])(?:and|of|for|the|und|für|der|et|pour|du|des|y|e|de|del|della|di|da|do|das|dos|para|per|voor|van|av))$/iu;

/** The texts of lines, each with what the title in it goes on with: "Executive Vice President," and "Chief Financial Officer". */
export function joinedTitles(lines: Line[]): string[] {
  return lines.map(({ text, box }, index) => {
    const next = lines[index + 1];
    const goesOn = isOpenTitle(text) || (next?.box === box && isJob(text) && isJob(next.text));
    return next && goesOn && text.length + next.text.length < MAX_TITLE_LENGTH ? `${text} ${next.text}` : text;
  });
}

/** A short line that says a rank or a job. */
function isJob(text: string): boolean {
  return text.length <= MAX_UNRANKED_LENGTH && jobEvidence(text) === "rank";
}

/** Whether a line is the beginning of a title that goes on in the next one. */
export function isOpenTitle(text: string): boolean {
  return OPEN_END.test(text) && jobEvidence(text) !== null;
}

/** "CEO at Acme", "Founder of Acme". A vice president of something leads a field, not a firm. */
const AT = /(?:^|\s)(?:at|@|bei|chez|presso|bij)\s+(\p{Lu}.{1,60})$/u;
const OF = patternOf("HEAD_OF_FIRM");
const NO_FIRM = patternOf("NO_EMPLOYER");
/** "Owner of this little shop". */
const OWN_FIRM = /(?:[Oo]wner|[Ff]ounder)s? of (?:the |this |our )?\p{Ll}[^\p{Lu}]*$/u;
/** A chief executive leads a firm, not a field: "CEO, Turbo Nomics", but not "Founder, Open-source visionary". */
const TOP_OF_FIRM =
  /^(?:(?:[Cc]o-?)?[Ff]ounder|[Oo]wner|[Cc]hief [Ee]xecutive [Oo]fficer|(?:(?:Founder|President|Chairman) (?:and|&) )?CEO)\s?[,|] ?(\p{Lu}[\p{L}\d&.-]{1,30}(?: (?:\p{Ll}{1,3} )?[\p{Lu}\d&][\p{L}\d&.-]{0,30}){0,4})$/u;
/** Words that end the names of firms and institutions. */
const FIRM = patternOf("FIRM_OR_INSTITUTION");

/** True when a title names another firm as the employer. */
export function isForeignTitle(title: string, ownNames: string[]): boolean {
  const employer = (AT.exec(title) ?? OF().exec(title) ?? TOP_OF_FIRM.exec(title))?.[1];
  if (employer && !OWN_FIRM.test(title) && isOtherFirm(employer, ownNames)) return true;
  // "Manager, Trust Company" may be a field: this takes two words.
  const last = lastPart(title);
  return /\s/.test(last) && FIRM().test(last) && isOtherFirm(last, ownNames);
}

/** True when a title says where else an adviser works: "Vice President for Digital Vehicle, Daimler". */
export function isAdvisersTitle(title: string, ownNames: string[]): boolean {
  const last = lastPart(title);
  return /^\p{Lu}/u.test(last) && isOtherFirm(last, ownNames);
}

/** What follows the last comma, line or dash. */
function lastPart(title: string): string {
  const [, ...parts] = title.split(/(?<!\s)\s*[,|/]\s*|\s[–—-]\s/);
  return parts.at(-1) ?? "";
}

/** True for the name of a firm that is none of the own. */
export function isOtherFirm(text: string, ownNames: string[]): boolean {
  return text !== "" && !NO_FIRM().test(text) && jobEvidence(text) === null && likeness(text, ownNames) === "other";
}
