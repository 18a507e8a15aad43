import { prose } from "../lib/words.ts";
import { type MailBlock, type MailContent, writeMail } from "../platform/mail.ts";
import type { PaymentFailure } from "./stripe-api.ts";

const REASONS: Record<PaymentFailure, string> = {
  authentication_required: "the bank asks the holder of the card to confirm the payment",
  card_declined: "the card was declined",
  expired_card: "the card has expired",
  insufficient_funds: "the card has insufficient funds",
  no_saved_card: "there is no saved card",
  charge_refused: "the payment provider refused the charge",
};

/** To the owner: an agent asks for higher limits than the owner has set. */
export function reloadProposalMail(
  serviceName: string,
  asked: { threshold: number; amount_usd: number; monthly_cap_usd: number },
  link: string,
): MailContent {
  return write(serviceName, "an agent asks for auto-reload", [
    prose`An agent of your ${serviceName} workspace asks for permission to buy tokens for $${asked.amount_usd.toFixed(2)} with your
      saved card whenever fewer than ${asked.threshold} are left, up to $${asked.monthly_cap_usd.toFixed(2)} a month.`,
    { kind: "link", paragraph: "Nothing has changed. To allow it, sign in, check the amounts and confirm them:", link },
    "If you did not expect this, ignore this mail, or revoke the agent's key in the console.",
  ]);
}

/** To the owner: auto-reload has bought tokens. */
export function reloadMail(serviceName: string, bought: { tokens: number; amountCents: number }): MailContent {
  return write(serviceName, `${bought.tokens} tokens bought`, [
    prose`The token balance of your ${serviceName} workspace fell below the threshold of its auto-reload, so ${bought.tokens} tokens
      were bought for ${dollars(bought.amountCents)} with your saved card.`,
    "You can lower the limits or switch auto-reload off in the console, under Purchases.",
  ]);
}

/** To the owner: the charge failed, and auto-reload has stopped. */
export function failedReloadMail(serviceName: string, amountCents: number, reason: PaymentFailure): MailContent {
  return write(serviceName, "auto-reload has stopped", [
    prose`Your ${serviceName} workspace tried to buy tokens for ${dollars(amountCents)} with your saved card, and
      ${REASONS[reason]}. Nothing was charged, and it will not be tried again automatically.`,
    "To switch it on again, have your agent call buy_tokens, pay at the link it returns, and call set_auto_reload again.",
  ]);
}

const write = (serviceName: string, what: string, blocks: MailBlock[]) => writeMail(`${serviceName}: ${what}`, blocks);
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
