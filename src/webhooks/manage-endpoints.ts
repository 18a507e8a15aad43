import { MAX_WEBHOOK_ENDPOINTS, WEBHOOK_ROTATION_MS } from "../constants.ts";
import { invalidRequest } from "../errors.ts";
import { isoTime, newId, timePrefix } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { sql } from "../platform/database.ts";
import { encryptSecret } from "../platform/encrypted-secret.ts";
import type { Refusal } from "../platform/outbound/address-guard.ts";
import { refuseWebhookUrl, type WebhookContext } from "../platform/outbound/post-webhook.ts";
import { getEndpoint, listEndpoints } from "./endpoints.ts";
import { type DeliveryMessage, newEventId, type WebhookEvent } from "./enqueue-deliveries.ts";
import { newWebhookSecret } from "./post-signed.ts";

/** The owner's actions on endpoints, used by the console only. All of them throw `temporarily_unavailable` without D1. */
export type OwnerContext = Pick<WebhookContext, "env" | "config" | "baseUrl"> & {
  requestHost: string;
  ownHosts: string[];
  organisationId: string;
};

const PROBLEMS: Partial<Record<Refusal, string>> = {
  scheme: "must begin with https://",
  port: "must use port 443, the default of https",
  credentials: "must not contain a user name or password; receivers know us by the signature",
  ip_literal: "must have a host name, not an IP address",
  local_name: "must have a host name that is public",
  own_host: "must not be an address of this service",
  network_host: "must not be on this host",
};

/** The URL of a new endpoint as the owner typed it. Throws `invalid_request` with the reason. */
function parseWebhookUrl(text: string, context: Omit<WebhookContext, "env" | "signal">): URL {
  const url = URL.parse(text.trim());
  if (!url) throw invalidRequest("url: must be a URL such as https://hooks.example.com/tallygate.");
  const refusal = refuseWebhookUrl(url, context);
  if (refusal) throw invalidRequest(`url: ${PROBLEMS[refusal] ?? "cannot be used"}.`);
  url.hash = "";
  return url;
}

/** Registers an endpoint; until verified it gets only the challenge. `secret` is shown once, stored encrypted. */
export async function addEndpoint(context: OwnerContext, text: string): Promise<{ id: string; secret: string }> {
  const { env, config, organisationId, baseUrl, requestHost } = context;
  const url = parseWebhookUrl(text, context);
  const now = Date.now();
  const id = `wep_${newId(now)}`;
  const secret = newWebhookSecret();
  const insert = `INSERT INTO webhook_endpoints (id, organisation_id, url, host, status, secret, base_url, request_host, created_at)
    SELECT @id, @organisationId, @url, @host, 'unverified', @sealed, @baseUrl, @requestHost, @now
    WHERE (SELECT count(*) FROM webhook_endpoints WHERE organisation_id = @organisationId) < ${MAX_WEBHOOK_ENDPOINTS}
      AND NOT EXISTS (SELECT 1 FROM webhook_endpoints WHERE organisation_id = @organisationId AND url = @url)`;
  const sealed = await encryptSecret(config, id, secret);
  const values = { id, organisationId, url: url.href, host: url.host, sealed, baseUrl, requestHost, now };
  const { meta } = await sql(env.DB, insert, values).run();
  if (meta.changes === 1) return { id, secret };
  const same = (await listEndpoints(env.DB, organisationId)).find((endpoint) => endpoint.url === url.href);
  throw invalidRequest(
    same
      ? `url: your workspace has this endpoint already: ${same.id}, ${same.status}.`
      : `url: a workspace has at most ${MAX_WEBHOOK_ENDPOINTS} webhook endpoints. Delete one first.`,
  );
}

/**
 * Makes a new secret. The old one also signs for 24 hours, or with `endsOldNow` stops at once, for a leaked secret.
 * Throws `not_found`, and `invalid_request` while the last rotation's old secret still signs.
 */
export async function rotateSecret(context: OwnerContext, id: string, endsOldNow: boolean): Promise<string> {
  const { env, config, organisationId } = context;
  const endpoint = await getEndpoint(env.DB, organisationId, id);
  const now = Date.now();
  const secret = newWebhookSecret();
  const rotate = `UPDATE webhook_endpoints SET secret = @sealed,
      previous_secret = CASE WHEN @endsOldNow THEN NULL ELSE secret END,
      previous_until = CASE WHEN @endsOldNow THEN NULL ELSE @now + ${WEBHOOK_ROTATION_MS} END
    WHERE id = @id AND (@endsOldNow OR previous_until IS NULL OR previous_until <= @now)`;
  const sealed = await encryptSecret(config, id, secret);
  const values = { id: endpoint.id, sealed, endsOldNow: Number(endsOldNow), now };
  const { meta } = await sql(env.DB, rotate, values).run();
  if (meta.changes === 1) return secret;
  const until = isoTime(endpoint.previousUntil ?? now + WEBHOOK_ROTATION_MS);
  throw invalidRequest(
    `The secret has been rotated already; the one before it signs until ${until}. To end that one now, rotate again with "Stop the old secret at once".`,
  );
}

/** Disables an active endpoint. Its waiting deliveries are given up and can be recovered later. */
export async function disableEndpoint({ env, organisationId }: OwnerContext, id: string): Promise<void> {
  await getEndpoint(env.DB, organisationId, id);
  const disable = `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'owner'
    WHERE id = @id AND status = 'active'`;
  await sql(env.DB, disable, { id }).run();
}

/** Deletes an endpoint with its deliveries and tries. */
export async function deleteEndpoint({ env, organisationId }: OwnerContext, id: string): Promise<void> {
  await getEndpoint(env.DB, organisationId, id);
  await sql(env.DB, "DELETE FROM webhook_endpoints WHERE id = @id", { id }).run();
}

/** For "This wasn't me": the statement that disables all endpoints that match a condition, because a thief may have added one. */
export function disableEndpointsWhere(
  db: D1Database,
  condition: string,
  parameters: Record<string, unknown>,
): D1PreparedStatement {
  const disable = `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'not_me' WHERE ${condition}`;
  return sql(db, disable, parameters);
}

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
