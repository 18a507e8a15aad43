import { timePrefix } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { sql } from "../platform/database.ts";
import { type DeliveryMessage, newEventId, type WebhookEvent } from "./enqueue-deliveries.ts";
import type { OwnerContext } from "./manage-endpoints.ts";

const AGAIN = "SET status = 'pending', failures = 0, unended = 0, next_at = @now";

/** Retries one delivery now, in any state. Null while it is being delivered, or when the endpoint is not active. */
export async function resend(
  { env, organisationId }: OwnerContext,
  deliveryId: string,
): Promise<DeliveryMessage | null> {
  const again = `UPDATE webhook_deliveries ${AGAIN} WHERE id = @id AND status <> 'sending' AND endpoint_id IN
    (SELECT id FROM webhook_endpoints WHERE organisation_id = @organisationId AND status = 'active')
    RETURNING id AS delivery, attempt`;
  const values = { id: deliveryId, organisationId, now: Date.now() };
  return sql(env.DB, again, values).first();
}

/** Retries all undelivered events of an endpoint in the last days. Returns their number. */
export async function recover(
  { env, organisationId }: OwnerContext,
  endpointId: string,
  days: number,
): Promise<number> {
  const now = Date.now();
  const again = `UPDATE webhook_deliveries ${AGAIN} WHERE endpoint_id = @endpointId AND id >= @since AND status = 'failed'
    AND EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = @endpointId AND organisation_id = @organisationId AND status = 'active')`;
  const values = { endpointId, organisationId, since: timePrefix(now - days * DAY_MS), now };
  return (await sql(env.DB, again, values).run()).meta.changes;
}

/** An event that shows whether an endpoint works. */
export function testEvent(endpointId: string): WebhookEvent {
  const now = Date.now();
  const data = { endpoint: endpointId, message: "This is a test, sent from the console." };
  return { id: newEventId(now), type: "endpoint.test", occurredAt: now, data };
}
