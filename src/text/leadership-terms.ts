import { markName } from "./headline-name.ts";
import { parseName } from "./names/person-name.ts";
import { APPOINT, LEAVE, ROLE } from "./news-headlines.ts";

/** Reads person, role and direction (joins or leaves) from a headline about leadership; null for what it does not say. */
export type LeadershipTerms = { person: string | null; role: string | null; change: "joined" | "left" | null };

const WORD = "\\p{Lu}[\\p{L}.'’-]{0,24}";
const PERSON = `(${WORD}(?:\\s(?:de|del|della|di|da|van|von|der|den|la|le|bin|al))*(?:\\s(?:de|del|della|di|da|van|von|der|den|la|le|bin|al)\\s${WORD}|\\s${WORD}){1,3})`;
const JOINED =
  "(?:[Jj]oins|[Jj]oined|[Jj]oining|[Rr]ejoins|(?:is |was |has been )?(?:[Nn]amed|[Aa]ppointed|[Pp]romoted to|[Hh]ired as|[Ee]lected)|[Bb]ecomes|[Tt]akes over as)";
const LEFT =
  "(?:[Ss]teps? down|[Ss]tepped down|[Rr]esigns?|[Rr]esigned|[Dd]eparts?|[Ll]eaves|[Rr]etires?|[Qq]uits|[Oo]usted)";
const anyCase = (source: string) => new RegExp(source, "iu");
const ANY_ROLE = anyCase(ROLE);
const ANY_LEAVE = anyCase(LEAVE);
const ANY_APPOINT = anyCase(APPOINT);
const NOT_NAMES =
  /^(?:New|Former|Interim|The|Our|Chief|Vice|President|Chair\w*|Head|Director|Officer|Executive|Meet|Welcome|Welcoming|Announcing|Introducing|Managing|General|Global|Senior|CEO|CTO|CFO|COO|CMO|CRO|CPO|CIO|VP|SVP|EVP|As|To)$/u;

/** Reads one headline; `name` is the company's, whose words are no part of a person's. */
export function readLeadershipTerms(title: string, name: string): LeadershipTerms {
  const text = markName(title, name);
  const role = ANY_ROLE.exec(text)?.[0] ?? null;
  const isLeaving = ANY_LEAVE.test(text) && !/\bjoins|\bjoined|\bnamed\b|\bappoints\b/i.test(text);
  const isJoining = ANY_APPOINT.test(text) || /\b(?:joins|joined|joining|becomes|new|interim)\b/i.test(text);
  return {
    person: personIn(text),
    role: role?.replace(/\s+/g, " ") ?? null,
    change: isLeaving ? "left" : isJoining ? "joined" : null,
  };
}

function personIn(text: string): string | null {
  const patterns = [
    new RegExp(`${PERSON},?\\s(?:${JOINED}|${LEFT})`, "u"),
    new RegExp(
      `(?:[Aa]ppoints?(?:ed)?|[Nn]ames?|[Nn]amed|[Hh]ires?|[Hh]ired|[Ww]elcom(?:es?|ed|ing)|[Pp]romotes?|[Ee]lects?|[Tt]aps?|[Aa]dds|[Rr]ecruits|[Pp]icks|[Aa]nnouncing|[Ii]ntroducing|[Mm]eet)\\s${PERSON}`,
      "u",
    ),
    new RegExp(`(?:${ROLE})\\s${PERSON}`, "u"),
    new RegExp(`[Nn]ew\\s(?:${ROLE})[,:]?\\s${PERSON}`, "u"),
  ];
  for (const pattern of patterns) {
    for (const written of pattern.exec(text)?.slice(1).filter(Boolean).reverse() ?? []) {
      const words = written.split(/\s+/).filter((word) => !NOT_NAMES.test(word));
      const name = words.join(" ");
      if (words.length >= 2 && words.length <= 5 && !ANY_ROLE.test(name) && parseName(name)) return name;
    }
  }
  return null;
}
