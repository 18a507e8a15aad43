import { sql } from "../../platform/database.ts";

const DAY_MS = 24 * 3_600_000;
/** Nobody has asked about the domain for so long: it is no longer looked at. */
export const WATCHED_FOR_MS = 30 * DAY_MS;

/** Notes that somebody asked about `domain`; writes at most once a day. Its next look is a day away. */
export async function watch(db: D1Database, domain: string, baseUrl: string, now: number): Promise<void> {
  await sql(
    db,
    `INSERT INTO watched_domains (domain, base_url, asked_at, due_at) VALUES (@domain, @baseUrl, @now, @due)
     ON CONFLICT DO UPDATE SET base_url = @baseUrl, asked_at = @now WHERE asked_at < @yesterday`,
    { domain, baseUrl, now, due: now + DAY_MS, yesterday: now - DAY_MS },
  ).run();
}

/** Takes up to `count` domains whose daily look is due, the longest waiting first. Whoever takes one owns today's look. */
export async function takeDue(
  db: D1Database,
  count: number,
  now: number,
): Promise<{ domain: string; baseUrl: string }[]> {
  const { results } = await sql(
    db,
    `UPDATE watched_domains SET due_at = @tomorrow WHERE domain IN
       (SELECT domain FROM watched_domains WHERE due_at <= @now AND asked_at > @stale ORDER BY due_at LIMIT ${count})
     RETURNING domain, base_url AS baseUrl`,
    { now, tomorrow: now + DAY_MS, stale: now - WATCHED_FOR_MS },
  ).all<{ domain: string; baseUrl: string }>();
  return results;
}
