/** Reads who came and who left from item 5.02 of a Form 8-K (departure, election or appointment of directors and officers). Pure. */

import { lazy } from "../../lib/lazy.ts";
import { parseName } from "../names/person-name.ts";
import { patternOf } from "../words/sections.ts";

export type OfficerChange = { person: string; role: string | null; change: "joined" | "left" };

const WORD = "\\p{Lu}[\\p{L}.'’-]{0,24}";
const PERSON = `((?:(?:Mr|Ms|Mrs|Dr)\\.\\s)?${WORD}(?:\\s(?:de|van|von|der|la|le)\\b|\\s${WORD}){1,4})`;
const FILED_OFFICE = patternOf("FILED_OFFICE");
const ASIDE = "(?:,? (?:age )?\\d\\d,|, [^,.;]{1,80},|\\s\\([^)]{1,80}\\))?";
const LEFT =
  "(?:(?:has )?(?:notified|informed|advised)\\b.{0,80}?\\b(?:resign|retire|step down|decision not to stand)|(?:has |will |intends to )?(?:resigned?|retired?|stepped down|step down|departed?|ceased? to (?:serve|be)|was (?:terminated|removed))|tendered (?:his|her|their) resignation)";
const PATTERNS: [pattern: string, change: OfficerChange["change"]][] = [
  [`\\b(?:appointed|elected|named|promoted|hired)\\s${PERSON}`, "joined"],
  [
    `${PERSON}${ASIDE}\\s(?:was|has been|have been|will be|were)\\s(?:also\\s)?(?:appointed|elected|named|promoted)`,
    "joined",
  ],
  [`\\b[Aa]ppointment of\\s${PERSON}`, "joined"],
  [`${PERSON}${ASIDE}\\s${LEFT}`, "left"],
  [`${PERSON}['’]s employment\\b.{0,120}?\\b(?:will )?terminate`, "left"],
  [`\\b(?:[Rr]esignation|[Rr]etirement|[Dd]eparture|[Tt]ermination) of\\s${PERSON}`, "left"],
];
const patterns = lazy(() => PATTERNS.map(([pattern, change]) => ({ pattern: new RegExp(pattern, "gu"), change })));
const MAX_SECTION = 20_000;
const MAX_CHANGES = 6;
const NOT_NAMES = patternOf("NOT_NAMES_IN_FILING", "u");

/** The item's heading, which names every kind of change. */
const HEADING = /^.{0,20}departure of directors.{0,220}certain officers\.?/i;
const CHANGE = /\b(?:appoint|elect|resign|retire|depart|step(?:ped|s|ping)? down|terminat|promot|hired)/i;

/** The changes in item 5.02 of a Form 8-K, in order, one for each person; null when the item is about pay only. */
export function readOfficerChanges(text: string): OfficerChange[] | null {
  const start = /item\s*5\.02/i.exec(text)?.index;
  if (start === undefined) return [];
  const rest = text.slice(start + 9, start + 9 + MAX_SECTION);
  const section = rest
    .slice(0, /\bitem\s*\d\.\d\d|\bsignatures?\b/i.exec(rest)?.index ?? rest.length)
    .replace(/\s+/g, " ")
    .replace(HEADING, "");
  if (!CHANGE.test(section)) return null;
  const found = patterns()
    .flatMap(({ pattern, change }) => [...section.matchAll(pattern).take(20)].map((match) => ({ match, change })))
    .sort((a, b) => a.match.index - b.match.index);
  const changes = new Map<string, OfficerChange>();
  for (const { match, change } of found) {
    const person = (match[1] ?? "").replace(/^(?:Mr|Ms|Mrs|Dr)\.\s/, "").replace(/[.,]$/, "");
    if (NOT_NAMES().test(person) || !person.includes(" ") || !parseName(person) || changes.has(person)) continue;
    const sentence = section.slice(match.index, match.index + 400);
    changes.set(person, { person, role: FILED_OFFICE().exec(sentence)?.[0] ?? null, change });
  }
  return [...changes.values()].slice(0, MAX_CHANGES);
}
