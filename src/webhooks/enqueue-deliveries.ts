import { newId, timePrefix } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { sql } from "../platform/database.ts";

export type WebhookEvent = {
  /** `webhook-id` of every attempt at every endpoint. The id of an event never changes; a known id is not queued again. */
  id: string;
  /** Event type, e.g. `batch.ended`. */
  type: string;
  occurredAt: number;
  /** The `data` of the payload. Each attempt removes people who have objected. */
  data: Record<string, unknown>;
};

type Recipients = {
  organisationId: string;
  /** Endpoint ids. Those of other organisations and inactive ones are ignored. */
  endpointIds: readonly string[];
};

/** A queue message: the row of a delivery, and the attempt that is due. */
export type DeliveryMessage = { delivery: string; attempt: number };

/** Receivers may refuse bodies of more than 20 kB. */
const MAX_DATA_LENGTH = 18_000;
const MAX_MESSAGES = 100;

/** Statements that queue an event: run them in the batch that records it, then {@link sendDeliveryMessages}. */
export function enqueueDeliveries(db: D1Database, event: WebhookEvent, to: Recipients, condition = "true") {
  if (to.endpointIds.length === 0) return [];
  const now = Date.now();
  const insert = `INSERT INTO webhook_deliveries (id, endpoint_id, event_id, type, occurred_at, data_json, host, status, next_at)
    SELECT @prefix || lower(hex(randomblob(10))), e.id, @eventId, @type, @occurredAt, @dataJson, e.host, 'pending', @now
    FROM webhook_endpoints e WHERE e.organisation_id = @organisationId AND e.status = 'active'
      AND e.id IN (SELECT value FROM json_each(@endpointIds)) AND ${condition}
    ON CONFLICT (event_id, endpoint_id) DO NOTHING`;
  const { id: eventId, type, occurredAt } = event;
  const recipients = { organisationId: to.organisationId, endpointIds: JSON.stringify(to.endpointIds) };
  const values = {
    prefix: timePrefix(now),
    now,
    eventId,
    type,
    occurredAt,
    dataJson: dataJsonOf(event),
    ...recipients,
  };
  return [sql(db, insert, values)];
}

/** Payloads that are too large are sent without lists and objects, and marked as truncated. */
function dataJsonOf({ data }: WebhookEvent): string {
  const json = JSON.stringify(data);
  if (json.length <= MAX_DATA_LENGTH) return json;
  const scalars = Object.entries(data).filter(([, value]) => typeof value !== "object" && `${value}`.length < 1_000);
  return JSON.stringify({ ...Object.fromEntries(scalars), truncated: true });
}

/** An id for an event that has none of its own. */
export function newEventId(now: number): string {
  return `evt_${newId(now)}`;
}

/** Queues messages for the due deliveries of these events. Never throws: the cron queues what was missed here. */
export async function sendDeliveryMessages(env: Env, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  try {
    await sendMessages(env, await findDueMessages(env, eventIds));
  } catch (cause) {
    log("warn", "webhook_message_lost", { cause });
  }
}

/** The due attempts of these events' deliveries. */
export async function findDueMessages(env: Env, eventIds: readonly string[]): Promise<DeliveryMessage[]> {
  const find = `SELECT id AS delivery, attempt FROM webhook_deliveries
    WHERE event_id IN (SELECT value FROM json_each(?)) AND status = 'pending' AND next_at <= ?`;
  const due = env.DB.prepare(find).bind(JSON.stringify(eventIds), Date.now());
  return (await due.all<DeliveryMessage>()).results;
}

/** Sends messages in batches within the queue's limits. */
export async function sendMessages(env: Env, messages: readonly DeliveryMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += MAX_MESSAGES) {
    await env.HOOKS.sendBatch(messages.slice(start, start + MAX_MESSAGES).map((body) => ({ body })));
  }
}
