import { app } from "./app.ts";
import type { Doorbell } from "./batches/batch-types.ts";
import { serveItems } from "./batches/serve-items.ts";
import { readConfig } from "./config.ts";
import { runBatchItem } from "./gateway/run-batch-item.ts";
import { runHousekeeping } from "./housekeeping.ts";

export { BatchRunner } from "./batches/batch-object.ts";
export { OrganisationAccount } from "./ledger/account-object.ts";
export { RateLimiter } from "./platform/limits/rate-limiter.ts";

export default {
  fetch: app.fetch,

  /** Every minute, see housekeeping.ts. */
  async scheduled(event, env, execution) {
    const time = new Date(event.scheduledTime);
    const isNightly = time.getUTCHours() === 3 && time.getUTCMinutes() === 0;
    await runHousekeeping({ env, config: readConfig(env), execution, now: Date.now(), isNightly });
  },

  /** Messages of the one queue there is: items of batches. */
  async queue(batch, env, execution) {
    const messages = batch.messages as readonly Message<Doorbell>[];
    await serveItems(messages, env, runBatchItem, (work) => execution.waitUntil(work));
  },
} satisfies ExportedHandler<Env>;
