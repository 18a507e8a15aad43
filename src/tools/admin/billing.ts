import * as z from "zod";
import { refuseLimited } from "../../accounts/keys/connections.ts";
import { invoicesOf, portalOf, requireInvoices, requirePortal } from "../../payments/invoices.ts";
import { nextPage, ownPages, pageFields } from "../fields/paging.ts";
import { adminTool, rows, text } from "../tool.ts";

const getBillingPortal = adminTool({
  name: "get_billing_portal",
  title: "Billing portal",
  description: `Returns a link to the payment provider's portal, where a person manages the saved cards and downloads receipts. The
    link works for a few minutes and gives full access to the billing account: give it to the owner only.`,
  input: z.object({}),
  output: z.looseObject({ url: z.string().describe("Link that opens the portal; keep it private") }),
  annotations: { readOnlyHint: true, openWorldHint: true, destructiveHint: false, idempotentHint: true },
  example: {},
  secret: true,
  requireConfigured: requirePortal,
  async run(_input, context) {
    refuseLimited(context.caller);
    return { url: await portalOf(context, context.caller.organisationId) };
  },
});

const listInvoices = adminTool({
  name: "list_invoices",
  title: "Invoices",
  description: `Returns the organisation's invoices, newest first, with links to the documents. Each paid checkout has an invoice; a
    purchase by wallet is listed with its transaction instead; receipts of auto-reloads are in the billing portal. For token movements use
    list_transactions.`,
  input: z.object(pageFields("Invoices", { usual: 20, most: 100 })),
  output: z.looseObject({
    invoices: rows({
      id: z.string(),
      number: z.string().nullable(),
      status: text.describe("draft, open, paid, uncollectible or void"),
      amount_usd: z.number(),
      created_at: z.string(),
      url: text.describe("Web page of the invoice"),
      pdf_url: z.string().nullable(),
      transaction_hash: text.describe("On the chain, of a purchase by wallet; else null"),
    }),
    ...nextPage,
  }),
  annotations: { readOnlyHint: true, openWorldHint: true, destructiveHint: false, idempotentHint: true },
  example: {},
  requireConfigured: requireInvoices,
  async run({ limit, cursor }, context) {
    refuseLimited(context.caller);
    const pages = ownPages(context, "list_invoices");
    const place = await pages.open(cursor);
    const { invoices, next } = await invoicesOf(context, context.caller.organisationId, limit, place);
    return { invoices, ...(await pages.end(next)) };
  },
});

export const BILLING_TOOLS = [getBillingPortal, listInvoices];
