import * as z from "zod";
import { refuseLimited } from "../../accounts/keys/connections.ts";
import { invoicesOf, requireInvoices } from "../../payments/invoices.ts";
import { nextPage, ownPages, pageFields } from "../fields/paging.ts";
import { adminTool, text } from "../tool.ts";

export const listInvoices = adminTool({
  name: "list_invoices",
  title: "Invoices",
  description: `Returns the organisation's invoices, newest first, with links to the documents. Each paid checkout has an invoice; a
    purchase by wallet is listed with its transaction instead; receipts of auto-reloads are in the billing portal. For token movements use
    list_transactions.`,
  input: z.object(pageFields("Invoices", { usual: 20, most: 100 })),
  output: z.looseObject({
    invoices: z.array(
      z.looseObject({
        id: z.string(),
        number: z.string().nullable(),
        status: text.describe("draft, open, paid, uncollectible or void"),
        amount_usd: z.number(),
        created_at: z.string(),
        url: text.describe("Web page of the invoice"),
        pdf_url: z.string().nullable(),
        transaction_hash: text.describe("On the chain, of a purchase by wallet; else null"),
      }),
    ),
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
