import { alertEndlessBatches, wakeStaleBatches } from "./batches/batch-records.ts";
import { finishClosings } from "./closing/close-workspace.ts";
import type { Config } from "./config.ts";
import { WEBHOOK_DELIVERIES_DAYS } from "./constants.ts";
import { sendDueBoards } from "./index/board-schedule.ts";
import { refreshStaleCompanies } from "./index/put-company.ts";
import { expireHolds, recallStaleLeases } from "./ledger/account.ts";
import { alertBrokenLedgers } from "./ledger/reconciliation.ts";
import { rollUpOldCalls } from "./ledger/roll-up.ts";
import { isoDay, timePrefix } from "./lib/ids.ts";
import { DAY_MS } from "./lib/time.ts";
import { checkAlerts, tellAlerts } from "./operator/alerts.ts";
import { closeUnusedOrganisations, dropCallsOfClosed } from "./operator/close-organisations.ts";
import { sweepPurchases } from "./payments/settle-payment.ts";
import { sweepChain } from "./payments/x402/chain-sweep.ts";
import { sweepMachinePayments } from "./payments/x402/settle.ts";
import { raiseAlert } from "./platform/alerts.ts";
import { copyData } from "./platform/data-database.ts";
import { ledgersOf, measureLedgers } from "./platform/ledgers.ts";
import { dailySystems } from "./sources/jobs/listed-boards.ts";
import { deleteOldSpending } from "./sources/vendors/spending.ts";
import { sendDueLooks } from "./watches/look-schedule.ts";
import { releaseAllEvents } from "./watches/release-events.ts";
import { eventsCutoff, sendEvents } from "./watches/watch-events.ts";
import { dropDeletedWatches } from "./watches/watch-store.ts";
import { mailAboutDisabledEndpoints } from "./webhooks/endpoint-mails.ts";
import { sendDueDeliveries } from "./webhooks/send-delivery.ts";

const BATCH_ROWS = 500;
const DELETE_MS = 10_000;
const KEPT_REVOKED_MS = 90 * DAY_MS;
const KEPT_HOURS_MS = 90 * DAY_MS;
const KEPT_SNAPSHOTS_MS = 180 * DAY_MS;

/** One cron run. `isNightly` is true once a day and restarts the pass over the whole ledger. */
type Run = { env: Env; config: Config; execution: ExecutionContext; now: number; isNightly: boolean };

/** The steps of each cron run, in order. A failing step is logged, and the next one runs. */
const STEPS: Record<string, (run: Run) => Promise<unknown>> = {
  return_tokens_of_dead_calls: ({ env, now, isNightly }) => expireHolds(env, now, isNightly),
  recall_stale_leases: ({ env, now }) => recallStaleLeases(env, now),
  wake_stale_batches: ({ env, now }) => wakeStaleBatches(env, now),
  alert_endless_batches: ({ env, now }) => alertEndlessBatches(env, now),
  send_due_deliveries: ({ env }) => sendDueDeliveries(env),
  mail_about_disabled_endpoints: ({ env, config }) => mailAboutDisabledEndpoints(env, config),
  check_ledgers: ({ env, isNightly }) => alertBrokenLedgers(env, isNightly),
  check_purchases: ({ env, config, now }) => sweepPurchases(env, config, now),
  check_machine_payments: ({ env, config, now }) => sweepMachinePayments(env, config, now),
  find_payments_on_chain: ({ env, config }) => sweepChain(env, config),
  copy_data: ({ env, now }) => copyData(env, now),
  delete_expired: ({ env, now }) => deleteExpired(env.DB, now),
  delete_expired_data: ({ env, now }) => deleteExpired(env.DATA, now),
  delete_old_spending: ({ env, now }) => deleteOldSpending(env.DB, now),
  roll_up_old_calls: ({ env, config, now, isNightly }) =>
    Promise.all(ledgersOf(env).map((db) => rollUpOldCalls(db, config.CALL_HISTORY_DAYS, now, isNightly))),
  close_unused_organisations: ({ env, now, isNightly }) => closeUnusedOrganisations(env, now, isNightly),
  close_deleted_workspaces: ({ env, config }) => finishClosings(env, config),
  drop_calls_of_closed_organisations: ({ env, isNightly }) => dropCallsOfClosed(env, isNightly),
  measure_ledgers: ({ env }) => measureLedgers(env),
  refresh_stale_companies: ({ env }) => refreshStaleCompanies(env.DATA),
  send_due_looks: ({ env, now }) => sendDueLooks(env, now),
  send_due_boards: ({ env, config, now }) => sendDueBoards(env, config, dailySystems(config, now), now),
  release_withheld_events: ({ env, now }) => releaseAllEvents(env, now),
  send_events: ({ env }) => sendEvents(env),
  drop_deleted_watches: ({ env, now }) => dropDeletedWatches(env.DB, now),
  check_alerts: ({ env, config, now }) => checkAlerts(env, config, now),
  tell_alerts: ({ env, config, now }) => tellAlerts(env, config, now),
};

