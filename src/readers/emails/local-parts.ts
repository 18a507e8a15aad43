import { familyFirst } from "../names/match-names.ts";
import { areNicknames, iberianNames } from "../names/name-words.ts";
import { type PersonName, parseName, spellings } from "../names/person-name.ts";
import { isRole } from "./email-address.ts";

const CALL_NAME = 0.25;
/** Ana Ruth Brandt: shares of `ana`, `anaruth` and `ana.ruth`. Most addresses of such names follow no pattern. */
const TWO_GIVEN_NAMES = { first: 0.25, joined: 0.1, dotted: 0.1 };
/** Ada M. Brandt as `ada.m`. */
const MIDDLE_INITIAL = 0.1;

/** The words of a name in one form, what joins them in an address, and the form's share among all. */
export type Words = { words: string[]; joiner: string; share: number };

/** The first given name, which is not an initial if there is another: J. Robert is Robert. */
function givenForms(given: string[], nicknames: string[]): Words[] {
  const [first = "", ...more] = withoutInitials(given);
  const [nickname] = nicknames;
  const called = nickname ? [{ words: [nickname], joiner: "", share: CALL_NAME }] : [];
  const left = nickname ? 1 - CALL_NAME : 1;
  if (more.length === 0) {
    const middle = hasMiddleInitial(given, more) ? MIDDLE_INITIAL : 0;
    return [...hyphenForms(first, left - middle), { words: given, joiner: ".", share: middle }, ...called];
  }
  return [
    ...hyphenForms(first, left * TWO_GIVEN_NAMES.first),
    { words: [first, ...more], joiner: "", share: left * TWO_GIVEN_NAMES.joined },
    { words: [first, ...more], joiner: ".", share: left * TWO_GIVEN_NAMES.dotted },
    ...called,
  ];
}

function hasMiddleInitial(given: string[], more: string[]): boolean {
  return given.length > 1 && more.length === 0 && withoutInitials(given)[0] === given[0];
}

function withoutInitials(given: string[]): string[] {
  const words = given.filter((word) => spellings([word]).some((form) => form.length > 1));
  return words.length > 0 ? words : given.slice(0, 1);
}

/** Jean-Luc is `j`, or `jl`; Ada M. is `a`, or `am`. */
function initialForms(given: string[]): Words[] {
  const [first = "", ...more] = withoutInitials(given);
  const parts = first.split("-").filter(Boolean);
  if (parts.length < 2) {
    const middle = hasMiddleInitial(given, more) ? MIDDLE_INITIAL : 0;
    return [
      { words: [first], joiner: "", share: 1 - middle },
      { words: given.map((word) => word.slice(0, 1)), joiner: "-", share: middle },
    ];
  }
  return [
    { words: [first], joiner: "", share: 0.75 },
    { words: parts.map((part) => part.slice(0, 1)), joiner: "-", share: 0.25 },
  ];
}

/** Of 26 addresses in public commits with such a family name 25 have the particles too; of 3 Portuguese ones none. */
const WITH_PARTICLES = { usual: 0.9, portuguese: 0.3 };

/** Particles are joined or dropped; of two family names the first is preferred. */
function familyForms(particles: string[], family: string[]): Words[] {
  const [first = "", second, ...more] = family.filter((word) => !/^[ye]$/i.test(word));
  const bare = second
    ? [
        ...hyphenForms(first, 0.6),
        { words: [first, second, ...more], joiner: "", share: 0.25 },
        { words: [second], joiner: "", share: 0.15 },
      ]
    : hyphenForms(first, 1);
  if (particles.length === 0) return bare;
  const [particle = "", ...moreParticles] = particles;
  const isPortuguese =
    /^(?:do|dos|das)$/i.test(particle) ||
    (/^d[ae]$/i.test(particle) && moreParticles.length === 0 && iberianNames().has(spellings([first])[0] ?? ""));
  const joined = WITH_PARTICLES[isPortuguese ? "portuguese" : "usual"];
  return bare.flatMap((form) => [
    { ...form, words: [particles.join("") + form.words[0], ...form.words.slice(1)], share: form.share * joined },
    { ...form, share: form.share * (1 - joined) },
  ]);
}

function hyphenForms(word: string, share: number): Words[] {
  const parts = word.split(/[-‐‑]/).filter(Boolean);
  if (parts.length < 2) return [{ words: [word], joiner: "", share }];
  return [
    { words: parts, joiner: "", share: share * 0.3 },
    { words: parts, joiner: "-", share: share * 0.5 },
    { words: parts.slice(0, 1), joiner: "", share: share * 0.2 },
  ];
}

/** In Hunter's alphabet; `{f}` and `{l}` are initials. */
export const PATTERNS =
  `{first} {f}{last} {first}.{last} {first}{last} {first}{l} {f}.{last} {first}_{last} {last} {last}{f}
  {last}.{first} {first}-{last} {first}.{l} {last}{first} {f}_{last} {last}.{f} {last}_{first} {f}{l}`.split(/\s+/);

/** One spelling and its share among all spellings; shares add up to 1. */
type NameForm = { text: string; share: number };

/** A name read for an address, e.g. given name first or family name first. */
type Reading = { share: number; first: NameForm[]; initial: NameForm[]; last: NameForm[] };

const MAX_LENGTH = 64;
/** No pattern has more words. */
const MAX_CALL_NAMES = 2;
const SWAPPED = 0.2;
/** Müller as `mueller`, where German is spoken, elsewhere, and where the letters are not German. */
const SPELLED_OUT = { german: 0.8, other: 0.5, foreign: 0.15 };

