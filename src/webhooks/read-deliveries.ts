import { timePrefix } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { type Row, readAggregate, sql, transact } from "../platform/database.ts";
import type { webhookDeliveries, webhookTries } from "../platform/schema.ts";

export type DeliveryTry = Pick<Row<typeof webhookTries>, "id" | "durationMs" | "httpStatus" | "reason" | "nextAt">;
export type ListedDelivery = Pick<
  Row<typeof webhookDeliveries>,
  "id" | "eventId" | "type" | "occurredAt" | "status" | "nextAt"
> & { tries: DeliveryTry[] };

/** A page of an endpoint's deliveries, newest first, before the id `before` if that is given; each with its last 20 tries. */
export async function listDeliveries(db: D1Database, endpointId: string, limit: number, before: string | null) {
  const page = `SELECT id, event_id AS eventId, type, occurred_at AS occurredAt, status, next_at AS nextAt
    FROM webhook_deliveries WHERE endpoint_id = @endpointId AND id < @before ORDER BY id DESC LIMIT @limit`;
  const tries = `SELECT id, delivery_id AS deliveryId, duration_ms AS durationMs, http_status AS httpStatus, reason,
      next_at AS nextAt
    FROM (SELECT t.*, row_number() OVER (PARTITION BY delivery_id ORDER BY attempt DESC) AS age FROM webhook_tries t
      WHERE delivery_id IN (SELECT id FROM (${page}))) WHERE age <= 20 ORDER BY deliveryId, id`;
  const values = { endpointId, limit, before: before ?? "g" };
  const [deliveries, found] = await transact(db, values, [page, tries]);
  const triesOf = Map.groupBy(
    (found?.results ?? []) as (DeliveryTry & { deliveryId: string })[],
    ({ deliveryId }) => deliveryId,
  );
  return ((deliveries?.results ?? []) as Omit<ListedDelivery, "tries">[]).map((delivery) => ({
    ...delivery,
    tries: triesOf.get(delivery.id) ?? [],
  }));
}

/** Deliveries that are due, wait for a later try, are sent now, and were given up in the last 24 hours; and endpoints. */
type DeliveryBacklog = Record<
  "due" | "later" | "sending" | "failed" | "activeEndpoints" | "disabledEndpoints",
  number
> & {
  /** When the longest waiting of the due ones was due; null when none is. */
  dueSince: number | null;
};

/** The delivery backlog of all organisations. Throws `temporarily_unavailable`. */
export function readDeliveryBacklog(db: D1Database): Promise<DeliveryBacklog> {
  const now = Date.now();
  const count = `SELECT coalesce(sum(status = 'pending' AND next_at <= @now), 0) AS due,
      min(CASE WHEN status = 'pending' AND next_at <= @now THEN next_at END) AS dueSince,
      coalesce(sum(status = 'pending' AND next_at > @now), 0) AS later,
      coalesce(sum(status = 'sending'), 0) AS sending,
      (SELECT count(*) FROM webhook_deliveries WHERE id >= @yesterday AND status = 'failed') AS failed,
      (SELECT count(*) FROM webhook_endpoints WHERE status = 'active') AS activeEndpoints,
      (SELECT count(*) FROM webhook_endpoints WHERE status = 'disabled') AS disabledEndpoints
    FROM webhook_deliveries WHERE next_at IS NOT NULL`;
  return readAggregate<DeliveryBacklog>(sql(db, count, { now, yesterday: timePrefix(now - DAY_MS) }));
}
