import { lazy } from "../lib/lazy.ts";
import { MARK, markName } from "./headline-name.ts";
import {
  APPOINT,
  LEAVE,
  LOCAL_APPOINT,
  LOCAL_LEAVE,
  LOCAL_NAMED,
  LOCAL_ROLE,
  OUST,
  ROLE,
} from "./leadership-headlines.ts";
import { parseName } from "./names/person-name.ts";

/** A person, the office and the direction (joins or leaves) in a headline about leadership; null for what it does not say. */
export type LeadershipTerms = { person: string | null; role: string | null; change: "joined" | "left" | null };

/** A capitalised word that is no part of a name. */
const NOT_NAME =
  /^(?:New|Former|Ex|Interim|Acting|The|Our|Its|His|Her|First|Longtime|Chief|Pres|President|Chair\w*|Head|Director|Officer|Exec\w*|Operating|Financial|Designate|Managing|General|Global|Senior|Board|Partner|Co|(?:co-?)?C[A-Z]{1,2}O|[SE]?VP|MD|M\.D\.|Dr\.?|Mr\.?|Ms\.?|Founder|Co-founder|Editor-in-Chief|Leader|Veteran|Professional|Industry|Inc\.?|Corp\.?|Ltd\.?|Group|As|To|Is|Of|With|And|For|From|At|In|On|By|After|Amid|Who|While|Be|Will|Says?|Said|Reports|Shows|Announces|Announced|Announcing|Introducing|Meet|Welcom\w+|Appoint\w*|Names?|Named|Hires?|Hired|Promot\w+|Elect\w*|Taps|Picks|Adds|Proposes|Becomes?|Serves?|Succe\w+|Replac\w+|Retir\w+|Resign\w*|Steps?|Stepping|Down|Leav\w+|Depart\w*|Joins?|Joined|Quits|Exits|Leadership|Changes|Management|Team|Transition|Update|UPDATE|Exclusive|\p{L}*(?:chefin|chef|vorstand|rätin|direktor|direktorin)|Direktor(?:in)?|(?:Ex|Oud)-\p{L}+|Ehemalige[rn]?|Voormalig|\p{L}+-(?:CEO|CFO|topman|Manager|Spezialist))$/u;
const PARTICLE = /^(?:de|del|della|di|da|van|von|der|den|la|le|bin|al)$/;
/** "(Serge)", ", M.D.". */
const ASIDE = /\s\([^()]{1,30}\)|,\s(?:M\.?D\.?|Ph\.?D\.?|MBA|CPA|M\.S\.\S{0,6})(?=[,\s]|$)/gu;
const MAX_PEOPLE = 4;
const NEW = `(?:(?:new|interim|acting|next|first|its|their|the|an?|our|${MARK}|${MARK}['’]s?)\\s){0,4}`;
const ANY_ROLE = `(?:${ROLE}|${LOCAL_ROLE})`;
const OFFICE = `(?:${ANY_ROLE}|\\b(?:co-?)?founder\\b)`;
const LEFT = `(?:(?:is|was|has|will|plans to|set to|to)\\s)?(?:steps? down|stepping down|stepped down|resign(?:s|ed)?|departs?|leav(?:es?|ing)|left|retir(?:es?|ed|ing)|quits|ousted|exits?|out(?=[,;]|$)|be succeeded|(?:says\\s)?resigns)|${LOCAL_LEAVE}`;
const JOINED = `(?:joins|joined|joining|rejoins|(?:(?:is|was|has been)\\s)?(?:named|appointed|promoted to|hired as|elected)|becomes?|takes over|serves as|(?:to|will) (?:become|be|take over|succeed|serve as|replace)|taking over|${LOCAL_NAMED})`;
const REMOVING = `(?:(?:departure|retirement|resignation|exit|ouster) of|replacing|succeed(?:s|ing)?|${OUST})`;
const BRINGING = `(?:appointment of|${APPOINT}|announcing|introducing|meet|(?:succeeded|replaced) by|${LOCAL_APPOINT})`;
/** A word by which somebody was known before: "former Oracle exec Don Johnson". */
const KNOWN_AS = "(?:exec|executive|veteran|banker|chief|boss|head|alum|president|director)";

