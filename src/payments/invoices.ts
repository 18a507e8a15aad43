import { and, desc, eq, lt } from "drizzle-orm";
import { AppError } from "../errors.ts";
import { isoTime } from "../lib/ids.ts";
import { drizzle, mapDatabaseErrors } from "../platform/database.ts";
import { purchases } from "../platform/schema.ts";
import { dollarsOf } from "./money.ts";
import { billingOf, customerOf, isRefusal, needsStripe, openPayments, type PaymentsContext } from "./purchases.ts";
import { openPortal, readInvoices } from "./stripe-api.ts";

/** Throws `not_configured` without a payment provider and under test payments, which have no portal. */
export function requirePortal(context: PaymentsContext) {
  const payments = openPayments(context);
  if (payments.provider === "test") throw needsStripe("Test payments have no portal.");
  return payments;
}

/** A link to the provider's portal. Throws `not_configured`, also under test payments, which have no portal. */
export async function portalOf(context: PaymentsContext, organisationId: string): Promise<string> {
  const payments = requirePortal(context);
  const { customerId } = await customerOf(context.env.DB, payments.stripe, organisationId);
  return openPortal(payments.stripe, customerId, `${context.baseUrl}/`);
}

type Invoice = {
  id: string;
  number: string | null;
  status: string | null;
  amount_usd: number;
  created_at: string;
  url: string | null;
  pdf_url: string | null;
};

/** One page of invoices, newest first. Under test payments, the paid purchases. Throws `not_configured`. */
export async function invoicesOf(
  context: PaymentsContext,
  organisationId: string,
  limit: number,
  cursor: string | null,
): Promise<{ invoices: Invoice[]; next_cursor: string | null }> {
  const payments = openPayments(context);
  const db = context.env.DB;
  if (payments.provider === "test") return testInvoices(db, organisationId, limit, cursor);

  const { customerId } = await billingOf(db, organisationId);
  if (customerId === null) return { invoices: [], next_cursor: null };
  const page = await readInvoices(payments.stripe, customerId, limit, cursor).catch((error) => {
    if (cursor !== null && isRefusal(error)) throw new AppError("invalid_request", "This `cursor` is unknown.");
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
  }));
  return { invoices, next_cursor: page.has_more ? (invoices.at(-1)?.id ?? null) : null };
}

async function testInvoices(db: D1Database, organisationId: string, limit: number, cursor: string | null) {
  const isOwnPaid = and(eq(purchases.organisationId, organisationId), eq(purchases.state, "paid"));
  // Ids begin with the time, so they order purchases as `created_at` does.
  const list = drizzle(db)
    .select({ id: purchases.id, cents: purchases.amountCents, createdAt: purchases.createdAt })
    .from(purchases)
    .where(and(isOwnPaid, cursor === null ? undefined : lt(purchases.id, cursor)))
    .orderBy(desc(purchases.id))
    .limit(limit + 1);
  const results = await mapDatabaseErrors(() => list.all());
  const invoices = results.slice(0, limit).map(({ id, cents, createdAt }) => ({
    id,
    number: null,
    status: "paid",
    amount_usd: dollarsOf(cents),
    created_at: isoTime(createdAt),
    url: null,
    pdf_url: null,
  }));
  return { invoices, next_cursor: results.length > limit ? (invoices.at(-1)?.id ?? null) : null };
}
