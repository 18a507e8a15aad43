import { likeness } from "../company/name-likeness.ts";
import { spellings } from "../names/person-name.ts";
import type { Outline } from "../page/outline.ts";
import { rankOf, readTitle } from "../titles/job-title.ts";
import { patternOf } from "../words/sections.ts";
import { type NameReading, readName } from "./name-readings.ts";
import { linesOf } from "./page-lines.ts";
import { isGivenName, jobEvidence } from "./people-words.ts";
import { type FoundPerson, foundPerson, type PageOwner, type Proof } from "./person.ts";

const PROOF: Proof = { kind: "imprint", confidence: 0.75 };
const ROLE = patternOf("IMPRINT_ROLE");
const LABEL = patternOf("IMPRINT_LABEL");
/** Labels of firms too. */
const UNSURE = /^(?:name|nom[be]r?e|denomina\p{L}+|raz[oó]n|ragione|dénomination)/iu;
const POSTCODE_AND_CITY = /(?<![\p{L}\d])(?:\p{Lu}{1,2}[ -])?\d{2}[ -]?\d{2,3}(?: ?\p{Lu}{2})?[ ,]+\p{Lu}\p{L}/u;
const OFFICE_LABEL = /^(\p{L}[\p{L} &-]{2,40}?) ?:/u;
const MAX_LINE = 300;
/** Names in lines of their own behind one label. */
const MAX_NAMES = 6;
const BETWEEN = /[,;/]|\s(?:und|and|et|&)\s/;
/** "Jane & John Roe". */
const SHARED_FAMILY =
  /^(\p{Lu}\p{Ll}{1,20}) (?:&|und|and|et|e|y|en) (\p{Lu}\p{Ll}{1,20}) (\p{Lu}[\p{L}’'-]{1,20})(?=[.,;]?$)/u;
const ADDRESSED_AS = /^\s*(?:Herrn?|Frau|Mme|M\.|Maître|Rechtsanw[aä]lt(?:in)?)\s/;

/** The people whom an imprint names by law, by the labels before names; in the footers of other pages only offices. */
export function peopleInImprint(outline: Outline, owner: PageOwner, isFooter = false): FoundPerson[] {
  const lines = linesOf(outline, isFooter).map(({ text }) => text.slice(0, MAX_LINE));
  const labelled = lines.flatMap((line, index) => {
    const role = ROLE().exec(line) ?? officeLabel(line);
    const label = role ?? (isFooter ? null : LABEL().exec(line));
    if (!label) return [];
    const rest = line.slice(label.index + label[0].length).replace(/^[\s:：–-]+/, "");
    const names = rest ? namesIn(rest) : namesBelow(lines.slice(index + 1, index + 1 + MAX_NAMES));
    const sure = UNSURE.test(label[0]) ? names.filter(({ reading }) => reading.isKnown) : names;
    return sure.flatMap(({ reading, office }) => {
      const [given = ""] = spellings(reading.parsed.given.slice(0, 1));
      const isFirm = !isGivenName(given) && likeness(reading.name, owner.names) === "same";
      return isFirm
        ? []
        : (foundPerson({ name: reading.name, title: office ?? role?.[1] ?? null }, PROOF, owner) ?? []);
    });
  });
  return labelled.length > 0 || isFooter ? labelled : ownerAboveAddress(lines, owner);
}

/** An office of a founder, owner or chief officer before a colon. */
function officeLabel(line: string): RegExpExecArray | null {
  const label = OFFICE_LABEL.exec(line);
  return rankOf(readTitle(label?.[1] ?? null).seniority) <= rankOf("c_suite") ? label : null;
}

/** The first common name right above an address, alone or beside the firm's: "Harbour Works – Nora Falk". */
function ownerAboveAddress(lines: string[], owner: PageOwner): FoundPerson[] {
  for (const [index, line] of lines.entries()) {
    if (!lines.slice(index + 1, index + 4).some((below) => POSTCODE_AND_CITY.test(below))) continue;
    const reading = readName(line.split(/\s[–—|-]\s/u).at(-1) ?? "");
    if (!reading?.isWhole || !reading.isKnown) continue;
    const owned = foundPerson({ name: reading.name, title: null }, PROOF, owner);
    return owned ? [owned] : [];
  }
  return [];
}

type Named = { reading: NameReading; office: string | null };

/** Names in lines of their own, up to the first line that is none. After the first only common ones: a firm's name can follow. */
function namesBelow(lines: string[]): Named[] {
  const named = lines.map((line, index) => {
    const names = ROLE().test(line) ? [] : namesIn(line);
    return index === 0 ? names : names.filter(({ reading }) => reading.isKnown);
  });
  const end = named.findIndex((names) => names.length === 0);
  return named.slice(0, end < 0 ? named.length : end).flat();
}

/** The names that a text begins with: "Jane Roe (Vorstand), John Poe, address as above". */
function namesIn(text: string): Named[] {
  const whole = text.replace(SHARED_FAMILY, "$1 $3, $2 $3");
  const named = whole.split(BETWEEN).map((part): Named | null => {
    const [, name = part, inner = ""] = /^(.*?)\s?\(([^()]*)\)$/.exec(part.trim()) ?? [];
    const isOffice = jobEvidence(inner) === "rank";
    const reading = readName(name.replace(ADDRESSED_AS, "").replace(/(?<=\p{Ll}{3})\.\s*$/u, ""));
    return reading?.isWhole ? { reading, office: isOffice ? inner : null } : null;
  });
  const end = named.indexOf(null);
  return named.slice(0, end < 0 ? named.length : end).filter((one) => one !== null);
}
