import { spellings } from "../names/person-name.ts";

const CALL_NAME = 0.25;
/** Ana Ruth Brandt: shares of `ana`, `anaruth` and `ana.ruth`. Most addresses of such names follow no pattern. */
const TWO_GIVEN_NAMES = { first: 0.25, joined: 0.1, dotted: 0.1 };
/** Ada M. Brandt as `ada.m`. */
const MIDDLE_INITIAL = 0.3;

/** The words of a name in one form, what joins them in an address, and the form's share among all. */
export type Words = { words: string[]; joiner: string; share: number };

/** The first given name, which is not an initial if there is another: J. Robert is Robert. */
export function givenForms(given: string[], nicknames: string[]): Words[] {
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
export function initialForms(given: string[]): Words[] {
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

/** Particles are joined or dropped; of two family names the first is preferred. */
export function familyForms(particles: string[], family: string[]): Words[] {
  const [first = "", second, ...more] = family.filter((word) => !/^[ye]$/i.test(word));
  const bare = second
    ? [
        ...hyphenForms(first, 0.6),
        { words: [first, second, ...more], joiner: "", share: 0.25 },
        { words: [second], joiner: "", share: 0.15 },
      ]
    : hyphenForms(first, 1);
  if (particles.length === 0) return bare;
  return bare.flatMap((form) => [
    { ...form, words: [particles.join("") + form.words[0], ...form.words.slice(1)], share: form.share * 0.75 },
    { ...form, share: form.share * 0.25 },
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
