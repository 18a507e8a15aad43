import { words } from "../lib/words.ts";

/** Fields of an answer that say how it came about rather than what was found. */
const REPORTS = new Set(
  words("evidence checked skipped errors warnings alternatives sources reasons incomplete attribution"),
);

/** Whether an answer is a miss: `not_found`, `unknown`, or `partial` without findings. An empty list with `ok` is an answer. */
export function foundNothing(answer: Record<string, unknown>): boolean {
  if (answer.status === "not_found" || answer.status === "unknown") return true;
  if (answer.status !== "partial") return false;
  if (typeof answer.confidence === "number" && answer.confidence > 0) return false;
  return Object.entries(answer).every(
    ([name, value]) => !Array.isArray(value) || value.length === 0 || REPORTS.has(name),
  );
}
