import { and, asc, eq, isNotNull } from "drizzle-orm";
import { drizzle, type Row } from "../../platform/database.ts";
import { machinePayments } from "../../platform/schema.ts";

/** Payments by wallets on one network. */
type NetworkPayments = {
  /** CAIP-2. */
  network: string;
  paid: number;
  /** Tokens of settled payments. */
  tokens: number;
  /** Calls without a key that are running; settlement has not begun. */
  running: number;
  /** Payments whose outcome is unknown. */
  pending: number;
  failed: number;
  /** Milliseconds; null before the first settlement. */
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
