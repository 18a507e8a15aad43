import { log } from "./log.ts";

/** A step of a call: where it went, when it began (ms since 1970), its milliseconds, and how it ended if that is known. */
export type Step = [name: string, beganAt: number, milliseconds: number, result?: string | number];

/** A call that asks more is a loop; its first steps say which. */
const MAX_STEPS = 60;
const SLOW_MS = 1_000;
/** Of the other calls, the ids with this end: one in 256. */
const SAMPLED = "00";

/** Runs `work` as a step. Names are of stores and hosts, never of people. */
export async function timed<T>(
  steps: Step[] | undefined,
  name: string,
  work: () => Promise<T>,
  resultOf?: (value: T) => string | number,
): Promise<T> {
  const beganAt = Date.now();
  let result: string | number | undefined = "failed";
  try {
    const value = await work();
    result = resultOf?.(value);
    return value;
  } finally {
    const milliseconds = Date.now() - beganAt;
    if (steps && steps.length < MAX_STEPS)
      steps.push(result === undefined ? [name, beganAt, milliseconds] : [name, beganAt, milliseconds, result]);
  }
}

/**
 * Writes a line for each step of a call that was slow or failed for our or a source's reasons, and of one in 256 others: a line costs
 * as much as half a paid call's row in D1 (docs/scale.md).
 */
export function logSteps(
  call: { requestId: string; tool: string; status: number; milliseconds: number },
  steps: Step[],
): void {
  const { requestId, tool, status, milliseconds } = call;
  if (status < 500 && milliseconds < SLOW_MS && !requestId.endsWith(SAMPLED)) return;
  for (const [step, beganAt, stepMilliseconds, result] of steps)
    log("info", "call_step", { request_id: requestId, tool, step, began_at: beganAt, ms: stepMilliseconds, result });
}
