import { PAYMENTS_PER_MINUTE, TOKENS_PER_USD, TOP_UP_MAX_USD, TOP_UP_MIN_USD } from "../constants.ts";
import { hostOf } from "../http/app-env.ts";
import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { PAYMENT_WINDOW_SECONDS, unitsOf } from "../payments/x402/offer.ts";
import { type Terms, termsOf } from "../payments/x402/payment-terms.ts";
import type { Tool } from "../tools/tool.ts";

/** The terms of wallet payments, or null when they are off: documents then omit them. */
export function walletTerms({ config, baseUrl }: Site): Terms | null {
  return termsOf(config, hostOf(baseUrl));
}

/** How an agent pays by itself, a sentence or two a line. Empty while machine payments are off. */
export function walletLines(site: Site): string[] {
  const terms = walletTerms(site);
  if (!terms) return [];
  const { baseUrl } = site;
  const test = terms.isTestnet ? " This deployment accepts test money only." : "";
  return [
    `An agent with a wallet can pay by itself: x402 version 2 (version 1 works too), scheme \`exact\`, USDC on \`${terms.id}\`. Any x402 client works; no person is needed.${test}`,
    `Top up: \`POST ${baseUrl}${PATHS.tools}/top_up\` with \`{"amount_usd": 1}\` (${TOP_UP_MIN_USD} to ${TOP_UP_MAX_USD} USD) and your key. It answers 402 with \`PAYMENT-REQUIRED\` (base64 of JSON); sign one of the payments in \`accepts\` and send the same call with \`PAYMENT-SIGNATURE\` beside \`Authorization\`.`,
    `Or pay for one call: a 402 \`insufficient_tokens\` carries \`PAYMENT-REQUIRED\` with the price of that call, 1 token = ${(1 / TOKENS_PER_USD).toFixed(2)} USD. The payment is credited first; if the call fails, its tokens stay in your account.`,
    `Without a key: call a paid tool with no \`Authorization\` and pay its price. The payment is settled after the call has succeeded; a call that fails, or finds nothing within the daily allowance, costs nothing and leaves the payment unused. A wallet can have one unsettled call at a time.`,
    `Over MCP the offer is in \`_meta["x402/error"]\` and in the first text of the result; send the payment as \`params._meta["x402/payment"]\`, as an object or base64. \`${baseUrl}${PATHS.mcpPay}\` is MCP without a key.`,
    `A payment is credited once, however often it is sent. On 503 \`payment_pending\` or a lost answer send the same call with the **same** signature again: it never pays twice and returns the first answer. Do not sign a new payment; or send an \`Idempotency-Key\` first.`,
    `\`PAYMENT-RESPONSE\` names the transaction. An offer is valid for ${PAYMENT_WINDOW_SECONDS} seconds; at most ${PAYMENTS_PER_MINUTE} payments a minute and wallet.`,
    "Payments are not refunded on chain; tokens return to the balance. Smart-contract wallets work if the facilitator supports them.",
  ];
}

/** How a wallet gets a key for the account that its payments created. */
export function signInLine({ baseUrl }: Site): string {
  return `A wallet that has paid without a key can get a key of its account: \`POST ${baseUrl}${PATHS.wallet}\` answers 402 with a message to sign (extension \`sign-in-with-x\`); send the signed message as \`SIGN-IN-WITH-X\`. It is good for five minutes, once. Only wallets that are a key can sign in, not contracts.`;
}

/** OpenAPI extensions of an operation for registries of paid APIs: agentcash's and MPP's. */
export function paymentInfo({ cost }: Tool, terms: Terms) {
  return {
    pricingMode: "fixed",
    price: { mode: "fixed", currency: "USD", amount: (cost / TOKENS_PER_USD).toFixed(2) },
    protocols: [{ x402: {} }],
    offers: [{ intent: "charge", method: "evm", amount: unitsOf(cost), currency: terms.asset }],
  };
}
