import { and, asc, gt, inArray, lt, lte } from "drizzle-orm";
import { DAY_MS } from "../../lib/time.ts";
import { drizzle } from "../../platform/database.ts";
import { watchedDomains } from "../../platform/schema.ts";

/** Nobody has asked about the domain for so long: it is no longer looked at. */
export const WATCHED_FOR_MS = 30 * DAY_MS;

/** Notes that somebody asked about `domain`; writes at most once a day. Its next look is a day away. */
export async function watch(db: D1Database, domain: string, baseUrl: string, now: number): Promise<void> {
  await drizzle(db)
    .insert(watchedDomains)
    .values({ domain, baseUrl, askedAt: now, dueAt: now + DAY_MS })
    .onConflictDoUpdate({
      target: watchedDomains.domain,
      set: { baseUrl, askedAt: now },
      setWhere: lt(watchedDomains.askedAt, now - DAY_MS),
    });
}

/** Takes up to `count` domains whose daily look is due, the longest waiting first. Whoever takes one owns today's look. */
export async function takeDue(
  db: D1Database,
  count: number,
  now: number,
): Promise<{ domain: string; baseUrl: string }[]> {
  const { domain, baseUrl, dueAt, askedAt } = watchedDomains;
  const due = drizzle(db)
    .select({ domain })
    .from(watchedDomains)
    .where(and(lte(dueAt, now), gt(askedAt, now - WATCHED_FOR_MS)))
    .orderBy(asc(dueAt))
    .limit(count);
  return drizzle(db)
    .update(watchedDomains)
    .set({ dueAt: now + DAY_MS })
    .where(inArray(domain, due))
    .returning({ domain, baseUrl });
}
