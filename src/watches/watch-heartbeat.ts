import { isoTime } from "../lib/ids.ts";
import { sql } from "../platform/database.ts";
import { type EventType, kindOf, typesOf, type WatchedKind } from "./event-types.ts";
import { monthOf } from "./live-watch.ts";
import type { Watch } from "./watch-store.ts";

/** Whether a watch works: when it looked, what it could not see, what it spent. Times are ISO 8601. */
export type Heartbeat = {
  domain_count: number;
  /** Domains that have been looked at since they were added. */
  looked_at_count: number;
  /** Of these looks: an earlier one would tell that somebody else watches the company. */
  last_look_at: string | null;
  next_look_at: string | null;
  unreachable_count: number;
  unreachable: { domain: string; reason: string; since: string }[];
  /** Events that cannot fire, with the reason. */
  silent_count: number;
  silent: { domain: string; events: EventType[]; reason: string; since: string }[];
  tokens_this_month: number;
  events_this_month: number;
  withheld_events: number;
};

type Counts = {
  domains: number;
  looked: number;
  lookedAt: number | null;
  dueAt: number | null;
  unreachable: number;
  withheld: number;
};

const OF_WATCH = `FROM watch_subscriptions s LEFT JOIN watched_domains d ON d.domain = s.domain WHERE s.watch_id = @id`;

/** The heartbeat of a watch, with at most `shown` domains in each of its lists. Throws `temporarily_unavailable`. */
export async function getHeartbeat(
  db: D1Database,
  organisationId: string,
  watch: Watch,
  shown: number,
): Promise<Heartbeat> {
  const now = Date.now();
  const month = monthOf(now);
  const kinds = JSON.stringify([...new Set(watch.events.map(kindOf))]);
  const values = { organisationId, id: watch.id, kinds, shown };
  const isSilent = `FROM watch_subscriptions s JOIN watch_heads h ON h.domain = s.domain WHERE s.watch_id = @id
    AND h.reason IS NOT NULL AND h.kind IN (SELECT value FROM json_each(@kinds))`;
  const statements = [
    `SELECT count(*) AS domains, coalesce(sum(d.looked_at >= s.added_at), 0) AS looked,
      max(CASE WHEN d.looked_at >= s.added_at THEN d.looked_at END) AS lookedAt,
      min(d.due_at) AS dueAt, coalesce(sum(d.unreachable_reason IS NOT NULL), 0) AS unreachable,
      (SELECT count(*) FROM watch_events WHERE organisation_id = @organisationId AND state = 'withheld'
        AND instr(watch_ids_json, @id) > 0) AS withheld ${OF_WATCH}`,
    `SELECT s.domain, d.unreachable_reason AS reason, d.unreachable_since AS since ${OF_WATCH}
      AND d.unreachable_reason IS NOT NULL ORDER BY since LIMIT @shown`,
    `SELECT count(*) AS count ${isSilent}`,
    `SELECT s.domain, h.kind, h.reason, h.reason_since AS since ${isSilent} ORDER BY s.domain, h.kind LIMIT @shown`,
  ].map((text) => sql(db, text, values));
  const [sums, unreachable, silentCount, silent] = await db.batch(statements);
  const [counts] = (sums?.results ?? []) as Counts[];
  if (!counts) throw new Error("a count has no row");
  const wanted = new Set(watch.events);
  return {
    domain_count: counts.domains,
    looked_at_count: counts.looked,
    last_look_at: counts.lookedAt === null ? null : isoTime(counts.lookedAt),
    next_look_at: counts.dueAt === null ? null : isoTime(Math.max(counts.dueAt, now)),
    unreachable_count: counts.unreachable,
    unreachable: ((unreachable?.results ?? []) as { domain: string; reason: string; since: number }[]).map((row) => ({
      ...row,
      since: isoTime(row.since),
    })),
    silent_count: (silentCount?.results[0] as { count: number } | undefined)?.count ?? 0,
    silent: ((silent?.results ?? []) as { domain: string; kind: WatchedKind; reason: string; since: number }[]).map(
      ({ domain, kind, reason, since }) => ({
        domain,
        events: typesOf(kind).filter((type) => wanted.has(type)),
        reason,
        since: isoTime(since),
      }),
    ),
    tokens_this_month: watch.month === month ? watch.spentMonth : 0,
    events_this_month: watch.month === month ? watch.eventsMonth : 0,
    withheld_events: counts.withheld,
  };
}
