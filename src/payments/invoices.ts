import { and, desc, eq, lt, ne } from "drizzle-orm";
import { invalidRequest } from "../errors.ts";
import { isoTime } from "../lib/ids.ts";
import { drizzle } from "../platform/database.ts";
import { machinePayments, purchases } from "../platform/schema.ts";
import { dollarsOf } from "./money.ts";
import { billingOf, customerOf, isRefusal, needsStripe, openPayments, type PaymentsContext } from "./purchases.ts";
import { atStripe, openStripe } from "./stripe-api.ts";
import { termsOf } from "./x402/payment-terms.ts";

/** Throws `not_configured` without a payment provider and under test payments, which have no portal. */
export function requirePortal(context: PaymentsContext) {
  const payments = openPayments(context);
  if (payments.provider === "test") throw needsStripe("Test payments have no portal.");
  return payments;
}

/** A link to the provider's portal. Throws `not_configured`, also under test payments, which have no portal. */
export async function portalOf(context: PaymentsContext, organisationId: string): Promise<string> {
  const payments = requirePortal(context);
  const customerId = await customerOf(context.env.DB, payments.stripe, organisationId);
  const about = { customer: customerId, return_url: `${context.baseUrl}/` };
  return (await atStripe(payments.stripe.billingPortal.sessions.create(about))).url;
}

/** Throws `not_configured` where neither a payment provider nor a wallet can pay. */
export function requireInvoices(context: PaymentsContext): void {
  if (!termsOf(context.config, context.requestHost)) openPayments(context);
}

/** A page of Stripe's invoices and other purchases, newest first. A place is the last of each: `{hex}_{Stripe's id}`. */
export async function invoicesOf(
  context: PaymentsContext,
  organisationId: string,
  limit: number,
  place: string | null,
) {
  requireInvoices(context);
  const [, before = "", after = ""] = /^([0-9a-f]*)_(.*)$/.exec(place ?? "") ?? [];
  const [billed, bought] = await Promise.all([
    stripeInvoices(context, organisationId, limit, after),
    otherPurchases(context.env.DB, organisationId, limit, before),
  ]);
  const all = [...billed.invoices, ...bought].sort((one, other) => other.created_at.localeCompare(one.created_at));
  const invoices = all.slice(0, limit);
  const last = (source: { id: string }[], otherwise: string) =>
    source.findLast(({ id }) => invoices.some((invoice) => invoice.id === id))?.id ?? otherwise;
  const next = `${last(bought, before)}_${last(billed.invoices, after)}`;
  return { invoices, next: billed.hasMore || all.length > limit ? next : null };
}

async function stripeInvoices({ env, config }: PaymentsContext, organisationId: string, limit: number, after: string) {
  const none = { invoices: [], hasMore: false };
  if (config.PAYMENTS !== "stripe" || !config.STRIPE_SECRET_KEY || !config.STRIPE_WEBHOOK_SECRET) return none;
  const { customerId } = await billingOf(env.DB, organisationId);
  if (customerId === null) return none;
  const asked = { customer: customerId, limit, ...(after && { starting_after: after }) };
  const page = await atStripe(openStripe(env, config).invoices.list(asked)).catch((error) => {
    if (after && isRefusal(error)) throw invalidRequest("This `cursor` is unknown.");
    throw error;
  });
  const invoices = page.data.map((invoice) => ({
    id: invoice.id ?? "",
    number: invoice.number,
    status: invoice.status,
    amount_usd: dollarsOf(invoice.total),
    created_at: isoTime(invoice.created * 1000),
    url: invoice.hosted_invoice_url ?? null,
    pdf_url: invoice.invoice_pdf ?? null,
    transaction_hash: null,
  }));
  return { invoices, hasMore: page.has_more };
}

/** Paid purchases by wallet and under test payments, one more than `limit`. */
async function otherPurchases(db: D1Database, organisationId: string, limit: number, before: string) {
  const { id, amountCents: cents, createdAt } = purchases;
  // Ids begin with the time, so they order purchases as `created_at` does.
  const bought = await drizzle(db)
    .select({ id, cents, createdAt, hash: machinePayments.transactionHash })
    .from(purchases)
    .leftJoin(machinePayments, eq(machinePayments.purchaseId, id))
    .where(
      and(
        eq(purchases.organisationId, organisationId),
        eq(purchases.state, "paid"),
        ne(purchases.provider, "stripe"),
        before ? lt(id, before) : undefined,
      ),
    )
    .orderBy(desc(id))
    .limit(limit + 1);
  return bought.map((purchase) => ({
    id: purchase.id,
    number: null,
    status: "paid",
    amount_usd: dollarsOf(purchase.cents),
    created_at: isoTime(purchase.createdAt),
    url: null,
    pdf_url: null,
    transaction_hash: purchase.hash,
  }));
}
