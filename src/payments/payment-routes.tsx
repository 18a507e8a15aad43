import { Hono } from "hono";
import { AppError } from "../errors.ts";
import { type AppContext, type AppEnv, clientOf } from "../http/app-env.ts";
import { NO_STORE, readText } from "../http/body.ts";
import { privatePage } from "../http/pages/private-page.tsx";
import { isLoopback } from "../lib/hosts.ts";
import { PATHS } from "../paths.ts";
import { shieldRead } from "../platform/limits/limits.ts";
import { dollarsOf } from "./money.ts";
import { findPurchase, needsStripe, type Purchase } from "./purchases.ts";
import { settlePayment } from "./settle-payment.ts";
import { readEvent } from "./stripe-api.ts";
import { handleStripeEvent } from "./stripe-events.ts";

const EVENT_BYTES = 1_000_000;

/** Stripe's webhook, and the pages before (test payments) and after (Stripe) a payment. */
export const billing = new Hono<AppEnv>()
  .post(PATHS.stripeWebhook, async (c) => {
    const body = await readText(c.req.raw, EVENT_BYTES);
    const event = await readEvent(c.var.config, body, c.req.header("stripe-signature"));
    await handleStripeEvent(c.env, c.var.config, event);
    return c.json({ received: true }, 200, NO_STORE);
  })
  .get(PATHS.checkout, async (c) => c.html(checkoutPage(c, await presentPurchase(c))))
  .post(PATHS.checkout, async (c) => {
    const { id, kind, provider, amountCents } = await presentPurchase(c);
    if (provider !== "test") throw noPurchase();
    const paymentIntentId = `pi_test_${id}`;
    const outcome = { status: "paid", paymentIntentId, customerId: null, amountCents, currency: "usd" } as const;
    await settlePayment(c.env, c.var.config, { id, kind, provider }, outcome);
    return c.redirect(c.req.path, 303);
  });

/** The purchase in the page's path. Test purchases exist on loopback only. */
async function presentPurchase(c: AppContext): Promise<Purchase> {
  await shieldRead(c.env, clientOf(c).ip);
  const purchase = await findPurchase(c.env.DB, c.req.param("id") ?? "");
  if (purchase?.kind !== "checkout") throw noPurchase();
  const isTest = c.var.config.PAYMENTS === "test" && isLoopback(new URL(c.req.url).hostname);
  if (purchase.provider === "test" && !isTest) throw needsStripe("Test payments are for localhost only.");
  return purchase;
}

function noPurchase(): AppError {
  return new AppError("not_found", "This purchase does not exist. Call buy_tokens for a new one.");
}

function checkoutPage(c: AppContext, { id, provider, amountCents, tokens, state }: Purchase) {
  const dollars = dollarsOf(amountCents).toFixed(2);
  const isPayable = provider === "test" && state === "pending";
  const title = state === "paid" ? "Paid" : provider === "test" ? "Test checkout" : "Your purchase";
  const body = (
    <>
      {provider === "test" && (
        <p class="notice">
          <strong>This is a test.</strong> No card is asked for and no money moves.
        </p>
      )}
      <p>
        {tokens} tokens for ${dollars}. {!isPayable && MESSAGES[state]}
      </p>
      {state === "paid" && (
        <p>
          If they are yours: <a href={PATHS.console}>see them in the console</a>.
        </p>
      )}
      {isPayable && (
        <form method="post" action={PATHS.checkout.replace(":id", id)}>
          <button type="submit">Pay ${dollars} (test)</button>
        </form>
      )}
    </>
  );
  return privatePage(c, { title, body });
}

const MESSAGES: Record<Purchase["state"], string> = {
  pending: "Not paid yet. If you have just paid, the confirmation is on its way: reload this page in a moment.",
  paid: "The tokens are in the balance, and your agent can continue.",
  failed: "The payment failed and nothing was credited. Ask your agent for a new link.",
  expired: "This link has expired and nothing was charged. Ask your agent for a new one.",
};
