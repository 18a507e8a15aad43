/** The stored state of looks: which kinds of facts a look is for, and what it leaves for the next one and for watches. */
import { type Config, readConfig } from "../config.ts";
import { newId } from "../lib/ids.ts";
import { DAY_MS, HOUR_MS } from "../lib/time.ts";
import { type Row, sql, transact } from "../platform/database.ts";
import type { watchedDomains, watchHeads } from "../platform/schema.ts";
import { sha256Hex } from "../platform/secrets.ts";
import { withForeignText } from "../readers/page/foreign-text.ts";
import { type Comparison, compareLooks } from "./compare.ts";
import { type EventType, kindOf, tokensOf, type WatchedKind } from "./event-types.ts";
import { IS_LIVE } from "./live-watch.ts";
import { ASKED_FOR_MS, type LookMessage } from "./look-schedule.ts";
import type { Change, Look, Observation, SearchRequest } from "./observation.ts";

/** The stored state of the last look at one kind. */
type Head = Pick<Row<typeof watchHeads>, "version" | "dataJson" | "lookedAt"> & {
  kind: WatchedKind;
  isPending: number;
};

type LookPlan = NonNullable<Awaited<ReturnType<typeof planLook>>>;

/** A type of event that some watch of the domain wants. */
type Wanted = { type: EventType; everyDays: number; addedAt: number; searchJson: string | null };

/** A look may run this much earlier than scheduled. */
const SLACK_MS = 2 * HOUR_MS;

const READ = [
  "SELECT base_url AS baseUrl, asked_at AS askedAt, due_at AS dueAt FROM watched_domains WHERE domain = @domain",
  `SELECT e.value AS type, min(w.every_days) AS everyDays, max(s.added_at) AS addedAt, w.search_json AS searchJson
    FROM watch_subscriptions s JOIN watches w ON w.id = s.watch_id, json_each(w.events_json) e
    WHERE s.domain = @domain AND ${IS_LIVE} GROUP BY e.value`,
  `SELECT kind, version, data_json AS dataJson, looked_at AS lookedAt, is_pending AS isPending
    FROM watch_heads WHERE domain = @domain`,
];

/** The plan of a look at a domain; null when the message is outdated or no watch names the domain. */
export async function planLook(db: D1Database, { domain, dueAt }: LookMessage, now: number) {
  const read = (await transact(db, { domain, now }, READ)).map(({ results }) => results);
  const [[row], types, kept] = read as [Row<typeof watchedDomains>[], Wanted[], Head[]];
  if (!row || row.dueAt !== dueAt) return null;
  const heads = new Map(kept.map((head) => [head.kind, head]));
  const isAsked = row.askedAt > now - ASKED_FOR_MS;
  const dueAtOf = ({ type, everyDays, addedAt }: Wanted) => {
    const head = heads.get(kindOf(type));
    if (!head?.lookedAt || head.isPending || addedAt > head.lookedAt) return now;
    return head.lookedAt + everyDays * DAY_MS;
  };
  const isDue = (one: Wanted) => dueAtOf(one) <= now + SLACK_MS;
  const due = types.filter(isDue);
  return {
    domain,
    dueAt,
    baseUrl: row.baseUrl,
    startedAt: now,
    /** Kinds of facts to look for, for watches. */
    kinds: [...new Set(due.map(({ type }) => kindOf(type)))],
    /** Whether a change waits for this look: it reads the company anew. */
    isAgain: kept.some(({ isPending }) => isPending),
    /** The search to look at; null for a company, and when it is not due. */
    search: due.map((one) => searchOf(one, heads)).find((search) => search !== null) ?? null,
    /** Whether signal tools compare this look with the next one. */
    isForSignals: isAsked,
    heads,
    /** When the kinds in this look are due again, and when the others are. */
    everyMs: Math.min(...due.map(({ everyDays }) => everyDays), isAsked ? 1 : 7) * DAY_MS,
    othersDueAt: Math.min(...types.filter((one) => !isDue(one)).map(dueAtOf), Number.MAX_SAFE_INTEGER),
  };
}

/** After a pause the baseline is a new one. */
function searchOf({ searchJson, addedAt }: Wanted, heads: ReadonlyMap<WatchedKind, Head>): SearchRequest | null {
  if (searchJson === null) return null;
  const { dataJson, lookedAt } = heads.get("search") ?? {};
  const isBaseline = !dataJson || addedAt > (lookedAt ?? 0);
  return { search: JSON.parse(searchJson), state: isBaseline ? null : JSON.parse(dataJson), addedAt };
}

