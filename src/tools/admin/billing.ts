import * as z from "zod";
import { refuseLimited } from "../../accounts/keys/connections.ts";
import { PURCHASE_MAX_USD, PURCHASE_MIN_USD } from "../../constants.ts";
import { invalidRequest } from "../../errors.ts";
import * as reloads from "../../payments/auto-reload.ts";
import { invoicesOf, portalOf, requireInvoices, requirePortal } from "../../payments/invoices.ts";
import { centsOf, usd } from "../../payments/money.ts";
import { nextPage, ownPages, pageFields } from "../fields/paging.ts";
import { adminTool, nullableObject, rows, text } from "../tool.ts";

const threshold = z.int().min(1).max(1_000_000);
const dollars = usd.min(PURCHASE_MIN_USD);

const setAutoReload = adminTool({
  name: "set_auto_reload",
  title: "Reload tokens automatically",
  description: `Buys tokens with the saved card whenever a call leaves the balance below \`threshold\`, up to \`monthly_cap_usd\` in
    a calendar month (UTC); \`{"enabled": false}\` switches it off. Only the owner can raise the amounts; a key can lower them. A request
    for higher amounts mails the owner a link and is returned as \`proposal\`; it takes effect when the owner confirms it in the console.
    Needs an owner with a verified email address, who gets a mail about every charge. \`state\` is \`on\`, or \`waiting_for_card\` until a
    buy_tokens checkout has been paid, which saves its card. After a failed charge it is \`stopped\` until this is called again;
    get_token_balance shows it.`,
  input: z.object({
    enabled: z.boolean().optional().describe("false switches auto-reload off; no other field is needed then"),
    threshold: threshold.optional().describe("Tokens; a balance below this triggers a reload"),
    amount_usd: dollars.max(PURCHASE_MAX_USD).optional().describe("US dollars per reload"),
    monthly_cap_usd: dollars
      .max(100_000)
      .optional()
      .describe("US dollars that reloads may charge per calendar month (UTC)"),
  }),
  output: z.looseObject({
    enabled: z.boolean(),
    state: z.enum(["off", "on", "waiting_for_card", "stopped"]),
    threshold: z.int().nullable(),
    amount_usd: z.number().nullable(),
    monthly_cap_usd: z.number().nullable(),
    spent_this_month_usd: z.number().nullable(),
    stopped_reason: text.describe("Why auto-reload is `stopped`"),
    proposal: nullableObject(
      "The requested settings that wait for the owner's confirmation; null when the call took effect",
      {
        threshold: z.int(),
        amount_usd: z.number(),
        monthly_cap_usd: z.number(),
        confirm_url: z.string().describe("Page where the owner signs in and confirms"),
      },
    ),
  }),
  annotations: { readOnlyHint: false, openWorldHint: true, destructiveHint: false, idempotentHint: true },
  example: { enabled: false },
  async run({ enabled, threshold, amount_usd, monthly_cap_usd }, context) {
    refuseLimited(context.caller);
    const { organisationId, sessionHash } = context.caller;
    let proposal = null;
    if (enabled === false) {
      await reloads.switchOffAutoReload(context.env, organisationId);
    } else if (threshold === undefined || amount_usd === undefined || monthly_cap_usd === undefined) {
      throw invalidRequest('Send `threshold`, `amount_usd` and `monthly_cap_usd`, or {"enabled": false}.');
    } else if (monthly_cap_usd < amount_usd) {
      throw invalidRequest("`monthly_cap_usd` must allow at least one reload of `amount_usd`.");
    } else {
      const settings = { threshold, amountCents: centsOf(amount_usd), monthlyCapCents: centsOf(monthly_cap_usd) };
      if (sessionHash) {
        await reloads.switchOnAutoReload(context, { organisationId, sessionHash }, settings);
      } else if (!(await reloads.lowerAutoReload(context, organisationId, settings))) {
        const asked = { threshold, amount_usd, monthly_cap_usd };
        proposal = { ...asked, confirm_url: await reloads.proposeAutoReload(context, organisationId, asked) };
      }
    }
    return { ...((await reloads.readAutoReload(context.env.DB, organisationId)) ?? OFF), proposal };
  },
});

const AMOUNTS = { threshold: null, amount_usd: null, monthly_cap_usd: null, spent_this_month_usd: null };
const OFF = { enabled: false, state: "off" as const, ...AMOUNTS, stopped_reason: null };

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

export const BILLING_TOOLS = [setAutoReload, getBillingPortal, listInvoices];
