import {
  MAX_TRIES_AT_ONCE_PER_HOST,
  MAX_TRIES_AT_ONCE_PER_ORGANISATION,
  WEBHOOK_DISABLED_AFTER_MS,
} from "../constants.ts";
import { newId } from "../lib/ids.ts";
import { MINUTE_MS } from "../lib/time.ts";
import { type Row, sql, transact } from "../platform/database.ts";
import type { webhookDeliveries, webhookEndpoints } from "../platform/schema.ts";
import type { DeliveryMessage } from "./enqueue-deliveries.ts";

/** An attempt ends within 25 s; one that has not ended after this long died with its isolate. */
const CLAIM_MS = MINUTE_MS;
/** After this many attempts in a row died, the delivery is given up, because it may be the cause. */
const MAX_UNENDED = 5;

type Delivery = Row<typeof webhookDeliveries>;
type Endpoint = Row<typeof webhookEndpoints>;

/** The input of one attempt. */
export type ClaimedTry = Pick<
  Delivery,
  "id" | "endpointId" | "eventId" | "type" | "occurredAt" | "dataJson" | "host" | "attempt" | "failures"
> &
  Pick<Endpoint, "url" | "secret" | "previousSecret" | "previousUntil" | "baseUrl" | "requestHost">;

const BEGIN = `UPDATE webhook_deliveries
  SET status = 'sending', attempt = attempt + 1, unended = unended + 1, next_at = @now + ${CLAIM_MS}`;
const HOST_HAS_ROOM = `(SELECT count(*) FROM webhook_deliveries s
  WHERE s.host = webhook_deliveries.host AND s.status = 'sending' AND s.next_at > @now) < ${MAX_TRIES_AT_ONCE_PER_HOST}`;
/** SQL: running attempts of the organisation of an endpoint. Its receivers can hang under many names, and consumers are few. */
const runningOf = (endpointId: string) => `(SELECT count(*) FROM webhook_deliveries s
  WHERE s.status = 'sending' AND s.next_at > @now AND s.endpoint_id IN (SELECT o.id FROM webhook_endpoints e
    JOIN webhook_endpoints o ON o.organisation_id = e.organisation_id WHERE e.id = ${endpointId}))`;
const BEGUN = "RETURNING id, attempt";
const CLAIM = `${BEGIN} WHERE id = @id AND attempt = @attempt AND next_at <= @now AND unended < ${MAX_UNENDED}
  AND ${HOST_HAS_ROOM} AND ${runningOf("webhook_deliveries.endpoint_id")} < ${MAX_TRIES_AT_ONCE_PER_ORGANISATION} ${BEGUN}`;
// The longest waiting delivery of the organisation with the fewest running ones. The recursion lists the host's endpoints by
// their first entry in the index.
const CLAIM_NEXT_OF_HOST = `${BEGIN} WHERE ${HOST_HAS_ROOM} AND id = (
  WITH RECURSIVE
    waiting AS (SELECT min(endpoint_id) AS endpoint_id FROM webhook_deliveries WHERE host = @host AND status = 'pending'
      UNION ALL SELECT (SELECT min(d.endpoint_id) FROM webhook_deliveries d
        WHERE d.host = @host AND d.status = 'pending' AND d.endpoint_id > waiting.endpoint_id)
      FROM waiting WHERE endpoint_id IS NOT NULL),
    oldest AS (SELECT d.id, d.next_at, ${runningOf("d.endpoint_id")} AS running
      FROM waiting JOIN webhook_deliveries d ON d.id = (SELECT id FROM webhook_deliveries
        WHERE host = @host AND status = 'pending' AND endpoint_id = waiting.endpoint_id AND next_at <= @now
        ORDER BY next_at LIMIT 1))
  SELECT id FROM oldest WHERE running < ${MAX_TRIES_AT_ONCE_PER_ORGANISATION} ORDER BY running, next_at LIMIT 1) ${BEGUN}`;

/** Claims an attempt; one of N concurrent claims wins. Null when it is not due, taken, or over a parallel limit. */
export async function claimTry(db: D1Database, { delivery, attempt }: DeliveryMessage): Promise<ClaimedTry | null> {
  return readClaimed(db, await sql(db, CLAIM, { id: delivery, attempt, now: Date.now() }).first());
}

const NOTE_TRY = `INSERT INTO webhook_tries (id, delivery_id, attempt) VALUES (@tryId, @id, @attempt)
  ON CONFLICT (delivery_id, attempt) DO NOTHING`;
const READ_CLAIMED = `SELECT d.id, d.endpoint_id AS endpointId, d.event_id AS eventId, d.type, d.occurred_at AS occurredAt,
    d.data_json AS dataJson, d.host, d.attempt, d.failures, e.url, e.secret, e.previous_secret AS previousSecret,
    e.previous_until AS previousUntil, e.base_url AS baseUrl, e.request_host AS requestHost
  FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
  WHERE d.id = @id AND d.attempt = @attempt AND d.status = 'sending'`;

