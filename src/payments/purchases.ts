import type Stripe from "stripe";
import { type Config, TOKENS_PER_USD } from "../config.ts";
import { AppError } from "../errors.ts";
import { isLoopback } from "../lib/hosts.ts";
import { newId } from "../lib/ids.ts";
import { mapDatabaseErrors, sql } from "../platform/database.ts";
import { tellPlan } from "../platform/limits/limits.ts";
import { bookReversals } from "./reversals.ts";
import { createCustomer, openCheckout, type Paid } from "./stripe-api.ts";
import { openStripe } from "./stripe-client.ts";

/** A purchase that nobody has told us the end of is asked about after this long, and again as often. */
export const CHECKOUT_CHECK_MS = 3_600_000;

export type PaymentsContext = {
  env: Env;
  config: Config;
  baseUrl: string;
  /** Host of the request's own URL, without a port. */
  requestHost: string;
};
export type Payments = { provider: "stripe"; stripe: Stripe } | { provider: "test" };

/** What money goes through here. Throws `not_configured`, also for test payments anywhere but on one's own machine. */
export function openPayments({ env, config, requestHost }: PaymentsContext): Payments {
  if (config.PAYMENTS === "stripe") return { provider: "stripe", stripe: openStripe(env, config) };
  if (isLoopback(requestHost)) return { provider: "test" };
  throw needsStripe("PAYMENTS=test works on localhost only.");
}

