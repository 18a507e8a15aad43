import { sql } from "../platform/database.ts";
import { enqueueDeliveries, sendDeliveryMessages } from "../webhooks/enqueue-deliveries.ts";
import { EVENT_COLUMNS, type EventRow, shownEvent } from "./watch-events.ts";

const MAX_EVENTS = 100;

/** An event may have been erased, or have passed to another organisation, since it was read. */
const IS_STILL_UNSENT = `EXISTS (SELECT 1 FROM watch_events
  WHERE organisation_id = @organisationId AND id = @eventId AND is_unsent = 1)`;

type Unsent = EventRow & { organisationId: string; deliverJson: string };

/** Queues webhooks of charged events, oldest first; event and deliveries are marked together. True when more wait. */
export async function sendEvents(env: Env): Promise<boolean> {
  const find = `SELECT ${EVENT_COLUMNS}, e.organisation_id AS organisationId,
      (SELECT json_group_array(DISTINCT d.value) FROM watches w, json_each(w.deliver_json) d
        WHERE w.organisation_id = e.organisation_id AND instr(e.watch_ids_json, w.id) > 0 AND w.state = 'active') AS deliverJson
    FROM watch_events e WHERE e.is_unsent = 1 AND e.state = 'ready' ORDER BY e.seq LIMIT ${MAX_EVENTS}`;
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
  return results.length === MAX_EVENTS;
}
