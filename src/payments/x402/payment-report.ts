import { mapDatabaseErrors, type Row, sql } from "../../platform/database.ts";
import type { machinePayments } from "../../platform/schema.ts";

/** Payments by wallets on one network. */
export type NetworkPayments = {
  /** CAIP-2. */
  network: string;
  paid: number;
  /** Tokens of the payments that were settled. */
  tokens: number;
  /** Calls without a key that run now; nothing was asked to settle. */
  running: number;
  /** Payments whose outcome is unknown. */
  pending: number;
  failed: number;
  /** Milliseconds; null before the first settlement. */
  lastPaidAt: number | null;
};

/** `eip155:8453` of `x402:eip155:8453:0x…`. */
const NETWORK = "substr(reference, 6, 6 + instr(substr(reference, 13), ':'))";

/** All payments by wallets, by network. It reads every payment. */
export async function readNetworkPayments(db: D1Database): Promise<NetworkPayments[]> {
  const read = `SELECT ${NETWORK} AS network, sum(state = 'paid') AS paid, sum(iif(state = 'paid', tokens, 0)) AS tokens,
      sum(state = 'running') AS running, sum(state = 'settling') AS pending, sum(state = 'failed') AS failed,
      max(iif(state = 'paid', ended_at, NULL)) AS lastPaidAt
    FROM machine_payments GROUP BY network ORDER BY network`;
  return (await mapDatabaseErrors(() => db.prepare(read).all<NetworkPayments>())).results;
}

export type PendingPayment = Pick<
  Row<typeof machinePayments>,
  "reference" | "organisationId" | "payer" | "tokens" | "validBefore" | "createdAt" | "nextCheckAt"
>;

/** Payments that the cron asks facilitator and chain about, the next first. */
export async function listPendingPayments(db: D1Database, limit: number): Promise<PendingPayment[]> {
  const find = `SELECT reference, organisation_id AS organisationId, payer, tokens, valid_before AS validBefore,
      created_at AS createdAt, next_check_at AS nextCheckAt
    FROM machine_payments WHERE next_check_at IS NOT NULL AND state = 'settling' ORDER BY next_check_at LIMIT @limit`;
  return (await mapDatabaseErrors(() => sql(db, find, { limit }).all<PendingPayment>())).results;
}
