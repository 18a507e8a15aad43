import { desc, eq, getTableColumns } from "drizzle-orm";
import type Stripe from "stripe";
import type { Config } from "../config.ts";
import { TOKENS_PER_USD } from "../constants.ts";
import { AppError } from "../errors.ts";
import { refreshAccount } from "../ledger/account.ts";
import { isLoopback } from "../lib/hosts.ts";
import { newId } from "../lib/ids.ts";
import { HOUR_MS } from "../lib/time.ts";
import { raiseAlert } from "../platform/alerts.ts";
import { drizzle, type Row, sql, transact } from "../platform/database.ts";
import { machinePayments, purchases } from "../platform/schema.ts";
import { bookReversals } from "./reversals.ts";
import { atStripe, openCheckout, openStripe, type Paid } from "./stripe-api.ts";

/** How often we ask the provider about a pending purchase. */
export const CHECKOUT_CHECK_MS = HOUR_MS;

export type PaymentsContext = {
  env: Env;
  config: Config;
  baseUrl: string;
  /** Host of the request's own URL, without a port. */
  requestHost: string;
};
export type Payments = { provider: "stripe"; stripe: Stripe } | { provider: "test" };

/** The payment provider. Throws `not_configured`, also for test payments on a host that is not loopback. */
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

export type Purchase = Row<typeof purchases>;

export function tokensFor(amountCents: number): number {
  return Math.round((amountCents * TOKENS_PER_USD) / 100);
}

/**
 * Opens a purchase and the page where a person pays it. The row is written before the provider is called, so a payment
 * always finds its purchase. Throws `not_configured`, `upstream_error`, `upstream_unavailable`.
 */
export async function openPurchase(context: PaymentsContext, organisationId: string, amountCents: number) {
  const db = context.env.DB;
  const payments = openPayments(context);
  const createdAt = Date.now();
  const id = newId(createdAt);
  const tokens = tokensFor(amountCents);
  const pageUrl = `${context.baseUrl}/checkout/${id}`;
  const { provider } = payments;
  const nextCheckAt = provider === "test" ? null : createdAt + CHECKOUT_CHECK_MS;
  // A workspace that is being deleted at this moment would be paid for in vain.
  const insert = `INSERT INTO purchases (id, organisation_id, kind, provider, amount_cents, tokens, next_check_at, created_at)
    SELECT @id, o.id, 'checkout', @provider, @amountCents, @tokens, @nextCheckAt, @createdAt FROM organisations o
    WHERE o.id = @organisationId AND o.blocked_at IS NULL`;
  const values = { id, organisationId, provider, amountCents, tokens, nextCheckAt, createdAt };
  const { meta } = await sql(db, insert, values).run();
  if (meta.changes === 0) throw new AppError("invalid_token", "This workspace is blocked or being deleted.");
  if (payments.provider === "test") return { id, checkoutUrl: pageUrl, tokens };

  const { customerId, reloads } = await billingOf(db, organisationId);
  const description = `${tokens} ${context.config.SERVICE_NAME} tokens`;
  const request = { purchaseId: id, customerId, amountCents, description, returnUrl: pageUrl, savesCard: reloads };
  const session = await openCheckout(payments.stripe, request).catch(async (error) => {
    if (isRefusal(error)) await endPurchase(db, id, "failed");
    throw error;
  });
  await drizzle(db).update(purchases).set({ sessionId: session.id }).where(eq(purchases.id, id));
  return { id, checkoutUrl: session.url, tokens };
}

/** True when the provider refused. After any other failure the outcome is unknown. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === "upstream_error";
}

/** The provider's customer for an organisation; null before the first purchase. `reloads`: the checkout saves the card. */
export async function billingOf(db: D1Database, organisationId: string) {
  const find = `SELECT o.stripe_customer_id AS customerId, a.organisation_id IS NOT NULL AS reloads FROM organisations o
    LEFT JOIN auto_reloads a ON a.organisation_id = o.id WHERE o.id = ?`;
  const row = await db.prepare(find).bind(organisationId).first<{ customerId: string | null; reloads: number }>();
  return { customerId: row?.customerId ?? null, reloads: row?.reloads === 1 };
}

/** The provider's customer for an organisation, made at Stripe if there is none. */
export async function customerOf(db: D1Database, stripe: Stripe, organisationId: string): Promise<string> {
  const { customerId } = await billingOf(db, organisationId);
  if (customerId !== null) return customerId;
  const about = { metadata: { organisation_id: organisationId } };
  const { id: made } = await atStripe(stripe.customers.create(about, { idempotencyKey: `customer:${organisationId}` }));
  const keep = "UPDATE organisations SET stripe_customer_id = ?2 WHERE id = ?1 AND stripe_customer_id IS NULL";
  await db.prepare(keep).bind(organisationId, made).run();
  return made;
}

