import { isoDay } from "../../lib/ids.ts";
import { log } from "../../lib/log.ts";
import { sql } from "../../platform/database.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";

export type Reservation = {
  /** Books what the call has really cost; what it did not use is free again. */
  spent(credits: number): Promise<void>;
};

/**
 * Sets credits of today's budget of a vendor aside before it is called (`VENDOR_CREDITS_PER_DAY`), in one guarded statement,
 * so that calls at the same time cannot exceed it together. Null when they do not suffice.
 */
export async function reserveCredits(
  { env, config }: Pick<SourceContext, "env" | "config">,
  vendor: string,
  credits: number,
): Promise<Reservation | null> {
  const day = isoDay(Date.now());
  const cap = config.VENDOR_CREDITS_PER_DAY;
  const reserve = `INSERT INTO vendor_spending (vendor, day, credits) SELECT @vendor, @day, @credits WHERE @credits <= @cap
    ON CONFLICT (vendor, day) DO UPDATE SET credits = credits + @credits WHERE credits + @credits <= @cap RETURNING 1`;
  const row = await sql(env.DB, reserve, { vendor, day, credits, cap }).first();
  if (!row) {
    log("warn", "vendor_budget_used_up", { vendor, cap, wanted: credits });
    return null;
  }
  const correct = "UPDATE vendor_spending SET credits = credits + @more WHERE vendor = @vendor AND day = @day";
  return {
    async spent(used) {
      await sql(env.DB, correct, { vendor, day, more: used - credits }).run();
    },
  };
}
