/** Which of the lines near a name is the person's title, and whether it belongs to another firm. Pure. */

import { likeness } from "../company/name-likeness.ts";
import { MAX_TITLE_LENGTH } from "../titles/job-title.ts";
import { patternOf } from "../words/sections.ts";
import { isDegree, nameInLine } from "./name-lines.ts";
import { isCity, jobEvidence } from "./people-words.ts";

const MAX_UNRANKED_LENGTH = 60;
const LABEL = patternOf("LABEL_OF_CARD");
/** A sentence about somebody, not a title. */
const SENTENCE = patternOf("SENTENCE_ABOUT");
/** An abbreviation that ends a title with a dot. */
const DOTTED_END =
  /\b(inc|ltd|co|corp|llc|jr|sr|dept|mgr|asst|assoc|dir|eng|ops|mktg|intl|dipl|ing|st|ph\.d|phd|b\.v|s\.a|u\.s|e\.v|ag|univ|natl)\.$/i;

/** The title among texts ordered by nearness; `evidence` is null for a short line that names no job. */
export function titleAmong(texts: string[]): { title: string; evidence: "rank" | "field" | null } | null {
  const shaped = texts.map(unwrapped).filter((text) => isShaped(text) && !isName(text));
  const evidence = shaped.map(jobEvidence);
  for (const wanted of ["rank", "field"] as const) {
    const at = evidence.indexOf(wanted);
    if (at >= 0) return { title: shaped[at] as string, evidence: wanted };
  }
  const other = shaped.find((text) => text.length <= MAX_UNRANKED_LENGTH && !READING.test(text));
  return other === undefined ? null : { title: other, evidence: null };
}

/** True for a name, also with degrees behind it. */
function isName(text: string): boolean {
  const named = nameInLine([text]);
  return named?.isWhole === true && (named.rest === "" || isDegree(named.rest));
}

const LABEL_BEHIND = patternOf("LINK_BEHIND_TITLE");

/** Without surrounding signs, a link's label after it, and brackets around all of it. */
function unwrapped(text: string): string {
  const bare = text.replace(LABEL_BEHIND(), "").replace(/^[\s|,–—•·:-]+|(?<![\s|,–—•·:-])[\s|,–—•·:-]+$/gu, "");
  return /^[(（[【]([^()（）]*)[)）\]】]?$/u.exec(bare)?.[1] ?? bare;
}

/** How a name in Chinese characters or in Latin script is read. */
const READING = /^[\p{sc=Hira}\p{sc=Kana}ー\s　・＝]+$/u;

/** A price, and hours: "from $40", "9:00 – 17:30". */
const PRICE_OR_HOURS = /[$€£¥]\s?\d|\d\s?[€£]|\b\d{1,2}[:.]\d{2}\s?(?:[ap]\.?m\b|h\b|uhr\b|[–-]\s?\d)/iu;

function isShaped(text: string): boolean {
  if (PRICE_OR_HOURS.test(text)) return false;
  if (isCity(text) && jobEvidence(text) !== "rank") return false;
  if (text.length < 2 || text.length > MAX_TITLE_LENGTH || LABEL().test(text)) return false;
  const words = text.split(/\s+/);
  if (/[?@]|https?:|www\.|\d{5,}|\+\d|\d[\d\s().-]{6,}\d|lorem ipsum|\bago\b|\bmin read\b/i.test(text)) return false;
  if (/[.!]$/.test(text) && !DOTTED_END.test(text))
    return words.length <= 6 && !SENTENCE().test(text) && jobEvidence(text) !== null;
  return !(words.length > 4 && SENTENCE().test(text));
}

/** Joins a title on two lines: "Executive Vice President," and "Chief Financial Officer". */
export function joinedTitles(lines: string[]): string[] {
  return lines.map((text, index) => {
    const next = lines[index + 1];
    const isOpen =
      /(?:[,&/–—-]|(?<![\p{L}\p{M}])(?:and|of|for|the|und|für|der|et|pour|du|des|y|e|de|del|della|di|da|do|das|dos|para|per|voor|van|av))$/iu.test(
        text,
      );
    return next && isOpen && text.length + next.length < MAX_TITLE_LENGTH && jobEvidence(text)
      ? `${text} ${next}`
      : text;
  });
}

/** "CEO at Acme", "Founder of Acme". A vice president of something leads a field, not a firm. */
const AT = /(?:^|\s)(?:at|@|bei|chez|presso|bij)\s+(\p{Lu}.{1,60})$/u;
const OF = patternOf("HEAD_OF_FIRM");
const NO_FIRM = patternOf("NO_EMPLOYER");
/** Words that end the names of firms and institutions. */
const FIRM = patternOf("FIRM_OR_INSTITUTION");

const TOP =
  /^(?:(?:co-?)?founder|owner|chief [\w\s]{3,30} officer|c[eftmo]o|(?:founder|president|chairman) (?:and|&) ceo|ceo (?:and|&) (?:co-?)?founder)$/i;

/** True when a title names another firm as the employer. */
export function isForeignTitle(title: string, ownNames: string[]): boolean {
  const isOwn = (firm: string) => likeness(firm, ownNames) !== "other";
  const employer = AT.exec(title)?.[1] ?? OF().exec(title)?.[1];
  if (employer && !NO_FIRM().test(employer) && jobEvidence(employer) === null) return !isOwn(employer);
  const parts = title.split(/(?<!\s)\s*[,|]\s*|\s[–—-]\s/);
  const last = parts.at(-1) ?? "";
  // A chief executive leads a firm, not a field.
  if (parts.length > 1 && /[,|]/.test(title) && TOP.test(parts.at(-2) ?? "") && isWrittenAsFirm(last)) {
    return !NO_FIRM().test(last) && jobEvidence(last) === null && !isOwn(last);
  }
  const isFormer = /^(former|formerly|ex|retired|past)\b/i.test(title);
  if (parts.length > 1 && (FIRM().test(last) || isFormer) && jobEvidence(last) !== "rank") {
    // "Manager, Trust Company" may be a field: this takes a legal form, or two words and a kind of firm.
    return /\s/.test(last) && !NO_FIRM().test(last) && !isOwn(last);
  }
  return false;
}

/** "Northgate Capital" and "Fund for Peace", unlike "Open-source visionary". */
function isWrittenAsFirm(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => !/^\p{Ll}{1,3}$/u.test(word));
  return /\p{Ll}/u.test(text) && words.every((word) => /^[\p{Lu}\d&]/u.test(word));
}

/** True when a title says where else an adviser works: "Vice President for Digital Vehicle, Daimler". */
export function isAdvisersTitle(title: string, ownNames: string[]): boolean {
  const parts = title.split(/(?<!\s)\s*[,|/]\s*|\s[–—-]\s/);
  const last = parts.at(-1) ?? "";
  return (
    parts.length > 1 &&
    /^\p{Lu}/u.test(last) &&
    !NO_FIRM().test(last) &&
    jobEvidence(last) === null &&
    likeness(last, ownNames) === "other"
  );
}

/** True when a line under a title is nothing but another firm's name. */
export function isForeignFirm(line: string, ownNames: string[]): boolean {
  const words = line.split(" ");
  return (
    words.length >= 2 &&
    words.length <= 6 &&
    FIRM().test(line) &&
    jobEvidence(line) !== "rank" &&
    likeness(line, ownNames) === "other"
  );
}
