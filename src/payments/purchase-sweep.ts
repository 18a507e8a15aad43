import type { Config } from "../config.ts";
import { log } from "../lib/log.ts";
import { type Row, sql } from "../platform/database.ts";
import type { organisations, purchases } from "../platform/schema.ts";
import { CHECKOUT_CHECK_MS } from "./purchases.ts";
import { settlePayment } from "./settle-payment.ts";
import { findCharge, type PaymentOutcome, readCheckout } from "./stripe-api.ts";
import { openStripe } from "./stripe-client.ts";

/** Purchases checked in one run; the others wait for the next minute. */
const CHECKS_PER_RUN = 20;

type DuePurchase = Pick<Row<typeof purchases>, "id" | "kind" | "provider" | "sessionId" | "createdAt"> & {
  customerId: Row<typeof organisations>["stripeCustomerId"];
};

/** Asks the provider about pending purchases; a claim moves the next check an hour ahead, so runs may overlap. */
export async function sweepPurchases(env: Env, config: Config, now: number): Promise<void> {
  const take = sql(
    env.DB,
    `UPDATE purchases SET next_check_at = @later
     WHERE id IN (SELECT id FROM purchases WHERE next_check_at <= @now ORDER BY next_check_at LIMIT @limit)
     RETURNING id, kind, provider, session_id AS sessionId, created_at AS createdAt,
       (SELECT stripe_customer_id FROM organisations o WHERE o.id = purchases.organisation_id) AS customerId`,
    { now, later: now + CHECKOUT_CHECK_MS, limit: CHECKS_PER_RUN },
  );
  for (const purchase of (await take.all<DuePurchase>()).results) {
    try {
      await settlePayment(env, config, purchase, await askProvider(env, config, purchase));
    } catch (cause) {
      log("error", "purchase_check_failed", { purchase: purchase.id, cause });
    }
  }
}

/** The provider never received the request, so the purchase was not paid. */
async function askProvider(env: Env, config: Config, purchase: DuePurchase): Promise<PaymentOutcome> {
  const { id, kind, customerId } = purchase;
  if (purchase.provider === "test") return { status: "expired" };
  const stripe = openStripe(env, config);
  if (kind === "checkout") return (await readCheckout(stripe, purchase)) ?? { status: "expired" };
  // Only a customer's saved card is charged.
  if (customerId === null) return { status: "expired" };
  return (await findCharge(stripe, { id, customerId, createdAt: purchase.createdAt })) ?? { status: "expired" };
}