async function readClaimed(db: D1Database, begun: unknown): Promise<ClaimedTry | null> {
  if (!begun) return null;
  const [, read] = await transact(db, { ...begun, tryId: newId(Date.now()) }, [NOTE_TRY, READ_CLAIMED]);
  return (read?.results[0] as ClaimedTry | undefined) ?? null;
}

export type TryOutcome = {
  isDelivered: boolean;
  /** The receiver answered 410 Gone: it wants no further events. */
  isGone: boolean;
  httpStatus: number | null;
  /** Why there was no answer; null when there was one. */
  reason: string | null;
  durationMs: number;
  /** When to try again; null after the last try, and after a success. */
  nextAt: number | null;
};

const END_TRY = `UPDATE webhook_tries SET duration_ms = @durationMs, http_status = @httpStatus, reason = @reason,
    next_at = @nextAt WHERE delivery_id = @id AND attempt = @attempt`;
const DELIVERED = `UPDATE webhook_deliveries SET status = 'delivered', next_at = NULL, unended = 0
  WHERE id = @id AND status <> 'delivered'`;
const HEALTHY =
  "UPDATE webhook_endpoints SET failing_since = NULL WHERE id = @endpointId AND failing_since IS NOT NULL";
const NOT_DELIVERED = `UPDATE webhook_deliveries
  SET status = CASE WHEN @nextAt IS NULL THEN 'failed' ELSE 'pending' END, next_at = @nextAt, failures = failures + 1, unended = 0
  WHERE id = @id AND attempt = @attempt AND status = 'sending'`;
const FAILING = "UPDATE webhook_endpoints SET failing_since = @now WHERE id = @endpointId AND failing_since IS NULL";
const DISABLE = `UPDATE webhook_endpoints SET status = 'disabled', mail_due_since = @now,
    disabled_reason = CASE WHEN @isGone THEN 'gone' ELSE 'failures' END
  WHERE id = @endpointId AND status = 'active' AND (@isGone OR failing_since <= @now - ${WEBHOOK_DISABLED_AFTER_MS})`;

/**
 * Records the result of a claimed attempt, and disables the endpoint after the last failure. A late success still counts. With
 * `claimsNext`, claims the next delivery to that host in the same transaction; null when none waits.
 */
export async function endTry(
  db: D1Database,
  claimed: ClaimedTry,
  { isDelivered, ...outcome }: TryOutcome,
  claimsNext = false,
): Promise<ClaimedTry | null> {
  const values = { ...claimed, ...outcome, isGone: Number(outcome.isGone), now: Date.now() };
  const changes = isDelivered ? [DELIVERED, HEALTHY] : [NOT_DELIVERED, FAILING, DISABLE];
  const results = await transact(db, values, [END_TRY, ...changes, ...(claimsNext ? [CLAIM_NEXT_OF_HOST] : [])]);
  return claimsNext ? readClaimed(db, results.at(-1)?.results[0]) : null;
}

const GIVE_UP = `UPDATE webhook_deliveries SET status = 'failed', next_at = NULL
  WHERE next_at <= @now AND status = 'sending' AND unended >= ${MAX_UNENDED}`;
/**
 * {@link endTry} continues a host's backlog, so one run queues no more per host and organisation than may run. They
 * take turns: first an organisation's turns at a host, then the host's places, then the organisation's.
 */
const DUE = `WITH
  running AS (SELECT s.host, e.organisation_id FROM webhook_deliveries s JOIN webhook_endpoints e ON e.id = s.endpoint_id
    WHERE s.status = 'sending' AND s.next_at > @now),
  due AS (SELECT d.id, d.attempt, d.next_at, d.host, e.organisation_id,
      row_number() OVER (PARTITION BY d.host, e.organisation_id ORDER BY d.next_at) AS turn,
      (SELECT count(*) FROM running r WHERE r.host = d.host) AS at_host,
      (SELECT count(*) FROM running r WHERE r.organisation_id = e.organisation_id) AS of_organisation
    FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE d.next_at <= @now),
  placed AS (SELECT *, at_host + row_number() OVER (PARTITION BY host ORDER BY turn, next_at) AS place
    FROM due WHERE of_organisation + turn <= ${MAX_TRIES_AT_ONCE_PER_ORGANISATION}),
  shared AS (SELECT *, of_organisation + row_number() OVER (PARTITION BY organisation_id ORDER BY turn, next_at) AS share
    FROM placed WHERE place <= ${MAX_TRIES_AT_ONCE_PER_HOST})
  SELECT id AS delivery, attempt FROM shared WHERE share <= ${MAX_TRIES_AT_ONCE_PER_ORGANISATION}
  ORDER BY share, next_at LIMIT @limit`;

/** Due deliveries that have room at their host and of their organisation, in turns. Those whose attempts keep dying are given up. */
export async function findDue(db: D1Database, limit: number): Promise<DeliveryMessage[]> {
  const [, due] = await transact<DeliveryMessage>(db, { now: Date.now(), limit }, [GIVE_UP, DUE]);
  return due?.results ?? [];
}
