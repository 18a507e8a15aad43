import { IDEMPOTENCY_LIFETIME_MS, TOOL_TIME_LIMIT_MS } from "../../constants.ts";
import { newId, newOrganisationId } from "../../lib/ids.ts";
import { type Row, sql, transact } from "../../platform/database.ts";
import { numberOfEmptiest } from "../../platform/ledgers.ts";
import type { machinePayments, organisations } from "../../platform/schema.ts";
import { CHECK_MS, LEASE_MS, ownerOf } from "./payment-claims.ts";
import type { Payment } from "./read-payment.ts";

export type WalletOrganisation = Pick<Row<typeof organisations>, "plan" | "balance" | "owed"> & {
  organisationId: string;
  /** 1 while an operator has blocked it. */
  isBlocked: number;
};

/** A wallet of one network. A signature for a test network must not give access to what was paid for with real money. */
export function walletAddress(network: string, payer: string): string {
  return `${network}:${payer}`.toLowerCase();
}

/** The organisation created by a wallet's payments without a key; null without one, or when an owner has taken it over. */
export function findWallet(db: D1Database, address: string): Promise<string | null> {
  const find = `SELECT o.id FROM wallets w JOIN organisations o ON o.id = w.organisation_id
    WHERE w.address = ? AND w.is_linked = 1 AND o.merged_into IS NULL AND o.blocked_at IS NULL`;
  return db.prepare(find).bind(address).first<string>("id");
}

/** The organisation of a wallet, made at its first payment, or the first after an owner took it over without it. */
export async function openWallet(env: Env, network: string, payer: string): Promise<WalletOrganisation> {
  const values = {
    address: walletAddress(network, payer),
    id: newOrganisationId(await numberOfEmptiest(env)),
    now: Date.now(),
  };
  const results = await transact<WalletOrganisation>(env.DB, values, [
    `INSERT INTO wallets (address, organisation_id, created_at) VALUES (@address, @id, @now)
     ON CONFLICT (address) DO UPDATE SET organisation_id = excluded.organisation_id, created_at = excluded.created_at,
       is_linked = 1 WHERE is_linked = 0`,
    `INSERT INTO organisations (id, plan, created_at)
     SELECT organisation_id, 'anonymous', created_at FROM wallets WHERE address = @address ON CONFLICT DO NOTHING`,
    `SELECT o.id AS organisationId, o.plan, o.balance, o.owed, o.blocked_at IS NOT NULL AS isBlocked FROM wallets w
     JOIN organisations o ON o.id = ${ownerOf("w.organisation_id")} WHERE w.address = @address`,
  ]);
  return results[2]?.results[0] as WalletOrganisation;
}

/** A call without a key, paid by one payment. */
type WalletCall = {
  payment: Payment;
  organisationId: string;
  tokens: number;
  callId: string;
  tool: string;
  /** SHA-256 of tool and body, which the signature does not cover. */
  fingerprint: string;
  idempotencyKey: string | null;
  /** When the facilitator was asked whether the wallet can pay (milliseconds). */
  verifiedAt: number;
};

export type WalletCallResult =
  /** Run it, then call `keepAnswer`, or `dropCall` if it costs nothing. */
  | { status: "claimed" }
  /** Its answer waits for the payment, which only this request may settle now. */
  | { status: "answered"; answerJson: string | null }
  | { status: "paid"; reference: string; transaction: string; answerJson: string | null }
  | { status: "busy" | "failed" | "foreign" | "mismatch" | "in_progress" };

const RUNNING_MS = TOOL_TIME_LIMIT_MS + LEASE_MS;

type Columns = "reference" | "state" | "callId" | "fingerprint" | "answerJson" | "transactionHash";
type Found = Pick<Row<typeof machinePayments>, Columns> & { isIdempotent: number };

const COLUMNS = `reference, state, call_id AS callId, fingerprint, answer_json AS answerJson,
  transaction_hash AS transactionHash, created_at AS createdAt`;
const EARLIER = `payer = @payer AND idempotency_key = @idempotencyKey AND reference <> @reference AND call_id IS NOT NULL
  AND state IN ('running', 'settling', 'paid') AND created_at > @remembered`;

/**
 * Claims a payment for a call that has not run yet. One payment runs one call, and a wallet has one unsettled call at a time;
 * the facilitator's check of a wallet counts only while no payment of that wallet has settled since.
 */
