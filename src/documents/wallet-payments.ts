import { TOKENS_PER_USD } from "../constants.ts";
import { hostOf } from "../http/app-env.ts";
import type { Site } from "../http/site.ts";
import { PAYMENT_WINDOW_SECONDS, unitsOf } from "../payments/x402/payment-offer.ts";
import { type Terms, termsOf } from "../payments/x402/payment-terms.ts";
import type { Tool } from "../tools/tool.ts";
import { readPage } from "./read-page.ts";
import text from "./wallet-payments.md";

/** The terms of wallet payments, or null when they are off: documents then omit them. */
export function walletTerms({ config, baseUrl }: Site): Terms | null {
  return termsOf(config, hostOf(baseUrl));
}

/** How an agent pays by itself, and gets a key for what it paid. Empty while machine payments are off. */
export function walletLines(site: Site): { pay: string[]; signIn: string[] } {
  const terms = walletTerms(site);
  if (!terms) return { pay: [], signIn: [] };
  const [pay, signIn] = readPage(text, {
    PAYMENT_WINDOW_SECONDS,
    base: site.baseUrl,
    network: terms.id,
    testnet: terms.isTestnet ? " This deployment accepts test money only." : "",
    tokenUsd: (1 / TOKENS_PER_USD).toFixed(2),
  });
  return { pay: (pay as { items: string[] }).items, signIn: [signIn as string] };
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
