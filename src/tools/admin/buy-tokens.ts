import * as z from "zod";
import * as limits from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { getAccountStatement } from "../../ledger/account.ts";
import { prose } from "../../lib/words.ts";
import { centsOf, usd } from "../../payments/money.ts";
import { openPayments, openPurchase, tokensFor } from "../../payments/purchases.ts";
import { takePayment } from "../../payments/x402/take-payment.ts";
import { adminTool, type DeploymentContext, type Tool } from "../tool.ts";
import { offerOf } from "../tool-payment.ts";

const buyTokens = adminTool({
  name: "buy_tokens",
  title: "Buy tokens",
  description: `Opens a purchase and returns the URL of a checkout page where a person pays; 1 USD buys 100 tokens. Nothing is
    charged by the call itself. The tokens are credited once the payment is confirmed, usually within seconds: poll get_token_balance. The
    page is valid for about a day. The first purchase makes the organisation \`paid\`, which raises its rate limit. An agent with its own
    wallet uses top_up instead.`,
  input: z.object({
    amount_usd: usd.min(limits.PURCHASE_MIN_USD).max(limits.PURCHASE_MAX_USD).describe("US dollars, in whole cents"),
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

const topUp: Tool = adminTool({
  name: "top_up",
  title: "Top up with a wallet",
  description: `Buys tokens with a payment signed by an agent's wallet, without a person or a web page; 1 USD buys 100 tokens.
    Answers 402 with the terms of payment in the PAYMENT-REQUIRED header until the same call carries the signed payment; the tokens are
    then credited before it answers, once, however often the payment is sent. Payments are not refunded to the wallet. A person with a
    card uses buy_tokens.`,
  input: z.object({
    amount_usd: usd.min(limits.TOP_UP_MIN_USD).max(limits.TOP_UP_MAX_USD).describe("US dollars, in whole cents"),
  }),
  output: z.looseObject({
    status: z.literal("credited"),
    amount_usd: z.number(),
    tokens: z.int().describe("Credited by this payment"),
    balance: z.int().describe("Tokens that can be spent now"),
    transaction: z.string().describe("Hash of the transfer on the chain"),
  }),
  annotations: { readOnlyHint: false, openWorldHint: true, destructiveHint: false, idempotentHint: true },
  example: { amount_usd: 1 },
  requireConfigured: (context) => offerOfTokens(context, 1),
  async run({ amount_usd }, { env, config, requestHost, baseUrl, caller, payment, idempotent, noteBalance }) {
    const tokens = tokensFor(centsOf(amount_usd));
    const offer = offerOfTokens({ config, requestHost, baseUrl }, tokens);
    const price = (tokens / limits.TOKENS_PER_USD).toFixed(2);
    const detail = prose`${tokens} tokens cost ${price} USD. Sign what PAYMENT-REQUIRED says and repeat the call with PAYMENT-SIGNATURE.`;
    const unpaid = new AppError("payment_required", detail, { fields: { amount_usd, tokens } });
    const { organisationId } = caller;
    const sale = { organisationId, tokens, idempotent: idempotent ?? null };
    const receipt = await takePayment({ env, config }, sale, payment?.sent, { unpaid, offer });
    const statement = await getAccountStatement(env, organisationId);
    payment?.noteReceipt(receipt);
    if (statement) noteBalance?.(statement.available);
    const balance = statement?.available ?? 0;
    return { status: "credited" as const, amount_usd, tokens, balance, transaction: receipt.transaction };
  },
});

export const BUYING_TOOLS = [buyTokens, topUp];

/** What tokens cost by wallet. Throws `not_configured` while these payments are off. */
function offerOfTokens(context: Omit<DeploymentContext, "env">, tokens: number) {
  const offer = offerOf(context, topUp, { tokens, description: `${tokens} tokens`, isUpfront: true });
  if (offer) return offer;
  const detail = "Payments by wallet are off here: the operator has named no address that receives them.";
  throw new AppError("not_configured", `${detail} Buy tokens with buy_tokens.`, {
    fields: { variables: ["X402_PAY_TO"] },
  });
}
