import { AppError } from "../errors.ts";
import { PATHS } from "../paths.ts";
import { offerFor } from "../payments/x402/offer.ts";
import { findPaid } from "../payments/x402/payment-claims.ts";
import { termsOf } from "../payments/x402/payment-terms.ts";
import { networkOf, referenceOf } from "../payments/x402/read-payment.ts";
import { takePayment } from "../payments/x402/take-payment.ts";
import { nameNetwork } from "../readers/words/network-name.ts";
import type { Tool } from "../tools/tool.ts";
import { bazaarExtension } from "./bazaar.ts";
import type { CallContext, ToolCall, Usage } from "./call.ts";

/** The offer covers the price of this call only, to stay within a client's default limits. */
function offerOfCall(context: CallContext, tool: Tool, isUpfront: boolean) {
  const terms = termsOf(context.config, context.requestHost);
  if (!terms) return null;
  const url = `${context.baseUrl}${PATHS.tools}/${tool.name}`;
  const description = nameNetwork(tool.title, context.config);
  return offerFor(terms, { tokens: tool.cost, url, description, isUpfront });
}

/** The offer to a caller without a key. Over MCP it is read by a model, which has the tool's schema already. */
export function offerWithoutKey(context: CallContext, { door }: ToolCall, tool: Tool) {
  const offer = offerOfCall(context, tool, false);
  return offer && door === "api" ? { ...offer, extensions: bazaarExtension(tool, context.config) } : offer;
}

/**
 * Credits the payment that came with a call that was refused for want of tokens, so that the call can be opened again. Throws
 * `refusal`: unchanged while machine payments are off, else with the offer.
 */
export async function payForCall(
  context: CallContext,
  call: ToolCall,
  tool: Tool,
  usage: Usage,
  refusal: AppError,
): Promise<void> {
  const offer = offerOfCall(context, tool, true);
  if (!offer || !usage.account) throw refusal;
  const { code, detail, fields } = refusal;
  const advice = "Or pay for this call alone: sign what PAYMENT-REQUIRED says and repeat it with PAYMENT-SIGNATURE.";
  const unpaid = new AppError(code, `${detail} ${advice}`, { fields });
  const { organisationId } = usage.account;
  usage.receipt = await takePayment(context, organisationId, { offer, tokens: tool.cost, sent: call.payment, unpaid });
}

/** A payment pays for one call: its reference serves as the idempotency key, unless the caller sends one. */
export function idempotencyKeyOf({ idempotencyKey, payment }: ToolCall, tool: Tool): string | null {
  if (idempotencyKey !== null || payment === null || tool.cost === 0) return idempotencyKey;
  return referenceOf(payment);
}

/** The receipt of a payment sent with a repeat of a stored answer. */
export async function receiptOfReplay({ env }: CallContext, { payment }: ToolCall, usage: Usage): Promise<void> {
  const reference = payment === null ? null : referenceOf(payment);
  const paid = reference === null ? null : await findPaid(env.DB, reference);
  if (!reference || !paid) return;
  usage.receipt = { success: true, network: networkOf(reference), ...paid };
}
