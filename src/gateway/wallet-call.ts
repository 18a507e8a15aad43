import { invalidToken } from "../accounts/keys/key-format.ts";
import { ACCOUNT_TIME_LIMIT_MS, TOKENS_PER_USD } from "../constants.ts";
import { AppError } from "../errors.ts";
import { accountOf } from "../ledger/account.ts";
import { canonicalJson } from "../lib/json.ts";
import { withinTime } from "../lib/within-time.ts";
import { prose } from "../lib/words.ts";
import { isClaimed } from "../payments/x402/payment-claims.ts";
import type { Offer } from "../payments/x402/payment-offer.ts";
import { identifierOf, type Payment, readPayment } from "../payments/x402/read-payment.ts";
import { checkPayment, receiptOf, settleClaimed } from "../payments/x402/settle.ts";
import { pendingPayment, refusedPayment, unverifiedPayment, withOffer } from "../payments/x402/take-payment.ts";
import { claimCall, dropCall, keepAnswer, type WalletCallResult, wasAnswered } from "../payments/x402/wallet-calls.ts";
import { openWallet, type WalletOrganisation } from "../payments/x402/wallets.ts";
import { payerBudget, payingNetworkBudget, spendBudget } from "../platform/limits/limits.ts";
import { sha256Hex } from "../platform/secrets.ts";
import type { Tool } from "../tools/tool.ts";
import type { CallContext, ToolCall, Usage } from "./call.ts";
import { storable, storedAnswer } from "./charge-and-run.ts";
import { readArguments, withWarnings } from "./read-arguments.ts";
import { refusedRepeat } from "./refusals.ts";
import { runHandler } from "./run-handler.ts";

type Answer = Record<string, unknown>;

/**
 * A paid tool called without a key, paid by a wallet: verify → claim → run → settle → answer. The payment of a call that
 * fails, or that misses within the day's allowance, is never settled; any other answer is sent only after its payment is
 * settled. Throws `payment_required` before it looks at the body.
 */
export async function callWithWallet(
  context: CallContext,
  call: ToolCall,
  tool: Tool,
  offer: Offer,
  usage: Usage,
): Promise<Answer> {
  const unpaid = paymentRequired(tool);
  if (call.payment === null) throw withOffer(unpaid, offer);
  const read = readPayment(call.payment, offer, Date.now());
  if (read.status === "refused") throw refusedPayment(unpaid, offer, read.reason);
  const { payment } = read;
  const raw = await call.readInput();
  const idempotencyKey = call.idempotencyKey ?? identifierOf(call.payment);
  const { input, warnings } = await readArguments(tool, raw, idempotencyKey);
  await spendBudget(context.env, payingNetworkBudget(context.client.ip ?? ""));

  const verifiedAt = Date.now();
  const isKnown = await verifyPayer(context, payment, { unpaid, offer });
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
    fingerprint: await sha256Hex(`${tool.name}\n${canonicalJson(raw)}`),
    // Without a signature that verifies, a payment leads to no other call of its wallet.
    idempotencyKey: isKnown ? null : idempotencyKey,
    verifiedAt,
  });
  if (claim.status !== "claimed") {
    const json = await earlierAnswer(context, payment, claim, { unpaid, offer, usage });
    return storedAnswer(context, tool, input, json, usage);
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
  if (handled.isMiss && (await countAtAccount(context, wallet, { charged: 0, missed: tool.cost }))) {
    await drop();
    return answer;
  }
  if (!(await keepAnswer(context.env.DB, payment.reference, call.requestId, storable(tool, answer))))
    throw pendingPayment();
  await settleAnswer(context, payment, { unpaid, offer, usage });
  usage.charged = tool.cost;
  context.waitUntil(countAtAccount(context, wallet, { charged: tool.cost, missed: 0 }));
  return answer;
}

