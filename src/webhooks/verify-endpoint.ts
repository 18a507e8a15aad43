import { parseJson, record } from "../lib/loose-json.ts";
import { sql } from "../platform/database.ts";
import type { WebhookAnswer, WebhookFailure } from "../platform/outbound/post-webhook.ts";
import { getEndpoint, type WebhookEndpoint } from "./endpoints.ts";
import { newEventId } from "./enqueue-deliveries.ts";
import type { OwnerContext } from "./manage-endpoints.ts";
import { openSecrets, postSigned } from "./post-signed.ts";

const CHALLENGE_LIMIT_MS = 10_000;

/**
 * Sends the challenge to an endpoint: a signed `endpoint.verify` whose random value must come back in a 2xx within 10 s, as the
 * whole body or as `{"challenge": value}`. A verified endpoint gets events, even if it was disabled before. The challenge keeps
 * the service from being aimed at a third party, or at a server that echoes requests. Null when verified, else the reason.
 */
export async function verifyEndpoint(context: OwnerContext, id: string): Promise<string | null> {
  const { env, config, organisationId } = context;
  const endpoint = await getEndpoint(env.DB, organisationId, id);
  const secrets = await openSecrets(env, config, endpoint);
  if (secrets.length === 0) return NO_ANSWER.secret_unreadable;
  const challenge = crypto.getRandomValues(new Uint8Array(24)).toHex();
  const now = Date.now();
  const message = { id: newEventId(now), type: "endpoint.verify", occurredAt: now, data: { challenge } };
  const problem = problemOf(await postSigned(env, config, endpoint, secrets, message, CHALLENGE_LIMIT_MS), challenge);
  if (problem !== null) return problem;
  return (await activate(env.DB, endpoint)) ? null : "it was disabled while it answered";
}

function problemOf(answer: WebhookAnswer, challenge: string): string | null {
  if (answer.status === "failed") return NO_ANSWER[answer.reason];
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

/** Explanations, for the owner, of an attempt without an answer. */
export const NO_ANSWER: Record<WebhookFailure | "secret_unreadable" | "internal_error", string> = {
  no_dns: "its host has no address in the DNS",
  resolver_down: "its host could not be looked up",
  private_address: "its host has an address that is not public",
  timeout: "it did not answer in time",
  unreachable: "no connection could be made",
  own_host: "it is an address of this service",
  network_host: "this host is never called",
  secret_unreadable: "its secret can no longer be read: rotate it",
  internal_error: "something failed on our side",
  bad_url: "its URL is not valid",
  scheme: "its URL does not begin with https://",
  credentials: "its URL contains credentials",
  port: "its URL does not use port 443",
  ip_literal: "its URL has an IP address for a host",
  local_name: "its host name is not public",
  too_many_redirects: "it redirects",
};
