import { words } from "../lib/words.ts";

/** Fields of an answer that say how it came about rather than what was found. */
const REPORTS = new Set(
  words("evidence checked skipped errors warnings alternatives sources reasons incomplete attribution"),
);

/**
 * Whether a data tool's answer is a miss: `not_found`, or `partial` with nothing found in it, e.g. a job board that could
 * not be read. An empty list with `ok` is an answer.
 */
export function foundNothing(answer: Record<string, unknown>): boolean {
  if (answer.status === "not_found") return true;
  if (answer.status !== "partial") return false;
  if (typeof answer.confidence === "number" && answer.confidence > 0) return false;
  return Object.entries(answer).every(
    ([name, value]) => !Array.isArray(value) || value.length === 0 || REPORTS.has(name),
  );
}
