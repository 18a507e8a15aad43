import { log } from "../lib/log.ts";
import type { ItemMessage, RunItem } from "./batch-types.ts";

const TRIES = 3;
const RETRY_AFTER_MS = 300;

/**
 * The consumer of the queue of items: asks the batch's object what a message is about, runs it, and hands the outcome back.
 * Messages are never retried: what is lost here, the object sends again.
 */
export async function serveItems(
  messages: readonly Message<ItemMessage>[],
  env: Env,
  run: RunItem,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<void> {
  await Promise.all(
    messages.map(async ({ body }) => {
      try {
        await serveItem(body, env, run, waitUntil);
      } catch (cause) {
        log("error", "batch_item_lost", { batch: body.batch, index: body.index, cause });
      }
    }),
  );
}

async function serveItem(
  { batch, index, attempt }: ItemMessage,
  env: Env,
  run: RunItem,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<void> {
  const job = await env.BATCHES.getByName(batch).begin(index, attempt);
  if (!job) return;
  const outcome = await run(env, job, waitUntil);
  await handBack(() => env.BATCHES.getByName(batch).finish(index, attempt, outcome));
}

async function handBack(send: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await send();
      return;
    } catch (error) {
      if (attempt === TRIES) throw error;
      await scheduler.wait(RETRY_AFTER_MS * attempt);
    }
  }
}
