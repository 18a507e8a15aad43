/** People whom sentences name with what they are at the firm: "Founded in 2011 by Anna Berg and Tom Hale". Pure, linear. */
import { words } from "../../lib/words.ts";
import { likeness } from "../company/name-likeness.ts";
import { bareWord, foldedName, isHonorific } from "../names/person-name.ts";
import type { Document } from "../page/document.ts";
import { firstRule } from "../rule.ts";
import { rankOf, readTitle } from "../titles/job-title.ts";
import { patternFrom, wordsOf } from "../words/sections.ts";
import { isDegree } from "./name-lines.ts";
import { readName } from "./name-readings.ts";
import { type Named, namesIn } from "./names-in-text.ts";
import { linesOf, sectionsOf } from "./page-lines.ts";
import { isJobOfSeveral, jobEvidence } from "./people-words.ts";
import { type FoundPerson, foundPerson, type PageOwner, type Proof } from "./person.ts";
import { AT, CONTACT, isPerson, type Mention, NOT_TOLD_OF, SELF, TOLD_OF } from "./prose-rules.ts";

const PROOF: Proof = { kind: "prose", confidence: 0.7 };
const MIN_SENTENCE = 10;
const MAX_SENTENCE = 600;
const MAX_OFFICE_WORDS = 6;
const MAX_CONTEXT = 120;
const ABBREVIATIONS = words(`
  prof dipl ing mag dott av avv ap mgr sr sra srta dr dra drs hr fr mr ms mrs mme mlle inż inz hab med jur rer nat st lic arq dña geom eng
  dent lek geb im ks jr ca nr tel tlf puh bc mudr MUDr judr JUDr
`).flatMap((word) => [word, `${word.charAt(0).toUpperCase()}${word.slice(1)}`, word.toUpperCase()]);
/** The end of a sentence, not the dot of an abbreviation or a day. Case is spelled out: ignored, small letters would be capitals. */
const SENTENCE_END = new RegExp(
  `(?<=[\\p{L}\\d)”"»]{2}[.!?]["”»]?)(?<!\\b(?:${ABBREVIATIONS.join("|")}|\\d\\d)\\.)\\s+(?=\\P{Ll})`,
  "u",
);
/** Within a name: 'Nora "Noor" Falk'. */
const NICKNAME = /(?<=\p{Lu}[\p{L}-]{1,20}) ["“„«][\p{L}-]{2,20}["”“»](?= \p{Lu})/gu;
const JOINS = patternFrom(
  "^(?:,? (?:{PROSE_AND}|{PROSE_TOGETHER})| ?,(?: \\p{Ll}[^,.;:()]{3,40}, {PROSE_AND})?)(?: {PROSE_AND})? (?:{PROSE_RELATIVE} |(?:l?[aeo] |il |die |der )?{PROSE_ADDRESS})?$",
);
const ADDRESS = patternFrom("(?:^|[\\s,:’'])(?:(?:el|l[ao]|le|il|os?|a) )?(?:{PROSE_ADDRESS})+$");
/** "His son", right before a name. */
const RELATIVE = patternFrom("(?<!\\p{L})(?:{PROSE_RELATIVE}),?$");
/** "About Dr". */
const MET = patternFrom("^(?:{PROSE_MEETS} )?{PROSE_ADDRESS}*");
const DEGREES = /(?:, ?\p{Lu}[\p{Lu}.]{1,6})+$/u;
const IS = patternFrom("\\s{PROSE_IS}$");
/** "is", and after "I am" or "my name is" also "and am". */
const IS_BEHIND = patternFrom(
  "^(?: ?,)?\\s(?:{PROSE_IS}|{PROSE_AND} (?:{PROSE_I_AM}|bin|ben|am|sono|sou|s[oó]c))(?: {PROSE_SINCE})? (.{2,80})",
);
const IS_IN_FRONT = patternFrom("^(?:{PROSE_IS}|{PROSE_AND}) ");
/** "the brothers – twins, in fact – Niels and Ole Friis". */
const ASIDE = /\s?[—–]\s[^—–]{2,50}\s[—–]\s*$/u;
/** "works as managing director", "trat Anna Berg als Geschäftsführerin". */
const AS_BEHIND = patternFrom("^(?: [\\p{Ll}\\d]+){0,5} {PROSE_AS} (.{2,80})", "u");
const BESIDE = /^\s?[,(（–—-]\s?(.{2,80})/u;
const BRACKETS = /^\s?[(（]([^()（）]{2,100})[)）]/u;
/** Of several people: "founders of". */
const PLURAL = /\p{L}(?:[^s]s|[^aeiou]i|nnen)$/u;
/** A verb of several people, who share the office behind it: "sind Geschäftsführer". */
const ARE = /^ (?:ne )?(?:are|sind|sont|sono|son|zijn|são|jsou|sú|są)(?!\p{L})/u;
/** A master of a trade, who works at the firm as "our" baker does; not of a town or of a game. */
const MASTER = patternFrom("^{PROSE_MASTER}$");
const [stops, owns] = [wordsOf("prose_stop"), wordsOf("prose_own")];
const [ofWords, joiners] = [wordsOf("prose_of"), wordsOf("prose_joiner")];

/** The people of the firm in the sentences of a page and in descriptions of it and its pictures, outside sections about others. */
export function peopleInProse(mentions: ReturnType<typeof judgeMentions>, owner: PageOwner): FoundPerson[] {
  return mentions.flatMap(({ mention, told, refused }) => {
    if (told === null || refused !== null) return [];
    const { reading, before, officeBefore, officeBehind } = mention;
    const name = AFTER_PRZEZ.test(before) ? nominative(reading.name) : reading.name;
    return foundPerson({ name, title: officeBefore ?? officeBehind }, PROOF, owner) ?? [];
  });
}

/** Every name there, with the ids of the first rules for and against it. */
export function judgeMentions({ outline, facts }: Document, owner: PageOwner) {
  const lines = linesOf(outline);
  const sections = sectionsOf(outline, lines, () => false);
  const inLines = lines.flatMap(({ text, from }, index) => {
    if (sections[index] === "foreign") return [];
    const pictured = outline.items.slice(from, lines[index + 1]?.from).filter(({ kind }) => kind === "image");
    const before = lines.slice(Math.max(0, index - 2), index);
    const place = { isOfTeam: sections[index] === "own", previous: before.map((line) => line.text).join(" ") };
    return [text, ...pictured.map((picture) => picture.text)].flatMap((said) => mentionsIn(said, owner, place));
  });
  const mentions = [...inLines, ...mentionsIn(facts.description, owner)];
  const nameOf = ({ reading }: Mention) => foldedName(reading.parsed);
  const people = new Set(owner.isImprint ? mentions.filter(isPerson) : []);
  const names = new Set(Array.from(people, nameOf));
  const judged = mentions.map((mention) => ({ mention, refused: firstRule(NOT_TOLD_OF, mention) }));
  const firms = new Set(judged.filter(({ refused }) => refused === "firm").map(({ mention }) => nameOf(mention)));
  return judged.map(({ mention, refused }) => {
    const isFirm = firms.has(nameOf(mention));
    const isAlone = people.has(mention) && names.size <= mention.joined;
    return { mention, told: firstRule(TOLD_OF, { ...mention, isAlone, isFirm }), refused };
  });
}

/** How the parts of a page's title are divided. */
const TITLE_DIVIDER = /\s[|–—·•:-]\s|\s?[|—]\s?/u;

/** People whom a part of a page's title names, beside its subject and the firm: "About us – Anna and Tom Hale | Harbour Works". */
export function peopleInTitle(title: string, owner: PageOwner): FoundPerson[] {
  const parts = title.split(TITLE_DIVIDER).map((part) => part.trim());
  const isFirm = (part: string) => likeness(part, owner.names) !== "other";
  return parts.flatMap((whole) => {
    const part = whole.replace(MET(), "").replace(DEGREES, "");
    const names = namesIn(part);
    const isAll = names[0]?.from === 0 && names.at(-1)?.to === part.length;
    const areJoined = names.every(({ from }, at) => at === 0 || JOINS().test(part.slice(names[at - 1]?.to, from)));
    const honoured = isHonorific(whole.split(" ")[0] ?? "") ? readName(whole) : null;
    if (parts.length === 1 || !isAll || !areJoined || (isFirm(whole) && !honoured)) return [];
    const all = honoured ? [honoured] : names.map(({ reading }) => reading);
    return all.flatMap(({ name }) => foundPerson({ name, title: null }, PROOF, owner) ?? []);
  });
}

/** "Założona przez Jana Kowalskiego" is said of Jan Kowalski, "przez Annę Nowacką" of Anna Nowacka. */
const AFTER_PRZEZ = /(?:^|\s)przez(?:\s\p{Ll}+)?$/iu;

function nominative(name: string): string {
  if (/^\S*[ęą](?: |$)/u.test(name)) return name.replace(/[ęą](?= |$)/gu, "a");
  return name.replace(/(?<=[kg]i)ego(?= |$)|(?<=\p{L}{3})a(?= |$)/gu, "");
}

/** Every name in the sentences of a text, with what is around it; `previous`: the two lines before. */
export function mentionsIn(text: string, owner: PageOwner, { isOfTeam = false, previous = "" } = {}): Mention[] {
  return text.split(SENTENCE_END).flatMap((whole, at, all) => {
    const sentence = whole.slice(0, MAX_SENTENCE).replace(NICKNAME, "");
    if (sentence.length < MIN_SENTENCE) return [];
    const groups: Named[][] = [];
    for (const one of namesIn(sentence)) {
      const last = groups.at(-1)?.at(-1);
      const isElsewhere = last !== undefined && AT.test(sentence.slice(0, last.from).trimEnd());
      if (last && !isElsewhere && JOINS().test(sentence.slice(last.to, one.from))) groups.at(-1)?.push(one);
      else groups.push([one]);
    }
    return groups.flatMap((group) => {
      const [first, last] = [group[0] as Named, group.at(-1) as Named];
      const lead = sentence.slice(Math.max(0, first.from - MAX_CONTEXT), first.from);
      const before = lead.replace(ADDRESS(), " ").replace(ASIDE, "").trimEnd().replace(RELATIVE(), "").trimEnd();
      const behind = sentence.slice(last.to, last.to + MAX_CONTEXT);
      const officeBefore = officeAtEnd(before);
      const office = officeAtStart(behind, false) ?? "";
      const shared = {
        sentence,
        previous: all[at - 1] ?? previous,
        before,
        lead,
        behind,
        joined: group.length,
        owner,
        isOfTeam,
      };
      return group.map(({ reading, to }) => {
        const isNamed = (isOfTeam && before === "") || likeness(reading.name, owner.names) !== "other";
        const isOwn = isNamed || CONTACT().test(before) || SELF().test(before);
        // "Since 2015 is Anna Berg the owner", as Dutch and German say.
        const next = sentence.slice(to, to + MAX_CONTEXT);
        const own = officeAtStart(next, isOwn) ?? (IS().test(before) ? officeAtStart(` is${next}`, isOwn) : null);
        const officeBehind = own ?? (PLURAL.test(office) || ARE.test(behind) ? office : null);
        return { ...shared, reading, officeBefore, officeBehind };
      });
    });
  });
}

/** "D.O." is a degree, and "do" an article. */
function bare(word: string): string {
  return /\.\p{Lu}/u.test(word) ? word : bareWord(word);
}

const isStop = (word: string) => stops().has(bare(word)) || owns().has(bare(word));
const isOfOffice = (word: string) => !isStop(word) || ofWords().has(bare(word)) || joiners().has(bare(word));

/** The office that a text ends with: "… by our managing director", "Geschäftsführerin ist". */
function officeAtEnd(before: string): string | null {
  const words = before
    .replace(/(?<![\s,:–—-])[\s,:–—-]+$/u, "")
    .replace(IS(), "")
    .split(" ")
    .slice(-MAX_OFFICE_WORDS - 1);
  // "The director of Anna Berg" is somebody else, as is the director in "our director and Anna Berg".
  if ([ofWords, joiners].some((some) => some().has(bareWord(words.at(-1) ?? "")))) return null;
  for (let at = words.length - 1; at >= 0; at--) {
    const previous = words[at - 1];
    const isFirst = previous === undefined || /\d|[^\p{L}\p{N}/]$/u.test(previous);
    const isOurs = previous !== undefined && (owns().has(bareWord(previous)) || SELF().test(previous));
    const isOwn = (isOurs && words.slice(at).every(isOfOffice)) || MASTER().test(words.at(-1) ?? "");
    if ((isFirst || isStop(previous)) && isOffice(words.slice(at), isOwn)) {
      const office = words.slice(at).join(" ").replace(IS_IN_FRONT(), "");
      const front = joiners().has(bareWord(previous ?? "")) ? officeAtEnd(words.slice(0, at - 1).join(" ")) : null;
      return front ? `${front} ${previous} ${office}` : office;
    }
    if (isFirst) break;
  }
  return null;
}

/** The office that a text begins with: ", founder and CEO, …", " is the owner of …"; with `isAny` or "our" any job. */
export function officeAtStart(behind: string, isAny: boolean): string | null {
  const [, inBrackets = ""] = BRACKETS.exec(behind) ?? [];
  if (jobEvidence(inBrackets) === "rank") return inBrackets;
  const said = IS_BEHIND().exec(behind)?.at(-1) ?? AS_BEHIND().exec(behind)?.at(-1) ?? BESIDE.exec(behind)?.[1];
  if (!said) return null;
  const [phrase = ""] = /^(?:[^,;:.()（）–—!?]|\.(?=\p{Lu}\.)|(?<=\.\p{Lu})\.)+/u.exec(said) ?? [];
  const words = phrase.trim().split(/ |(?<=l['’])/, MAX_OFFICE_WORDS + 2);
  const start = words.findIndex((word) => !isStop(word));
  const end = words.findIndex((word, index) => index > start && !isOfOffice(word));
  const office = words.slice(Math.max(0, start), end < 0 ? words.length : end);
  const of = office.findIndex((word, index) => index > 0 && ofWords().has(bare(word)));
  const own = of > 0 && !isTrade(office, of) ? office.slice(0, of) : office;
  // "The owner and works here".
  const and = own.findLastIndex((word) => joiners().has(bareWord(word)));
  if (and > 0 && jobEvidence(own.slice(and + 1).join(" ")) !== "rank") own.length = and;
  const isOwn = isAny || owns().has(bareWord(words[start - 1] ?? ""));
  return isOffice(own, isOwn) && !isDegree(phrase) ? own.join(" ") : null;
}

/** Whether what is before "of" is a job, and a thing behind it: "agent of estates", but not "founder of Harbour Works". */
function isTrade(office: string[], of: number): boolean {
  const job = office.slice(0, of).join(" ");
  const isJob = jobEvidence(job) === "rank" && rankOf(readTitle(job).seniority) > rankOf("director");
  return isJob && /^\p{Ll}{4}/u.test(office[of + 1] ?? "");
}

/** An office that leads something; with "our" in front, any job. */
function isOffice(words: string[], isOwn: boolean): boolean {
  const text = words.join(" ");
  if (words.length === 0 || words.length > MAX_OFFICE_WORDS) return false;
  return (
    rankOf(readTitle(text).seniority) <= rankOf("director") ||
    (isOwn && (jobEvidence(text) === "rank" || isJobOfSeveral(text)))
  );
}
