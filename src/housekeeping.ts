import { isoDay } from "./lib/ids.ts";
import { DAY_MS } from "./lib/time.ts";

const BATCH_ROWS = 500;

/** Deletes what no longer counts, some rows of each table a minute so that no run is long. */
export async function deleteExpired(db: D1Database, now: number): Promise<void> {
  const old = [
    // A cancel link still has to find the key of its claim a day after the claim's ten minutes.
    ["claims", "hash", "created_at", now - 2 * DAY_MS],
    ["address_claims", "address_hash", "expires_at", now],
    ["sessions", "hash", "expires_at", now],
    ["connections", "id", "expires_at", now],
    ["oauth_clients", "id", "expires_at", now],
    // An access token that is over is refused without its row; holds keep its id.
    ["api_keys", "hash", "connection_id IS NOT NULL AND expires_at", now],
    ["idempotency", "organisation_id, key", "expires_at", now],
    ["source_cache", "kind, key", "expires_at", now],
    ["fact_subjects", "term, kind, key", "expires_at", now],
    // Personal data goes when its retention is over; it has not been shown since.
    ["people", "id", "expires_at", now],
    ["companies", "id", "expires_at", now],
    ["welcome_grants", "domain_hash, day, address_hash", "day", isoDay(now - 2 * DAY_MS)],
    ["privacy_requests", "id", "keep_until", now],
    // Nobody asks about it any more, or there is more to watch than the cron has time for.
    ["watched_domains", "domain", "due_at", now - 7 * DAY_MS],
  ] as const;
  await db.batch(
    old.map(([table, key, time, before]) =>
      db
        .prepare(
          `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${time} < ? LIMIT ${BATCH_ROWS})`,
        )
        .bind(before),
    ),
  );
}