/**
 * Makes sure that the payer signed the payment and can pay. Returns true for a payment whose call has run before: a settled
 * payment no longer verifies, and its claim holds the outcome. Throws a refusal, `upstream_unavailable` or `payment_pending`.
 */
async function verifyPayer(
  context: CallContext,
  payment: Payment,
  { unpaid, offer }: Pick<Refusing, "unpaid" | "offer">,
): Promise<boolean> {
  if (await wasAnswered(context.env.DB, payment)) return true;
  const standing = await checkPayment(context, payment);
  if (standing.status === "refused") throw refusedPayment(unpaid, offer, standing.reason);
  if (standing.status === "unknown") throw unverifiedPayment();
  if (standing.status === "used") throw pendingPayment();
  // A copy of the request has settled it meanwhile. Signatures on the chain are public, so a payment that is not as signed is refused.
  if (standing.status === "paid" && (await wasAnswered(context.env.DB, payment))) return true;
  if (standing.status === "paid" && (await isClaimed(context.env.DB, payment.reference)))
    throw refusedPayment(unpaid, offer, "payment_belongs_to_another_purchase");
  // Anybody can name a wallet, so only what it has signed uses up its budget.
  await spendBudget(context.env, payerBudget(payment.payer));
  return false;
}

/** Counts a call at the wallet's account. Returns whether its miss is free; false if it cannot be reached. */
async function countAtAccount(
  { env }: CallContext,
  { organisationId }: WalletOrganisation,
  { charged, missed }: { charged: number; missed: number },
): Promise<boolean> {
  const answer = accountOf(env, organisationId).countElsewhere(charged, missed) as Promise<boolean>;
  return withinTime(answer, ACCOUNT_TIME_LIMIT_MS).catch(() => false);
}

type Refusing = { unpaid: AppError; offer: Offer; usage: Usage };

/** Settles the payment of a call that has run. Throws when it is refused or its outcome unknown: the answer is not delivered. */
async function settleAnswer(
  { env, config }: CallContext,
  claim: Payment,
  { unpaid, offer, usage }: Refusing,
): Promise<void> {
  const outcome = await settleClaimed({ env, config }, claim);
  if (outcome.status === "pending") throw pendingPayment();
  if (outcome.status === "refused") {
    throw refusedPayment(unpaid, offer, outcome.receipt.errorReason ?? "payment_refused", outcome.receipt);
  }
  usage.receipt = outcome.receipt;
}

/** The answer, as JSON, of a call whose payment was sent before; null if it was not stored. Throws while it is unpaid. */
async function earlierAnswer(
  context: CallContext,
  payment: Payment,
  claim: Exclude<WalletCallResult, { status: "claimed" }>,
  refusing: Refusing,
): Promise<string | null> {
  const { unpaid, offer, usage } = refusing;
  switch (claim.status) {
    case "answered":
      await settleAnswer(context, payment, refusing);
      break;
    case "paid":
      // With an idempotency key the earlier payment may differ from the one sent now, which is never settled.
      usage.receipt = receiptOf(payment, claim.transaction);
      break;
    case "busy":
      throw pendingPayment();
    case "failed":
      throw refusedPayment(unpaid, offer, "payment_expired");
    case "foreign":
      throw refusedPayment(unpaid, offer, "payment_belongs_to_another_purchase");
    default:
      throw refusedRepeat(claim.status);
  }
  return claim.answerJson;
}

/** Without `WWW-Authenticate`, which belongs to 401: wallets read the schemes of payment there and find none. */
function paymentRequired({ name, cost }: Tool): AppError {
  const price = (cost / TOKENS_PER_USD).toFixed(2);
  const detail = prose`${name} costs ${cost} tokens (${price} USD). Sign what PAYMENT-REQUIRED says and repeat the call with
    PAYMENT-SIGNATURE, or get a key with POST /api/v0/get_api_key {}.`;
  return new AppError("payment_required", detail, {
    fields: { required: cost, amount_usd: cost / TOKENS_PER_USD },
  });
}
