import type { Config } from "../config.ts";
import { checkReadiness } from "../http/health.ts";
import { isoDay, isoTime, newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/time.ts";
import { type AlertCause, raiseAlert } from "../platform/alerts.ts";
import { type Row, sql } from "../platform/database.ts";
import { sendMail, writeMail } from "../platform/mail.ts";
import type { alerts } from "../platform/schema.ts";
import { postSigned } from "../webhooks/post-signed.ts";
import { readCallSums, totalOf } from "./call-sums.ts";
import { OPERATOR } from "./operator-page.tsx";

/** Of at least so many paid calls, this share must have failed. */
const MIN_CALLS = 20;
const FAILED_SHARE = 0.25;

/** `check` is a statement that returns a row that describes the fault, or none. Other causes are raised where they occur. */
type AlertKind = { title: string; advice: string; page: string; check?: string };

/** What each alert says, what to do about it, and how it is found. */
export const ALERTS: Record<AlertCause, AlertKind> = {
  not_ready: {
    title: "The deployment is not ready",
    advice: "See /readyz. `migrations` failing: npm run deploy. Others: npm run doctor, and see cloudflarestatus.com.",
    page: OPERATOR.sources,
  },
  ledgers_do_not_add_up: {
    title: "A ledger does not add up",
    advice: "Stop writes by deploying with rate limits at 0, bookmark D1, and compare the sums that the page shows.",
    page: OPERATOR.ledger,
  },
  housekeeping_step_failed: {
    title: "A step of the cron failed",
    advice: "It runs again each minute. If it keeps failing, its error is in the log under housekeeping_step_failed.",
    page: OPERATOR.queues,
  },
  vendor_alert: {
    title: "A vendor refuses this deployment",
    advice: "Its key is wrong or its credit used up: npm run doctor tells. Top up, or delete the secret.",
    page: OPERATOR.sources,
  },
  vendor_budget_used_up: {
    title: "A vendor's credits of the day are used up",
    advice: "Tools go on without it until midnight UTC. Raise VENDOR_CREDITS_PER_DAY if the vendor's bill allows it.",
    page: OPERATOR.sources,
    check: `SELECT vendor, sum(credits) AS credits FROM vendor_spending WHERE day = @today
    GROUP BY vendor HAVING sum(credits) >= @vendorCredits AND @vendorCredits > 0 LIMIT 1`,
  },
  webhook_secret_unreadable: {
    title: "The secret of a webhook endpoint cannot be read",
    advice: "SIGNING_SECRET has changed: set the old value as SIGNING_SECRET_PREVIOUS, or ask the owner to rotate it.",
    page: OPERATOR.queues,
  },
  payments_pending: {
    title: "Payments by wallet have been open for an hour",
    advice: "npm run doctor says which of facilitator and chain does not answer. They are booked once one does.",
    page: OPERATOR.payments,
    check: `SELECT count(*) AS payments FROM machine_payments
    WHERE state IN ('running', 'settling') AND created_at < @hourAgo AND next_check_at IS NOT NULL HAVING count(*) > 0`,
  },
  payment_mismatch: {
    title: "Another amount was paid than asked for",
    advice: "Nothing was credited. Compare the purchase with its payment at Stripe, and refund it there.",
    page: OPERATOR.payments,
  },
  paid_after_deletion: {
    title: "A deleted workspace was paid for",
    advice: "A checkout was still open when its owner deleted the workspace. Refund the purchase at Stripe.",
    page: OPERATOR.payments,
  },
  deliveries_wait: {
    title: "Webhook deliveries are not being sent",
    advice: "The queue HOOKS has no consumer, or the cron does not run: look at both in Cloudflare's dashboard.",
    page: OPERATOR.queues,
    check: `SELECT count(*) AS deliveries, min(next_at) AS since FROM webhook_deliveries
    WHERE next_at < @hourAgo AND status = 'pending' HAVING count(*) > 0`,
  },
  looks_wait: {
    title: "Looks at watched companies are late",
    advice: "Raise max_concurrency of the queue LOOKS, or look whether it has a consumer.",
    page: OPERATOR.queues,
    check: `SELECT count(*) AS domains, min(due_at) AS since FROM watched_domains d WHERE due_at < @now - ${6 * HOUR_MS}
    AND EXISTS (SELECT 1 FROM watch_subscriptions s WHERE s.domain = d.domain) HAVING count(*) > 0`,
  },
  boards_wait: {
    title: "Looks at job boards are late",
    advice: "Boards were due a day ago: raise INDEX_BOARDS_PER_MINUTE, or see if the queue BOARDS has a consumer.",
    page: OPERATOR.index,
  },
  batches_silent: {
    title: "Batches do not go on",
    advice: "The cron wakes them each minute. Look for errors of BatchRunner, and at the consumer of the queue ITEMS.",
    page: OPERATOR.queues,
    check: `SELECT count(*) AS batches, min(touched_at) AS since FROM batches
    WHERE state <> 'ended' AND touched_at < @now - ${15 * MINUTE_MS} HAVING count(*) > 0`,
  },
  stopped_batch_does_not_end: {
    title: "A stopped batch does not end",
    advice: "Its tokens stay reserved. Its own log says why: npx wrangler tail, and look for BatchRunner.",
    page: OPERATOR.queues,
  },
  calls_fail: {
    title: "Many paid calls fail",
    advice: "The page says which tools; the log says why, by request id. After a deploy: npm run deploy -- --rollback.",
    page: OPERATOR.sources,
  },
};

/** For the cron: raises an alert for each thing that is wrong now. */
export async function checkAlerts(env: Env, config: Config, now: number): Promise<void> {
  const readiness = await checkReadiness(env);
  const failing = Object.keys(readiness).filter((name) => readiness[name] !== "ok");
  if (failing.length > 0) await raiseAlert(env, "not_ready", { failing });
  const vendorCredits = config.VENDOR_CREDITS_PER_DAY;
  const values = { now, hourAgo: now - HOUR_MS, today: isoDay(now), vendorCredits };
  for (const [cause, { check }] of Object.entries(ALERTS)) {
    const found = check && (await sql(env.DB, check, values).first<Record<string, unknown>>());
    if (found) await raiseAlert(env, cause as AlertCause, found);
  }
  // Of the running hour; in its first quarter, which may have few calls, also of the hour before.
  const { calls, failed } = totalOf(await readCallSums(env.DB, now - HOUR_MS - 15 * MINUTE_MS));
  if (calls >= MIN_CALLS && failed >= FAILED_SHARE * calls) await raiseAlert(env, "calls_fail", { calls, failed });
}

type Alert = Row<typeof alerts> & { cause: AlertCause };

const COLUMNS = "cause, detail_json AS detailJson, first_at AS firstAt, last_at AS lastAt, told_at AS toldAt";
const DUE = `SELECT ${COLUMNS} FROM alerts WHERE last_at > coalesce(told_at, 0) AND coalesce(told_at, 0) <= @now - ${HOUR_MS}`;
const CLAIM = "UPDATE alerts SET told_at = @now WHERE cause = @cause AND told_at IS @toldAt RETURNING 1";
const GIVE_BACK = "UPDATE alerts SET told_at = @toldAt WHERE cause = @cause AND told_at = @now";
const TIME_LIMIT_MS = 10_000;

/** Alerts of the last day, the newest first. */
export async function listAlerts(db: D1Database): Promise<Alert[]> {
  const list = sql(db, `SELECT ${COLUMNS} FROM alerts ORDER BY last_at DESC`, {});
  return (await list.all<Alert>()).results;
}

/** For the cron: sends alerts by webhook and mail, a cause once an hour. One that could not be delivered is sent at the next run. */
export async function tellAlerts(env: Env, config: Config, now: number): Promise<void> {
  await sql(env.DB, "DELETE FROM alerts WHERE last_at < @dayAgo", { dayAgo: now - DAY_MS }).run();
  if (!config.OPERATOR_EMAIL && !config.ALERT_WEBHOOK_URL) return;
  const { results } = await sql(env.DB, DUE, { now }).all<Alert>();
  for (const alert of results) {
    if (!(await sql(env.DB, CLAIM, { ...alert, now }).first())) continue;
    const told = await Promise.all([mail(env, config, alert), post(env, config, alert)]);
    if (!told.includes(true)) await sql(env.DB, GIVE_BACK, { ...alert, now }).run();
  }
}

async function mail(env: Env, config: Config, alert: Alert): Promise<boolean> {
  if (!config.OPERATOR_EMAIL) return false;
  const { title, advice, page } = ALERTS[alert.cause];
  const paragraph = "The operator's page:";
  const content = writeMail(`${config.SERVICE_NAME}: ${title}`, [
    `${title}. ${alert.detailJson}`,
    advice,
    config.BASE_URL ? { kind: "link", paragraph, link: config.BASE_URL + page } : `${paragraph} ${page}`,
  ]);
  try {
    await sendMail(env, config, { to: config.OPERATOR_EMAIL, ...content });
    return true;
  } catch (cause) {
    log("error", "alert_not_mailed", { alert: alert.cause, cause });
    return false;
  }
}

async function post(env: Env, config: Config, { cause, detailJson, firstAt, lastAt }: Alert): Promise<boolean> {
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = config;
  if (!url || !secret) return false;
  const baseUrl = config.BASE_URL ?? "https://deployment.invalid";
  const target = { url, baseUrl, requestHost: new URL(baseUrl).hostname };
  const { check: _, ...told } = ALERTS[cause];
  const data = { cause, ...told, detail: JSON.parse(detailJson), first_at: isoTime(firstAt) };
  const message = { id: `alert_${newId(Date.now())}`, type: "operator.alert", occurredAt: lastAt, data };
  const answer = await postSigned(env, config, target, [secret], message, TIME_LIMIT_MS);
  const isTold = answer.status === "answered" && answer.httpStatus >= 200 && answer.httpStatus < 300;
  const reason = answer.status === "failed" ? answer.reason : answer.httpStatus;
  if (!isTold) log("error", "alert_not_posted", { alert: cause, answer: reason });
  return isTold;
}
