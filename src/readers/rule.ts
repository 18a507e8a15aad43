/** A rule of a reader, with cases that only it gets right in `x.cases.txt` beside `x.ts` (`npm run check:rules`). */
export type Rule<Subject> = {
  /** Unique in its table. `npm run explain` prints it. */
  id: string;
  holds(subject: Subject): boolean;
};

/** A rule that speaks for something. */
export type Sign<Subject> = Rule<Subject> & {
  points: number;
  /** Whether the sign alone is proof, given that it holds. */
  proves?(subject: Subject): boolean;
};

/** A table of rules. Each key is an id and what the rule says: `initial: the family name is an initial`. */
export function rulesOf<Subject>(table: Record<string, Rule<Subject>["holds"]>): readonly Rule<Subject>[] {
  return Object.entries(table).map(([key, holds]) => ({ id: idOf(key), holds }));
}

/** A table of signs, with keys as in {@link rulesOf}: its points, when it holds, and whether it is proof then. */
export function signsOf<Subject>(
  table: Record<string, [points: number, holds: Sign<Subject>["holds"], proves?: Sign<Subject>["proves"]]>,
): readonly Sign<Subject>[] {
  return Object.entries(table).map(([key, [points, holds, proves]]) => ({ id: idOf(key), points, holds, proves }));
}

/** Of a sign that always is proof. */
export const PROOF = () => true;

/** The id at the beginning of a key of a table. */
export function idOf(key: string): string {
  return key.slice(0, key.indexOf(":"));
}

/** The signs that hold of a subject, their points, and whether one of them is proof. */
export function weigh<Subject>(signs: readonly Sign<Subject>[], subject: Subject) {
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
