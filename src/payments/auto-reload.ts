import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { newId } from "../lib/ids.ts";
import { mapDatabaseErrors, sql } from "../platform/database.ts";
import { billingOf, isRefusal, openPayments, type PaymentsContext, tokensFor } from "./purchases.ts";
import { ownerAddress, settlePayment } from "./settle-payment.ts";
import { chargeSavedCard, type PaymentOutcome, savedCard } from "./stripe-api.ts";
import { openStripe } from "./stripe-client.ts";

/** A reload whose outcome nobody knows is asked about after this long. */
const RELOAD_CHECK_MS = 300_000;
/** After an attempt for which nothing was due, calls of the same organisation ask for none for so long. */
const RELOAD_REST_MS = 10_000;

export type AutoReloadSettings = { threshold: number; amountCents: number; monthlyCapCents: number };

/** Settings and standing as tools show them. */
export type AutoReload = {
  enabled: boolean;
  state: "on" | "waiting_for_card" | "stopped";
  threshold: number;
  amount_usd: number;
  monthly_cap_usd: number;
  /** Reloads of this calendar month (UTC), those under way included. */
  spent_this_month_usd: number;
  stopped_reason: string | null;
};

const SPENT = `(SELECT coalesce(sum(amount_cents), 0) FROM purchases WHERE organisation_id = a.organisation_id
  AND kind = 'auto_reload' AND state IN ('pending', 'paid') AND created_at >= @monthStart)`;

/** An organisation's auto-reload; null when it has none. */
export async function readAutoReload(db: D1Database, organisationId: string): Promise<AutoReload | null> {
  const read = sql(
    db,
    `SELECT state <> 'stopped' AS enabled, state, threshold, amount_cents / 100.0 AS amount_usd,
       monthly_cap_cents / 100.0 AS monthly_cap_usd, ${SPENT} / 100.0 AS spent_this_month_usd, stopped_reason
     FROM auto_reloads a WHERE organisation_id = @organisationId`,
    { organisationId, monthStart: monthStart() },
  );
  const row = await mapDatabaseErrors(() => read.first<AutoReload>());
  return row && { ...row, enabled: Boolean(row.enabled) };
}

/**
 * Switches auto-reload on, also again after a charge has failed. Throws `invalid_request` without an owner to mail to, and
 * what {@link openPayments} throws.
 */
export async function switchOnAutoReload(
  context: PaymentsContext,
  organisationId: string,
  settings: AutoReloadSettings,
): Promise<void> {
  const db = context.env.DB;
  const payments = openPayments(context);
  if ((await ownerAddress(db, organisationId)) === null) {
    throw new AppError(
      "invalid_request",
      "Auto-reload needs an owner with a verified email address, who is mailed about every charge. Claim this organisation first: POST /agent/identity with this key as bearer.",
    );
  }
  let hasCard: boolean;
  if (payments.provider === "stripe") {
    const { customerId } = await billingOf(db, organisationId);
    hasCard = customerId !== null && (await savedCard(payments.stripe, customerId)) !== null;
  } else {
    // Test payments have no cards; a test purchase that was paid stands for one.
    const paid = "SELECT 1 FROM purchases WHERE organisation_id = ? AND provider = 'test' AND state = 'paid' LIMIT 1";
    hasCard = (await mapDatabaseErrors(() => db.prepare(paid).bind(organisationId).first())) !== null;
  }
  const state: AutoReload["state"] = hasCard ? "on" : "waiting_for_card";
  const set = sql(
    db,
    `INSERT INTO auto_reloads (organisation_id, threshold, amount_cents, monthly_cap_cents, provider, state)
     VALUES (@organisationId, @threshold, @amountCents, @monthlyCapCents, @provider, @state)
     ON CONFLICT (organisation_id) DO UPDATE SET threshold = excluded.threshold, amount_cents = excluded.amount_cents,
       monthly_cap_cents = excluded.monthly_cap_cents, provider = excluded.provider, state = excluded.state,
       stopped_reason = NULL`,
    { organisationId, ...settings, provider: payments.provider, state },
  );
  await mapDatabaseErrors(() => set.run());
}

