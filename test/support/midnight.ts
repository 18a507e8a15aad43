import { DAY_MS } from "../../src/lib/time.ts";

/** Longer than a file's tests take on a busy machine. */
const MARGIN_MS = 4 * 60_000;

/** Caps, free misses and vendors' budgets are of a UTC day: a file that might see its end starts on the next. */
export async function avoidMidnight(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < MARGIN_MS) await new Promise((resolve) => setTimeout(resolve, leftMs));
}
