import type { Config } from "../config.ts";
import { checkReadiness } from "../http/health.ts";
import { isoDay } from "../lib/ids.ts";
import { HOUR_MS, MINUTE_MS } from "../lib/time.ts";
import { type AlertCause, raiseAlert } from "../platform/alerts.ts";
import { sql } from "../platform/database.ts";
import { readCallSums, totalOf } from "./call-sums.ts";

/** Of at least so many paid calls, this share must have failed. */
const MIN_CALLS = 20;
const FAILED_SHARE = 0.25;

/** Statements that return a row that describes the fault, or none. */
const CHECKS: Partial<Record<AlertCause, string>> = {
  vendor_budget_used_up: `SELECT vendor, sum(credits) AS credits FROM vendor_spending WHERE day = @today
    GROUP BY vendor HAVING sum(credits) >= @vendorCredits AND @vendorCredits > 0 LIMIT 1`,
  payments_pending: `SELECT count(*) AS payments FROM machine_payments
    WHERE state IN ('running', 'settling') AND created_at < @hourAgo AND next_check_at IS NOT NULL HAVING count(*) > 0`,
  deliveries_wait: `SELECT count(*) AS deliveries, min(next_at) AS since FROM webhook_deliveries
    WHERE next_at < @hourAgo AND status = 'pending' HAVING count(*) > 0`,
  looks_wait: `SELECT count(*) AS domains, min(due_at) AS since FROM watched_domains d WHERE due_at < @now - ${6 * HOUR_MS}
    AND EXISTS (SELECT 1 FROM watch_subscriptions s WHERE s.domain = d.domain) HAVING count(*) > 0`,
  batches_silent: `SELECT count(*) AS batches, min(touched_at) AS since FROM batches
    WHERE state <> 'ended' AND touched_at < @now - ${15 * MINUTE_MS} HAVING count(*) > 0`,
};

/** For the cron: raises an alert for each thing that is wrong now. */
export async function checkAlerts(env: Env, config: Config, now: number): Promise<void> {
  const failing = Object.entries(await checkReadiness(env)).flatMap(([name, result]) =>
    result === "ok" ? [] : [name],
  );
  if (failing.length > 0) await raiseAlert(env, "not_ready", { failing });
  const values = {
    now,
    hourAgo: now - HOUR_MS,
    today: isoDay(now),
    vendorCredits: config.VENDOR_CREDITS_PER_DAY,
  };
  const checks = Object.entries(CHECKS) as [AlertCause, string][];
  const results = await env.DB.batch<Record<string, unknown>>(checks.map(([, text]) => sql(env.DB, text, values)));
  for (const [index, [cause]] of checks.entries()) {
    const found = results[index]?.results[0];
    if (found) await raiseAlert(env, cause, found);
  }
  // Of the running hour; in its first quarter, which may have few calls, also of the hour before.
  const { calls, failed } = totalOf(await readCallSums(env.DB, now - HOUR_MS - 15 * MINUTE_MS));
  if (calls >= MIN_CALLS && failed >= FAILED_SHARE * calls) await raiseAlert(env, "calls_fail", { calls, failed });
}
