import * as z from "zod";
import { PURCHASE_MAX_USD, PURCHASE_MIN_USD } from "../../constants.ts";
import { centsOf, usd } from "../../payments/money.ts";
import { openPayments, openPurchase } from "../../payments/purchases.ts";
import { adminTool } from "../tool.ts";

export const buyTokens = adminTool({
  name: "buy_tokens",
  title: "Buy tokens",
  description: `Opens a purchase and returns the URL of a checkout page where a person pays; 1 USD buys 100 tokens. Nothing is
    charged by the call itself. The tokens are credited once the payment is confirmed, usually within seconds: poll get_token_balance. The
    page is valid for about a day. The first purchase makes the organisation \`paid\`, which raises its rate limit. An agent with its own
    wallet uses top_up instead.`,
  input: z.object({
    amount_usd: usd.min(PURCHASE_MIN_USD).max(PURCHASE_MAX_USD).describe("US dollars, in whole cents"),
  }),
  output: z.looseObject({
    status: z.literal("checkout_created"),
    purchase_id: z.string(),
    checkout_url: z.string().describe("Give this to the person who pays"),
    amount_usd: z.number(),
    tokens: z.int().describe("Credited when the payment is confirmed"),
  }),
  annotations: { readOnlyHint: false, openWorldHint: true, destructiveHint: false, idempotentHint: false },
  example: { amount_usd: 20 },
  requireConfigured: openPayments,
  async run({ amount_usd }, context) {
    const { id, checkoutUrl, tokens } = await openPurchase(context, context.caller.organisationId, centsOf(amount_usd));
    const status = "checkout_created" as const;
    return { status, purchase_id: id, checkout_url: checkoutUrl, amount_usd, tokens };
  },
});
