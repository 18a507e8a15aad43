import * as z from "zod";
import { refuseLimited } from "../../accounts/keys/connections.ts";
import { portalOf, requirePortal } from "../../payments/invoices.ts";
import { adminTool } from "../tool.ts";

export const getBillingPortal = adminTool({
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
