/** The local parts that people's names become in the addresses of companies. */
import type { PersonName } from "../names/person-name.ts";
import { areNicknames, familyFirst, iberianNames, parseName, spellings } from "../names/person-name.ts";
import { bareLocal, isRole } from "./email-address.ts";

/** In Hunter's alphabet; `{f}` and `{l}` are initials. */
export const PATTERNS =
  `{first} {f}{last} {first}.{last} {first}{last} {first}{l} {f}.{last} {first}_{last} {last} {last}{f}
  {last}.{first} {first}-{last} {first}.{l} {last}{first} {f}_{last} {last}.{f} {last}_{first} {f}{l}`.split(/\s+/);

/** One way to write a part of a name, and its share among all ways. */
type NameForm = { text: string; share: number };

const MAX_LENGTH = 64;
/** No pattern has more words. */
const MAX_CALL_NAMES = 2;
/** Share of the other order where families come first: "Chen Wei". */
const SWAPPED = 0.2;
/** Müller as `mueller`, where German is spoken, elsewhere, and where the letters are not German. */
const SPELLED_OUT = { german: 0.8, other: 0.5, foreign: 0.15 };
/** Countries (ISO codes, which equal their top-level domains) where umlauts are spelled out, and where they are not. */
const GERMAN = ["de", "at", "ch", "li"];
const FOREIGN = ["se", "fi", "no", "dk", "is", "ee", "hu", "tr"];
/** A hyphen is rarely kept in a local part that has no other mark. */
const HYPHEN_ALONE = 0.15;
/** Robert (Bob) as `bob`. */
const CALL_NAME = 0.25;
/** Ana Ruth Brandt: shares of `ana`, `anaruth` and `ana.ruth`. Most addresses of such names follow no pattern. */
const TWO_GIVEN_NAMES = { first: 0.25, joined: 0.1, dotted: 0.1 };
/** Ada M. Brandt as `ada.m` or `am`. */
const MIDDLE_INITIAL = 0.1;
/** Jean-Luc as `jl`. */
const BOTH_INITIALS = 0.25;
/** García López as `garcia`, `garcialopez` and `lopez`. */
const TWO_FAMILY_NAMES = { first: 0.6, joined: 0.25, second: 0.15 };
/** Of 26 addresses in public commits with such a family name 25 have the particles too; of 3 Portuguese ones none. */
const WITH_PARTICLES = { usual: 0.9, portuguese: 0.3 };

/** The part of a name in Latin letters: "王伟 (Wei Wang)" is Wei Wang. Null without one. */
export function latinName(text: string): PersonName | null {
  const words = text.split(/\s+/);
  const latin = words.filter((word) => !/(?!\p{sc=Latin})\p{L}/u.test(word));
  const name = parseName(latin.length < words.length ? latin.join(" ").replace(/[()]/g, "") : text);
  return name && [name.given, name.family].some((part) => spellings(part).some(isTypable)) ? name : null;
}

/** The patterns that give `local` for the name or one of its short forms; trailing digits are ignored. */
export function addressPatternsOf(name: PersonName, local: string): string[] {
  const bare = bareLocal(local);
  const given = spellings(name.given.slice(0, 1));
  const words = bare.split(/[._-]/, MAX_CALL_NAMES);
  const callNames = words.filter((word) => given.some((form) => areNicknames(form, word)));
  const names = [name, ...callNames.map((word) => ({ ...name, given: [word], nicknames: [] }))];
  const made = names.map((one) => localParts(one));
  return PATTERNS.filter((pattern) => made.some((parts) => parts.get(pattern)?.some(({ text }) => text === bare)));
}

/** The local parts of names without a country: a page compares one name with many addresses. */
const anywhere = new WeakMap<PersonName, Map<string, NameForm[]>>();

/** The local parts of each pattern, most common first; none without the part. `country` is an ISO code or a TLD. */
export function localParts(name: PersonName, country: string | null = null): Map<string, NameForm[]> {
  const known = country === null ? anywhere.get(name) : undefined;
  if (known) return known;
  const readings = readingsOf(name, country);
  const made = new Map(
    PATTERNS.map((pattern) => {
      const forms = merged(readings.flatMap((parts) => filledIn(pattern, parts)));
      return [pattern, forms.filter(({ text }) => text.length <= MAX_LENGTH && !isRole(text))];
    }),
  );
  if (country === null) anywhere.set(name, made);
  return made;
}

/** How a name is written in one order and one spelling: the share of that reading, and the forms of its parts. */
type Reading = { share: number; parts: Record<string, NameForm[]> };