export type ListedPurchase = Purchase & {
  /** The payment of a purchase by a wallet; else null. */
  wallet: (Pick<Row<typeof machinePayments>, "reference" | "payer"> & { transaction: string | null }) | null;
};

/** An organisation's latest purchases, newest first. */
export async function readPurchases(db: D1Database, organisationId: string, limit: number): Promise<ListedPurchase[]> {
  const { reference, payer, transactionHash: transaction } = machinePayments;
  return drizzle(db)
    .select({ ...getTableColumns(purchases), wallet: { reference, payer, transaction } })
    .from(purchases)
    .leftJoin(machinePayments, eq(machinePayments.purchaseId, purchases.id))
    .where(eq(purchases.organisationId, organisationId))
    .orderBy(desc(purchases.createdAt), desc(purchases.id))
    .limit(limit);
}

export async function findPurchase(db: D1Database, id: string): Promise<Purchase | null> {
  return (await drizzle(db).select().from(purchases).where(eq(purchases.id, id)).get()) ?? null;
}

type Credit = Pick<Purchase, "organisationId" | "tokens" | "amountCents">;

// A purchase of an organisation that has been merged belongs to the target.
const OWNER = "(SELECT coalesce(o.merged_into, o.id) FROM organisations o WHERE o.id = purchases.organisation_id)";
const IS_MEANT = "purchases.id = @id AND purchases.kind = @kind AND purchases.provider = @provider";
const IS_AMOUNT = "purchases.amount_cents = @amountCents AND @currency = 'usd'";
const MATCHES = `${IS_MEANT} AND ${IS_AMOUNT}`;

/**
 * Credits a paid purchase exactly once, however often and through whichever channel its payment is reported. Returns null,
 * without effect, when the purchase is unknown or already credited, or when another amount or currency was paid. Refunds and
 * disputes that arrived before the credit are deducted in the same transaction.
 */
export async function creditPurchase(
  env: Env,
  purchase: Pick<Purchase, "id" | "kind" | "provider">,
  { amountCents, currency, paymentIntentId, customerId }: Paid,
): Promise<Credit | null> {
  const now = Date.now();
  const values = { ...purchase, amountCents, currency, intent: paymentIntentId, customerId, entry: newId(now) };
  const results = await transact<Credit & Pick<Purchase, "state">>(env.DB, values, [
    `SELECT state FROM purchases WHERE ${IS_MEANT} AND NOT (${IS_AMOUNT})`,
    `INSERT INTO entries (id, organisation_id, type, tokens, reference)
     SELECT @entry, ${OWNER}, 'purchase', purchases.tokens, 'purchase:' || purchases.id FROM purchases WHERE ${MATCHES}
     ON CONFLICT (reference) DO NOTHING`,
    `UPDATE purchases
     SET state = 'paid', next_check_at = NULL, payment_intent_id = coalesce(@intent, payment_intent_id)
     WHERE ${MATCHES} AND state <> 'paid'
     RETURNING ${OWNER} AS organisationId, tokens, amount_cents AS amountCents`,
    `UPDATE organisations SET stripe_customer_id = @customerId WHERE stripe_customer_id IS NULL AND @customerId IS NOT NULL
     AND id = (SELECT ${OWNER} FROM purchases WHERE ${MATCHES})`,
    // The checkout has saved the card that auto-reload was waiting for.
    `UPDATE auto_reloads SET state = 'on' WHERE state = 'waiting_for_card' AND organisation_id =
       (SELECT ${OWNER} FROM purchases WHERE ${MATCHES} AND purchases.kind = 'checkout')`,
    ...(paymentIntentId === null ? [] : bookReversals(env.DB, paymentIntentId, now)),
  ]);
  if (results[0]?.results.length) {
    await raiseAlert(env, "payment_mismatch", { purchase: purchase.id, cents: amountCents, currency });
  }
  const credit = results[2]?.results[0] ?? null;
  if (credit) await refreshAccount(env, credit.organisationId);
  return credit;
}

/** Closes a pending purchase without a credit. A payment that arrives later is still credited. */
export async function endPurchase(db: D1Database, id: string, state: "failed" | "expired"): Promise<void> {
  const end = "UPDATE purchases SET state = ?2, next_check_at = NULL WHERE id = ?1 AND state = 'pending'";
  await db.prepare(end).bind(id, state).run();
}
