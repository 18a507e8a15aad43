import type { Config } from "../config.ts";
import { invalidRequest } from "../errors.ts";
import { getAccountStatement, LEASED, refreshAccount } from "../ledger/account.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { PATHS } from "../paths.ts";
import { type Row, sql } from "../platform/database.ts";
import { mailBudgets } from "../platform/limits/budgets.ts";
import { withBudgets } from "../platform/limits/limits.ts";
import { sendMail } from "../platform/mail.ts";
import type { autoReloads, purchases } from "../platform/schema.ts";
import { lastingHash } from "../platform/secrets.ts";
import { signedIn } from "../platform/signed-in.ts";
import { normaliseAddress } from "../readers/emails/email-address.ts";
import { reloadProposalMail } from "./mails.ts";
import { dollarsOf } from "./money.ts";
import { billingOf, isRefusal, openPayments, type Payments, type PaymentsContext, tokensFor } from "./purchases.ts";
import { ownerAddress, settlePayment } from "./settle-payment.ts";
import { chargeSavedCard, openStripe, type PaymentOutcome, savedCard } from "./stripe-api.ts";

/** Auto-reload: what the owner allows, what a key may change within that, and the purchase when the balance falls below it. */

type AutoReloadSettings = Pick<Row<typeof autoReloads>, "threshold" | "amountCents" | "monthlyCapCents">;

export type AutoReload = NonNullable<Awaited<ReturnType<typeof readAutoReload>>>;

/** SQL: cents of this month's reloads of `a`, pending ones included. */
const SPENT_THIS_MONTH = `(SELECT coalesce(sum(amount_cents), 0) FROM purchases WHERE organisation_id = a.organisation_id
  AND kind = 'auto_reload' AND state IN ('pending', 'paid') AND created_at >= @monthStart)`;

const READ = `SELECT a.threshold, a.amount_cents AS amountCents, a.monthly_cap_cents AS monthlyCapCents, a.state,
    a.stopped_reason AS stoppedReason, ${SPENT_THIS_MONTH} AS spentCents
  FROM auto_reloads a WHERE a.organisation_id = @organisationId`;

/** Settings and state of an organisation's auto-reload, as tools show them; null when it has none. */
export async function readAutoReload(db: D1Database, organisationId: string) {
  type Read = AutoReloadSettings & Pick<Row<typeof autoReloads>, "state" | "stoppedReason"> & { spentCents: number };
  const settings = await sql(db, READ, { organisationId, monthStart: monthStart() }).first<Read>();
  if (!settings) return null;
  return {
    enabled: settings.state !== "stopped",
    state: settings.state,
    threshold: settings.threshold,
    amount_usd: dollarsOf(settings.amountCents),
    monthly_cap_usd: dollarsOf(settings.monthlyCapCents),
    /** Reloads of this calendar month (UTC), pending ones included. */
    spent_this_month_usd: dollarsOf(settings.spentCents),
    stopped_reason: settings.stoppedReason,
  };
}

/**
 * Sets the owner's limits and switches auto-reload on, also after a failed charge. Only for the owner; a key uses {@link
 * lowerAutoReload}. Does nothing when the session has ended, so that "this wasn't me" of the same moment stays in effect. Throws
 * `invalid_request` without an owner's address, and what {@link openPayments} throws.
 */
export async function switchOnAutoReload(
  context: PaymentsContext,
  { organisationId, sessionHash }: { organisationId: string; sessionHash: string },
  settings: AutoReloadSettings,
): Promise<void> {
  await requireOwner(context.env.DB, organisationId);
  const values = { ...settings, ...(await startingState(context, organisationId)) };
  const save = `INSERT INTO auto_reloads
      (organisation_id, threshold, amount_cents, monthly_cap_cents, provider, state, stopped_reason)
    SELECT @organisationId, @threshold, @amountCents, @monthlyCapCents, @provider, @state, @stoppedReason
    WHERE ${signedIn("owner")}
    ON CONFLICT (organisation_id) DO UPDATE SET threshold = excluded.threshold, amount_cents = excluded.amount_cents,
      monthly_cap_cents = excluded.monthly_cap_cents, provider = excluded.provider, state = excluded.state,
      stopped_reason = excluded.stopped_reason`;
  await sql(context.env.DB, save, { organisationId, sessionHash, now: Date.now(), ...values }).run();
  await refreshAccount(context.env, organisationId);
}

