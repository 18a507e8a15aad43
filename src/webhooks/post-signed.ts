import type { Config } from "../config.ts";
import { utf8 } from "../lib/bytes.ts";
import { isoTime } from "../lib/ids.ts";
import { raiseAlert } from "../platform/alerts.ts";
import { sql } from "../platform/database.ts";
import { postWebhook, type WebhookAnswer } from "../platform/outbound/post-webhook.ts";
import { decryptSecret, encryptSecret } from "../platform/secrets.ts";
import type { WebhookEndpoint } from "./endpoints.ts";

const LOOK_UP_MS = 10_000;
const PREFIX = "whsec_";
/** The specification requires 24 to 64 bytes. */
const SECRET_BYTES = 32;

type Target = Pick<WebhookEndpoint, "url" | "baseUrl" | "requestHost">;
type Message = { id: string; type: string; occurredAt: number; data: Record<string, unknown> };

/** POSTs `{type, timestamp, data}` with the signature of each secret. */
export async function postSigned(
  env: Env,
  config: Config,
  target: Target,
  secrets: readonly string[],
  { id, type, occurredAt, data }: Message,
  timeoutMs: number,
): Promise<WebhookAnswer> {
  const body = JSON.stringify({ type, timestamp: isoTime(occurredAt), data });
  // The DNS look-up has its own time limit; both together are shorter than a claim.
  const signal = AbortSignal.timeout(timeoutMs + LOOK_UP_MS);
  // The deployment's identity, which a queue message or cron run does not carry.
  const { baseUrl, requestHost } = target;
  const context = { env, config, baseUrl, ownHosts: [new URL(baseUrl).hostname, requestHost], signal };
  const headers = await signatureHeaders(id, body, secrets);
  return postWebhook(context, { url: new URL(target.url), headers, body, timeoutMs });
}

/**
 * The three headers of a message (Standard Webhooks 1.0.0, https://www.standardwebhooks.com): a signature is `v1,` and the base64
 * of HMAC-SHA-256 over `{id}.{timestamp}.{body}`. There is one per secret, because a receiver may know either during a rotation.
 */
async function signatureHeaders(id: string, body: string, secrets: readonly string[]) {
  const timestamp = Math.floor(Date.now() / 1000);
  const signatures = secrets.map(async (secret) => {
    const bytes = Uint8Array.fromBase64(secret.slice(PREFIX.length));
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const signature = await crypto.subtle.sign("HMAC", key, utf8(`${id}.${timestamp}.${body}`));
    return `v1,${new Uint8Array(signature).toBase64()}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": (await Promise.all(signatures)).join(" "),
  };
}

export function newWebhookSecret(): string {
  return PREFIX + crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64();
}

type Sealed = Pick<WebhookEndpoint, "id" | "secret" | "previousSecret" | "previousUntil">;

/** The current signing secrets, newest first, encrypted again after a rotation; empty when none can be decrypted. */
export async function openSecrets(env: Env, config: Config, endpoint: Sealed): Promise<string[]> {
  const { id, secret, previousSecret, previousUntil } = endpoint;
  const current = await decryptSecret(config, id, secret);
  if (!current) {
    await raiseAlert(env, "webhook_secret_unreadable", { endpoint: id });
    return [];
  }
  if (!current.isCurrent) {
    const renewed = await encryptSecret(config, id, current.text);
    const renew = "UPDATE webhook_endpoints SET secret = @renewed WHERE id = @id AND secret = @secret";
    await sql(env.DB, renew, { id, secret, renewed }).run();
  }
  if (previousSecret === null || (previousUntil ?? 0) <= Date.now()) return [current.text];
  const previous = await decryptSecret(config, id, previousSecret);
  return previous ? [current.text, previous.text] : [current.text];
}
