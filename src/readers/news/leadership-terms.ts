import { parseName } from "../names/person-name.ts";
import { patternOf, patternsOf } from "../words/sections.ts";
import { MARK, markName } from "./headline-name.ts";

/** A person, the office and the direction (joins or leaves) in a headline about leadership; null for what it does not say. */
type LeadershipTerms = { person: string | null; role: string | null; change: "joined" | "left" | null };

const NOT_NAME = patternOf("NOT_NAME", "u");
const PARTICLE = /^(?:de|del|della|di|da|van|von|der|den|la|le|bin|al)$/;
/** "(Serge)", ", M.D.". */
const ASIDE = /\s\([^()]{1,30}\)|,\s(?:M\.?D\.?|Ph\.?D\.?|MBA|CPA|M\.S\.\S{0,6})(?=[,\s]|$)/gu;
/** Between a Latin name and Japanese words there need be no space. */
const BEFORE_JAPANESE = /(\p{Script=Latin})(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
const MAX_PEOPLE = 4;

// Of what comes after a name.
const LEFT_AFTER = patternOf("LEFT_AFTER");
const JOINED_AFTER = patternOf("JOINED_AFTER");
const JOINS_US_AFTER = patternOf("JOINS_US_AFTER");
const JOINS_ANOTHER_AFTER = patternOf("JOINS_ANOTHER_AFTER");
const OWN_OFFICE_AFTER = patternOf("OWN_OFFICE_AFTER");
const OFFICE_AFTER = patternOf("OFFICE_AFTER");
/** A firm: "hires Big Robotics scientist as CTO". */
const DESCRIPTION_AFTER =
  /^\s(?!(?:as|to|for|in|at|on|from|who|after|amid|and|will|with|zum|zur|tot|till|til|som|als|como|come|comme|nuevo|nueva|nuovo|novo)\b)\p{Ll}/u;
// Of what comes before it.
const REMOVING_BEFORE = patternOf("REMOVING_BEFORE");
const BRINGING_BEFORE = patternOf("BRINGING_BEFORE");
const NEW_OFFICE_BEFORE = patternOf("NEW_OFFICE_BEFORE");
const OFFICE_BEFORE = patternOf("OFFICE_BEFORE");
const KNOWN_BEFORE = patternOf("KNOWN_BEFORE");
// Of the whole headline.
const ANY_LEFT = patternOf("ANY_LEFT");
const ANY_JOINED = patternOf("ANY_JOINED");
const OFFICE_ANYWHERE = patternsOf("OFFICE_ANYWHERE");

/** Reads one headline: a change for each person whom it brings or lets go, else one without a person. `name` is the company's. */
export function readLeadershipTerms(title: string, name: string): [LeadershipTerms, ...LeadershipTerms[]] {
  const text = markName(title, name).replace(ASIDE, "").replace(BEFORE_JAPANESE, "$1 ");
  const office = OFFICE_ANYWHERE()
    .map((pattern) => pattern.exec(text)?.[1])
    .find(Boolean);
  const change = changeIn(text);
  const people = peopleIn(text);
  const [first, ...others] = people.flatMap((person, index): LeadershipTerms[] => {
    const before = text.slice(people[index - 1]?.end ?? 0, person.from);
    const after = text.slice(person.end, people[index + 1]?.from);
    // To lead another firm, whose name is capitalised.
    const [clause = ""] = text.slice(person.end).split(/[,;:.]/, 1);
    if (!clause.includes(MARK) && /^\p{Lu}/u.test(JOINS_ANOTHER_AFTER().exec(clause)?.[1] ?? "")) return [];
    const own = ownChange(before, after);
    const written = OFFICE_BEFORE().exec(before)?.[1];
    if (!own && (isApart(before, after) || !(written || KNOWN_BEFORE().test(before)))) return [];
    const role = OFFICE_AFTER().exec(after)?.[1] ?? OWN_OFFICE_AFTER().exec(after)?.[1] ?? written ?? office;
    return [{ person: person.name, role: plain(role), change: own ?? change }];
  });
  return first ? [first, ...others.slice(0, MAX_PEOPLE - 1)] : [{ person: null, role: plain(office), change }];
}

function plain(role: string | undefined): string | null {
  return role?.replace(/\s+/g, " ") ?? null;
}

/** What the words around a name say of the person. */
function ownChange(before: string, after: string): LeadershipTerms["change"] {
  if (JOINS_US_AFTER().test(after)) return "joined";
  if (LEFT_AFTER().test(after)) return "left";
  if (JOINED_AFTER().test(after)) return "joined";
  if (isApart(before, after)) return null;
  if (REMOVING_BEFORE().test(before)) return "left";
  const isFirm = DESCRIPTION_AFTER.test(after) && !OWN_OFFICE_AFTER().test(after);
  return (BRINGING_BEFORE().test(before) && !isFirm) || NEW_OFFICE_BEFORE().test(before) ? "joined" : null;
}

/** After a comma another subject begins, unless the name is an apposition: "hires a new CFO, Ada Brandt". */
function isApart(before: string, after: string): boolean {
  return before.endsWith(", ") && !/^(?:$|[,;.])/.test(after);
}

/** The change that the headline names first. */
function changeIn(text: string): LeadershipTerms["change"] {
  const left = ANY_LEFT().exec(text)?.index ?? Infinity;
  const joined = ANY_JOINED().exec(text)?.index ?? Infinity;
  if (left === Infinity && joined === Infinity) return null;
  return left <= joined ? "left" : "joined";
}

/** Names of two to four words: what is left of capitalised words without offices, verbs and owners ("Harbor's"). */
function peopleIn(text: string): { name: string; from: number; end: number }[] {
  const runs: { words: string[]; from: number; end: number }[] = [];
  let openEnd = -1;
  for (const { 0: word, index } of text.matchAll(/[^\s,;:()|–—"“”◆]+/gu)) {
    const last = openEnd >= 0 && text.slice(openEnd, index) === " " ? runs.at(-1) : undefined;
    const isTitle = NOT_NAME().test(word) || (word === "Vice" && /^\sPresident|^\sChair/.test(text.slice(index + 4)));
    const isPart = /^\p{Lu}[\p{L}.'’-]{0,24}$/u.test(word) && !isTitle && !/['’]s?$/.test(word);
    const end = index + word.length;
    openEnd = isPart || (last && PARTICLE.test(word)) ? end : -1;
    if (openEnd < 0) continue;
    if (last) Object.assign(last, { words: [...last.words, word], end });
    else runs.push({ words: [word], from: index, end });
  }
  return runs.flatMap(({ words: found, from, end: last }) => {
    const words = found.slice(0, found.findLastIndex((word) => !PARTICLE.test(word)) + 1);
    const name = words.join(" ");
    const end = last - (found.join(" ").length - name.length);
    return words.length >= 2 && words.length <= 5 && parseName(name) ? [{ name, from, end }] : [];
  });
}
