import { EVENTS_KEPT_DAYS } from "../constants.ts";
import { payerSql, type Scope } from "../ledger/payer.ts";
import { isoTime } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { type Row, sql, transact } from "../platform/database.ts";
import type { watchEvents } from "../platform/schema.ts";
import { enqueueDeliveries, sendDeliveryMessages } from "../webhooks/enqueue-deliveries.ts";
import type { EventType } from "./event-types.ts";
import type { Change } from "./observation.ts";

type EventData = Pick<Change, "before" | "after" | "evidence">;

type EventRow = Pick<
  Row<typeof watchEvents>,
  "id" | "seq" | "domain" | "watchIdsJson" | "state" | "dataJson" | "observedAt" | "tokens"
> & { type: EventType };

/** Of the table `watch_events e`. */
const EVENT_COLUMNS = `e.id, e.seq, e.type, e.domain, e.watch_ids_json AS watchIdsJson, e.state, e.data_json AS dataJson,
  e.observed_at AS observedAt, e.tokens`;

/** A page of events in the order in which they became readable, its cursor, and the oldest event still stored. */
export async function listEvents(
  db: D1Database,
  scope: Scope,
  { after, watchId, limit }: { after: number; watchId: string | null; limit: number },
) {
  const values = { limitedTo: null, ...scope, after, watchId, count: limit + 1 };
  const find = `SELECT ${EVENT_COLUMNS} FROM watch_events e WHERE e.organisation_id = @organisationId AND e.seq > @after
    AND (@watchId IS NULL OR instr(e.watch_ids_json, @watchId) > 0)
    AND (@limitedTo IS NULL OR EXISTS (SELECT 1 FROM json_each(e.watch_ids_json) i JOIN watches w ON w.id = i.value
      WHERE w.organisation_id = @organisationId AND ${payerSql("w.key_id", "w.connection_id")} = @limitedTo)) ORDER BY e.seq LIMIT @count`;
  const first = "SELECT min(seq) AS oldest FROM watch_events WHERE organisation_id = @organisationId";
  const [found, ends] = await transact(db, values, [find, first]);
  const rows = (found?.results ?? []) as EventRow[];
  const events = rows.slice(0, limit).map(shownEvent);
  const oldest = (ends?.results[0] as { oldest: number | null } | undefined)?.oldest ?? null;
  return { events, next: events.at(-1)?.seq ?? after, hasMore: rows.length > limit, oldest };
}

/** At most `limit` events of a watch before the `seq` `before`, the latest first. Throws `temporarily_unavailable`. */
export async function listLatestEvents(
  db: D1Database,
  organisationId: string,
  asked: { watchId: string; before: number; limit: number },
) {
  const find = `SELECT ${EVENT_COLUMNS} FROM watch_events e WHERE e.organisation_id = @organisationId AND e.seq < @before
    AND instr(e.watch_ids_json, @watchId) > 0 ORDER BY e.seq DESC LIMIT @limit`;
  const { results } = await sql(db, find, { ...asked, organisationId }).all<EventRow>();
  return results.map(shownEvent);
}

/** An event as shown to its organisation. A withheld event shows only its type and domain. */
function shownEvent({ id, seq, type, domain, state, tokens, ...row }: EventRow) {
  const isReady = state === "ready";
  const hidden: EventData = { before: null, after: null, evidence: [] };
  const { before, after, evidence }: EventData = isReady ? JSON.parse(row.dataJson) : hidden;
  return {
    ...{ id, seq, type, domain, watch_ids: JSON.parse(row.watchIdsJson) as string[] },
    status: isReady ? ("delivered" as const) : ("withheld" as const),
    ...{ before, after, evidence, observed_at: isoTime(row.observedAt), tokens_charged: isReady ? tokens : 0 },
  };
}

/** Events observed before this time are deleted. */
export function eventsCutoff(now: number): number {
  return now - EVENTS_KEPT_DAYS * DAY_MS;
}

const MAX_SENT = 100;

/** An event may have been erased, or have passed to another organisation, since it was read. */
const IS_STILL_UNSENT = `EXISTS (SELECT 1 FROM watch_events
  WHERE organisation_id = @organisationId AND id = @eventId AND is_unsent = 1)`;

type Unsent = EventRow & { organisationId: string; deliverJson: string };

/** Queues webhooks of charged events, oldest first; event and deliveries are marked together. True when more wait. */
export async function sendEvents(env: Env): Promise<boolean> {
  const find = `SELECT ${EVENT_COLUMNS}, e.organisation_id AS organisationId,
      (SELECT json_group_array(DISTINCT d.value) FROM watches w, json_each(w.deliver_json) d
        WHERE w.organisation_id = e.organisation_id AND instr(e.watch_ids_json, w.id) > 0 AND w.state = 'active') AS deliverJson
    FROM watch_events e WHERE e.is_unsent = 1 AND e.state = 'ready' ORDER BY e.seq LIMIT ${MAX_SENT}`;
  const { results } = await sql(env.DB, find, {}).all<Unsent>();
  if (results.length === 0) return false;
  const statements = results.flatMap((row) => {
    const { status: _, ...data } = shownEvent(row);
    const event = { id: row.id, type: row.type, occurredAt: row.observedAt, data };
    const to = { organisationId: row.organisationId, endpointIds: JSON.parse(row.deliverJson) as string[] };
    // Another watch that found the same match since then has endpoints of its own.
    const sent = `UPDATE watch_events SET is_unsent = 0
      WHERE organisation_id = @organisationId AND id = @id AND watch_ids_json = @watchIdsJson`;
    return [...enqueueDeliveries(env.DB, event, to, IS_STILL_UNSENT), sql(env.DB, sent, row)];
  });
  await env.DB.batch(statements);
  await sendDeliveryMessages(
    env,
    results.map(({ id }) => id),
  );
  return results.length === MAX_SENT;
}
