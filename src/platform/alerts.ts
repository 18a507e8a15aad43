import { AppError } from "../errors.ts";
import { log } from "../lib/log.ts";
import { sql } from "./database.ts";

/** Causes of alerts. The operator is told what to do about each (src/operator/alert-checks.ts). */
export type AlertCause =
  | "not_ready"
  | "ledgers_do_not_add_up"
  | "housekeeping_step_failed"
  | "vendor_alert"
  | "vendor_budget_used_up"
  | "webhook_secret_unreadable"
  | "payments_pending"
  | "payment_mismatch"
  | "paid_after_deletion"
  | "deliveries_wait"
  | "looks_wait"
  | "boards_wait"
  | "batches_silent"
  | "stopped_batch_does_not_end"
  | "calls_fail";

const RAISE = `INSERT INTO alerts (cause, detail_json, first_at, last_at) VALUES (@cause, @detail, @now, @now)
  ON CONFLICT (cause) DO UPDATE SET detail_json = excluded.detail_json, last_at = excluded.last_at`;
const MAX_DETAIL_LENGTH = 2_000;

/** Logs what only the operator can fix, and notes it for tell-alerts.ts. Never throws. No secrets, nobody's data. */
export async function raiseAlert(
  { DB }: Pick<Env, "DB">,
  cause: AlertCause,
  { cause: error, ...fields }: Record<string, unknown> & { cause?: unknown },
): Promise<void> {
  log("alert", cause, { ...fields, cause: error });
  const reason = error instanceof AppError ? (error.cause ?? error) : error;
  const detail = JSON.stringify({ ...fields, ...(reason instanceof Error && { error: reason.message }) });
  const shown =
    detail.length > MAX_DETAIL_LENGTH ? JSON.stringify({ truncated: detail.slice(0, MAX_DETAIL_LENGTH) }) : detail;
  await sql(DB, RAISE, { cause, detail: shown, now: Date.now() })
    .run()
    .catch((lost: unknown) => log("error", "alert_not_noted", { alert: cause, cause: lost }));
}
