import type { Config } from "../../config.ts";
import { log } from "../../lib/log.ts";
import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import { type Row, sql } from "../../platform/database.ts";
import type { machinePayments } from "../../platform/schema.ts";
import { CHECK_MS, LEASE_MS } from "./payment-claims.ts";
import { settleClaimed } from "./settle.ts";

const CHECKS_PER_RUN = 20;
const BATCH_ROWS = 500;

type DuePayment = Pick<Row<typeof machinePayments>, "reference"> & { payloadJson: string };

/**
 * Asks facilitator and chain about payments whose outcome is unknown, and ends calls without a key whose request died before
 * settlement began. Claiming a payment moves its next check ahead, by an hour once it is an hour old and by a day once it is a
 * day old, so one without an answer does not delay the others. None is given up: one that is an hour old is an alert
 * (operator/alert-checks.ts).
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
