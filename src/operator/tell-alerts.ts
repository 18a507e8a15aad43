/** Alerts reach the operator by a signed webhook and by mail, each cause at most once an hour. */
import type { Config } from "../config.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { DAY_MS, HOUR_MS } from "../lib/time.ts";
import type { AlertCause } from "../platform/alerts.ts";
import { type Row, sql } from "../platform/database.ts";
import { sendMail, writeMail } from "../platform/mail.ts";
import type { alerts } from "../platform/schema.ts";
import { postSigned } from "../webhooks/post-signed.ts";
import { ALERTS } from "./alert-checks.ts";

export type Alert = Row<typeof alerts> & { cause: AlertCause };

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

/** For the cron: sends alerts that were not sent in the last hour. One that could not be delivered is sent again at the next run. */
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
  const { title, advice, page } = ALERTS[cause];
  const data = {
    cause,
    title,
    advice,
    page,
    detail: JSON.parse(detailJson),
    first_at: new Date(firstAt).toISOString(),
  };
  const message = { id: `alert_${newId(Date.now())}`, type: "operator.alert", occurredAt: lastAt, data };
  const answer = await postSigned(env, config, target, [secret], message, TIME_LIMIT_MS);
  const isTold = answer.status === "answered" && answer.httpStatus >= 200 && answer.httpStatus < 300;
  if (!isTold)
    log("error", "alert_not_posted", {
      alert: cause,
      answer: answer.status === "failed" ? answer.reason : answer.httpStatus,
    });
  return isTold;
}