export async function claimCall(db: D1Database, call: WalletCall): Promise<WalletCallResult> {
  const now = Date.now();
  const { payment, ...terms } = call;
  const { payload, requirements, ...paying } = payment;
  const values = {
    ...{ ...paying, ...terms, now },
    purchaseId: newId(now),
    payloadJson: JSON.stringify({ payload, requirements }),
    leaseUntil: now + RUNNING_MS,
    settleUntil: now + LEASE_MS,
    remembered: now - IDEMPOTENCY_LIFETIME_MS,
  };
  const [, , leased, found] = await transact<Found>(db, values, [
    `INSERT INTO machine_payments (reference, organisation_id, payer, purchase_id, tokens, payload_json, valid_before,
       state, lease_until, next_check_at, call_id, tool, fingerprint, idempotency_key, created_at)
     SELECT @reference, @organisationId, @payer, @purchaseId, @tokens, @payloadJson, @validBefore,
       'running', @leaseUntil, @leaseUntil, @callId, @tool, @fingerprint, @idempotencyKey, @now
     WHERE NOT EXISTS (SELECT 1 FROM machine_payments WHERE payer = @payer AND ended_at >= @verifiedAt)
       AND NOT EXISTS (SELECT 1 FROM machine_payments WHERE ${EARLIER})
     ON CONFLICT DO NOTHING`,
    // The request that ran it has died, and settlement has not begun.
    `UPDATE machine_payments SET lease_until = @leaseUntil, next_check_at = @leaseUntil, call_id = @callId
     WHERE reference = @reference AND state = 'running' AND lease_until < @now AND fingerprint = @fingerprint`,
    `UPDATE machine_payments SET lease_until = @settleUntil
     WHERE reference = @reference AND state = 'settling' AND lease_until < @now AND fingerprint = @fingerprint
     RETURNING reference`,
    `SELECT ${COLUMNS}, 0 AS isIdempotent FROM machine_payments WHERE reference = @reference
     UNION ALL SELECT ${COLUMNS}, 1 FROM machine_payments WHERE ${EARLIER} ORDER BY isIdempotent DESC, createdAt LIMIT 1`,
  ]);
  return resultOf(found?.results[0], call, leased?.results.length === 1);
}

/** `isLeased`: only this request may settle the payment now. */
function resultOf(row: Found | undefined, call: WalletCall, isLeased: boolean): WalletCallResult {
  if (!row) return { status: "busy" };
  if (row.callId === null) return { status: "foreign" };
  if (row.fingerprint !== call.fingerprint) return { status: "mismatch" };
  switch (row.state) {
    case "running":
      if (row.callId === call.callId) return { status: "claimed" };
      return { status: row.isIdempotent ? "in_progress" : "busy" };
    case "settling": {
      if (row.isIdempotent) return { status: "in_progress" };
      return isLeased ? { status: "answered", answerJson: row.answerJson } : { status: "busy" };
    }
    case "paid": {
      const { answerJson, reference: paid, transactionHash } = row;
      return { status: "paid", reference: paid, transaction: transactionHash ?? "", answerJson };
    }
    default:
      return { status: "failed" };
  }
}

/** Stores an answer before its payment is settled, which is due from here on. False when it was taken over. */
export async function keepAnswer(db: D1Database, reference: string, callId: string, answerJson: string | null) {
  const now = Date.now();
  const keep = `UPDATE machine_payments SET state = 'settling', answer_json = @answerJson, lease_until = @leaseUntil,
    next_check_at = @check WHERE reference = @reference AND call_id = @callId AND state = 'running'`;
  const values = { reference, callId, answerJson, leaseUntil: now + LEASE_MS, check: now + CHECK_MS };
  const { meta } = await sql(db, keep, values).run();
  return meta.changes > 0;
}

/**
 * Whether a payment's call has run before, so that its answer can be repeated or its payment settled. A settled payment,
 * its signature included, is public on the chain: with its `validBefore` as signed it is repeated for minutes, not for a day.
 */
export async function wasAnswered(db: D1Database, payment: Pick<Payment, "reference" | "validBefore">) {
  const find = `SELECT 1 FROM machine_payments
    WHERE reference = @reference AND valid_before = @validBefore AND call_id IS NOT NULL AND state <> 'running'`;
  return (await sql(db, find, payment).first()) !== null;
}

/** Ends a call that costs nothing. Its payment was not settled and may be sent again. */
export async function dropCall(db: D1Database, reference: string, callId: string): Promise<void> {
  const drop = "DELETE FROM machine_payments WHERE reference = ? AND call_id = ? AND state = 'running'";
  await db.prepare(drop).bind(reference, callId).run();
}
