/**
 * A rule of a reader, in a table of such rules. Each has at least one case, an input that only this rule gets right: the rules of
 * `x.ts` have their cases in `x.cases.txt` beside it, which `npm run check:rules` reads.
 */
export type Rule<Subject> = {
  /** Unique in its table. `npm run explain` prints it. */
  id: string;
  /** When the rule holds, in a few words. */
  says: string;
  holds(subject: Subject): boolean;
};

/** A rule that speaks for something. */
export type Sign<Subject> = Rule<Subject> & {
  points: number;
  /** Whether the sign alone is proof, given that it holds. */
  proves?(subject: Subject): boolean;
};

/** A rule as a line of a table. */
export function rule<Subject>(id: string, says: string, holds: (subject: Subject) => boolean): Rule<Subject> {
  return { id, says, holds };
}

/** A sign as a line of a table. */
export function sign<Subject>(points: number, ...named: Parameters<typeof rule<Subject>>): Sign<Subject> {
  return { ...rule(...named), points };
}

/** A sign that is proof. */
export function proof<Subject>(points: number, ...named: Parameters<typeof rule<Subject>>): Sign<Subject> {
  return { ...sign(points, ...named), proves: () => true };
}

/** The signs that hold of a subject, their points, and whether one of them is proof. */
export function weigh<Subject>(
  signs: readonly Sign<Subject>[],
  subject: Subject,
): { points: number; isProved: boolean; ids: string[] } {
  const held = signs.filter((sign) => sign.holds(subject));
  return {
    points: held.reduce((sum, { points }) => sum + points, 0),
    isProved: held.some((sign) => sign.proves?.(subject)),
    ids: held.map(({ id }) => id),
  };
}

/** The id of the first rule that holds of a subject, or null. */
export function firstRule<Subject>(rules: readonly Rule<Subject>[], subject: Subject): string | null {
  return rules.find((rule) => rule.holds(subject))?.id ?? null;
}
