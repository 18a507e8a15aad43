/**
 * Which pattern the addresses of a company follow, and how likely a guessed address is right. Pure. `npm run bench:email`
 * measures the calibration.
 */

import type { PersonName } from "../names/person-name.ts";
import { addressPatternsOf, bareLocal, localParts, PATTERNS } from "./local-parts.ts";

/** A personal address of a company: its local part, and the person's name if known. */
export type Sample = { local: string; name: PersonName | null };
/** Facts about a company: its size band (`sizeBand`), and an ISO country code or top-level domain. */
export type CompanyKind = { sizeBand: string | null; country: string | null };

type Guess = {
  local: string;
  pattern: string;
  /** Likelihood that this is the person's address, 0–1. */
  confidence: number;
  /** How many known addresses of the company follow the pattern. */
  votes: number;
};

/** The posterior for a company: the probability of each pattern, and how many of the `samples` follow it. */
type Belief = {
  patterns: {
    pattern: string;
    likelihood: number;
    votes: number;
    /** Share of people with this pattern whose address it makes. */
    discipline: number;
  }[];
  samples: number;
  kind: CompanyKind;
};

/** Shares of {first}, {f}{last} and {first}.{last} by head count (study of Interseller); all other patterns have the rest. */
const SHARES: [upTo: number, ...number[]][] = [
  [10, 0.71, 0.13, 0.1],
  [50, 0.42, 0.27, 0.23],
  [200, 0.17, 0.42, 0.3],
  [1_000, 0.06, 0.43, 0.38],
  [Number.POSITIVE_INFINITY, 0.055, 0.285, 0.52],
];
/** The mean of 11 to 200 people. */
const UNKNOWN_SIZE = [0.295, 0.345, 0.265];
/** Shares of the other patterns, by common knowledge, in the order of PATTERNS from the fourth on. */
const REST = [0.19, 0.17, 0.18, 0.09, 0.08, 0.08, 0.06, 0.04, 0.04, 0.02, 0.02, 0.01, 0.01, 0.01];
/** In German, Dutch and Nordic companies {first}.{last} is more usual (common knowledge). */
const FORMAL = ["de", "at", "ch", "li", "nl", "be", "dk", "no", "se", "fi", "is"];
const FORMAL_FACTOR = 1.4;
/** Probability that an address follows another pattern than its company's. */
const MISMATCH = 0.25;
/** Share of people whose address follows the company's pattern, when no address of the company is known. */
const PRIOR_FACTOR = 0.7;
const MAX_PRIOR = 0.5;
const MAX_LEARNED = 0.78;
/** An address that more patterns than this fit is ambiguous: it counts for none of them. */
const MAX_MEANINGS = 3;
const AMBIGUOUS_WEIGHT = 0.3;
/**
 * Beta prior of a company's discipline: pseudo-counts of addresses that follow its pattern, and that do not. One address in
 * five fits no pattern even in disciplined companies, so the prior is strong.
 */
const FOLLOWING = 12;
const STRAYING = 4.5;

