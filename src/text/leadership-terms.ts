import { lazy } from "../lib/lazy.ts";
import { MARK, markName } from "./headline-name.ts";
import { APPOINT, LEAVE, LOCAL_APPOINT, LOCAL_ROLE, OUST, ROLE } from "./leadership-headlines.ts";
import { parseName } from "./names/person-name.ts";

/** Reads person, role and direction (joins or leaves) from a headline about leadership; null for what it does not say. */
export type LeadershipTerms = { person: string | null; role: string | null; change: "joined" | "left" | null };

const WORD = "\\p{Lu}[\\p{L}.'’-]{0,24}";
const PERSON = `(${WORD}(?:\\s(?:de|del|della|di|da|van|von|der|den|la|le|bin|al))*(?:\\s(?:de|del|della|di|da|van|von|der|den|la|le|bin|al)\\s${WORD}|\\s${WORD}){1,3})`;
const JOINED =
  "(?:joins|joined|joining|rejoins|(?:is |was |has been )?(?:named|appointed|promoted to|hired as|elected)|becomes?|takes over as|to become|to be|taking over|to take over)";
const LEFT =
  "(?:(?:is |was |has |will |plans to |set to |to )?(?:steps? down|stepping down|stepped down|resigns?|resigned|departs?|leaves?|leaving|retires?|retiring|quits|ousted|exits?|out(?=[,;]|$)))";
const NEW = "(?:(?:new|interim|acting|next|first|its|their|the|an?|our)\\s){0,4}";
/** A word by which somebody was known before: "former Oracle exec Don Johnson". */
const KNOWN_AS = "(?:exec|executive|veteran|banker|chief|boss|head|alum|president|director)";
const anyCase = (source: string) => new RegExp(source, "iu");
const ANY_ROLE = anyCase(ROLE);
const ANY_LEAVE = anyCase(LEAVE);
const ANY_OUST = anyCase(OUST);
const ANY_APPOINT = anyCase(APPOINT);
const ANY_LOCAL = anyCase(LOCAL_APPOINT);
/** The office of the change before one that somebody else holds or held. */
const roles = lazy(() =>
  [
    `\\bas\\s${NEW}(${ROLE})`,
    `\\b(?:new|interim|acting|next)\\s(${ROLE})`,
    `\\b(?:named|becomes?|promoted to)\\s${NEW}(?:\\w+\\s)?(${ROLE})`,
    `(${LOCAL_ROLE})`,
    `(?<!\\b(?:former|ex)[\\s-](?:\\w+\\s)?)(${ROLE})`,
    "\\b(board of directors|(?:co-?)?founder)\\b",
  ].map(anyCase),
);
const people = lazy(() => [
  // "hires former Acme banker Ada Brandt as CFO", "Ada Brandt as its new CEO"
  new RegExp(`${PERSON},?\\s(?i:as\\s${NEW}(?:co-)?(?:${ROLE}))`, "u"),
  new RegExp(`${PERSON},?\\s(?i:${JOINED}|${LEFT})`, "u"),
  new RegExp(
    `(?i:appoint(?:s|ed|ment of)?|names?|named|hires?|hired|welcom(?:es?|ed|ing)|promotes?|elects?|taps?|adds|recruits|picks|announcing|introducing|meet|${LOCAL_APPOINT})\\s${PERSON}`,
    "u",
  ),
  new RegExp(`(?i:\\b(?:new|interim)\\s(?:${ROLE}))[,:]?\\s${PERSON}`, "u"),
  new RegExp(`(?i:${ROLE}),?\\s${PERSON}`, "u"),
  new RegExp(`(?i:\\b${KNOWN_AS})\\s${PERSON}`, "u"),
]);
const NOT_NAMES =
  /^(?:New|Former|Interim|The|Our|Chief|Vice|President|Chair\w*|Head|Director|Officer|Executive|Meet|Welcome|Welcoming|Announcing|Introducing|Managing|General|Global|Senior|(?:co-?)?(?:CEO|CTO|CFO|COO|CMO|CRO|CPO|CIO)|VP|SVP|EVP|As|To|Is|Appoints|Appointment|Of|Founder|Co-founder|Editor-in-Chief|Inc\.?|Names|Hires|Welcomes|Promotes|Taps|Resigns|Steps|Retires|Leaves|Departs|Joins|Named|Appointed)$/iu;

/** Reads one headline; `name` is the company's, whose words are no part of a person's. */
export function readLeadershipTerms(title: string, name: string): LeadershipTerms {
  const text = markName(title, name);
  const role =
    roles()
      .map((pattern) => pattern.exec(text)?.[1])
      .find(Boolean) ?? null;
  const isAppointing = /\bjoins|\bjoined|\bnamed\b|\bappoints\b|\btaps\b|\bhires\b/i.test(text);
  const isLeaving = (ANY_LEAVE.test(text) || ANY_OUST.test(text)) && !isAppointing;
  const isDeparting = new RegExp(`\\b(?:departs|leaves|quits|exits) ${MARK}`, "u").test(text);
  const isJoining =
    ANY_APPOINT.test(text) ||
    ANY_LOCAL.test(text) ||
    /\b(?:joins|joined|joining|becomes?|new|interim|appointment)\b/i.test(text);
  return {
    person: personIn(text),
    role: role?.replace(/\s+/g, " ") ?? null,
    change: isLeaving || isDeparting ? "left" : isJoining ? "joined" : null,
  };
}

function personIn(text: string): string | null {
  for (const pattern of people()) {
    for (const written of pattern.exec(text)?.slice(1).filter(Boolean).reverse() ?? []) {
      const words = withoutTitles(written.split(/\s+/));
      const name = words.join(" ");
      if (words.length >= 2 && words.length <= 5 && !ANY_ROLE.test(name) && parseName(name)) return name;
    }
  }
  return null;
}

/** The words of a name without offices around it, and without another firm before it: "Acme's Ada Brandt". */
function withoutTitles(words: string[]): string[] {
  const owner = words.findLastIndex((word) => /['’]s?$/u.test(word));
  const own = words.slice(owner + 1);
  const from = own.findIndex((word) => !NOT_NAMES.test(word));
  const end = own.findLastIndex((word) => word === "Vice" || !NOT_NAMES.test(word));
  return from < 0 ? [] : own.slice(from, end + 1);
}
