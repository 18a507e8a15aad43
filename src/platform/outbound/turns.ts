/** How often a host may be asked: `burst` requests at once, then one per `intervalMs`. */
export type Pace = { burst: number; intervalMs: number };

/** The longest wait for a turn. */
const MAX_WAIT_MS = 12_000;

/** The next turn of a token bucket kept as one number (GCRA, ATM Forum TM 4.1). Over the limit, `waitMs` takes none. */
export function takeTurn(
  fullAt: number,
  { burst, intervalMs }: Pace,
  now: number,
): { waitMs: number; fullAt: number; taken: boolean } {
  const waitMs = Math.max(0, fullAt - (burst - 1) * intervalMs - now);
  const taken = waitMs <= MAX_WAIT_MS;
  return { waitMs, taken, fullAt: taken ? Math.max(fullAt, now) + intervalMs : fullAt };
}

/** The same number after a host asked for a pause: the next turn is `pauseMs` away, with no burst left. */
export function pauseTurns(fullAt: number, { burst, intervalMs }: Pace, pauseMs: number, now: number): number {
  return Math.max(fullAt, now + pauseMs + (burst - 1) * intervalMs);
}
