import { app } from "./app.ts";
import { sweepHolds } from "./domain/ledger.ts";

export { RateLimiter } from "./platform/rate-limiter.ts";

export default {
  fetch: app.fetch,

  /** Every minute: tokens of dead requests go back. */
  async scheduled(event, env) {
    const once = new Date(event.scheduledTime);
    const everything = once.getUTCHours() === 3 && once.getUTCMinutes() === 0;
    await sweepHolds(env.DB, Date.now(), everything);
  },
} satisfies ExportedHandler<Env>;