/**
 * Lowers the owner's limits, or switches auto-reload on again within them. False when one of `settings` is above the owner's
 * limit or there is none, because a leaked key must not be able to spend more of the card. One guarded statement.
 */
export async function lowerAutoReload(context: PaymentsContext, organisationId: string, settings: AutoReloadSettings) {
  await requireOwner(context.env.DB, organisationId);
  const values = { organisationId, ...settings, ...(await startingState(context, organisationId)) };
  const lower = `UPDATE auto_reloads SET threshold = @threshold, amount_cents = @amountCents, monthly_cap_cents = @monthlyCapCents,
      provider = @provider, state = @state, stopped_reason = @stoppedReason
    WHERE organisation_id = @organisationId AND threshold >= @threshold AND amount_cents >= @amountCents
      AND monthly_cap_cents >= @monthlyCapCents`;
  const { meta } = await sql(context.env.DB, lower, values).run();
  await refreshAccount(context.env, organisationId);
  return meta.changes > 0;
}

/**
 * Mails the owner a link to the console's form filled in with what a key asks for, and returns it. It carries no authority: the
 * owner signs in and confirms. Throws `rate_limited` over a mail budget, `temporarily_unavailable` if the mail cannot be sent.
 */
export async function proposeAutoReload(
  context: PaymentsContext & { client: { ip: string | null } },
  organisationId: string,
  asked: { threshold: number; amount_usd: number; monthly_cap_usd: number },
): Promise<string> {
  const { env, config, baseUrl, client } = context;
  const owner = await requireOwner(env.DB, organisationId);
  const fields = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const link = `${baseUrl}${PATHS.consolePurchases}?${fields}`;
  const addressHash = await lastingHash(config, "address", normaliseAddress(owner));
  const budgets = mailBudgets(config, client.ip ?? "", { purpose: "key", addressHash });
  const mail = { to: owner, ...reloadProposalMail(config.SERVICE_NAME, asked, link) };
  await withBudgets(env, budgets, () => sendMail(env, config, mail));
  return link;
}

async function requireOwner(db: D1Database, organisationId: string): Promise<string> {
  const owner = await ownerAddress(db, organisationId);
  if (owner !== null) return owner;
  throw invalidRequest(
    "Auto-reload needs an owner with a verified email address, because every charge is reported by mail. Claim this organisation first: POST /agent/identity with this key as bearer.",
  );
}

async function startingState(context: PaymentsContext, organisationId: string) {
  const payments = openPayments(context);
  const state = (await hasCard(context, payments, organisationId)) ? ("on" as const) : ("waiting_for_card" as const);
  return { provider: payments.provider, state, stoppedReason: null };
}

async function hasCard({ env }: PaymentsContext, payments: Payments, organisationId: string): Promise<boolean> {
  if (payments.provider === "stripe") {
    const { customerId } = await billingOf(env.DB, organisationId);
    return customerId !== null && (await savedCard(payments.stripe, customerId)) !== null;
  }
  // Test payments have no cards; a paid test purchase counts as one.
  const paid =
    "SELECT 1 FROM purchases WHERE organisation_id = @organisationId AND provider = 'test' AND state = 'paid'";
  return (await sql(env.DB, paid, { organisationId }).first()) !== null;
}

/** Switches auto-reload off. A pending reload still completes. */
export async function switchOffAutoReload(env: Env, organisationId: string): Promise<void> {
  await env.DB.prepare("DELETE FROM auto_reloads WHERE organisation_id = ?").bind(organisationId).run();
  await refreshAccount(env, organisationId);
}

