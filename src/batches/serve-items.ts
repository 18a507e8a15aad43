import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import type { ItemMessage, RunItem } from "./batch-types.ts";

const TRIES = 3;
const RETRY_AFTER_MS = 300;

/** Runs what the batch's object says about a message. Messages are never retried: the object sends lost ones again. */
export async function serveItems(
  messages: readonly Message<ItemMessage>[],
  env: Env,
  run: RunItem,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<void> {
  const serve = async ({ batch, index, attempt }: ItemMessage) => {
    const callId = newId(Date.now());
    const job = await insist(() => env.BATCHES.getByName(batch).begin(index, attempt, callId));
    if (!job) return;
    const outcome = await run(env, job, waitUntil);
    await insist(() => env.BATCHES.getByName(batch).finish(index, attempt, outcome));
  };
  const lost = ({ batch, index }: ItemMessage, cause: unknown) =>
    log("error", "batch_item_lost", { batch, index, cause });
  await Promise.all(messages.map(({ body }) => serve(body).catch((cause) => lost(body, cause))));
}

/** Both requests are idempotent. A lost one stalls the line until its lease is over. */
async function insist<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (attempt === TRIES) throw error;
      await scheduler.wait(RETRY_AFTER_MS * attempt);
    }
  }
}
