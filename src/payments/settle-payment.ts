import type { Config } from "../config.ts";
import { CLOSED_ORGANISATION } from "../constants.ts";
import { refreshAccount } from "../ledger/account.ts";
import { log } from "../lib/log.ts";
import { raiseAlert } from "../platform/alerts.ts";
import { type Row, sql, transact } from "../platform/database.ts";
import { type MailContent, sendMail } from "../platform/mail.ts";
import type { autoReloads, organisations, purchases } from "../platform/schema.ts";
import { failedReloadMail, reloadMail } from "./mails.ts";
import { CHECKOUT_CHECK_MS, creditPurchase, endPurchase, type Purchase } from "./purchases.ts";
import { findCharge, openStripe, type PaymentFailure, type PaymentOutcome, readCheckout } from "./stripe-api.ts";

/** Applies a payment's outcome to its purchase, for webhook, charge, test checkout and cron. Idempotent. */
export async function settlePayment(
  env: Env,
  config: Config,
  purchase: Pick<Purchase, "id" | "kind" | "provider">,
  outcome: PaymentOutcome,
): Promise<void> {
  switch (outcome.status) {
    case "pending":
      return;
    case "expired":
      return endPurchase(env.DB, purchase.id, "expired");
    case "failed":
      return purchase.kind === "checkout"
        ? endPurchase(env.DB, purchase.id, "failed")
        : stopReload(env, config, purchase.id, outcome.reason);
    case "paid": {
      const credit = await creditPurchase(env, purchase, outcome);
      if (credit?.organisationId === CLOSED_ORGANISATION) {
        await raiseAlert(env, "paid_after_deletion", { purchase: purchase.id, cents: credit.amountCents });
      }
      if (credit && purchase.kind === "auto_reload") {
        await mailOwner(env, config, credit.organisationId, reloadMail(config.SERVICE_NAME, credit));
      }
    }
  }
}

/** After a failed charge, auto-reload stops until it is switched on again. */
async function stopReload(env: Env, config: Config, purchaseId: string, reason: PaymentFailure): Promise<void> {
  const values = { id: purchaseId, reason };
  const stop = `UPDATE auto_reloads SET state = 'stopped', stopped_reason = @reason
    WHERE organisation_id = (SELECT organisation_id FROM purchases WHERE id = @id AND kind = 'auto_reload' AND state = 'pending')
    RETURNING organisation_id AS organisationId, amount_cents AS amountCents`;
  const end = `UPDATE purchases SET state = 'failed', next_check_at = NULL
    WHERE id = @id AND kind = 'auto_reload' AND state = 'pending'`;
  type Stopped = Pick<Row<typeof autoReloads>, "organisationId" | "amountCents">;
  const [stopped] = await transact<Stopped>(env.DB, values, [stop, end]);
  const failed = stopped?.results[0];
  if (!failed) return;
  await refreshAccount(env, failed.organisationId);
  const mail = failedReloadMail(config.SERVICE_NAME, failed.amountCents, reason);
  await mailOwner(env, config, failed.organisationId, mail);
}

/** The address of an organisation's owner; null while it is anonymous. */
export function ownerAddress(db: D1Database, organisationId: string): Promise<string | null> {
  const find = "SELECT u.email FROM organisations o JOIN users u ON u.id = o.owner_id WHERE o.id = ?";
  return db.prepare(find).bind(organisationId).first<string>("email");
}

/** Never throws: the money has already moved, so a mail that cannot be sent is only logged. */
async function mailOwner(env: Env, config: Config, organisationId: string, mail: MailContent): Promise<void> {
  try {
    const to = await ownerAddress(env.DB, organisationId);
    if (to !== null) await sendMail(env, config, { to, ...mail });
  } catch (cause) {
    log("error", "owner_mail_failed", { organisation: organisationId, cause });
  }
}

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