/** Start of the calendar month (UTC), milliseconds. */
function monthStart(now = Date.now()): number {
  const today = new Date(now);
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth());
}

/** How long after its start a reload with an unknown outcome is checked with the provider. */
const RELOAD_CHECK_MS = 300_000;
/** How long this isolate waits after an attempt that found nothing due before it tries again for the same organisation. */
const RELOAD_REST_MS = 10_000;

const restingUntil = new Map<string, number>();

/**
 * Buys tokens when the balance has fallen below the threshold, if settings and monthly cap allow it and no other reload is pending;
 * one statement decides. Runs beside a call and never throws; the webhook and the cron settle an unknown outcome.
 */
export async function reloadIfDue(env: Env, config: Config, organisationId: string): Promise<void> {
  const now = Date.now();
  if ((restingUntil.get(organisationId) ?? 0) > now) return;
  if (restingUntil.size > 10_000) restingUntil.clear();
  restingUntil.set(organisationId, now + RELOAD_REST_MS);
  try {
    // The statement writes finished calls to D1 first; running calls count as spent.
    const statement = await getAccountStatement(env, organisationId);
    const reload = await startReload(env.DB, config.PAYMENTS, organisationId, statement?.running ?? 0, now);
    if (!reload) return;
    const purchase = { id: reload.id, kind: "auto_reload", provider: config.PAYMENTS } as const;
    await settlePayment(env, config, purchase, await charge(env, config, organisationId, reload));
    restingUntil.delete(organisationId);
  } catch (cause) {
    log("error", "auto_reload_failed", { organisation: organisationId, cause });
  }
}

type Reload = Pick<Row<typeof purchases>, "id" | "amountCents">;

const START = `INSERT INTO purchases (id, organisation_id, kind, provider, amount_cents, tokens, next_check_at, created_at)
  SELECT @id, o.id, 'auto_reload', a.provider, a.amount_cents, a.amount_cents * ${tokensFor(100)} / 100, @check, @now
  FROM auto_reloads a JOIN organisations o ON o.id = a.organisation_id
  WHERE o.id = @organisationId AND a.state = 'on' AND a.provider = @provider AND o.balance + ${LEASED} - @running < a.threshold
    AND ${SPENT_THIS_MONTH} + a.amount_cents <= a.monthly_cap_cents
    AND NOT EXISTS (SELECT 1 FROM purchases WHERE organisation_id = o.id AND kind = 'auto_reload' AND state = 'pending')
  RETURNING id, amount_cents AS amountCents`;

async function startReload(db: D1Database, provider: string, organisationId: string, running: number, now: number) {
  const times = { now, check: now + RELOAD_CHECK_MS, monthStart: monthStart(now) };
  return sql(db, START, { id: newId(now), organisationId, running, provider, ...times }).first<Reload>();
}

async function charge(env: Env, config: Config, organisationId: string, reload: Reload): Promise<PaymentOutcome> {
  const { id: purchaseId, amountCents } = reload;
  if (config.PAYMENTS === "test") {
    return { status: "paid", paymentIntentId: `pi_test_${purchaseId}`, customerId: null, amountCents, currency: "usd" };
  }
  const stripe = openStripe(env, config);
  const { customerId } = await billingOf(env.DB, organisationId);
  const cardId = customerId && (await savedCard(stripe, customerId));
  if (!cardId) return { status: "failed", reason: "no_saved_card" };
  const description = `${tokensFor(amountCents)} ${config.SERVICE_NAME} tokens, bought by auto-reload`;
  const request = { purchaseId, customerId, cardId, amountCents, description };
  try {
    return await chargeSavedCard(stripe, request);
  } catch (error) {
    if (isRefusal(error)) return { status: "failed", reason: "charge_refused" };
    throw error;
  }
}
