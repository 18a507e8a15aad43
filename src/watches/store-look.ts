import { type Config, readConfig } from "../config.ts";
import { newId } from "../lib/ids.ts";
import { sql } from "../platform/database.ts";
import { sha256Hex } from "../platform/secrets.ts";
import { withForeignText } from "../readers/page/foreign-text.ts";
import { compareJobs, type JobsData } from "./compare-jobs.ts";
import { compareReports, type ReportsData } from "./compare-reports.ts";
import { compareValues, type ValuesData } from "./compare-values.ts";
import { tokensOf, type WatchedKind } from "./event-types.ts";
import { IS_LIVE } from "./live-watch.ts";
import type { Change, Comparison, Look, Observation } from "./observation.ts";
import type { Head, LookPlan } from "./plan-look.ts";

/** D1 stores at most 2 MB in a row. */
const MAX_DATA_LENGTH = 1_500_000;
const MAX_EVIDENCE = 5;

type Seen = { kind: WatchedKind; head: Head | null; compared: Comparison<unknown>; dataJson: string };

/**
 * Stores the result of a look in one transaction. Of looks that race for one change, the first replaces the head, and only its
 * events are recorded, once for each organisation, and charged (migrations/0021_watch_event_counts.sql). Returns the organisations that
 * got an event, and whether a change waits for a second look.
 */
export async function storeLook(
  env: Env,
  { domain, heads }: LookPlan,
  { observations }: Look,
  now: number,
): Promise<{ organisationIds: string[]; isPending: boolean }> {
  const look = newId(now);
  const db = env.DB;
  const config = readConfig(env);
  const statements: D1PreparedStatement[] = [];
  const changes: object[] = [];
  let isPending = false;
  for (const [kind, observation] of Object.entries(observations) as [WatchedKind, Observation][]) {
    const head = heads.get(kind) ?? null;
    const seen = observation.status === "unknown" ? observation.reason : compare(kind, head, observation, now);
    if (typeof seen === "string") {
      statements.push(noteUnseen(db, { domain, kind, reason: seen, now }));
      continue;
    }
    isPending ||= seen.compared.isPending;
    statements.push(replaceHead(db, seen, { domain, look, now }));
    for (const change of seen.compared.changes) {
      changes.push(await rowOf(change, { domain, kind, version: head?.version ?? 0, config }));
    }
  }
  if (changes.length > 0) statements.push(recordEvents(db, { domain, look, now, changes: JSON.stringify(changes) }));
  if (statements.length === 0) return { organisationIds: [], isPending };
  const results = await db.batch<{ organisationId: string }>(statements);
  const recorded = changes.length > 0 ? (results.at(-1)?.results ?? []) : [];
  return { organisationIds: [...new Set(recorded.map(({ organisationId }) => organisationId))], isPending };
}

/** Compares an observation with the stored state. Returns a reason instead when the new state is too large to store. */
function compare(
  kind: WatchedKind,
  head: Head | null,
  observation: Exclude<Observation, { status: "unknown" }>,
  now: number,
): Seen | string {
  const before = head?.dataJson ? JSON.parse(head.dataJson) : null;
  const compared: Comparison<unknown> =
    observation.status === "jobs"
      ? compareJobs(before as JobsData | null, observation, now, head?.lookedAt ?? now)
      : observation.status === "reports"
        ? compareReports(kind, before as ReportsData | null, observation, now)
        : observation.status === "matches"
          ? { ...observation, data: observation.state }
          : compareValues(kind, before as ValuesData | null, observation);
  const dataJson = JSON.stringify(compared.data);
  return dataJson.length > MAX_DATA_LENGTH ? "too_large" : { kind, head, compared, dataJson };
}

