/** The names that texts of an imprint have, beside firms, offices and addresses. Pure. */
import { likeness } from "../company/name-likeness.ts";
import { bareWord } from "../names/person-name.ts";
import { patternFrom, patternOf } from "../words/sections.ts";
import { isLegalForm, type NameReading, partInFirm, readName } from "./name-readings.ts";
import { namesIn } from "./names-in-text.ts";
import { isNeverInNames } from "./people-words.ts";
import type { PageOwner } from "./person.ts";
import { officeAtStart } from "./prose-people.ts";

/** Forms of firms that have their owner's name, and honorary degrees. */
const TRADER =
  /\s(?:e\.? ?U\b|e\.? ?K(?:fm|fr)?\b|EI$|F\.? ?H\.? ?U\b|F\.? ?W\b|P\.? ?P?\.? ?H\.? ?U\b).*$|\s\(h\. ?c\.\)/u;
/** "Nora Falk trading as Harbour Works", and the Hungarian short form. */
const TRADING = patternFrom(",?\\s(?:{TRADE_WORD}|e\\.?v\\.).*$", "u");
/** Not a name: "Langjährige Erfahrung und regionale …". */
const AND_NO_NAME = /^\s(?:und|and|et|&|e|y|en)\s\P{Lu}/u;
const BETWEEN = /[,;/]|\s(?:und|and|et|&)\s/;
export const SIGNS = /\s?[()|·–—]\s?|\s[I-]\s/;
/** "Port Practice, Dr Jane Roe". */
export const HONOURED =
  /^(?:[^,\d]{3,60}, |[\p{L}-]{0,20}(?:[Pp]raxis|[Kk]anzlei|abinet|tudio|rdinace|onsult[oó]rio) )?(?=(?:Dra?|Dott(?:\.ssa)?|Prof|Mme|M|Sig(?:\.ra)?|Lic)\.? (?:\p{Ll}{2,5}\. ){0,3}\p{Lu})/u;
