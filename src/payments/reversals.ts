import { AppError } from "../errors.ts";
import { recallAccount, refreshAccount } from "../ledger/account.ts";
import { newId } from "../lib/ids.ts";
import { sql } from "../platform/database.ts";

/**
 * Deductions for refunds and disputes. Both are stored by payment intent, whether or not the purchase is credited yet. The
 * amount due is computed from them, and the difference from what was deducted before is booked in the same transaction. So the
 * order and number of Stripe's events do not matter.
 */
const REFUNDED =
  "coalesce((SELECT refunded_cents FROM refunds r WHERE r.payment_intent_id = purchases.payment_intent_id), 0)";
const DISPUTED = `coalesce((SELECT sum(d.amount_cents) FROM disputes d
  WHERE d.payment_intent_id = purchases.payment_intent_id AND d.is_taken = 1), 0)`;
/** Tokens to deduct for a purchase, never more than it brought. */
const DUE = `(min(purchases.amount_cents, ${REFUNDED} + ${DISPUTED}) * purchases.tokens / purchases.amount_cents)`;
const UNBOOKED = `purchases.payment_intent_id = @intent AND purchases.state = 'paid' AND purchases.reversed_tokens <> ${DUE}`;

const REVERSE = [
  `INSERT INTO entries (id, organisation_id, type, tokens, reference)
   SELECT @entry, coalesce(o.merged_into, o.id), 'reversal', purchases.reversed_tokens - ${DUE},
   'reversal:' || purchases.id || ':' || @entry
   FROM purchases JOIN organisations o ON o.id = purchases.organisation_id WHERE ${UNBOOKED}`,
  `UPDATE purchases SET reversed_tokens = ${DUE} WHERE ${UNBOOKED}
   RETURNING (SELECT coalesce(o.merged_into, o.id) FROM organisations o WHERE o.id = purchases.organisation_id) AS organisationId`,
];

/** Applies refunds and disputes to a credited purchase. No effect without any, or before the credit. */
export function bookReversals(db: D1Database, intent: string, now: number): D1PreparedStatement[] {
  return REVERSE.map((text) => sql(db, text, { intent, entry: newId(now) }));
}

/** Runs statements and the resulting reversal as one transaction, then recalls the organisation's lease to pay the debt. */
async function bookWith(env: Env, intent: string, statements: D1PreparedStatement[]): Promise<D1Result[]> {
  const booked = bookReversals(env.DB, intent, Date.now());
  const results = await env.DB.batch<{ organisationId: string }>([...statements, ...booked]);
  for (const { organisationId } of results.at(-1)?.results ?? []) {
    // The reversal is booked in any case; tokens in the lease pay the debt when they return.
    await recallAccount(env, organisationId).catch(() => {});
    await refreshAccount(env, organisationId);
  }
  return results;
}

type Refund = {
  intent: string;
  /** Everything refunded of the charge so far (`amount_refunded`). */
  refundedCents: number;
  /** Our purchase, when the charge names it; the purchase may not have its payment intent yet. */
  purchaseId: string | null;
  /** Time of the event, seconds. */
  seenAt: number;
};

/** A charge was refunded, in part or in full. The highest amount counts, because a late event reports a lower one. */
export async function noteRefund(env: Env, refund: Refund): Promise<void> {
  const note = sql(
    env.DB,
    `INSERT INTO refunds (payment_intent_id, refunded_cents) VALUES (@intent, @refundedCents)
     ON CONFLICT (payment_intent_id) DO UPDATE SET refunded_cents = max(refunded_cents, excluded.refunded_cents)
     WHERE lowered_at < @seenAt`,
    refund,
  );
  await bookWith(env, refund.intent, [...linkPurchase(env.DB, refund), note]);
}

/**
 * A refund failed and its money came back: the only event that lowers an amount, to what `readRefundedCents` learns from Stripe.
 * Earlier events no longer count. Throws `temporarily_unavailable` when another refund arrives in between.
 */
export async function noteFailedRefund(
  env: Env,
  failed: { intent: string; seenAt: number },
  readRefundedCents: () => Promise<number>,
): Promise<void> {
  const { intent } = failed;
  const read = "SELECT refunded_cents FROM refunds WHERE payment_intent_id = @intent";
  const knownCents = await sql(env.DB, read, { intent }).first<number>("refunded_cents");
  const note = sql(
    env.DB,
    `INSERT INTO refunds (payment_intent_id, refunded_cents, lowered_at) VALUES (@intent, @refundedCents, @seenAt)
     ON CONFLICT (payment_intent_id) DO UPDATE SET
       refunded_cents = excluded.refunded_cents, lowered_at = max(lowered_at, excluded.lowered_at)
     WHERE refunded_cents = @knownCents RETURNING 1`,
    { ...failed, knownCents, refundedCents: await readRefundedCents() },
  );
  const [noted] = await bookWith(env, intent, [note]);
  if (noted?.results.length) return;
  const detail = "Another refund of this payment was processed at the same time. Send it again.";
  throw new AppError("temporarily_unavailable", detail, { retryAfterSeconds: 5 });
}

type Dispute = { id: string; intent: string; amountCents: number; status: string; seenAt: number };

/**
 * A dispute was opened, updated or closed. The later stage wins, whichever event arrives last; of two closings, possible after
 * an appeal, the later one wins. Statuses: https://docs.stripe.com/api/disputes/object
 */
export async function noteDispute(env: Env, dispute: Dispute): Promise<void> {
  const { status, ...values } = dispute;
  const note = sql(
    env.DB,
    `INSERT INTO disputes (id, payment_intent_id, amount_cents, stage, is_taken, seen_at)
     VALUES (@id, @intent, @amountCents, @stage, @isTaken, @seenAt)
     ON CONFLICT (id) DO UPDATE SET amount_cents = excluded.amount_cents, stage = excluded.stage,
       is_taken = excluded.is_taken, seen_at = excluded.seen_at
     WHERE excluded.stage > stage OR (excluded.stage = stage AND excluded.seen_at >= seen_at)`,
    { ...values, ...standingOf(status) },
  );
  await bookWith(env, dispute.intent, [note]);
}

/** An inquiry deducts no money; an appeal begins in the state of the lost dispute. */
function standingOf(status: string): { stage: number; isTaken: number } {
  if (status.startsWith("warning_")) return { stage: 0, isTaken: 0 };
  if (status === "won" || status === "prevented") return { stage: 2, isTaken: 0 };
  return { stage: status === "lost" ? 2 : 1, isTaken: 1 };
}

function linkPurchase(db: D1Database, { intent, purchaseId }: Refund): D1PreparedStatement[] {
  if (purchaseId === null) return [];
  const link = "UPDATE purchases SET payment_intent_id = ?2 WHERE id = ?1 AND payment_intent_id IS NULL";
  return [db.prepare(link).bind(purchaseId, intent)];
}
