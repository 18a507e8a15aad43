import type { SourceContext } from "./context.ts";

/** How often a host may be asked: `burst` requests at once, then one per `intervalMs`. */
export type Pace = { burst: number; intervalMs: number };

const MAX_WAIT_MS = 12_000;

/** The next turn of a token bucket kept as one number (GCRA, ATM Forum TM 4.1). Over the limit, `waitMs` takes none. */
export function takeTurn(fullAt: number, { burst, intervalMs }: Pace, now: number): { waitMs: number; fullAt: number } {
  const waitMs = Math.max(0, fullAt - (burst - 1) * intervalMs - now);
  return { waitMs, fullAt: waitMs > MAX_WAIT_MS ? fullAt : Math.max(fullAt, now) + intervalMs };
}

/** The same number after a host asked for a pause: the next turn is `pauseMs` away, with no burst left. */
export function pauseTurns(fullAt: number, { burst, intervalMs }: Pace, pauseMs: number, now: number): number {
  return Math.max(fullAt, now + pauseMs + (burst - 1) * intervalMs);
}

/** Waits for a turn in the deployment's queue of an API, `intervalMs` apart; null when it has come. */
export async function waitForTurn({ env, signal }: SourceContext, host: string, intervalMs: number) {
  const waitMs = await env.RATE_LIMITER.getByName(`host:${host}`)
    .pace(intervalMs, MAX_WAIT_MS)
    .catch(() => intervalMs);
  return sitOut(waitMs, signal);
}

/** Waits for a turn that is at most {@link MAX_WAIT_MS} away; null when it has come. */
export async function sitOut(
  waitMs: number,
  signal: AbortSignal,
): Promise<{ status: "timeout" } | { status: "unavailable"; retryAfterSeconds: number } | null> {
  if (waitMs > MAX_WAIT_MS) return { status: "unavailable", retryAfterSeconds: Math.ceil(waitMs / 1000) };
  if (waitMs <= 0) return null;
  return scheduler.wait(waitMs, { signal }).then(
    () => null,
    () => ({ status: "timeout" }),
  );
}
