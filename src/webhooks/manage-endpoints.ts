import { MAX_WEBHOOK_ENDPOINTS, WEBHOOK_ROTATION_MS } from "../constants.ts";
import { invalidRequest } from "../errors.ts";
import { isoTime, newId, timePrefix } from "../lib/ids.ts";
import { parseJson, record } from "../lib/loose-json.ts";
import { DAY_MS } from "../lib/time.ts";
import { sql } from "../platform/database.ts";
import type { Refusal } from "../platform/outbound/address-guard.ts";
import {
  refuseWebhookUrl,
  type WebhookAnswer,
  type WebhookContext,
  type WebhookFailure,
} from "../platform/outbound/post-webhook.ts";
import { encryptSecret } from "../platform/secrets.ts";
import { getEndpoint, listEndpoints, type WebhookEndpoint } from "./endpoints.ts";
import { type DeliveryMessage, newEventId, type WebhookEvent } from "./enqueue-deliveries.ts";
import { newWebhookSecret, openSecrets, postSigned } from "./post-signed.ts";

/** The owner's actions on endpoints, used by the console only. All of them throw `temporarily_unavailable` without D1. */
export type OwnerContext = Pick<WebhookContext, "env" | "config" | "baseUrl"> & {
  requestHost: string;
  ownHosts: string[];
  organisationId: string;
};

/** What is wrong with a URL, as the end of a sentence about it. */
const URL_PROBLEMS: Partial<Record<Refusal, string>> = {
  scheme: "must begin with https://",
  port: "must use port 443, the default of https",
  credentials: "must not contain a user name or password; receivers know us by the signature",
  ip_literal: "must have a host name, not an IP address",
  local_name: "must have a host name that is public",
  own_host: "must not be an address of this service",
  network_host: "must not be on this host",
};

type NoAnswer = WebhookFailure | "secret_unreadable" | "internal_error";
const NO_ANSWER: Partial<Record<NoAnswer, string>> = {
  no_dns: "its host has no address in the DNS",
  resolver_down: "its host could not be looked up",
  private_address: "its host has an address that is not public",
  timeout: "it did not answer in time",
  unreachable: "no connection could be made",
  secret_unreadable: "its secret can no longer be read: rotate it",
  internal_error: "something failed on our side",
  too_many_redirects: "it redirects",
};

/** The reason of an attempt without an answer, for the owner. */
export function explainNoAnswer(reason: string): string {
  return NO_ANSWER[reason as NoAnswer] ?? `its URL ${URL_PROBLEMS[reason as Refusal] ?? "is not valid"}`;
}

/** The URL of a new endpoint as the owner typed it. Throws `invalid_request` with the reason. */
function parseWebhookUrl(text: string, context: Omit<WebhookContext, "env" | "signal">): URL {
  const url = URL.parse(text.trim());
  if (!url) throw invalidRequest("url: must be a URL such as https://hooks.example.com/tallygate.");
  const refusal = refuseWebhookUrl(url, context);
  if (refusal) throw invalidRequest(`url: ${URL_PROBLEMS[refusal] ?? "cannot be used"}.`);
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
export function disableEndpointsWhere(db: D1Database, condition: string, parameters: Record<string, unknown>) {
  const disable = `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'not_me' WHERE ${condition}`;
  return sql(db, disable, parameters);
}

const AGAIN = "SET status = 'pending', failures = 0, unended = 0, next_at = @now";

/** Retries one delivery now, in any state. Null while it is being delivered, or when the endpoint is not active. */
export async function resend({ env, organisationId }: OwnerContext, deliveryId: string) {
  const again = `UPDATE webhook_deliveries ${AGAIN} WHERE id = @id AND status <> 'sending' AND endpoint_id IN
    (SELECT id FROM webhook_endpoints WHERE organisation_id = @organisationId AND status = 'active')
    RETURNING id AS delivery, attempt`;
  const values = { id: deliveryId, organisationId, now: Date.now() };
  return sql(env.DB, again, values).first<DeliveryMessage>();
}

/** Retries all undelivered events of an endpoint in the last days. Returns their number. */
export async function recover({ env, organisationId }: OwnerContext, endpointId: string, days: number) {
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

const CHALLENGE_LIMIT_MS = 10_000;

/**
 * Sends a signed `endpoint.verify` whose random value must come back in a 2xx within 10 s, as the whole body or as `{"challenge":
 * value}`: the service cannot be aimed at a third party. A verified endpoint gets events, even if it was disabled before. Null
 * when verified, else the reason.
 */
export async function verifyEndpoint(context: OwnerContext, id: string): Promise<string | null> {
  const { env, config, organisationId } = context;
  const endpoint = await getEndpoint(env.DB, organisationId, id);
  const secrets = await openSecrets(env, config, endpoint);
  if (secrets.length === 0) return explainNoAnswer("secret_unreadable");
  const challenge = crypto.getRandomValues(new Uint8Array(24)).toHex();
  const now = Date.now();
  const message = { id: newEventId(now), type: "endpoint.verify", occurredAt: now, data: { challenge } };
  const problem = problemOf(await postSigned(env, config, endpoint, secrets, message, CHALLENGE_LIMIT_MS), challenge);
  if (problem !== null) return problem;
  return (await activate(env.DB, endpoint)) ? null : "it was disabled while it answered";
}

function problemOf(answer: WebhookAnswer, challenge: string): string | null {
  if (answer.status === "failed") return explainNoAnswer(answer.reason);
  const { httpStatus, text } = answer;
  if (httpStatus < 200 || httpStatus >= 300) return `it answered with status ${httpStatus}`;
  const returned = record(parseJson(text)).challenge ?? text.trim();
  return returned === challenge ? null : "its answer does not hold the challenge";
}

/** False when the endpoint has been disabled since it was read: a receiver that answers late must not undo "This wasn't me". */
async function activate(db: D1Database, read: WebhookEndpoint): Promise<boolean> {
  const update = `UPDATE webhook_endpoints
    SET status = 'active', disabled_reason = NULL, failing_since = NULL, mail_due_since = NULL
    WHERE id = @id AND (status = 'active' OR (status = @status AND disabled_reason IS @disabledReason))`;
  return (await sql(db, update, read).run()).meta.changes === 1;
}
