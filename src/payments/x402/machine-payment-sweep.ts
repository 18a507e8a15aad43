import type { Config } from "../../config.ts";
import { log } from "../../lib/log.ts";
import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import { type Row, sql } from "../../platform/database.ts";
import type { machinePayments } from "../../platform/schema.ts";
import { CHECK_MS, LEASE_MS } from "./payment-claims.ts";
import { settleClaimed } from "./settle.ts";

const CHECKS_PER_RUN = 20;
const BATCH_ROWS = 500;

type DuePayment = Pick<Row<typeof machinePayments>, "reference" | "createdAt"> & { payloadJson: string };

/**
 * Asks facilitator and chain about payments whose outcome is unknown, and ends calls without a key whose request died before
 * settlement began. Claiming a payment moves its next check ahead, by an hour once it is an hour old, so one without an answer
 * does not delay the others.
 */
export async function sweepMachinePayments(env: Env, config: Config, now: number): Promise<void> {
  const values = {
    now,
    later: now + CHECK_MS,
    muchLater: now + HOUR_MS,
    old: now - HOUR_MS,
    leaseUntil: now + LEASE_MS,
  };
  const take = `UPDATE machine_payments SET lease_until = @leaseUntil, next_check_at = iif(created_at < @old, @muchLater, @later)
    WHERE reference IN (SELECT reference FROM machine_payments
      WHERE next_check_at <= @now AND state = 'settling' AND lease_until < @now ORDER BY next_check_at LIMIT ${CHECKS_PER_RUN})
    RETURNING reference, payload_json AS payloadJson, created_at AS createdAt`;
  const dropDead =
    "DELETE FROM machine_payments WHERE next_check_at <= @now AND state = 'running' AND lease_until < @now";
  const forget = `UPDATE machine_payments SET answer_json = NULL WHERE reference IN
    (SELECT reference FROM machine_payments WHERE ended_at < ${now - DAY_MS} AND answer_json IS NOT NULL LIMIT ${BATCH_ROWS})`;
  const [due] = await env.DB.batch<DuePayment>([take, dropDead, forget].map((text) => sql(env.DB, text, values)));
  await Promise.all(
    (due?.results ?? []).map(async ({ reference, payloadJson, createdAt }) => {
      try {
        await settleClaimed({ env, config }, { reference, createdAt, ...JSON.parse(payloadJson) });
      } catch (cause) {
        log("error", "payment_check_failed", { reference, cause });
      }
    }),
  );
}
