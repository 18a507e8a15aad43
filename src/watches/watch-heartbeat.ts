import { isoTime } from "../lib/ids.ts";
import { transact } from "../platform/database.ts";
import { kindOf, typesOf, type WatchedKind } from "./event-types.ts";
import { monthOf } from "./live-watch.ts";
import type { Watch } from "./watch-store.ts";

export type Heartbeat = Awaited<ReturnType<typeof getHeartbeat>>;

type Counts = Record<"domains" | "looked" | "unreachable" | "silent" | "withheld", number> &
  Record<"lookedAt" | "dueAt", number | null>;
type Unreachable = { domain: string; reason: string; since: number };
type Silent = Unreachable & { kind: WatchedKind };

const OF_WATCH = "FROM watch_subscriptions s LEFT JOIN watched_domains d ON d.domain = s.domain WHERE s.watch_id = @id";
const SILENT = `FROM watch_subscriptions s JOIN watch_heads h ON h.domain = s.domain WHERE s.watch_id = @id
  AND h.reason IS NOT NULL AND h.kind IN (SELECT value FROM json_each(@kinds))`;
const READ = [
  `SELECT count(*) AS domains, coalesce(sum(d.looked_at >= s.added_at), 0) AS looked,
    max(CASE WHEN d.looked_at >= s.added_at THEN d.looked_at END) AS lookedAt,
    min(d.due_at) AS dueAt, coalesce(sum(d.unreachable_reason IS NOT NULL), 0) AS unreachable,
    (SELECT count(*) ${SILENT}) AS silent,
    (SELECT count(*) FROM watch_events WHERE organisation_id = @organisationId AND state = 'withheld'
      AND instr(watch_ids_json, @id) > 0) AS withheld ${OF_WATCH}`,
  `SELECT s.domain, d.unreachable_reason AS reason, d.unreachable_since AS since ${OF_WATCH}
    AND d.unreachable_reason IS NOT NULL ORDER BY since LIMIT @shown`,
  `SELECT s.domain, h.kind, h.reason, h.reason_since AS since ${SILENT} ORDER BY s.domain, h.kind LIMIT @shown`,
];

/** Whether a watch works, with at most `shown` domains in each list. Times are ISO 8601. Throws `temporarily_unavailable`. */
export async function getHeartbeat(db: D1Database, organisationId: string, watch: Watch, shown: number) {
  const now = Date.now();
  const kinds = JSON.stringify([...new Set(watch.events.map(kindOf))]);
  const read = await transact(db, { organisationId, id: watch.id, kinds, shown }, READ);
  const [[counts], unreachable, silent] = read.map(({ results }) => results) as [[Counts], Unreachable[], Silent[]];
  const isThisMonth = watch.month === monthOf(now);
  return {
    domain_count: counts.domains,
    /** Domains that have been looked at since they were added. */
    looked_at_count: counts.looked,
    /** Of these looks: an earlier one would tell that somebody else watches the company. */
    last_look_at: counts.lookedAt === null ? null : isoTime(counts.lookedAt),
    next_look_at: counts.dueAt === null ? null : isoTime(Math.max(counts.dueAt, now)),
    unreachable_count: counts.unreachable,
    unreachable: unreachable.map((row) => ({ ...row, since: isoTime(row.since) })),
    /** Events that cannot fire, with the reason. */
    silent_count: counts.silent,
    silent: silent.map(({ kind, since, ...row }) => ({
      ...row,
      events: typesOf(kind).filter((type) => watch.events.includes(type)),
      since: isoTime(since),
    })),
    tokens_this_month: isThisMonth ? watch.spentMonth : 0,
    events_this_month: isThisMonth ? watch.eventsMonth : 0,
    withheld_events: counts.withheld,
  };
}