const patterns = lazy(() => {
  const anyCase = (source: string) => new RegExp(source, "iu");
  return {
    // Of what comes after a name.
    left: anyCase(`^,?\\s(?:${LEFT})`),
    joined: anyCase(`^,?\\s(?:${JOINED}|(?:as|to)\\s${NEW}(?:\\w+\\s)??${OFFICE})`),
    ownOffice: anyCase(`^,?\\s${NEW}(${OFFICE})(?!\\s\\p{Lu}\\p{Ll}+\\s(?:as|to)\\b)`),
    office: anyCase(
      `\\b(?:as|to|(?:to|will) become|becomes?|become|be|named|appointed|promoted to|elected|serve as|zum|zur|tot|till|til|som|da)\\s${NEW}(?:\\w+\\s)??(${OFFICE})`,
    ),
    // A firm: "hires Big Robotics scientist as CTO".
    descriptionAfter:
      /^\s(?!(?:as|to|for|in|at|on|from|who|after|amid|and|will|with|zum|zur|tot|till|til|som|als|como|come|comme|nuevo|nueva|nuovo|novo)\b)\p{Ll}/u,
    // Of what comes before it.
    removing: anyCase(`${REMOVING}\\s${NEW}(?:(?:former|outgoing)\\s)?(?:${OFFICE},?\\s)?$`),
    bringing: anyCase(`${BRINGING}\\s(?:a\\s)?(?:dr\\.?\\s)?$`),
    newOffice: anyCase(`\\b(?:new|interim|next|first)\\s(?:${MARK}\\s)?${OFFICE}:?\\s$`),
    officeBefore: anyCase(`(${OFFICE})[,:]?\\s$`),
    knownAs: anyCase(`\\b${KNOWN_AS},?\\s$`),
    // Of the whole headline.
    anyLeft: anyCase(`${LEAVE}|${OUST}|\\b(?:departure|retirement|resignation)\\b|${LOCAL_LEAVE}`),
    anyJoined: anyCase(
      `${APPOINT}|${LOCAL_APPOINT}|${LOCAL_NAMED}|\\b(?:joins|joined|joining|becomes?|new|interim|appointment)\\b`,
    ),
    anyOffice: [
      `\\bas\\s${NEW}(${ANY_ROLE})`,
      `\\b(?:new|interim|acting|next)\\s(${ANY_ROLE})`,
      `\\b(?:named|becomes?|promoted to)\\s${NEW}(?:\\w+\\s)??(${ANY_ROLE})`,
      `(?<!\\b(?:former|ex)[\\s-](?:\\w+\\s)?)(${ANY_ROLE})`,
      "\\b(board of directors|(?:co-?)?founder)\\b",
    ].map(anyCase),
  };
});

/** Reads one headline: a change for each person whom it brings or lets go, else one without a person. `name` is the company's. */
export function readLeadershipTerms(title: string, name: string): [LeadershipTerms, ...LeadershipTerms[]] {
  const text = markName(title, name).replace(ASIDE, "");
  const of = patterns();
  const office = of.anyOffice.map((pattern) => pattern.exec(text)?.[1]).find(Boolean);
  const change = changeIn(text);
  const people = peopleIn(text);
  const [first, ...others] = people.flatMap((person, index): LeadershipTerms[] => {
    const before = text.slice(people[index - 1]?.end ?? 0, person.from);
    const after = text.slice(person.end, people[index + 1]?.from);
    const own = ownChange(before, after);
    const written = of.officeBefore.exec(before)?.[1];
    if (!own && (isApart(before, after) || !(written || of.knownAs.test(before)))) return [];
    const role = of.office.exec(after)?.[1] ?? of.ownOffice.exec(after)?.[1] ?? written ?? office;
    return [{ person: person.name, role: plain(role), change: own ?? change }];
  });
  return first ? [first, ...others.slice(0, MAX_PEOPLE - 1)] : [{ person: null, role: plain(office), change }];
}

function plain(role: string | undefined): string | null {
  return role?.replace(/\s+/g, " ") ?? null;
}

/** What the words around a name say of the person. */
function ownChange(before: string, after: string): LeadershipTerms["change"] {
  const of = patterns();
  if (of.left.test(after)) return "left";
  if (of.joined.test(after)) return "joined";
  if (isApart(before, after)) return null;
  if (of.removing.test(before)) return "left";
  const isFirm = of.descriptionAfter.test(after) && !of.ownOffice.test(after);
  return (of.bringing.test(before) && !isFirm) || of.newOffice.test(before) ? "joined" : null;
}

/** After a comma another subject begins, unless the name is an apposition: "hires a new CFO, Ada Brandt". */
function isApart(before: string, after: string): boolean {
  return before.endsWith(", ") && !/^(?:$|[,;.])/.test(after);
}

/** The change that the headline names first. */
function changeIn(text: string): LeadershipTerms["change"] {
  const left = patterns().anyLeft.exec(text)?.index ?? Infinity;
  const joined = patterns().anyJoined.exec(text)?.index ?? Infinity;
  if (left === Infinity && joined === Infinity) return null;
  return left < joined ? "left" : "joined";
}

/** Names of two to four words: what is left of capitalised words without offices, verbs and owners ("Harbor's"). */
function peopleIn(text: string): { name: string; from: number; end: number }[] {
  const runs: { words: string[]; from: number; end: number }[] = [];
  let openEnd = -1;
  for (const { 0: word, index } of text.matchAll(/[^\s,;:()|–—"“”◆]+/gu)) {
    const last = openEnd >= 0 && text.slice(openEnd, index) === " " ? runs.at(-1) : undefined;
    const isTitle = NOT_NAME.test(word) || (word === "Vice" && /^\sPresident|^\sChair/.test(text.slice(index + 4)));
    const isPart = /^\p{Lu}[\p{L}.'’-]{0,24}$/u.test(word) && !isTitle && !/['’]s?$/.test(word);
    const end = index + word.length;
    openEnd = isPart || (last && PARTICLE.test(word)) ? end : -1;
    if (openEnd < 0) continue;
    if (last) Object.assign(last, { words: [...last.words, word], end });
    else runs.push({ words: [word], from: index, end });
  }
  return runs.flatMap(({ words, from, end }) => {
    const name = words.join(" ");
    return words.length >= 2 && words.length <= 5 && parseName(name) ? [{ name, from, end }] : [];
  });
}