/** D1 stores at most 2 MB in a row. */
const MAX_DATA_LENGTH = 1_500_000;
const MAX_EVIDENCE = 5;

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
    const head = heads.get(kind);
    const at = { domain, kind, version: head?.version ?? 0, look, now };
    if (observation.status === "unknown") {
      statements.push(noteUnseen(db, { ...at, reason: observation.reason }));
      continue;
    }
    const before = head?.dataJson ? JSON.parse(head.dataJson) : null;
    const compared = compareLooks(kind, before, observation, { now, lookedAt: head?.lookedAt ?? now });
    const dataJson = JSON.stringify(compared.data);
    if (dataJson.length > MAX_DATA_LENGTH) {
      statements.push(noteUnseen(db, { ...at, reason: "too_large" }));
      continue;
    }
    isPending ||= compared.isPending;
    statements.push(
      head?.dataJson === dataJson ? touchHead(db, at) : replaceHead(db, { ...at, dataJson, ...compared }),
    );
    changes.push(...(await Promise.all(compared.changes.map((change) => rowOf(change, at, config)))));
  }
  if (changes.length > 0) statements.push(recordEvents(db, { domain, look, now, changes: JSON.stringify(changes) }));
  if (statements.length === 0) return { organisationIds: [], isPending };
  const results = await db.batch<{ organisationId: string }>(statements);
  const recorded = changes.length > 0 ? (results.at(-1)?.results ?? []) : [];
  return { organisationIds: [...new Set(recorded.map(({ organisationId }) => organisationId))], isPending };
}

type LookAt = { domain: string; kind: WatchedKind; version: number; look: string; now: number };

/** Without a change, only the time is updated. */
function touchHead(db: D1Database, at: LookAt): D1PreparedStatement {
  const touch = `UPDATE watch_heads SET previous_looked_at = looked_at, looked_at = @now, reason = NULL, reason_since = NULL
    WHERE domain = @domain AND kind = @kind AND version = @version`;
  return sql(db, touch, at);
}

/** The look that read this version wins. */
function replaceHead(db: D1Database, { isPending, ...at }: LookAt & Comparison & { dataJson: string }) {
  const replace = `INSERT INTO watch_heads (domain, kind, version, data_json, look, looked_at, is_pending)
    VALUES (@domain, @kind, 1, @dataJson, @look, @now, @isPending)
    ON CONFLICT (domain, kind) DO UPDATE SET version = version + 1, data_json = excluded.data_json, look = excluded.look,
      previous_looked_at = looked_at, looked_at = excluded.looked_at, is_pending = excluded.is_pending,
      reason = NULL, reason_since = NULL
    WHERE version = @version`;
  return sql(db, replace, { ...at, isPending: isPending ? 1 : 0 });
}

function noteUnseen(db: D1Database, at: LookAt & { reason: string }): D1PreparedStatement {
  const note = `INSERT INTO watch_heads (domain, kind, version, reason, reason_since) VALUES (@domain, @kind, 0, @reason, @now)
    ON CONFLICT (domain, kind) DO UPDATE SET reason = excluded.reason,
      reason_since = coalesce(reason_since, excluded.reason_since)`;
  return sql(db, note, at);
}

/**
 * A watch gets the changes between two looks that both followed its creation. A match that another watch of the organisation reported
 * before becomes an event of both, without another charge, and moves to the end of the list, after every cursor handed out so far.
 */
function recordEvents(db: D1Database, values: Pick<LookAt, "domain" | "look" | "now"> & { changes: string }) {
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
async function rowOf(change: Change, at: LookAt, config: Config): Promise<object> {
  const { type, subject, before, after, domain } = change;
  const identity = domain === undefined ? [at.domain, type, subject, before, after, at.version] : [type, subject];
  const hash = await sha256Hex(JSON.stringify(identity));
  const evidence = change.evidence.slice(0, MAX_EVIDENCE);
  return {
    id: `evt_${hash.slice(0, 32)}`,
    kind: at.kind,
    type,
    domain: domain ?? at.domain,
    tokens: tokensOf(type, config),
    // Third-party text reaches agents from here, through tools and webhooks, so it is sanitised.
    dataJson: JSON.stringify(withForeignText({ before, after, evidence })),
  };
}
