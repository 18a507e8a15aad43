import { app } from "./app.ts";
import { readConfig } from "./config.ts";
import { runHousekeeping } from "./housekeeping.ts";

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
} satisfies ExportedHandler<Env>;
