import type { Config } from "../config.ts";
import { utf8 } from "../lib/bytes.ts";
import { encryptionKeysOf } from "./secrets.ts";

/**
 * Webhook secrets, encrypted at rest (AES-256-GCM) under a key derived from `SIGNING_SECRET`. Base64 of nonce and ciphertext.
 * The endpoint's id is authenticated with it, so a row's secret is useless in another row.
 */

const NONCE_BYTES = 12;

export async function encryptSecret(config: Config, owner: string, text: string): Promise<string> {
  const [key] = (await encryptionKeysOf(config)) as [CryptoKey];
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const algorithm = { name: "AES-GCM", iv, additionalData: utf8(owner) };
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, utf8(text)));
  return new Uint8Array([...iv, ...encrypted]).toBase64();
}

/** `isCurrent` is false when only the previous secret opened it. Null when no key does: both secrets have changed since. */
export async function decryptSecret(
  config: Config,
  owner: string,
  sealed: string,
): Promise<{ text: string; isCurrent: boolean } | null> {
  const bytes = Uint8Array.fromBase64(sealed);
  const algorithm = {
    name: "AES-GCM",
    iv: bytes.slice(0, NONCE_BYTES),
    additionalData: utf8(owner),
  };
  for (const [index, key] of (await encryptionKeysOf(config)).entries()) {
    try {
      const text = await crypto.subtle.decrypt(algorithm, key, bytes.slice(NONCE_BYTES));
      return { text: new TextDecoder().decode(text), isCurrent: index === 0 };
    } catch {
      // Not encrypted under this key.
    }
  }
  return null;
}
