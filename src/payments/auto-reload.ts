import type { Config } from "../config.ts";
import { getAccountStatement } from "../ledger/account.ts";
import { LEASED } from "../ledger/leased.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { type Row, sql } from "../platform/database.ts";
import type { purchases } from "../platform/schema.ts";
import { billingOf, isRefusal, tokensFor } from "./purchases.ts";
import { monthStart, SPENT_THIS_MONTH } from "./reload-settings.ts";
import { settlePayment } from "./settle-payment.ts";
import { chargeSavedCard, type PaymentOutcome, savedCard } from "./stripe-api.ts";
import { openStripe } from "./stripe-client.ts";

/** How long after its start a reload with an unknown outcome is checked with the provider. */
const RELOAD_CHECK_MS = 300_000;
/** How long this isolate waits after an attempt that found nothing due before it tries again for the same organisation. */
const RELOAD_REST_MS = 10_000;

const restingUntil = new Map<string, number>();

/**
 * Buys tokens for an organisation whose balance has fallen below its threshold, if its settings and monthly cap allow it and no
 * other reload is pending; one statement decides. Runs beside a call and never throws; the webhook and the cron settle an
 * unknown outcome.
 */
export async function reloadIfDue(env: Env, config: Config, organisationId: string): Promise<void> {
  const now = Date.now();
  if ((restingUntil.get(organisationId) ?? 0) > now) return;
  if (restingUntil.size > 10_000) restingUntil.clear();
  restingUntil.set(organisationId, now + RELOAD_REST_MS);
  try {
    // The statement writes finished calls to D1 first; running calls count as spent.
    const statement = await getAccountStatement(env, organisationId);
    const reload = await startReload(env.DB, config, organisationId, statement?.running ?? 0, now);
    if (!reload) return;
    const purchase = { id: reload.id, kind: "auto_reload", provider: config.PAYMENTS } as const;
    await settlePayment(env, config, purchase, await charge(env, config, organisationId, reload));
    restingUntil.delete(organisationId);
  } catch (cause) {
    log("error", "auto_reload_failed", { organisation: organisationId, cause });
  }
}

type Reload = Pick<Row<typeof purchases>, "id" | "amountCents">;

async function startReload(db: D1Database, config: Config, organisationId: string, running: number, now: number) {
  const start = sql(
    db,
    `INSERT INTO purchases (id, organisation_id, kind, provider, amount_cents, tokens, next_check_at, created_at)
     SELECT @id, o.id, 'auto_reload', a.provider, a.amount_cents, a.amount_cents * @tokensFor100Cents / 100, @check, @now
     FROM auto_reloads a JOIN organisations o ON o.id = a.organisation_id
     WHERE o.id = @organisationId AND a.state = 'on' AND a.provider = @provider AND o.balance + ${LEASED} - @running < a.threshold
       AND ${SPENT_THIS_MONTH} + a.amount_cents <= a.monthly_cap_cents
       AND NOT EXISTS (SELECT 1 FROM purchases WHERE organisation_id = o.id AND kind = 'auto_reload' AND state = 'pending')
     RETURNING id, amount_cents AS amountCents`,
    {
      id: newId(now),
      organisationId,
      running,
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