export function needsStripe(why: string): AppError {
  const variables = ["PAYMENTS", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"];
  const detail = `${why} Set PAYMENTS=stripe, STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.`;
  return new AppError("not_configured", detail, { fields: { variables } });
}

export type Purchase = {
  id: string;
  organisationId: string;
  kind: "checkout" | "auto_reload";
  provider: "stripe" | "test";
  amountCents: number;
  tokens: number;
  state: "pending" | "paid" | "failed" | "expired";
};

export function tokensFor(amountCents: number): number {
  return Math.round((amountCents * TOKENS_PER_USD) / 100);
}

/**
 * Opens a purchase and the page where a person pays it. The purchase is ours before the provider hears of it, so whatever
 * becomes of that call its payment finds it. Throws `not_configured`, `upstream_error`, `upstream_unavailable`.
 */
export async function openPurchase(
  context: PaymentsContext,
  organisationId: string,
  amountCents: number,
): Promise<{ id: string; checkoutUrl: string; tokens: number }> {
  const db = context.env.DB;
  const payments = openPayments(context);
  const id = newId(Date.now());
  const tokens = tokensFor(amountCents);
  const pageUrl = `${context.baseUrl}/checkout/${id}`;
  const insert = (nextCheckAt: number | null) =>
    sql(
      db,
      `INSERT INTO purchases (id, organisation_id, kind, provider, amount_cents, tokens, next_check_at, created_at)
       VALUES (@id, @organisationId, 'checkout', @provider, @amountCents, @tokens, @nextCheckAt, @now)`,
      { id, organisationId, provider: payments.provider, amountCents, tokens, nextCheckAt, now: Date.now() },
    );
  if (payments.provider === "test") {
    await mapDatabaseErrors(() => insert(null).run());
    return { id, checkoutUrl: pageUrl, tokens };
  }

  const { customerId, reloads } = await billingOf(db, organisationId);
  await mapDatabaseErrors(() => insert(Date.now() + CHECKOUT_CHECK_MS).run());
  const description = `${tokens} ${context.config.SERVICE_NAME} tokens`;
  const request = { purchaseId: id, customerId, amountCents, description, returnUrl: pageUrl, savesCard: reloads };
  const session = await openCheckout(payments.stripe, request).catch(async (error) => {
    if (isRefusal(error)) await endPurchase(db, id, "failed");
    throw error;
  });
  await mapDatabaseErrors(() =>
    db.prepare("UPDATE purchases SET session_id = ? WHERE id = ?").bind(session.id, id).run(),
  );
  return { id, checkoutUrl: session.url, tokens };
}

/** True when the provider has said no; any other failure leaves the outcome open. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === "upstream_error";
}

/** What the provider knows an organisation by. `customerId` is null before the first purchase; `reloads`: keep its card. */
export async function billingOf(
  db: D1Database,
  organisationId: string,
): Promise<{ customerId: string | null; reloads: boolean }> {
  const find = `SELECT o.stripe_customer_id AS customerId, a.organisation_id IS NOT NULL AS reloads
    FROM organisations o LEFT JOIN auto_reloads a ON a.organisation_id = o.id WHERE o.id = ?`;
  const row = await mapDatabaseErrors(() =>
    db.prepare(find).bind(organisationId).first<{ customerId: string | null; reloads: number }>(),
  );
  return { customerId: row?.customerId ?? null, reloads: row?.reloads === 1 };
}

/** The same, with a customer at Stripe, made when it is first needed. */
export async function customerOf(
  db: D1Database,
  stripe: Stripe,
  organisationId: string,
): Promise<{ customerId: string; reloads: boolean }> {
  const { customerId, reloads } = await billingOf(db, organisationId);
  if (customerId !== null) return { customerId, reloads };
  const made = await createCustomer(stripe, organisationId);
  const keep = "UPDATE organisations SET stripe_customer_id = ?2 WHERE id = ?1 AND stripe_customer_id IS NULL";
  await mapDatabaseErrors(() => db.prepare(keep).bind(organisationId, made).run());
  return { customerId: made, reloads };
}

export async function findPurchase(db: D1Database, id: string): Promise<Purchase | null> {
  const find = `SELECT id, organisation_id AS organisationId, kind, provider, amount_cents AS amountCents, tokens, state
    FROM purchases WHERE id = ?`;
  return mapDatabaseErrors(() => db.prepare(find).bind(id).first<Purchase>());
}

export type Credit = { organisationId: string; tokens: number; amountCents: number };

// A purchase whose organisation has been merged belongs to the target.
const OWNER = "(SELECT coalesce(o.merged_into, o.id) FROM organisations o WHERE o.id = purchases.organisation_id)";
const MATCHES = `purchases.id = @id AND purchases.kind = @kind AND purchases.provider = @provider
  AND purchases.amount_cents = @amountCents AND @currency = 'usd'`;

/**
 * Credits a paid purchase, once ever: whatever told us of the payment ends up here. Does nothing, and returns null, when
 * the purchase is unknown, credited already, or another amount or currency was paid. Refunds and disputes that were seen
 * before the credit are taken back in the same transaction.
 */
export async function creditPurchase(
  env: Env,
  purchase: Pick<Purchase, "id" | "kind" | "provider">,
  { amountCents, currency, paymentIntentId, customerId }: Paid,
): Promise<Credit | null> {
  const now = Date.now();
  const { id, kind, provider } = purchase;
  const values = { id, kind, provider, amountCents, currency, intent: paymentIntentId, customerId, entry: newId(now) };
  const run = (text: string) => sql(env.DB, text, values);
  const results = await mapDatabaseErrors(() =>
    env.DB.batch<Credit & { state: string }>([
      run(`SELECT state FROM purchases WHERE purchases.id = @id AND NOT (${MATCHES})`),
      run(
        `INSERT INTO entries (id, organisation_id, type, tokens, reference)
         SELECT @entry, ${OWNER}, 'purchase', purchases.tokens, 'purchase:' || purchases.id FROM purchases WHERE ${MATCHES}
         ON CONFLICT (reference) DO NOTHING`,
      ),
      run(
        `UPDATE purchases
         SET state = 'paid', next_check_at = NULL, payment_intent_id = coalesce(@intent, payment_intent_id)
         WHERE ${MATCHES} AND state <> 'paid'
         RETURNING ${OWNER} AS organisationId, tokens, amount_cents AS amountCents`,
      ),
      run(
        `UPDATE organisations SET stripe_customer_id = @customerId WHERE stripe_customer_id IS NULL AND @customerId IS NOT NULL
         AND id = (SELECT ${OWNER} FROM purchases WHERE ${MATCHES})`,
      ),
      // The checkout has saved the card that a reload was waiting for.
      run(
        `UPDATE auto_reloads SET state = 'on' WHERE state = 'waiting_for_card' AND organisation_id =
           (SELECT ${OWNER} FROM purchases WHERE ${MATCHES} AND purchases.kind = 'checkout')`,
      ),
      ...(paymentIntentId === null ? [] : bookReversals(env.DB, paymentIntentId, now)),
    ]),
  );
  if (results[0]?.results.length) {
    const message = "a payment does not match its purchase";
    console.error(JSON.stringify({ level: "error", message, purchase, amountCents, currency }));
  }
  const credit = results[2]?.results[0] ?? null;
  if (credit) await tellPlan(env, credit.organisationId, "paid");
  return credit;
}

/** The purchase came to nothing. A payment that arrives all the same is still credited. */
export async function endPurchase(db: D1Database, id: string, state: "failed" | "expired"): Promise<void> {
  const end = "UPDATE purchases SET state = ?2, next_check_at = NULL WHERE id = ?1 AND state = 'pending'";
  await mapDatabaseErrors(() => db.prepare(end).bind(id, state).run());
}