/** Countries (ISO codes, which equal their top-level domains) where umlauts are spelled out, and where they are not. */
const GERMAN = ["de", "at", "ch", "li"];
const FOREIGN = ["se", "fi", "no", "dk", "is", "ee", "hu", "tr"];
/** A hyphen is rarely kept in a local part that has no other mark. */
const HYPHEN_ALONE = 0.15;

/** The part of a name in Latin letters: "王伟 (Wei Wang)" is Wei Wang. Null without one. */
export function latinName(text: string): PersonName | null {
  const isForeign = (word: string) => /(?!\p{sc=Latin})\p{L}/u.test(word);
  const words = text.split(/\s+/);
  const name = parseName(
    words.some(isForeign)
      ? words
          .filter((word) => !isForeign(word))
          .join(" ")
          .replace(/[()]/g, "")
      : text,
  );
  return name && spellings(name.given).concat(spellings(name.family)).some(isTypable) ? name : null;
}

function isTypable(text: string): boolean {
  return /^[a-z]+$/.test(text);
}

/** The local parts of each pattern, most common first; none without the part. `country` is an ISO code or a TLD. */
export function localParts(name: PersonName, country: string | null = null): Map<string, NameForm[]> {
  const known = country === null ? anywhere.get(name) : undefined;
  if (known) return known;
  const ways = readings(name, country);
  const made = new Map(
    PATTERNS.map((pattern) => {
      const forms = merged(ways.flatMap((reading) => filledIn(pattern, reading)).map((form) => weighed(pattern, form)));
      return [pattern, forms.filter(({ text }) => text.length <= MAX_LENGTH && !isRole(text))];
    }),
  );
  if (country === null) anywhere.set(name, made);
  return made;
}

function weighed(pattern: string, { text, share }: NameForm): NameForm {
  return { text, share: /[._-]/.test(pattern) || !text.includes("-") ? share : share * HYPHEN_ALONE };
}

/** The local parts of names without a country: a page compares one name with many addresses. */
const anywhere = new WeakMap<PersonName, Map<string, NameForm[]>>();

function filledIn(pattern: string, { share, first, initial, last }: Reading): NameForm[] {
  const parts = { "{first}": first, "{f}": initial, "{last}": last, "{l}": initials(last) };
  let forms: NameForm[] = [{ text: pattern, share }];
  for (const [part, ways] of Object.entries(parts)) {
    if (!pattern.includes(part)) continue;
    forms = forms.flatMap((form) =>
      ways.map((way) => ({ text: form.text.replace(part, way.text), share: form.share * way.share })),
    );
  }
  return forms;
}

/** The patterns that give `local` for the name or one of its short forms; trailing digits are ignored. */
export function addressPatternsOf(name: PersonName, local: string): string[] {
  const bare = bareLocal(local);
  const given = spellings(name.given.slice(0, 1));
  const words = bare.split(/[._-]/, MAX_CALL_NAMES);
  const callNames = words.filter((word) => given.some((form) => areNicknames(form, word)));
  const names = [name, ...callNames.map((word) => ({ ...name, given: [word], nicknames: [] }))];
  const made = names.flatMap((one) => [...localParts(one)]);
  return PATTERNS.filter((pattern) =>
    made.some(([by, forms]) => by === pattern && forms.some(({ text }) => text === bare)),
  );
}

/** A local part in the form of the patterns: lower case, without `+tag` and trailing digits. */
export function bareLocal(local: string): string {
  return local
    .toLowerCase()
    .replace(/\+.*/s, "")
    .replace(/(?<!\d)\d+$/, "");
}

function readings(name: PersonName, country: string | null): Reading[] {
  const swapped = name.family.length > 0 ? familyFirst(name) : null;
  const orders: [PersonName, number][] = swapped
    ? [
        [name, 1 - SWAPPED],
        [swapped, SWAPPED],
      ]
    : [[name, 1]];
  const land = country?.toLowerCase() ?? "";
  const spelledOut = SPELLED_OUT[GERMAN.includes(land) ? "german" : FOREIGN.includes(land) ? "foreign" : "other"];
  // A company that writes mueller also writes juergen.
  return orders.flatMap(([{ given, particles, family, nicknames }, share]) =>
    [0, 1].map((style) => {
      const first = typable(givenForms(given, nicknames), style);
      return {
        share: share * (style === 1 ? spelledOut : 1 - spelledOut),
        first: first.filter(({ text }) => text.length > 1),
        initial: initials(first.length > 0 ? typable(initialForms(given), style) : []),
        last: typable(familyForms(particles, family), style),
      };
    }),
  );
}

function typable(forms: Words[], style: number): NameForm[] {
  return forms.flatMap(({ words, joiner, share }) => {
    if (share === 0) return [];
    const spelled = words.map((word) => {
      const ways = spellings([word]);
      return ways[style] ?? ways[0] ?? "";
    });
    return spelled.every(isTypable) ? [{ text: spelled.join(joiner), share }] : [];
  });
}

/** Of `jean` its `j`; `j-l` stands for `jl`. */
function initials(forms: NameForm[]): NameForm[] {
  return merged(
    forms.map(({ text, share }) => ({
      share,
      text: /^\w(-\w)+$/.test(text) ? text.replaceAll("-", "") : text.slice(0, 1),
    })),
  );
}

function merged(forms: NameForm[]): NameForm[] {
  const shares = new Map<string, number>();
  for (const { text, share } of forms) shares.set(text, (shares.get(text) ?? 0) + share);
  return [...shares].map(([text, share]) => ({ text, share })).sort((a, b) => b.share - a.share);
}
