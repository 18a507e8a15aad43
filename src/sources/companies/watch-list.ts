/** Domains that signal tools were asked about. Each is looked at once a day, so that change signals have something to compare. */
import { and, asc, eq, gt, inArray, lte } from "drizzle-orm";
import { WATCHED_DOMAINS_PER_ORGANISATION } from "../../config.ts";
import { DAY_MS } from "../../lib/time.ts";
import { drizzle, sql } from "../../platform/database.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { watchedDomains } from "../../platform/schema.ts";

/** A domain that no call has asked about for this long is no longer looked at. */
export const WATCHED_FOR_MS = 30 * DAY_MS;

/**
 * Puts `domain` on the list for a call that is charged; writes at most once a day per domain. An organisation whose share
 * of the list is full adds none. The domain's next look is a day away.
 */
export async function watch(
  { env, baseUrl, caller }: Pick<SourceContext, "env" | "baseUrl" | "caller">,
  domain: string,
  now: number,
): Promise<void> {
  const plan = caller?.plan ?? "anonymous";
  await sql(
    env.DB,
    `INSERT INTO watched_domains (domain, base_url, organisation_id, is_paid, asked_at, due_at)
     SELECT @domain, @baseUrl, @organisationId, @isPaid, @now, @tomorrow
     WHERE EXISTS (SELECT 1 FROM watched_domains WHERE domain = @domain)
       OR (SELECT count(*) FROM watched_domains WHERE organisation_id = @organisationId) < @share
     ON CONFLICT (domain) DO UPDATE SET base_url = excluded.base_url, asked_at = excluded.asked_at,
       is_paid = max(is_paid, excluded.is_paid)
     WHERE asked_at < @yesterday OR is_paid < excluded.is_paid`,
    {
      domain,
      baseUrl,
      organisationId: caller?.organisationId ?? "",
      isPaid: plan === "paid" ? 1 : 0,
      share: WATCHED_DOMAINS_PER_ORGANISATION[plan],
      now,
      tomorrow: now + DAY_MS,
      yesterday: now - DAY_MS,
    },
  ).run();
}

type DueDomain = { domain: string; baseUrl: string };

/**
 * Takes up to `count` domains whose daily look is due: those of organisations with a purchase first, then the longest
 * waiting. The run that takes a domain owns today's look.
 */
export async function takeDue(db: D1Database, count: number, now: number): Promise<DueDomain[]> {
  const paid = await take(db, true, count, now);
  return paid.length < count ? [...paid, ...(await take(db, false, count - paid.length, now))] : paid;
}

async function take(db: D1Database, forPaid: boolean, count: number, now: number): Promise<DueDomain[]> {
  const { domain, baseUrl, dueAt, askedAt, isPaid } = watchedDomains;
  const due = drizzle(db)
    .select({ domain })
    .from(watchedDomains)
    .where(and(eq(isPaid, forPaid), lte(dueAt, now), gt(askedAt, now - WATCHED_FOR_MS)))
    .orderBy(asc(dueAt))
    .limit(count);
  return drizzle(db)
    .update(watchedDomains)
    .set({ dueAt: now + DAY_MS })
    .where(inArray(domain, due))
    .returning({ domain, baseUrl });
}
