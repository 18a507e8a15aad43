import { app } from "./app.ts";
import { readConfig } from "./config.ts";
import { deleteExpired } from "./domain/housekeeping.ts";
import { sweepHolds } from "./domain/ledger.ts";
import { sweepPurchases } from "./domain/payment-sweep.ts";

export { RateLimiter } from "./platform/rate-limiter.ts";

export default {
  fetch: app.fetch,

  /** Every minute: tokens of dead requests go back, pending purchases are asked about, and what no longer counts is deleted. */
  async scheduled(event, env) {
    const time = new Date(event.scheduledTime);
    const nightly = time.getUTCHours() === 3 && time.getUTCMinutes() === 0;
    await sweepHolds(env.DB, Date.now(), nightly);
    await sweepPurchases(env, readConfig(env), Date.now());
    await deleteExpired(env.DB, Date.now());
  },
} satisfies ExportedHandler<Env>;
