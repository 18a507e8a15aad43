import { foldText } from "../words/fold.ts";
/** One statement of one source about one field of a company. `confidence` is 0–1, times are milliseconds since 1970. */
export type Claim<T> = {
  value: T;
  source: string;
  evidence: { url: string; kind: string }[];
  observedAt: number;
  confidence: number;
};

/** What all sources say about a field: the best statement in `value`, different ones in `others`. */
export type Field<T> = Claim<T> & { conflict: boolean; others: Claim<T>[] };

/** From the most to the least authoritative: a register looked up by number, the company's own pages, GLEIF, vendors, imported lists. */
const RANKS = ["own_legal_page", "own_site", "gleif", "vies", "dns", "pdl", "directory"];

/** A register precedes everything else. */
function rankOf(source: string): number {
  const rank = RANKS.indexOf(source);
  return rank < 0 ? -1 : rank;
}

/** Merges without averaging: the most authoritative statement is the value, others are conflicts. Null without any. */
export function mergeClaims<T>(claims: Claim<T>[], normalise: (value: T) => string = plainValue): Field<T> | null {
  const ranked = claims
    .filter(({ value }) => value !== null && value !== undefined)
    .sort((a, b) => rankOf(a.source) - rankOf(b.source) || b.confidence - a.confidence);
  const [best, ...rest] = ranked;
  if (!best) return null;
  const key = normalise(best.value);
  const agreeing = rest.filter(({ value }) => normalise(value) === key);
  const others = rest.filter(({ value }) => normalise(value) !== key);
  const evidence = [...best.evidence, ...agreeing.flatMap((claim) => claim.evidence)];
  return {
    ...best,
    evidence: [...new Map(evidence.map((item) => [`${item.kind} ${item.url}`, item])).values()],
    conflict: others.length > 0,
    others,
  };
}

function plainValue(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return foldText(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}
