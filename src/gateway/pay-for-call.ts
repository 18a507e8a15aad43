import { AppError } from "../errors.ts";
import { type AppContext, misplacedKeyOf } from "../http/app-env.ts";
import type { IdempotentCall } from "../ledger/stored-answers.ts";
import { PATHS } from "../paths.ts";
import { findPaid } from "../payments/x402/payment-claims.ts";
import { termsOf } from "../payments/x402/payment-terms.ts";
import { identifierOf, networkOf, referenceOf } from "../payments/x402/read-payment.ts";
import { takePayment } from "../payments/x402/take-payment.ts";
import type { Tool } from "../tools/tool.ts";
import { offerOf } from "../tools/tool-payment.ts";
import type { CallContext, ToolCall, Usage } from "./call.ts";

/** The offer covers the price of this call only, to stay within a client's default limits. */
export function offerOfCall(context: CallContext, tool: Tool, isUpfront: boolean) {
  return offerOf(context, tool, { tokens: tool.cost, description: tool.title, isUpfront });
}

/** Credits the payment of a call that lacked tokens, so that it can be opened again. Throws `refusal`. */
export async function payForCall(
  context: CallContext,
  call: ToolCall,
  { tool, idempotent }: { tool: Tool; idempotent: IdempotentCall | null },
  usage: Usage,
  refusal: AppError,
): Promise<void> {
  const offer = offerOfCall(context, tool, true);
  if (!offer || !usage.account) throw refusal;
  const { code, detail, fields } = refusal;
  const advice = "Or pay for this call alone: sign what PAYMENT-REQUIRED says and repeat it with PAYMENT-SIGNATURE.";
  const unpaid = new AppError(code, `${detail} ${advice}`, { fields });
  const sale = { organisationId: usage.account.organisationId, tokens: tool.cost, idempotent };
  usage.receipt = await takePayment(context, sale, call.payment, { unpaid, offer });
}

/** A payment pays for one call: its id or its reference serves as the idempotency key, unless the caller sends one. */
export function idempotencyKeyOf({ idempotencyKey, payment }: ToolCall, tool: Tool): string | null {
  if (idempotencyKey !== null || payment === null) return idempotencyKey;
  return identifierOf(payment) || (tool.cost === 0 ? null : referenceOf(payment));
}

/** The receipt of a payment that was credited before this request: its call is repeated, or runs only now. */
export async function findReceipt({ env }: CallContext, { payment }: ToolCall, usage: Usage): Promise<void> {
  const reference = payment === null ? null : referenceOf(payment);
  const paid = reference === null ? null : await findPaid(env.DB, reference);
  if (!reference || !paid) return;
  usage.receipt = { success: true, network: networkOf(reference), ...paid };
}

/** The payment of a call, as sent in its message or in a header of either version; null without one, and while payments are off. */
export function paymentOf(c: AppContext, sent?: unknown, readsHeaders = true): unknown {
  if (!termsOf(c.get("config"), c.get("requestHost"))) return null;
  const inHeader = readsHeaders ? (c.req.header("payment-signature") ?? c.req.header("x-payment")) : undefined;
  return sent ?? inHeader ?? null;
}

/** True when a wallet may pay instead of a key, and none was sent. Without a key /mcp stays 401, which makes clients start to authorise. */
export function isKeyless(c: AppContext): boolean {
  if (c.req.header("authorization") !== undefined || misplacedKeyOf(c) !== null || c.req.path === PATHS.mcp)
    return false;
  return termsOf(c.get("config"), c.get("requestHost")) !== null;
}