export async function runHousekeeping(run: Run): Promise<void> {
  for (const [step, work] of Object.entries(STEPS)) {
    try {
      await work(run);
    } catch (cause) {
      await raiseAlert(run.env, "housekeeping_step_failed", { step, cause });
    }
  }
}

/** Deletes expired rows of the tables that a database has, in batches, until none is left or the time is up. */
export async function deleteExpired(db: D1Database, now: number): Promise<void> {
  const old = [
    // A cancel link must find the key of its claim for a day after the claim has expired.
    ["claims", "hash", "created_at", now - 2 * DAY_MS],
    ["address_claims", "address_hash", "expires_at", now],
    ["sessions", "hash", "expires_at", now],
    ["invitations", "organisation_id, email", "expires_at", now],
    ["connections", "id", "expires_at", now],
    ["oauth_clients", "id", "expires_at", now],
    // An expired access token is refused without its row; calls keep its id.
    ["api_keys", "hash", "connection_id IS NOT NULL AND expires_at", now],
    ["api_keys", "hash", "revoked_at IS NOT NULL AND revoked_at", now - KEPT_REVOKED_MS],
    ["idempotency", "organisation_id, key", "expires_at", now],
    ["batches", "id", "expires_at", now],
    ["source_cache", "kind, key", "expires_at", now],
    ["fact_subjects", "term, kind, key", "expires_at", now],
    // A title or a position can name a person. A site that has not changed for so long gets a new baseline.
    ["snapshots", "domain, kind, observed_at", "observed_at", now - KEPT_SNAPSHOTS_MS],
    // Personal data past its retention, which answers already omit.
    ["people", "id", "expires_at", now],
    ["companies", "id", "expires_at", now],
    ["entities", "scheme, number", "expires_at", now],
    ["welcome_grants", "domain_hash, day, address_hash", "day", isoDay(now - 2 * DAY_MS)],
    ["privacy_requests", "id", "keep_until", now],
    ["call_hours", "hour, tool", "hour", now - KEPT_HOURS_MS],
    ["webhook_deliveries", "id", "id", timePrefix(now - WEBHOOK_DELIVERIES_DAYS * DAY_MS)],
    ["webhook_tries", "id", "id", timePrefix(now - WEBHOOK_DELIVERIES_DAYS * DAY_MS)],
    // Long enough for the account object to have read it.
    ["late_settlements", "organisation_id, id", "id", timePrefix(now - 2 * DAY_MS)],
    ["watch_events", "seq", "observed_at", eventsCutoff(now)],
    // No longer asked about or watched, or more than the cron has time for.
    [
      "watched_domains",
      "domain",
      "NOT EXISTS (SELECT 1 FROM watch_subscriptions s WHERE s.domain = watched_domains.domain) AND due_at",
      now - 7 * DAY_MS,
    ],
  ] as const;
  // One statement for all tables, so hand-written SQL with their names in it.
  const deadline = Date.now() + DELETE_MS;
  const { results: stored } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all<{ name: string }>();
  const names = new Set(stored.map(({ name }) => name));
  let tables: readonly (typeof old)[number][] = old.filter(([table]) => names.has(table));
  while (tables.length > 0 && Date.now() < deadline) {
    const results = await db.batch(
      tables.map(([table, key, time, before]) =>
        db
          .prepare(
            `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${time} < ? LIMIT ${BATCH_ROWS}) RETURNING 1`,
          )
          .bind(before),
      ),
    );
    tables = tables.filter((_, index) => results[index]?.results.length === BATCH_ROWS);
  }
}