/** Switches it off. A reload under way still ends as it ends. */
export async function switchOffAutoReload(db: D1Database, organisationId: string): Promise<void> {
  await mapDatabaseErrors(() =>
    db.prepare("DELETE FROM auto_reloads WHERE organisation_id = ?").bind(organisationId).run(),
  );
}

const restingUntil = new Map<string, number>();

/**
 * Buys tokens for an organisation whose balance has fallen below its threshold, if the settings and the month's cap allow
 * it and no reload is under way: one statement decides. Runs beside a call and never throws; an outcome that stays unknown
 * is left to the webhook and the cron.
 */
export async function reloadIfDue(env: Env, config: Config, organisationId: string): Promise<void> {
  const now = Date.now();
  if ((restingUntil.get(organisationId) ?? 0) > now) return;
  if (restingUntil.size > 10_000) restingUntil.clear();
  restingUntil.set(organisationId, now + RELOAD_REST_MS);
  try {
    const reload = await startReload(env.DB, config, organisationId, now);
    if (!reload) return;
    const purchase = { id: reload.id, kind: "auto_reload", provider: config.PAYMENTS } as const;
    await settlePayment(env, config, purchase, await charge(env, config, organisationId, reload));
    restingUntil.delete(organisationId);
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    const message = "an auto-reload did not end";
    console.error(JSON.stringify({ level: "error", message, organisation: organisationId, cause: String(cause) }));
  }
}

type Reload = { id: string; amountCents: number };

async function startReload(db: D1Database, config: Config, organisationId: string, now: number) {
  const start = sql(
    db,
    `INSERT INTO purchases (id, organisation_id, kind, provider, amount_cents, tokens, next_check_at, created_at)
     SELECT @id, o.id, 'auto_reload', a.provider, a.amount_cents, a.amount_cents * @tokensFor100Cents / 100, @check, @now
     FROM auto_reloads a JOIN organisations o ON o.id = a.organisation_id
     WHERE o.id = @organisationId AND a.state = 'on' AND a.provider = @provider AND o.balance < a.threshold
       AND ${SPENT} + a.amount_cents <= a.monthly_cap_cents
       AND NOT EXISTS (SELECT 1 FROM purchases WHERE organisation_id = o.id AND kind = 'auto_reload' AND state = 'pending')
     RETURNING id, amount_cents AS amountCents`,
    {
      id: newId(now),
      organisationId,
      provider: config.PAYMENTS,
      tokensFor100Cents: tokensFor(100),
      check: now + RELOAD_CHECK_MS,
      monthStart: monthStart(now),
      now,
    },
  );
  return start.first<Reload>();
}

async function charge(env: Env, config: Config, organisationId: string, reload: Reload): Promise<PaymentOutcome> {
  const { id: purchaseId, amountCents } = reload;
  if (config.PAYMENTS === "test") {
    return { state: "paid", paymentIntentId: `pi_test_${purchaseId}`, customerId: null, amountCents, currency: "usd" };
  }
  const stripe = openStripe(env, config);
  const { customerId } = await billingOf(env.DB, organisationId);
  const cardId = customerId && (await savedCard(stripe, customerId));
  if (!cardId) return { state: "failed", reason: "no_saved_card" };
  const description = `${tokensFor(amountCents)} ${config.SERVICE_NAME} tokens, bought by auto-reload`;
  const request = { purchaseId, customerId, cardId, amountCents, description };
  try {
    return await chargeSavedCard(stripe, request);
  } catch (error) {
    if (isRefusal(error)) return { state: "failed", reason: "charge_refused" };
    throw error;
  }
}

function monthStart(now = Date.now()): number {
  const today = new Date(now);
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth());
}
