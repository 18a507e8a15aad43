import { typesOf, type WatchedKind } from "./event-types.ts";
import type { Change, Comparison, EventEvidence, Observation } from "./observation.ts";

export type ValuesData = {
  values: Record<string, unknown>;
  /** Values seen once, by name; null for a value that was absent. */
  pending: Record<string, unknown>;
  basis?: string;
};

type Values = Extract<Observation, { status: "values" }>;
type Difference = { name: string; before: unknown; after: unknown; evidence: EventEvidence[] };

/** Pages may run A/B tests, so a change counts once two looks agree. */
const NEEDS_TWO_LOOKS = new Set<WatchedKind>(["website", "prices", "technologies"]);
const MAX_CHANGES = 100;

/** Compares named values with those of the last look. Pure. */
export function compareValues(kind: WatchedKind, before: ValuesData | null, seen: Values): Comparison<ValuesData> {
  const now = Object.fromEntries(Object.entries(seen.values).map(([name, { value }]) => [name, value]));
  const basis = seen.basis === undefined ? {} : { basis: seen.basis };
  if (!before || before.basis !== seen.basis) {
    return { data: { values: now, pending: {}, ...basis }, changes: [], isPending: false };
  }
  const values: Record<string, unknown> = { ...before.values };
  const pending: Record<string, unknown> = {};
  const differences: Difference[] = [];
  for (const name of new Set([...Object.keys(before.values), ...Object.keys(now)])) {
    const [old, fresh] = [before.values[name] ?? null, now[name] ?? null];
    if (isSame(old, fresh, kind)) continue;
    const isAgreed = name in before.pending && isSame(before.pending[name] ?? null, fresh, kind);
    if ((NEEDS_TWO_LOOKS.has(kind) && !isAgreed) || differences.length >= MAX_CHANGES) {
      pending[name] = fresh;
      continue;
    }
    if (fresh === null) delete values[name];
    else values[name] = fresh;
    differences.push({ name, before: old, after: fresh, evidence: seen.values[name]?.evidence ?? seen.evidence });
  }
  const data = { values, pending, ...basis };
  return { data, changes: changesOf(kind, differences, seen.evidence), isPending: Object.keys(pending).length > 0 };
}

/** For technologies only presence is compared. */
function isSame(a: unknown, b: unknown, kind: WatchedKind): boolean {
  if (kind === "technologies") return (a === null) === (b === null);
  return JSON.stringify(a) === JSON.stringify(b);
}

function changesOf(kind: WatchedKind, differences: Difference[], evidence: EventEvidence[]): Change[] {
  if (differences.length === 0) return [];
  if (kind === "technologies") {
    return differences.map(({ name, ...difference }): Change => {
      const type = difference.before === null ? "technology.added" : "technology.removed";
      const { before, after, evidence } = difference as Difference & Pick<Change, "before" | "after">;
      return { type, subject: name, before, after, evidence };
    });
  }
  const [type] = typesOf(kind);
  // A redesigned page is one change, however many of its fields differ.
  const side = (which: "before" | "after") =>
    Object.fromEntries(differences.map((difference) => [difference.name, difference[which]]));
  return [{ type, subject: kind, before: side("before"), after: side("after"), evidence }];
}
