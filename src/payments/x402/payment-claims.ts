import { and, asc, eq, isNotNull } from "drizzle-orm";
import { IDEMPOTENCY_LIFETIME_MS, MAX_UNSETTLED_PAYMENTS } from "../../constants.ts";
import { refreshAccount } from "../../ledger/account.ts";
import type { IdempotentCall } from "../../ledger/stored-answers.ts";
import { newId } from "../../lib/ids.ts";
import { drizzle, type Row, sql, transact } from "../../platform/database.ts";
import { machinePayments } from "../../platform/schema.ts";
import { SETTLE_LIMIT_MS } from "./facilitator.ts";
import type { Payment } from "./read-payment.ts";

/** Longer than one request takes to settle a payment, so that no two do it at the same time. */
export const LEASE_MS = SETTLE_LIMIT_MS + 18_000;
/** How often the cron asks about a payment whose outcome is unknown. */
export const CHECK_MS = 60_000;

/** A payment that only this request may settle now. */
export type Claimed = Pick<Payment, "reference" | "payload" | "requirements">;

type ClaimResult =
  | { status: "claimed" }
  /** Credited before: this payment, or an earlier one with the same idempotency key. */
  | { status: "paid"; reference: string; transaction: string; payer: string }
  /** Not stored: one with the same idempotency key is being settled or paid another call; or too many are unsettled. */
  | { status: "in_progress" | "mismatch" | "crowded" }
  | { status: "failed" | "foreign" | "busy" };

/** What a payment buys: tokens for an organisation. `idempotent` is the call that it pays for. */
export type Sale = { organisationId: string; tokens: number; idempotent: IdempotentCall | null };

/** A merged organisation's target takes its place. */
export const ownerOf = (organisation: string) =>
  `(SELECT coalesce(o.merged_into, o.id) FROM organisations o WHERE o.id = ${organisation})`;

const FOUND = `reference, state, ${ownerOf("organisation_id")} AS organisationId, transaction_hash AS transactionHash, tokens,
  payer, fingerprint`;
const EARLIER = `organisation_id = @organisationId AND idempotency_key = @idempotencyKey AND reference <> @reference
  AND call_id IS NULL AND state IN ('settling', 'paid') AND created_at > @remembered`;

/**
 * Claims a payment that buys tokens for an organisation, before the facilitator is asked to settle it. Of concurrent requests
 * with the same payment, one gets the claim; of several payments with one idempotency key, one is settled.
 */
export async function claimPayment(
  db: D1Database,
  { organisationId, tokens, idempotent }: Sale,
  { payload, requirements, ...payment }: Payment,
): Promise<ClaimResult> {
  const now = Date.now();
  const values = {
    ...{ ...payment, organisationId, tokens, now },
    idempotencyKey: idempotent?.key ?? null,
    fingerprint: idempotent?.fingerprint ?? null,
    remembered: now - IDEMPOTENCY_LIFETIME_MS,
    purchaseId: newId(now),
    payloadJson: JSON.stringify({ payload, requirements }),
    leaseUntil: now + LEASE_MS,
    check: now + CHECK_MS,
  };
  type Columns = "reference" | "state" | "organisationId" | "transactionHash" | "tokens" | "payer" | "fingerprint";
  type Found = Pick<Row<typeof machinePayments>, Columns> & { isEarlier: number };
  const [, taken, found] = await transact<Found>(db, values, [
    `INSERT INTO machine_payments (reference, organisation_id, payer, purchase_id, tokens, payload_json, valid_before,
       state, next_check_at, idempotency_key, fingerprint, created_at)
     SELECT @reference, @organisationId, @payer, @purchaseId, @tokens, @payloadJson, @validBefore, 'settling', @check,
       @idempotencyKey, @fingerprint, @now
     WHERE (SELECT count(*) FROM machine_payments WHERE next_check_at IS NOT NULL AND organisation_id = @organisationId
       AND state = 'settling' AND lease_until < @now) < ${MAX_UNSETTLED_PAYMENTS}
       AND NOT EXISTS (SELECT 1 FROM machine_payments WHERE ${EARLIER})
     ON CONFLICT DO NOTHING`,
    `UPDATE machine_payments SET lease_until = @leaseUntil
     WHERE reference = @reference AND organisation_id = @organisationId AND tokens = @tokens AND call_id IS NULL
       AND state = 'settling' AND lease_until < @now
     RETURNING reference`,
    `SELECT ${FOUND}, 0 AS isEarlier FROM machine_payments WHERE reference = @reference
     UNION ALL SELECT ${FOUND}, 1 FROM machine_payments WHERE ${EARLIER} ORDER BY isEarlier LIMIT 1`,
  ]);
  const row = found?.results[0];
  if (!row) return { status: "crowded" };
  const { reference, state, transactionHash, payer } = row;
  if (row.isEarlier && row.fingerprint !== values.fingerprint) return { status: "mismatch" };
  if (!row.isEarlier && (row.organisationId !== organisationId || row.tokens !== tokens)) return { status: "foreign" };
  if (state === "paid") return { status: "paid", reference, transaction: transactionHash ?? "", payer };
  if (row.isEarlier) return { status: "in_progress" };
  if (state === "failed") return { status: "failed" };
  return { status: taken?.results.length === 1 ? "claimed" : "busy" };
}

