import { utf8 } from "../lib/bytes.ts";

const PREFIX = "whsec_";
/** The specification requires 24 to 64 bytes. */
const SECRET_BYTES = 32;

export function newWebhookSecret(): string {
  return PREFIX + crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64();
}

type Message = {
  id: string;
  /** Of this try, in seconds since 1970. */
  timestamp: number;
  body: string;
};

/**
 * The three headers of a message (Standard Webhooks 1.0.0, https://www.standardwebhooks.com): a signature is `v1,` and the base64
 * of HMAC-SHA-256 over `{id}.{timestamp}.{body}`. There is one per secret, because a receiver may know either during a rotation.
 */
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
