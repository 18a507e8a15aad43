import { type Plan, VENDOR_SHARE_OF_ORGANISATION, VENDOR_SHARE_OF_UNPAID } from "../../constants.ts";
import { isoDay } from "../../lib/ids.ts";
import { log } from "../../lib/log.ts";
import { DAY_MS } from "../../lib/time.ts";
import { sql } from "../../platform/database.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";

/** The organisation of spending that no caller caused, e.g. the operator's checks. */
const OPERATOR = "";

/** Reserves credits of a vendor's daily budget before a call, in one guarded statement; null above a limit of {@link capsOf}. */
export async function reserveCredits(
  { env, config, caller, noteVendor }: Pick<SourceContext, "env" | "config" | "caller" | "noteVendor">,
  vendor: string,
  credits: number,
) {
  const organisationId = caller?.organisationId ?? OPERATOR;
  const row = { day: isoDay(Date.now()), vendor, organisationId };
  const caps = capsOf(config.VENDOR_CREDITS_PER_DAY, caller?.plan);
  const reserve = `INSERT INTO vendor_spending (day, vendor, organisation_id, credits)
    SELECT @day, @vendor, @organisationId, @credits
    FROM (SELECT coalesce(sum(credits), 0) AS spent, coalesce(sum(credits) FILTER (WHERE organisation_id = @organisationId), 0) AS own
      FROM vendor_spending WHERE day = @day AND vendor = @vendor)
    WHERE spent + @credits <= @all AND own + @credits <= @own
    ON CONFLICT (day, vendor, organisation_id) DO UPDATE SET credits = credits + excluded.credits RETURNING 1`;
  const reserved = await sql(env.DB, reserve, { ...row, credits, ...caps }).first();
  if (!reserved) {
    log("warn", "vendor_budget_used_up", { ...row, wanted: credits });
    return null;
  }
  noteVendor?.();
  const correct = `UPDATE vendor_spending SET credits = credits + @more
    WHERE day = @day AND vendor = @vendor AND organisation_id = @organisationId`;
  return {
    /** Books the real cost of the call; the rest of the reservation is free again. */
    async spent(used: number): Promise<void> {
      if (used !== credits) await sql(env.DB, correct, { ...row, more: used - credits }).run();
    },
  };
}

/** Limits of all spending (of organisations without a purchase: a share of it), and of the caller's own. No plan: the operator. */
function capsOf(day: number, plan: Plan | undefined) {
  if (!plan) return { all: day, own: day };
  const all = plan === "paid" ? day : Math.ceil(day * VENDOR_SHARE_OF_UNPAID);
  return { all, own: Math.ceil(day * VENDOR_SHARE_OF_ORGANISATION[plan]) };
}

/** Deletes the spending of days before the last week. */
export async function deleteOldSpending(db: D1Database, now: number): Promise<void> {
  await sql(db, "DELETE FROM vendor_spending WHERE day < @day", { day: isoDay(now - 7 * DAY_MS) }).run();
}

/** Credits of each vendor spent today and in the last seven days (UTC), and by how many organisations, the greatest first. */
export async function readVendorSpending(db: D1Database, now: number) {
  const read = `SELECT vendor, coalesce(sum(credits) FILTER (WHERE day = @today), 0) AS today, sum(credits) AS week,
      count(DISTINCT organisation_id) AS organisations
    FROM vendor_spending WHERE day > @weekAgo GROUP BY vendor ORDER BY week DESC, vendor`;
  const days = { today: isoDay(now), weekAgo: isoDay(now - 7 * DAY_MS) };
  return (await sql(db, read, days).all<{ vendor: string; today: number; week: number; organisations: number }>())
    .results;
}
