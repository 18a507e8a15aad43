import { Hono } from "hono";
import { createKey } from "../accounts/keys/manage-keys.ts";
import { accessToken } from "../accounts/registration/register.ts";
import { AppError, invalidRequest } from "../errors.ts";
import { type AppContext, type AppEnv, clientOf } from "../http/app-env.ts";
import { NO_STORE } from "../http/body.ts";
import { shortHex } from "../lib/ethereum.ts";
import { prose } from "../lib/words.ts";
import { PATHS } from "../paths.ts";
import { requiredHeader } from "../payments/x402/payment-offer.ts";
import { type Terms, termsOf } from "../payments/x402/payment-terms.ts";
import { signInChallenge, verifySignIn } from "../payments/x402/siwx.ts";
import { findWallet, walletAddress } from "../payments/x402/wallet-calls.ts";
import { payerBudget, payingNetworkBudget, walletNonceBudget } from "../platform/limits/budgets.ts";
import { spendBudget, spendBudgets } from "../platform/limits/limits.ts";

/**
 * Sign-in with a wallet: `POST` without a header returns 402 with the message to sign; with `SIGN-IN-WITH-X`, a key of the
 * organisation that the wallet's payments created. A payment alone gives no key, because the facilitator sees it.
 */
export const walletSignIn = new Hono<AppEnv>().all(PATHS.wallet, async (c) => {
  const terms = termsOf(c.var.config, c.var.requestHost);
  if (!terms) return c.notFound();
  if (c.req.method !== "POST")
    throw new AppError("method_not_allowed", "Use POST here.", { headers: { Allow: "POST" } });
  const header = c.req.header("sign-in-with-x");
  if (header === undefined) return challenge(c, terms);
  const now = Date.now();
  const signedIn = verifySignIn(header, terms, `${c.var.baseUrl}${PATHS.wallet}`, now);
  if (signedIn.status === "refused") throw invalidRequest(`The sign-in was refused: ${signedIn.reason}.`);
  await spendBudgets(c.env, [payingNetworkBudget(clientOf(c).ip ?? ""), payerBudget(signedIn.address)]);
  await useNonce(c.env, signedIn);
  const wallet = walletAddress(terms.id, signedIn.address);
  const organisationId = await findWallet(c.env.DB, wallet);
  if (organisationId === null) {
    const detail = prose`This wallet has no account of its own here: it has not paid without a key, or an owner has taken its account over
      and not kept the wallet.`;
    throw invalidRequest(`${detail} Get a key with POST /api/v0/get_api_key {}.`);
  }
  const name = `wallet ${shortHex(signedIn.address)}`;
  const { country } = clientOf(c);
  const maker = { kind: "wallet", organisationId, wallet } as const;
  const { key } = await createKey(c.env, c.var.config, maker, { name, country });
  return c.json(accessToken(key), 200, NO_STORE);
});

function challenge(c: AppContext, terms: Terms): Response {
  const url = `${c.var.baseUrl}${PATHS.wallet}`;
  const extensions = signInChallenge(terms, url, Date.now());
  const resource = { url, description: "A key of the wallet's account", mimeType: "application/json" };
  const required = { x402Version: 2, error: "Sign in with your wallet", resource, accepts: [], extensions };
  const error_description = "Sign the message in `extensions` and send it as SIGN-IN-WITH-X.";
  const body = { ...required, error: "payment_required", error_description };
  return c.json(body, 402, { ...NO_STORE, ...requiredHeader(required) });
}

/** A single statement in one object decides, so of concurrent copies of a message one is accepted. */
async function useNonce(env: Env, { address, nonce }: { address: string; nonce: string }): Promise<void> {
  await spendBudget(env, walletNonceBudget(address, nonce)).catch((refusal: unknown) => {
    if (!(refusal instanceof AppError) || refusal.code !== "rate_limited") throw refusal;
    throw invalidRequest("The sign-in was refused: this message has been used. Sign a new one.");
  });
}