function readingsOf(name: PersonName, country: string | null): Reading[] {
  const swapped = name.family.length > 0 ? familyFirst(name) : null;
  const orders = [{ ...name, share: swapped ? 1 - SWAPPED : 1 }, ...(swapped ? [{ ...swapped, share: SWAPPED }] : [])];
  const land = country?.toLowerCase() ?? "";
  const spelledOut = SPELLED_OUT[GERMAN.includes(land) ? "german" : FOREIGN.includes(land) ? "foreign" : "other"];
  // A company that writes mueller also writes juergen.
  return orders.flatMap(({ share, ...order }) =>
    [1 - spelledOut, spelledOut].map((ofSpelling, style) => {
      const words = inLatin(order, style);
      const { first, initial } = givenForms(words);
      const last = familyForms(words);
      const parts = {
        "{first}": first.filter(({ text }) => text.length > 1),
        "{f}": initial,
        "{last}": last,
        "{l}": last.map((form) => ({ ...form, text: form.text.slice(0, 1) })),
      };
      const isPossible = ({ text, share }: NameForm) => share > 0 && text.split(/[.-]/).every(isTypable);
      const typable = Object.entries(parts).map(([part, forms]) => [part, merged(forms.filter(isPossible))]);
      return { share: share * ofSpelling, parts: Object.fromEntries(typable) };
    }),
  );
}

/** True for letters of every keyboard alone. */
function isTypable(text: string): boolean {
  return /^[a-z]+$/.test(text);
}

/** The words of a name in Latin letters, lower case, hyphens kept. `style` is 1 where umlauts are spelled out. */
function inLatin({ given, particles, family, nicknames }: PersonName, style: number) {
  const spell = (part: string) => {
    const ways = spellings([part]);
    return ways[style] ?? ways[0] ?? "";
  };
  const all = (words: string[]) => words.map((word) => word.split(/[-‐‑]/).filter(Boolean).map(spell).join("-"));
  return { given: all(given), particles: all(particles), family: all(family), nicknames: all(nicknames) };
}

/** The first given name, which is not an initial if there is another: J. Robert is Robert; Jean-Luc is `j`, or `jl`. */
function givenForms({ given, nicknames: [nickname] }: ReturnType<typeof inLatin>) {
  const names = given.filter((word) => word.length > 1);
  const called = names.length > 0 ? names : given.slice(0, 1);
  const [first = ""] = called;
  const hasMiddleInitial = given.length > 1 && called.length === 1 && called[0] === given[0];
  const middle = hasMiddleInitial ? MIDDLE_INITIAL : 0;
  const left = nickname ? 1 - CALL_NAME : 1;
  const parts = first.split("-");
  const [initials, share] = parts.length > 1 ? [parts, BOTH_INITIALS] : [given, middle];
  const both = [
    { text: called.join(""), share: left * TWO_GIVEN_NAMES.joined },
    { text: called.join("."), share: left * TWO_GIVEN_NAMES.dotted },
  ];
  return {
    first: [
      ...hyphenForms(first, called.length > 1 ? left * TWO_GIVEN_NAMES.first : left - middle),
      ...(called.length > 1 ? both : [{ text: given.join("."), share: middle }]),
      { text: nickname ?? "", share: 1 - left },
    ],
    initial: [
      { text: first.slice(0, 1), share: 1 - share },
      { text: initials.map((word) => word.slice(0, 1)).join(""), share },
    ],
  };
}

/** Particles are joined or dropped; of two family names the first is preferred. */
function familyForms({ particles, family }: ReturnType<typeof inLatin>): NameForm[] {
  const names = family.filter((word) => !/^[ye]$/.test(word));
  const [first = "", second] = names;
  const bare = second
    ? [
        ...hyphenForms(first, TWO_FAMILY_NAMES.first),
        { text: names.join(""), share: TWO_FAMILY_NAMES.joined },
        { text: second, share: TWO_FAMILY_NAMES.second },
      ]
    : hyphenForms(first, 1);
  if (particles.length === 0) return bare;
  const [particle = "", ...moreParticles] = particles;
  const isPortuguese =
    /^(?:do|dos|das)$/.test(particle) ||
    (/^d[ae]$/.test(particle) && moreParticles.length === 0 && iberianNames().has(first));
  const joined = WITH_PARTICLES[isPortuguese ? "portuguese" : "usual"];
  return bare.flatMap(({ text, share }) => [
    { text: particles.join("") + text, share: share * joined },
    { text, share: share * (1 - joined) },
  ]);
}

function hyphenForms(word: string, share: number): NameForm[] {
  const [first = "", ...more] = word.split("-");
  if (more.length === 0) return [{ text: word, share }];
  return [
    { text: word.replaceAll("-", ""), share: share * 0.3 },
    { text: word, share: share * 0.5 },
    { text: first, share: share * 0.2 },
  ];
}

function filledIn(pattern: string, { share, parts }: Reading): NameForm[] {
  let forms: NameForm[] = [{ text: pattern, share }];
  for (const [part, ways] of Object.entries(parts)) {
    if (!pattern.includes(part)) continue;
    forms = forms.flatMap((form) =>
      ways.map((way) => ({ text: form.text.replace(part, way.text), share: form.share * way.share })),
    );
  }
  const isHyphenAlone = ({ text }: NameForm) => text.includes("-") && !/[._-]/.test(pattern);
  return forms.map((form) => (isHyphenAlone(form) ? { ...form, share: form.share * HYPHEN_ALONE } : form));
}

/** Each text once, with the sum of its shares, most common first. */
function merged(forms: NameForm[]): NameForm[] {
  const shares = new Map<string, number>();
  for (const { text, share } of forms) shares.set(text, (shares.get(text) ?? 0) + share);
  return [...shares].map(([text, share]) => ({ text, share })).sort((a, b) => b.share - a.share);
}
