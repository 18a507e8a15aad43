import type { SourceContext } from "./context.ts";

const MAX_WAIT_MS = 12_000;

/** Waits for a turn in the deployment's queue of an API, `intervalMs` apart; null when it has come. */
export async function waitForTurn(
  context: SourceContext,
  host: string,
  intervalMs: number,
): Promise<{ status: "timeout" } | { status: "unavailable"; retryAfterSeconds: number } | null> {
  const waitMs = await context.env.RATE_LIMITER.getByName(`host:${host}`)
    .pace(intervalMs, MAX_WAIT_MS)
    .catch(() => intervalMs);
  if (waitMs > MAX_WAIT_MS) return { status: "unavailable", retryAfterSeconds: Math.ceil(waitMs / 1000) };
  if (waitMs <= 0) return null;
  return scheduler.wait(waitMs, { signal: context.signal }).then(
    () => null,
    () => ({ status: "timeout" as const }),
  );
}
