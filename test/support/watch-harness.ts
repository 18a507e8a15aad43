import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "../../src/index.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/time.ts";
import { type LookMessage, takeDue } from "../../src/watches/look-schedule.ts";
import { advanceClock, callTool } from "./harness.ts";

export type Event = Record<string, any>;

/** The looks that the cron would queue now. */
export function dueLooks(): Promise<LookMessage[]> {
  return takeDue(env.DB, Date.now());
}

/** Hands messages to the consumer of the queue of looks, and waits for it. */
export async function serve(due: LookMessage[], changes: Partial<Env> = {}): Promise<void> {
  const messages = due.map((body, index) => ({ id: String(index), timestamp: new Date(), attempts: 1, body }));
  const context = createExecutionContext();
  await worker.queue(createMessageBatch("tallygate-looks-local", messages), { ...env, ...changes }, context);
  await waitOnExecutionContext(context);
}

/** Everything that is due is looked at. */
export async function lookNow(): Promise<void> {
  await serve(await dueLooks());
}

/** The next day's look, and the one an hour later that it may ask for. */
export async function lookTomorrow(): Promise<void> {
  advanceClock(DAY_MS + HOUR_MS);
  await lookNow();
}

export async function secondLook(): Promise<void> {
  advanceClock(HOUR_MS + 60_000);
  await lookNow();
}

export async function eventsOf(key: string, after?: string): Promise<Event[]> {
  return (await callTool(key, "list_watch_events", { limit: 100, ...(after && { cursor: after }) })).body.events;
}