/** Whether a payment has been claimed, for whatever it pays. */
export async function isClaimed(db: D1Database, reference: string): Promise<boolean> {
  const find = db.prepare("SELECT 1 FROM machine_payments WHERE reference = ?").bind(reference);
  return (await find.first()) !== null;
}

/**
 * Credits a settled payment exactly once, however often and by whichever path its settlement is found. A call without a key
 * whose answer waits for the payment is charged in the same transaction. Returns the credited organisation.
 */
export async function bookPayment(env: Env, reference: string, transaction: string): Promise<string | null> {
  const now = Date.now();
  const values = { reference, transaction, now, entry: newId(now) };
  const owner = ownerOf("p.organisation_id");
  const results = await transact<{ organisationId: string }>(env.DB, values, [
    `INSERT INTO entries (id, organisation_id, type, tokens, reference)
     SELECT @entry, ${owner}, 'purchase', p.tokens, p.reference FROM machine_payments p WHERE p.reference = @reference
     ON CONFLICT (reference) DO NOTHING`,
    `INSERT INTO purchases (id, organisation_id, kind, provider, amount_cents, tokens, state, created_at)
     SELECT p.purchase_id, ${owner}, 'machine', 'x402', p.tokens, p.tokens, 'paid', @now
     FROM machine_payments p WHERE p.reference = @reference ON CONFLICT (id) DO NOTHING`,
    // A debt of the organisation is paid first; then nothing is left to charge for the call.
    `INSERT INTO holds (id, organisation_id, key_id, tool, tokens)
     SELECT p.call_id, o.id, 'wallet', p.tool, p.tokens
     FROM machine_payments p JOIN organisations o ON o.id = ${owner}
     WHERE p.reference = @reference AND p.state = 'settling' AND p.call_id IS NOT NULL AND o.balance >= p.tokens
     ON CONFLICT (id) DO NOTHING`,
    `UPDATE holds SET state = 'settled' WHERE state = 'open'
       AND id = (SELECT p.call_id FROM machine_payments p WHERE p.reference = @reference AND p.call_id IS NOT NULL)`,
    `UPDATE machine_payments SET state = 'paid', transaction_hash = @transaction, payload_json = NULL,
       next_check_at = NULL, ended_at = @now
     WHERE reference = @reference AND state <> 'paid' RETURNING ${ownerOf("organisation_id")} AS organisationId`,
  ]);
  const credited = results.at(-1)?.results[0]?.organisationId ?? null;
  if (credited !== null) await refreshAccount(env, credited);
  return credited;
}

/** Ends a payment that the chain does not have and can no longer accept. */
export async function failPayment(db: D1Database, reference: string): Promise<void> {
  const fail = `UPDATE machine_payments SET state = 'failed', payload_json = NULL, answer_json = NULL, next_check_at = NULL,
    ended_at = @now WHERE reference = @reference AND state = 'settling'`;
  await sql(db, fail, { reference, now: Date.now() }).run();
}

/** Lets the next request try again. If this write is lost, the claim expires by itself. */
export async function yieldClaim(db: D1Database, reference: string): Promise<void> {
  const yielded = "UPDATE machine_payments SET lease_until = 0 WHERE reference = ? AND state = 'settling'";
  await db.prepare(yielded).bind(reference).run();
}

/** The receipt of a credited payment, or null. */
export async function findPaid(db: D1Database, reference: string) {
  const find = `SELECT transaction_hash AS "transaction", payer FROM machine_payments WHERE reference = ? AND state = 'paid'`;
  return db.prepare(find).bind(reference).first<{ transaction: string; payer: string }>();
}

/** Payments by wallets on one network (CAIP-2). `running`: calls without a key; `pending`: of unknown outcome. */
type NetworkPayments = Record<"paid" | "tokens" | "running" | "pending" | "failed", number> & {
  network: string;
  lastPaidAt: number | null;
};

/** `eip155:8453` of `x402:eip155:8453:0x…`. */
const NETWORK = "substr(reference, 6, 6 + instr(substr(reference, 13), ':'))";

/** All wallet payments, by network. Reads every payment. */
export async function readNetworkPayments(db: D1Database): Promise<NetworkPayments[]> {
  const read = `SELECT ${NETWORK} AS network, sum(state = 'paid') AS paid, sum(iif(state = 'paid', tokens, 0)) AS tokens,
      sum(state = 'running') AS running, sum(state = 'settling') AS pending, sum(state = 'failed') AS failed,
      max(iif(state = 'paid', ended_at, NULL)) AS lastPaidAt
    FROM machine_payments GROUP BY network ORDER BY network`;
  return (await db.prepare(read).all<NetworkPayments>()).results;
}

export type PendingPayment = Row<typeof machinePayments>;

/** Payments that the cron will check with facilitator and chain, the next one first. */
export async function listPendingPayments(db: D1Database, limit: number): Promise<PendingPayment[]> {
  const { state, nextCheckAt } = machinePayments;
  const pending = and(isNotNull(nextCheckAt), eq(state, "settling"));
  return drizzle(db).select().from(machinePayments).where(pending).orderBy(asc(nextCheckAt)).limit(limit);
}
