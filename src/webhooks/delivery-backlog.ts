import { timePrefix } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { readAggregate, sql } from "../platform/database.ts";

type DeliveryBacklog = {
  /** Due now and not being sent. */
  due: number;
  /** When the longest waiting of these was due; null when none is. */
  dueSince: number | null;
  /** Waiting for a later try. */
  later: number;
  sending: number;
  /** Given up, of the events of the last 24 hours. */
  failed: number;
  activeEndpoints: number;
  disabledEndpoints: number;
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