/** Prior probability of each pattern among companies of this kind; adds up to 1. */
export function patternShares({ sizeBand, country }: CompanyKind): number[] {
  const people = Number.parseInt(sizeBand ?? "", 10);
  const [, ...known] = SHARES.find(([upTo]) => people <= upTo) ?? [0, ...UNKNOWN_SIZE];
  const left = 1 - known.reduce((sum, share) => sum + share, 0);
  const isFormal = FORMAL.includes(country?.toLowerCase() ?? "");
  const shares = PATTERNS.map((pattern, index) => {
    const share = known[index] ?? left * (REST[index - known.length] ?? 0);
    return pattern === "{first}.{last}" && isFormal ? share * FORMAL_FACTOR : share;
  });
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

/**
 * The posterior over all patterns, given the known addresses of a company. An address that fits several patterns counts for
 * each of them; one that fits none counts against the company's discipline.
 */
export function believe(samples: Sample[], kind: CompanyKind): Belief {
  const shares = patternShares(kind);
  const fits = samples.map(fitsOf);
  const weights = fits.map(({ size }) => (size > MAX_MEANINGS ? AMBIGUOUS_WEIGHT : 1));
  const weight = weights.reduce((sum, one) => sum + one, 0);
  const weighed = PATTERNS.map((pattern, index) => {
    const share = shares[index] ?? 0;
    let log = Math.log(share);
    for (const fit of fits) {
      if (fit.has(pattern)) log += Math.log(1 - MISMATCH);
      else log += Math.log((MISMATCH * shareOf(fit, shares)) / (1 - share));
    }
    const votes = fits.filter((fit) => fit.has(pattern) && fit.size <= MAX_MEANINGS).length;
    const following = weights.reduce((sum, one, at) => sum + (fits[at]?.has(pattern) ? one : 0), 0);
    const discipline = fits.length === 0 ? PRIOR_FACTOR : (following + FOLLOWING) / (weight + FOLLOWING + STRAYING);
    return { pattern, log, votes, discipline };
  });
  const highest = Math.max(...weighed.map(({ log }) => log));
  const sum = weighed.reduce((total, { log }) => total + Math.exp(log - highest), 0);
  return {
    patterns: weighed.map(({ log, ...one }) => ({ ...one, likelihood: Math.exp(log - highest) / sum })),
    samples: fits.length,
    kind,
  };
}

/** The patterns that a sample fits; empty when it fits none. */
function fitsOf({ local, name }: Sample): Set<string> {
  return new Set(name ? addressPatternsOf(name, local) : patternsOfShape(local));
}

/** Exceptions follow patterns too, in proportion to how common these are. */
function shareOf(fit: Set<string>, shares: number[]): number {
  const share = PATTERNS.reduce((sum, pattern, index) => sum + (fit.has(pattern) ? (shares[index] ?? 0) : 0), 0);
  return Math.max(share, 0.01);
}

/** Patterns that fit an address whose owner's name is unknown: `ada.brandt`, `a.brandt`, `ada_b`. */
function patternsOfShape(local: string): string[] {
  const bare = bareLocal(local);
  // `grace`, `jmoreau`: no separator is all that the form shows.
  if (/^[a-z]+$/.test(bare)) return PATTERNS.filter((pattern) => !/[._-]/.test(pattern));
  const [, before = "", mark = "", after = ""] = bare.match(/^([a-z]+)([._-])([a-z]+)$/) ?? [];
  if (!before || !after) return [];
  const kinds = [before, after].map((word) => (word.length === 1 ? "initial" : word.length > 2 ? "word" : "either"));
  return PATTERNS.filter((pattern) => {
    const parts = pattern.match(/^\{(\w+)\}([._-])\{(\w+)\}$/);
    if (!parts || parts[2] !== mark) return false;
    return [parts[1] ?? "", parts[3] ?? ""].every((part, index) => {
      const kind = part.length === 1 ? "initial" : "word";
      return kinds[index] === kind || kinds[index] === "either";
    });
  });
}

/**
 * Candidate addresses of a person under the company's posterior, likeliest first; empty for a name without Latin letters.
 * Probabilities of spellings and patterns that give the same address are added.
 */
export function guesses(name: PersonName, belief: Belief): Guess[] {
  const found = new Map<string, Guess & { best: number }>();
  const made = localParts(name, belief.kind.country);
  const feasible = belief.patterns
    .map((one) => ({ ...one, forms: made.get(one.pattern) ?? [] }))
    .filter(({ forms }) => forms.length > 0);
  // A person with one name has an address of another form, and an initial alone does not give the local part.
  const mass = name.family.length > 0 ? 1 : feasible.reduce((sum, { likelihood }) => sum + likelihood, 0);
  for (const { pattern, likelihood, votes, discipline, forms } of feasible) {
    for (const { text, share } of forms) {
      const part = (likelihood / mass) * share * discipline;
      const known = found.get(text) ?? { local: text, pattern, confidence: 0, votes, best: 0 };
      const leads = part > known.best ? { pattern, votes, best: part } : {};
      found.set(text, { ...known, ...leads, confidence: known.confidence + part });
    }
  }
  return [...found.values()]
    .map(({ best, ...guess }) => ({
      ...guess,
      confidence: Math.min(guess.confidence, guess.votes > 0 ? MAX_LEARNED : MAX_PRIOR),
    }))
    .sort((a, b) => b.confidence - a.confidence);
}
