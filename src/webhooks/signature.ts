import { utf8 } from "../lib/bytes.ts";

/**
 * Standard Webhooks 1.0.0, symmetric signatures: `v1,` and the base64 of HMAC-SHA-256 over `{id}.{timestamp}.{body}`
 * (https://www.standardwebhooks.com).
 */
const PREFIX = "whsec_";
/** The specification requires 24 to 64 bytes. */
const SECRET_BYTES = 32;

export function newWebhookSecret(): string {
  return PREFIX + crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64();
}

type Message = { id: string /** Of this try, seconds since 1970. */; timestamp: number; body: string };

/** The three headers of a message, with one signature per secret: during a rotation, a receiver may know either secret. */
export async function signatureHeaders({ id, timestamp, body }: Message, secrets: readonly string[]) {
  const signed = utf8(`${id}.${timestamp}.${body}`);
  const signatures = secrets.map(async (secret) => {
    const bytes = Uint8Array.fromBase64(secret.slice(PREFIX.length));
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return `v1,${new Uint8Array(await crypto.subtle.sign("HMAC", key, signed)).toBase64()}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": (await Promise.all(signatures)).join(" "),
  };
}