/** Without a change, only the time is updated; with one, the look that read this version wins. */
function replaceHead(
  db: D1Database,
  { kind, head, compared, dataJson }: Seen,
  { domain, look, now }: { domain: string; look: string; now: number },
): D1PreparedStatement {
  const values = { domain, kind, version: head?.version ?? 0, dataJson, look, now };
  if (head?.dataJson === dataJson) {
    const touch = `UPDATE watch_heads SET previous_looked_at = looked_at, looked_at = @now, reason = NULL, reason_since = NULL
      WHERE domain = @domain AND kind = @kind AND version = @version`;
    return sql(db, touch, values);
  }
  const replace = `INSERT INTO watch_heads (domain, kind, version, data_json, look, looked_at, is_pending)
    VALUES (@domain, @kind, 1, @dataJson, @look, @now, @isPending)
    ON CONFLICT (domain, kind) DO UPDATE SET version = version + 1, data_json = excluded.data_json, look = excluded.look,
      previous_looked_at = looked_at, looked_at = excluded.looked_at, is_pending = excluded.is_pending,
      reason = NULL, reason_since = NULL
    WHERE version = @version`;
  return sql(db, replace, { ...values, isPending: compared.isPending ? 1 : 0 });
}

function noteUnseen(
  db: D1Database,
  values: { domain: string; kind: WatchedKind; reason: string; now: number },
): D1PreparedStatement {
  const note = `INSERT INTO watch_heads (domain, kind, version, reason, reason_since) VALUES (@domain, @kind, 0, @reason, @now)
    ON CONFLICT (domain, kind) DO UPDATE SET reason = excluded.reason,
      reason_since = coalesce(reason_since, excluded.reason_since)`;
  return sql(db, note, values);
}

/**
 * A watch gets the changes between two looks that both followed its creation. A match that another watch of the organisation reported
 * before becomes an event of both, without another charge, and moves to the end of the list, after every cursor handed out so far.
 */
function recordEvents(
  db: D1Database,
  values: { domain: string; look: string; now: number; changes: string },
): D1PreparedStatement {
  const record = `INSERT INTO watch_events (id, organisation_id, type, domain, data_json, watch_ids_json, tokens, state, tried_at,
      is_unsent, observed_at)
    SELECT c.value->>'id', w.organisation_id, c.value->>'type', c.value->>'domain', c.value->>'dataJson', json_group_array(w.id),
      c.value->>'tokens', 'withheld', @now, max(w.deliver_json <> '[]'), @now
    FROM json_each(@changes) c
    JOIN watch_heads h ON h.domain = @domain AND h.kind = c.value->>'kind' AND h.look = @look
    JOIN watch_subscriptions s ON s.domain = @domain AND s.added_at <= h.previous_looked_at
    JOIN watches w ON w.id = s.watch_id
    WHERE ${IS_LIVE} AND EXISTS (SELECT 1 FROM json_each(w.events_json) e WHERE e.value = c.value->>'type')
    GROUP BY c.key, w.organisation_id
    ON CONFLICT (organisation_id, id) DO UPDATE SET
      seq = excluded.seq, is_unsent = max(is_unsent, excluded.is_unsent), watch_ids_json = (SELECT json_group_array(value) FROM (
        SELECT value FROM json_each(watch_events.watch_ids_json) UNION SELECT value FROM json_each(excluded.watch_ids_json)))
    WHERE EXISTS (SELECT 1 FROM json_each(excluded.watch_ids_json) i WHERE instr(watch_events.watch_ids_json, i.value) = 0)
    RETURNING organisation_id AS organisationId`;
  return sql(db, record, values);
}

/** Racing looks derive the same id for one change; the same change a month later gets another id. */
async function rowOf(
  change: Change,
  from: { domain: string; kind: WatchedKind; version: number; config: Config },
): Promise<object> {
  const { type, subject, before, after, domain } = change;
  const identity = domain === undefined ? [from.domain, type, subject, before, after, from.version] : [type, subject];
  const hash = await sha256Hex(JSON.stringify(identity));
  const evidence = change.evidence.slice(0, MAX_EVIDENCE);
  return {
    id: `evt_${hash.slice(0, 32)}`,
    kind: from.kind,
    type,
    domain: domain ?? from.domain,
    tokens: tokensOf(type, from.config),
    // Third-party text reaches agents from here, through tools and webhooks, so it is sanitised.
    dataJson: JSON.stringify(withForeignText({ before, after, evidence })),
  };
}
