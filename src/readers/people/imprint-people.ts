import { likeness } from "../company/name-likeness.ts";
import type { Outline } from "../page/outline.ts";
import { rankOf, readTitle } from "../titles/job-title.ts";
import { patternFrom, patternOf } from "../words/sections.ts";
import { titleAmong } from "./card-titles.ts";
import { bareName, HONOURED, isFirm, namesAtStart, ownName, type Said, SIGNS, trader } from "./imprint-names.ts";
import { isNumber, nameInLine } from "./name-lines.ts";
import { isLegalForm, type NameReading, partInFirm } from "./name-readings.ts";
import { type Line, linesOf } from "./page-lines.ts";
import { jobEvidence } from "./people-words.ts";
import { type FoundPerson, foundPerson, type PageOwner, type Proof } from "./person.ts";
import { PERIOD } from "./prose-rules.ts";

const PROOF: Proof = { kind: "imprint", confidence: 0.75 };
/** Of people who can be called or answer for data, and need not own the firm. */
const CONTACT_PROOF: Proof = { kind: "card", confidence: 0.75 };
const ROLE = patternOf("IMPRINT_ROLE");
const LABEL = patternOf("IMPRINT_LABEL");
const CONTACT = patternOf("CONTACT_PERSON");
/** Who answers for the protection of data, if not a provider outside the firm. */
const OFFICER = patternOf("DATA_OFFICER");
const isOthers = (text: string) => isLegalForm(text) || /\bextern/i.test(text);
/** What only people have: a number of their own, or a trade without a firm. */
const PERSONAL = patternFrom("(?<!\\p{L}){TRADE_WORD}(?!\\p{L})|\\b\\d{8}-?[A-Z]\\b|\\d{3}\\.\\d{3}-\\d\\d", "mu");
/** The lines of a label, a name, and a label of a number and the number. */
const MAX_PERSONAL = 4;
/** Between a label and a name. */
const LINK = /^[\s:：–-]+(?:(?:ist|is|est|è|és?|es|jest|är|er) (?=\p{Lu}))?/u;
/** "By its manager Jane Roe". */
const OFFICE_IN_FRONT = /^(?:\p{Ll}[\p{L}'’]* ){1,5}(?=\p{Lu})/u;
/** Labels of firms too. */
const UNSURE =
  /^(?:titular|name|nom[be]r?e|denomina\p{L}+|identidad|raz[oó]n|ragione|dénomination)| (?:by|von|durch|par|por|de|d[ai])$/iu;
/** "8000 Aarhus", but not "© 2026 Harbour Works", and the other way round "Hebron, ME 04238", "Lewes BN7 2DG". */
const POSTCODE_AND_CITY =
  /(?<![\p{L}\d])(?<!(?:©|[Cc]opyright).{0,12})(?:\p{Lu}{1,2}[ -])?\d{2}(?:[ -]?\d{2,3}|\d \d{2})(?: ?\p{Lu}{2})?[ ,]+\p{Lu}['’ ]?\p{L}|\p{Ll}{2},? (?:\p{Lu}{2,3},? \d{4,5}(?!\d)|\p{Lu}{1,2}\d[\p{Lu}\d]? \d\p{Lu}{2})/u;
const BOARD_OFFICE = patternOf("BOARD_OFFICE");
const OFFICE_LABEL = /^(\p{L}[\p{L} &-]{2,40}?) ?(?::|$)/u;
const MAX_LINE = 300;
const MAX_LABEL = 40;
const MAX_OFFICE_WORDS = 4;
/** Names in lines of their own behind one label. */
const MAX_NAMES = 6;
/** Lines between a name and the city of its address. */
const MAX_ADDRESS_LINES = 3;
const COPYRIGHT = /©|\(c\)|copyright|\b(?:NIP|REGON|I[ČC]O|DNI|P\. ?IVA|SIRET|CVR|KvK)\b/iu;
/** The number of a firm in a line of its own. */
const REGISTERED = /^(?:NIP|REGON|I[ČC]O|NIF|DNI|P\. ?IVA|SIRET|CVR|KvK)\b[^\p{L}]{5,}$/iu;
const ADDRESS_PARTS = /, ?| ?[·•|] ?| [–—I-] |(?<=\p{L}{4})\. (?=\p{Lu})/u;
/** "12", and not "12 High Street": what is before it is the street. */
const HOUSE_NUMBER = /^\d+(?!\d| \p{L}{4})/u;
const PARTS = /\s[·•|—–-]\s|[,;]|(?<=\p{Ll}{3})\.\s/u;
/** Not the dot of "Dr. med.", "mgr inż.". */
const SENTENCE_END =
  /(?<=[\p{Ll}\d]{3})(?<!(?:\.|\b[Dd]r|\bmgr) ?\p{Ll}{3,4})[.;]\s(?=\p{Lu})|,\s(?=(?:nella|in|en la) pers|r[ée]pr[ée]s|rappr|vertr)/u;

/**
 * The people whom the labels of a page name as those who own, represent or answer for the firm; in an imprint also uncommon
 * names behind labels that are not offices. Without any, the owner above the first address or the firm's number, or in a copyright line.
 */
export function peopleInImprint(outline: Outline, owner: PageOwner, isImprint: boolean): FoundPerson[] {
  const textsOf = (isFrame: boolean) => linesOf(outline, isFrame).map((line) => withColon(line).slice(0, MAX_LINE));
  const [body, frame] = [textsOf(false), textsOf(true)];
  const labelled = [body, frame].flatMap((lines) =>
    besideLabels(lines, owner, { isFrame: lines === frame, isImprint }),
  );
  const beside = [...(isImprint ? besideOffices(body, owner, true) : []), ...besideOffices(frame, owner, false)];
  const others = () => [
    ...aboveAddress(body, owner),
    ...aboveAddress(frame, owner).filter(({ reading }) => !isFirm(reading.name, owner)),
    ...[...frame, ...body.filter((line) => line.startsWith("©"))].flatMap((line) => inCopyright(line, owner)),
  ];
  const said = [...labelled, ...beside];
  const isAnyOwner = said.some(({ isContact }) => !isContact);
  return [...said, ...(isAnyOwner ? [] : others())].flatMap(({ reading, office, isContact }) => {
    return foundPerson({ name: reading.name, title: office }, isContact ? CONTACT_PROOF : PROOF, owner) ?? [];
  });
}

/** A line whose first element is a label, with a colon behind it: `<b>Owner</b> Nora Falk`. */
function withColon({ texts: [first = "", ...others], text }: Line): string {
  const label = `${first}:`;
  const isLabel = first.length <= MAX_LABEL && others.length > 0 && (ROLE().test(label) || LABEL().test(label));
  return isLabel ? `${label} ${others.join(" ")}` : text;
}

/** The names behind or below labels. */
function besideLabels(lines: string[], owner: PageOwner, page: { isFrame: boolean; isImprint: boolean }): Said[] {
  const parts = lines.flatMap((line, index) => line.split(SENTENCE_END).map((text) => ({ text, index })));
  return parts.flatMap(({ text: line, index }) => {
    const officer = OFFICER().exec(line);
    if (PERIOD.test(line) || (officer && lines.slice(index, index + MAX_NAMES).some(isOthers))) return [];
    const role = officer ?? ROLE().exec(line) ?? officeLabel(line, page.isImprint);
    const contact = role ? null : CONTACT().exec(line);
    const label = role ?? contact ?? LABEL().exec(line);
    if (!label) return [];
    const said = line.slice(label.index + label[0].length).replace(LINK, "");
    const [lead = ""] = OFFICE_IN_FRONT.exec(said) ?? [];
    const isLed = jobEvidence(lead) !== null;
    const rest = isLed ? said.slice(lead.length) : said;
    const names = rest ? namesAtStart(rest, owner) : namesBelow(lines.slice(index + 1, index + 1 + MAX_NAMES), owner);
    const isCommon = officer || contact || (!role && (!page.isImprint || page.isFrame || UNSURE.test(label[0])));
    const isPersonal = isLed || PERSONAL().test(lines.slice(index, index + MAX_PERSONAL).join("\n"));
    const isTold = page.isImprint && (isPersonal || rest.split(SIGNS).some((part) => isFirm(part, owner)));
    const isSure = ({ isKnown, name }: NameReading) => isKnown || (isTold && !isFirm(name, owner));
    const kept = isCommon ? names.filter(({ reading }) => isSure(reading)) : names;
    const isContact = contact !== null || officer !== null;
    return kept.map(({ reading, office }) => ({ reading, office: office ?? role?.[1] ?? null, isContact }));
  });
}

/** An office of a founder, owner or chief officer before a colon, or in a line of its own in an imprint. */
function officeLabel(line: string, isImprint: boolean): RegExpExecArray | null {
  const label = isImprint || line.includes(":") ? OFFICE_LABEL.exec(line) : null;
  const [, office = null] = label ?? [];
  const isBoard = isImprint && line.includes(":") && BOARD_OFFICE().test(office ?? "");
  return isBoard || rankOf(readTitle(office).seniority) <= rankOf("c_suite") ? label : null;
}

/** Lines of a common name with a number, with or under an office, or in an imprint above a job: "Nora Falk, treasurer". */
function besideOffices(lines: string[], owner: PageOwner, isImprint: boolean): Said[] {
  return lines.flatMap((line, index): Said[] => {
    // "Dr Jane Roe & Dr John Poe, dentists in Oslo".
    const [practice = null] = HONOURED.exec(line) ?? [];
    const partners = practice !== null ? namesAtStart(line, owner) : [];
    const areHonoured = partners.every(({ reading }) => HONOURED.test(reading.name));
    if (areHonoured && (partners.length > 1 || /[^,] $/.test(practice ?? ""))) return partners;
    const reading = nameInLine([bareName(line)]);
    if (!reading?.isWhole || !reading.isKnown) return [];
    const isCalled = reading.rest === "" && (reading.hasNumber || isNumber(lines[index + 1] ?? ""));
    const isOfficer = !line.includes(":") && jobEvidence(reading.rest) === "rank";
    const [above = ""] = reading.rest === "" ? lines.slice(Math.max(0, index - 1), index) : [];
    if (isOffice(above)) return [{ reading, office: above }];
    const next = isImprint && reading.rest === "" ? lines.slice(index + 1, index + 2) : [];
    const below = next.filter((line) => jobEvidence(line) === "rank" && /^[^\s:,\d]+(?: [^\s:,\d]+){0,5}$/.test(line));
    const office = titleAmong([reading.rest, ...below])?.title ?? null;
    return isCalled || isOfficer || below.length > 0 ? [{ reading, office, isContact: isCalled }] : [];
  });
}

/** A line that is nothing but an office of the firm's or association's head or board. */
function isOffice(line: string): boolean {
  const isRank = rankOf(readTitle(line).seniority) <= rankOf("c_suite") && line.split(" ").length <= MAX_OFFICE_WORDS;
  return (isRank || BOARD_OFFICE().test(line)) && !/[:,]|landesbeauftrag|datenschutz/i.test(line) && !isLegalForm(line);
}

/** The common name right above the first address or a firm's number, or before it in one line; a firm can be above it. */
function aboveAddress(lines: string[], owner: PageOwner): Said[] {
  const first = lines.findIndex((line) => POSTCODE_AND_CITY.test(line));
  for (const [index, line] of lines.entries()) {
    if (index !== first && !REGISTERED.test(line)) continue;
    const above = lines.slice(Math.max(0, index - MAX_ADDRESS_LINES), index);
    const below = index === first ? [] : lines.slice(index + 1, index + 2);
    const near = [...above, ...inAddress(line, owner), ...below];
    const firm = near.findLastIndex((text) => isLegalForm(text) && !text.startsWith("c/o"));
    const after = near.slice(firm + 1);
    const named = after.flatMap((text) => (firm < 0 ? trader : ownName)(text, owner) ?? []);
    const areNames = after.filter((text) => ownName(text, owner)).length === named.length;
    const own = named.filter(({ reading }, at) => (firm < 0 ? at === 0 || areNames : !isFirm(reading.name, owner)));
    const partners = after.map((text) => namesAtStart(text, owner)).find(({ length }) => length > 1) ?? [];
    const all = own.length > 0 || !partners.every(({ reading }) => reading.isKnown) ? own : partners;
    if (all.length > 0 || firm >= 0) return all;
  }
  return [];
}

/** What is in front of a street in an address in one line, also behind the firm: "Harbour Works · Nora Falk · Quay 1". */
function inAddress(line: string, owner: PageOwner): string[] {
  const [, behind = ""] = line.split(/(?<=\p{L}) ?: /u, 2);
  // "…, 5003 Bergen. Pictures: Nora Falk".
  const said = POSTCODE_AND_CITY.test(behind) ? behind : line;
  const parts = said.split(ADDRESS_PARTS);
  const at = parts.findIndex((part) => !isFirm(part, owner));
  return HOUSE_NUMBER.test(parts[at + 1] ?? "") ? [] : parts.slice(at, at + 1);
}

/** A name in a copyright line, beside the firm's or with a part of it: "© 2026 Harbour Works · Nora Falk". */
function inCopyright(line: string, owner: PageOwner): Said[] {
  if (!COPYRIGHT.test(line) || isLegalForm(line)) return [];
  const parts = line.split(PARTS).map((part) => part.replace(/^[\s©\d–-]+/, "").trim());
  return parts.flatMap((part) => {
    const named = likeness(part, owner.names) === "same" && !owner.isSolo ? null : trader(part, owner, false);
    const isBeside =
      / di /.test(part) || HONOURED.test(part) || parts.some((other) => other !== part && isFirm(other, owner));
    return named && (isBeside || partInFirm(named.reading.parsed, owner.names)) ? [named] : [];
  });
}

/** Names in lines of their own, up to the first line that is none. After the first only common ones: a firm's name can follow. */
function namesBelow(lines: string[], owner: PageOwner): Said[] {
  const named = lines.map((line, index) => {
    const names = ROLE().test(line) ? [] : namesAtStart(line, owner);
    return index === 0 ? names : names.filter(({ reading }) => reading.isKnown);
  });
  const end = named.findIndex((names) => names.length === 0);
  return named.slice(0, end < 0 ? named.length : end).flat();
}