/** A street with its number. */
const STREET = /(?<!\S)\p{Lu}\S{3,30} \d/u;
/** The words of a firm's name, without those of institutions that are named after people. */
const FIRM = /^(?:["“„«]?[\p{Lu}\d][^\s,.:]{0,20} ){0,5}$/u;
const INSTITUTION =
  /soci[eé][td]|f[ou]nd[au]|stift|szko|schul|schol|[ée]col|escu|scuol|instit|museu|verein|associa|\bfor\b/iu;
/** "T&A Anna Berg". */
const SHORT_FIRM = /^(?=.*\p{Lu})[\p{Lu}&.-]{2,10}$/u;
/** "Jane & John Roe". */
const SHARED_FAMILY =
  /^(\p{Lu}\p{Ll}{1,20}) (?:&|und|and|et|e|y|en) (\p{Lu}\p{Ll}{1,20}) (\p{Lu}[\p{L}’'-]{1,20})(?=[.,;]?$)/u;
const PARTICLE_FIRST = /^(?:v[ao]n|d[aei]|du|del|af|de la) \p{Lu}/u;
const ADDRESSED_AS = patternOf("ADDRESSED_AS", "u");
const NO_NAME = patternOf("NO_NAME");

/** A sole trader: the common name that a text is, or has beside the firm's or a trade: "Harbour Works – Nora Falk", "… di Nora Falk". */
export function trader(text: string, owner: PageOwner, isInAddress = true): Said | null {
  const [, aside = "", ...more] = text.split(/\s[–—|-]\s|\((?=[^()]+\)$)/u);
  const [firm = "", holder = ""] = text.split(/ di (?=\p{Lu}\S+ \p{Lu}\S+$)/u);
  if (holder && isFirm(firm, owner)) return ownName(holder, owner);
  const whole = ownName(text, owner) ?? (more.length > 0 ? null : ownName(aside.replace(/\)$/, ""), owner));
  if (whole) return whole;
  const bare = bareName(text);
  const [only, ...others] = namesIn(bare);
  if (!only || others.length > 0 || isLegalForm(bare) || (only.from > 0 && only.to < bare.length)) return null;
  const rest = (bare.slice(0, only.from) + bare.slice(only.to)).trim();
  const words = rest.split(/[\s-]+/).map(bareWord);
  const isTrade =
    isInAddress && ((SHORT_FIRM.test(rest) && !NO_NAME().test(text)) || words.every((word) => isNeverInNames(word)));
  const isNamesake = partInFirm(only.reading.parsed, owner.names) === "family";
  // "Law Office HARBOUR Anna Berg".
  const [shouted = null] = /(?<!\S)\p{Lu}{4,}$/u.exec(rest) ?? [];
  const isNamed = shouted !== null && owner.names.some((name) => name.includes(bareWord(shouted)));
  const isFirms = isTrade || isNamesake || isNamed || likeness(rest, owner.names) !== "other";
  return only.reading.isKnown && isFirms && !INSTITUTION.test(rest) ? { reading: only.reading, office: null } : null;
}

/** The common name that a text is. */
export function ownName(text: string, owner: PageOwner): Said | null {
  const reading = readOwn(text, owner);
  return reading?.isWhole && reading.isKnown ? { reading, office: null } : null;
}

/** Whether a text is the firm's name, or like it. */
export function isFirm(text: string, { names }: PageOwner): boolean {
  return likeness(text, names) !== "other";
}

export type Said = { reading: NameReading; office: string | null; isContact?: boolean };

/** The names that a text begins with: "Jane Roe (Vorstand), John Poe, address as above". */
export function namesAtStart(text: string, owner: PageOwner): Said[] {
  const [first = "", ...rest] = text.split(",");
  if (isLegalForm(bareName(first)) || isLegalForm(rest[0]?.trim() ?? ""))
    return rest.slice(0, 1).flatMap((part) => ownName(part, owner) ?? []);
  const whole = text
    .replace(HONOURED, (lead) => (readName(lead.replace(/,? $/, "")) ? lead : ""))
    .replace(SHARED_FAMILY, "$1 $3, $2 $3");
  const parts = whole.split(BETWEEN).flatMap((part) => (readName(part) ? part : part.split(/ [ey] (?=\p{Lu})/u)));
  const named = parts.map((part): Said | null => {
    const [, name = part, inner = ""] = /^(.*?)\s?\(([^()]*)\)$/.exec(part.trim()) ?? [];
    const named = inner && isFirm(name, owner) ? inner : name;
    const [front = "", next = ""] = part.split(SIGNS);
    const beside = () => (isFirm(front, owner) ? ownName(next, owner)?.reading : readName(bareName(front)));
    const reading = readOwn(named, owner) ?? trader(named, owner)?.reading ?? ownerIn(part) ?? beside() ?? null;
    // "Owner of Harbour Works" in Dutch names no Mr van Harbour.
    if (!reading?.isWhole || PARTICLE_FIRST.test(reading.name)) return null;
    const behind = whole.slice(whole.indexOf(reading.name) + reading.name.length);
    if (!reading.isKnown && AND_NO_NAME.test(behind)) return null;
    return { reading, office: officeAtStart(behind, true) };
  });
  const end = named.indexOf(null);
  return named.slice(0, end < 0 ? named.length : end).filter((one) => one !== null);
}

/** The one common name before small letters or a street, or behind a firm's: "Atelier Nord Jane Roe, based in Oslo". */
function ownerIn(part: string): NameReading | null {
  const text = bareName(part.split(STREET)[0] ?? "");
  const [only, ...others] = namesIn(text);
  if (!only?.reading.isKnown || others.length > 0 || isLegalForm(text)) return null;
  const [before, behind] = [text.slice(0, only.from), text.slice(only.to)];
  return FIRM.test(before) && !INSTITUTION.test(before) && /^(?:[\s,.]+\P{Lu}|$)/u.test(behind) ? only.reading : null;
}

/** A text as a name. "Mr" in front of it, or the family name in the firm's, makes an unusual name a common one. */
function readOwn(text: string, owner: PageOwner): NameReading | null {
  const bare = bareName(text);
  const isAddressed = ADDRESSED_AS().test(text);
  const reading = readName(isAddressed ? `Mr ${bare}` : bare);
  const isNamesake = reading?.isDoubtful && partInFirm(reading.parsed, owner.names) === "family";
  const name = reading?.name.replace(/^Mr /, "") ?? "";
  return reading && { ...reading, name, ...(isNamesake ? { isWhole: true, isKnown: true } : {}) };
}

/** Without the words that address somebody in front, and a full stop or comma behind. */
export function bareName(text: string): string {
  const bare = text.replace(ADDRESSED_AS(), "").replace(TRADER, "").replace(TRADING(), "");
  return bare
    .replace(/^(?:la|il|el|le|o|os|as|die|der|the|den|di|firma) (?=\p{Lu}|d)|(?<=\p{Ll}{3})\s?[.,]\s*$/gu, "")
    .trim();
}
