import { app } from "./app.ts";
import { readConfig } from "./config.ts";
import { deleteExpired } from "./housekeeping.ts";
import { expireHolds, recallStaleLeases } from "./ledger/account.ts";
import { alertBrokenLedgers } from "./ledger/reconciliation.ts";
import { sweepPurchases } from "./payments/sweep.ts";
import { deleteOldSpending } from "./sources/vendors/spending.ts";
import { refreshWatched } from "./tools/signals/refresh-watched.ts";

export { OrganisationAccount } from "./ledger/account-object.ts";
export { RateLimiter } from "./platform/limits/rate-limiter.ts";

export default {
  fetch: app.fetch,

  /** Every minute: tokens of dead requests go back, pending purchases are asked about, what no longer counts is deleted, and a few watched domains get their daily look. */
  async scheduled(event, env, execution) {
    const time = new Date(event.scheduledTime);
    const nightly = time.getUTCHours() === 3 && time.getUTCMinutes() === 0;
    await expireHolds(env, Date.now(), nightly);
    await recallStaleLeases(env, Date.now());
    await alertBrokenLedgers(env.DB, nightly);
    await sweepPurchases(env, readConfig(env), Date.now());
    await deleteExpired(env.DB, Date.now());
    await deleteOldSpending(env.DB, Date.now());
    await refreshWatched(env, readConfig(env), execution);
  },
} satisfies ExportedHandler<Env>;
