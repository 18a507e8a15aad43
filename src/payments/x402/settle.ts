import type { Config } from "../../config.ts";
import { log } from "../../lib/log.ts";
import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import { type Row, sql } from "../../platform/database.ts";
import type { machinePayments } from "../../platform/schema.ts";
import { canAfford, findTransfer } from "./chain.ts";
import { NO_FUNDS, type Reach, settleOnChain, verifyPayment } from "./facilitator.ts";
import { bookPayment, CHECK_MS, type Claimed, failPayment, LEASE_MS, yieldClaim } from "./payment-claims.ts";
import type { Receipt } from "./payment-offer.ts";
import type { Payment } from "./read-payment.ts";

/** `paid`: its transfer is on the chain. `used`: its nonce is, and the chain does not tell for what. */
type Standing = { status: "valid" | "paid" | "used" | "unknown" } | { status: "refused"; reason: string };

/** What facilitator and chain say of a payment that has not been claimed. Moves no money. */
export async function checkPayment(reach: Reach, { payload, requirements }: Paying): Promise<Standing> {
  const verified = await verifyPayment(reach, payload, requirements);
  if (verified.status !== "invalid") return verified;
  const { authorization } = payload.payload;
  const { reason } = verified;
  const proof = await findTransfer(reach, requirements, authorization);
  if (proof.status === "paid") return { status: "paid" };
  if (proof.status === "unknown" && /nonce|used/.test(reason)) return { status: "used" };
  // Facilitators also say only that the transfer would fail.
  const isVague = /simulation_failed|payment_refused/.test(reason);
  const isBroke = isVague && (await canAfford(reach, requirements, authorization.from)) === false;
  return { status: "refused", reason: isBroke ? NO_FUNDS : reason };
}

type Settlement =
  | { status: "paid"; receipt: Receipt }
  /** It is not on the chain and will never be. */
  | { status: "expired" }
  /** Outcome unknown: the same payment may be sent again, and the cron keeps checking. */
  | { status: "pending" };

/**
 * Asks the facilitator, and the chain unless the facilitator confirms, and books the result. Only the chain ends a payment
 * unpaid: the facilitator may have submitted it although it refuses, and anybody may while it is valid.
 */
export async function settleClaimed(reach: Reach, claim: Claimed): Promise<Settlement> {
  const { reference, payload, requirements } = claim;
  const transaction = await settleOnChain(reach, payload, requirements);
  const proof =
    transaction !== null
      ? { status: "paid" as const, transaction }
      : await findTransfer(reach, requirements, payload.payload.authorization);
  if (proof.status === "paid") {
    await bookPayment(reach.env, reference, proof.transaction);
    return { status: "paid", receipt: receiptOf(claim, proof.transaction) };
  }
  if (proof.status === "absent" && proof.isFinal) {
    await failPayment(reach.env.DB, reference);
    return { status: "expired" };
  }
  await yieldClaim(reach.env.DB, reference);
  return { status: "pending" };
}

type Paying = Pick<Payment, "payload" | "requirements">;

export function receiptOf({ payload, requirements }: Paying, transaction: string): Receipt {
  const { network } = requirements;
  return { success: true, transaction, network, payer: payload.payload.authorization.from };
}

const CHECKS_PER_RUN = 20;
const BATCH_ROWS = 500;

type DuePayment = Pick<Row<typeof machinePayments>, "reference"> & { payloadJson: string };

/**
 * For the cron: asks facilitator and chain about payments whose outcome is unknown, and ends calls without a key whose request
 * died before settlement began. Older payments are checked every hour, then every day, so that they do not delay the others;
 * none is given up: one that is an hour old is an alert (operator/alert-checks.ts).
 */
export async function sweepMachinePayments(env: Env, config: Config, now: number): Promise<void> {
  const values = {
    now,
    soon: now + CHECK_MS,
    inAnHour: now + HOUR_MS,
    tomorrow: now + DAY_MS,
    anHourAgo: now - HOUR_MS,
    yesterday: now - DAY_MS,
    leaseUntil: now + LEASE_MS,
  };
  const take = `UPDATE machine_payments SET lease_until = @leaseUntil,
      next_check_at = CASE WHEN created_at < @yesterday THEN @tomorrow WHEN created_at < @anHourAgo THEN @inAnHour ELSE @soon END
    WHERE reference IN (SELECT reference FROM machine_payments
      WHERE next_check_at <= @now AND state = 'settling' AND lease_until < @now ORDER BY next_check_at LIMIT ${CHECKS_PER_RUN})
    RETURNING reference, payload_json AS payloadJson`;
  const dropDead =
    "DELETE FROM machine_payments WHERE next_check_at <= @now AND state = 'running' AND lease_until < @now";
  const forget = `UPDATE machine_payments SET answer_json = NULL WHERE reference IN
    (SELECT reference FROM machine_payments WHERE ended_at < @yesterday AND answer_json IS NOT NULL LIMIT ${BATCH_ROWS})`;
  const [due] = await env.DB.batch<DuePayment>([take, dropDead, forget].map((text) => sql(env.DB, text, values)));
  await Promise.all(
    (due?.results ?? []).map(async ({ reference, payloadJson }) => {
      try {
        await settleClaimed({ env, config }, { reference, ...JSON.parse(payloadJson) });
      } catch (cause) {
        log("error", "payment_check_failed", { reference, cause });
      }
    }),
  );
}
