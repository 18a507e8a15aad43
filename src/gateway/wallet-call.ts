import { invalidToken } from "../accounts/keys/key-format.ts";
import { ACCOUNT_TIME_LIMIT_MS, TOKENS_PER_USD } from "../constants.ts";
import { AppError } from "../errors.ts";
import { accountOf } from "../ledger/account.ts";
import { withinTime } from "../lib/within-time.ts";
import { prose } from "../lib/words.ts";
import { isClaimed } from "../payments/x402/payment-claims.ts";
import type { Offer, Receipt } from "../payments/x402/payment-offer.ts";
import { identifierOf, type Payment, readPayment } from "../payments/x402/read-payment.ts";
import { checkPayment, receiptOf } from "../payments/x402/settle.ts";
import {
  pendingPayment,
  refusedClaim,
  refusedPayment,
  settleOrRefuse,
  type Unpaid,
  unverifiedPayment,
  withOffer,
} from "../payments/x402/take-payment.ts";
import {
  claimCall,
  dropCall,
  keepAnswer,
  openWallet,
  type WalletCallResult,
  wasAnswered,
} from "../payments/x402/wallet-calls.ts";
import { payerBudget, payingNetworkBudget } from "../platform/limits/budgets.ts";
import { spendBudget } from "../platform/limits/limits.ts";
import type { Tool } from "../tools/tool.ts";
import type { CallContext, ToolCall, Usage } from "./call.ts";
import { storable, storedAnswer } from "./charge-and-run.ts";
import { refusedRepeat } from "./open-call.ts";
import { fingerprintOf, readArguments, withWarnings } from "./read-arguments.ts";
import { runHandler } from "./run-handler.ts";

/**
 * A paid tool called without a key, paid by a wallet: verify → claim → run → settle → answer. The payment of a call that
 * fails, or that misses within the day's allowance, is never settled; any other answer is sent only after its payment is
 * settled. Throws `payment_required` before it looks at the body.
 */
export async function callWithWallet(context: CallContext, call: ToolCall, tool: Tool, offer: Offer, usage: Usage) {
  const unpaid = { unpaid: paymentRequired(tool), offer };
  if (call.payment === null) throw withOffer(unpaid);
  const read = readPayment(call.payment, offer, Date.now());
  if (read.status === "refused") throw refusedPayment(unpaid, read.reason);
  const { payment } = read;
  const raw = await call.readInput();
  const idempotencyKey = call.idempotencyKey ?? identifierOf(call.payment);
  const { input, warnings } = await readArguments(tool, raw, idempotencyKey);
  await spendBudget(context.env, payingNetworkBudget(context.client.ip ?? ""));

  const verifiedAt = Date.now();
  const isKnown = await verifyPayer(context, payment, unpaid);
  const wallet = await openWallet(context.env, payment.requirements.network, payment.payer);
  // Checked before the claim, so that the wallet is not charged.
  if (wallet.isBlocked) throw invalidToken();
  usage.balance = wallet.balance;
  const claim = await claimCall(context.env.DB, {
    payment,
    organisationId: wallet.organisationId,
    tokens: tool.cost,
    callId: call.requestId,
    tool: tool.name,
    fingerprint: await fingerprintOf(tool, raw),
    // Without a signature that verifies, a payment leads to no other call of its wallet.
    idempotencyKey: isKnown ? null : idempotencyKey,
    verifiedAt,
  });
  if (claim.status !== "claimed") {
    const { receipt, answerJson } = await earlierAnswer(context, payment, claim, unpaid);
    usage.receipt = receipt;
    return storedAnswer(context, tool, input, answerJson, usage);
  }

  // If this fails, the cron drops the claim.
  const drop = () => dropCall(context.env.DB, payment.reference, call.requestId).catch(() => {});
  const toolContext = {
    ...context,
    requestId: call.requestId,
    steps: usage.steps,
    caller: { ...wallet, keyId: "wallet" },
  };
  const handled = await runHandler(tool, input, toolContext).catch(async (failure: unknown) => {
    await drop();
    throw failure;
  });
  const answer = withWarnings(handled.answer, warnings);
  const count = (charged: number, missed: number) => countAtAccount(context, wallet.organisationId, charged, missed);
  if (handled.isMiss && (await count(0, tool.cost))) {
    await drop();
    return answer;
  }
  if (!(await keepAnswer(context.env.DB, payment.reference, call.requestId, storable(tool, answer))))
    throw pendingPayment();
  usage.receipt = await settleOrRefuse(context, payment, unpaid);
  usage.charged = tool.cost;
  context.waitUntil(count(tool.cost, 0));
  return answer;
}

/**
 * Makes sure that the payer signed the payment and can pay. Returns true for a payment whose call has run before: a settled
 * payment no longer verifies, and its claim holds the outcome. Throws a refusal, `upstream_unavailable` or `payment_pending`.
 */
async function verifyPayer(context: CallContext, payment: Payment, unpaid: Unpaid): Promise<boolean> {
  const { DB } = context.env;
  if (await wasAnswered(DB, payment)) return true;
  const standing = await checkPayment(context, payment);
  if (standing.status === "refused") throw refusedPayment(unpaid, standing.reason, payment);
  if (standing.status === "unknown") throw unverifiedPayment();
  if (standing.status === "used") throw pendingPayment();
  // A copy of the request has settled it meanwhile. Signatures on the chain are public, so a payment that is not as signed is refused.
  if (standing.status === "paid" && (await wasAnswered(DB, payment))) return true;
  if (standing.status === "paid" && (await isClaimed(DB, payment.reference)))
    throw refusedClaim("foreign", unpaid, payment);
  // Anybody can name a wallet, so only what it has signed uses up its budget.
  await spendBudget(context.env, payerBudget(payment.payer));
  return false;
}

/** Counts a call at the wallet's account. Returns whether its miss is free; false if it cannot be reached. */
async function countAtAccount({ env }: CallContext, organisationId: string, charged: number, missed: number) {
  const answer = accountOf(env, organisationId).countElsewhere(charged, missed) as Promise<boolean>;
  return withinTime(answer, ACCOUNT_TIME_LIMIT_MS).catch(() => false);
}

/** Receipt and answer, as JSON, of a call whose payment was sent before; null if it was not stored. Throws while it is unpaid. */
async function earlierAnswer(
  context: CallContext,
  payment: Payment,
  claim: Exclude<WalletCallResult, { status: "claimed" }>,
  unpaid: Unpaid,
): Promise<{ receipt: Receipt; answerJson: string | null }> {
  switch (claim.status) {
    case "answered":
      return { receipt: await settleOrRefuse(context, payment, unpaid), answerJson: claim.answerJson };
    case "paid":
      // With an idempotency key the earlier payment may differ from the one sent now, which is never settled.
      return { receipt: receiptOf(payment, claim.transaction), answerJson: claim.answerJson };
    case "in_progress":
    case "mismatch":
      throw refusedRepeat(claim.status);
    default:
      throw refusedClaim(claim.status, unpaid, payment);
  }
}

/** Without `WWW-Authenticate`, which belongs to 401: wallets read the schemes of payment there and find none. */
function paymentRequired({ name, cost }: Tool): AppError {
  const usd = cost / TOKENS_PER_USD;
  const detail = prose`${name} costs ${cost} tokens (${usd.toFixed(2)} USD). Sign what PAYMENT-REQUIRED says and repeat the call with
    PAYMENT-SIGNATURE, or get a key with POST /api/v0/get_api_key {}.`;
  return new AppError("payment_required", detail, { fields: { required: cost, amount_usd: usd } });
}
