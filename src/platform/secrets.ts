import type { Config } from "../config.ts";
import { base64Url, utf8 } from "../lib/bytes.ts";
import { lazyPer } from "../lib/lazy.ts";

/** Each use has its own derived key, so that a tag for one purpose proves nothing for another (RFC 5869, 3.2). */
export type SecretUse =
  | "api-key"
  | "claim-token"
  | "console-claim"
  | "user-code"
  | "cancel-link"
  | "resignation"
  | "privacy-link"
  | "session"
  | "session-id"
  | "shown-key"
  | "authorization-code"
  | "refresh-token"
  | "next-tokens"
  | "repeated-exchange"
  | "admin-session"
  | "cursor"
  | "deployment-mark";
/** Uses whose hashes must outlive a rotation of the signing secret. */
type HashUse = "welcome" | "suppression" | "address" | "privacy-request" | "disclosure";

export type Signer = {
  /** HMAC-SHA-256 of `data`, 32 bytes. */
  sign(data: BufferSource): Promise<Uint8Array>;
  /** True when `tag` is the beginning (at least 12 bytes) of the HMAC under the current or the previous secret. */
  verify(data: BufferSource, tag: Uint8Array): Promise<boolean>;
};

const signersOf = lazyPer((_config: Config) => new Map<string, Promise<Signer>>());

/** The signer for one use, derived from `SIGNING_SECRET` (and `SIGNING_SECRET_PREVIOUS`, which only verifies). */
export function signer(config: Config, use: SecretUse): Promise<Signer> {
  return remember(config, use, [config.SIGNING_SECRET, config.SIGNING_SECRET_PREVIOUS]);
}

/** Hex HMAC of `text` under `HASH_SECRET`: stable across rotations, useless without the secret. */
export async function lastingHash(config: Config, use: HashUse, text: string): Promise<string> {
  const { sign } = await remember(config, `hash:${use}`, [config.HASH_SECRET]);
  return (await sign(utf8(text))).toHex();
}

function remember(config: Config, label: string, secrets: (string | undefined)[]): Promise<Signer> {
  const known = signersOf(config);
  const existing = known.get(label) ?? makeSigner(label, secrets);
  known.set(label, existing);
  return existing;
}

async function makeSigner(label: string, secrets: (string | undefined)[]): Promise<Signer> {
  const present = secrets.filter((secret) => secret !== undefined);
  const keys = await Promise.all(present.map((secret) => deriveKey(label, secret, HMAC)));
  const sign = async (key: CryptoKey, data: BufferSource) =>
    new Uint8Array(await crypto.subtle.sign("HMAC", key, data));
  return {
    sign: (data) => sign(keys[0] as CryptoKey, data),
    async verify(data, tag) {
      if (tag.length < 12 || tag.length > 32) return false;
      for (const key of keys) {
        const expected = (await sign(key, data)).subarray(0, tag.length);
        if (crypto.subtle.timingSafeEqual(expected, tag)) return true;
      }
      return false;
    },
  };
}

const HMAC = { name: "HMAC", hash: "SHA-256", length: 256 } as const;
const AES = { name: "AES-GCM", length: 256 } as const;

async function deriveKey(label: string, secret: string, algorithm: typeof HMAC | typeof AES): Promise<CryptoKey> {
  const root = await crypto.subtle.importKey("raw", utf8(secret), "HKDF", false, ["deriveKey"]);
  const parameters = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: utf8(`tallygate/${label}`) };
  const uses = algorithm === HMAC ? ["sign"] : ["encrypt", "decrypt"];
  return crypto.subtle.deriveKey(parameters, root, algorithm, false, uses);
}

/** The AES-GCM keys of webhook secrets: of `SIGNING_SECRET`, then of `SIGNING_SECRET_PREVIOUS` if it is set. */
const encryptionKeysOf = lazyPer((config: Config): Promise<CryptoKey[]> => {
  const secrets = [config.SIGNING_SECRET, config.SIGNING_SECRET_PREVIOUS].filter((secret) => secret !== undefined);
  return Promise.all(secrets.map((secret) => deriveKey("encrypt/webhook-secret", secret, AES)));
});

/** SHA-256 of `data`, hex. */
export async function sha256Hex(data: string | BufferSource): Promise<string> {
  const bytes = typeof data === "string" ? utf8(data) : data;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Compares two secrets in constant time. */
export async function equalSecrets(a: string, b: string): Promise<boolean> {
  const [x, y] = await Promise.all([a, b].map((text) => crypto.subtle.digest("SHA-256", utf8(text))));
  return crypto.subtle.timingSafeEqual(x as ArrayBuffer, y as ArrayBuffer);
}

/** Signed handles, mostly with their expiry: a forged one costs no I/O. Base64url of body and HMAC-SHA-256 cut to 128 bits. */

const TAG_BYTES = 16;

/** Text of `body` and its tag. */
export async function seal(signer: Signer, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const tag = (await signer.sign(body)).subarray(0, TAG_BYTES);
  return base64Url(new Uint8Array([...body, ...tag]));
}

/** The body of a sealed text; null when it is malformed or forged. */
export async function open(signer: Signer, text: string, bodyBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  // One spelling only: base64url would decode several texts to the same bytes.
  if (text.length !== Math.ceil(((bodyBytes + TAG_BYTES) * 4) / 3) || !/^[A-Za-z0-9_-]+$/.test(text)) return null;
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = Uint8Array.fromBase64(text, { alphabet: "base64url", lastChunkHandling: "strict" });
  } catch {
    return null;
  }
  const body = bytes.slice(0, bodyBytes);
  return (await signer.verify(body, bytes.slice(bodyBytes))) ? body : null;
}

/** Sealed bytes, in hexadecimal, with the time (whole seconds) from which they are worth nothing. */
export function sealUntil(signer: Signer, hex: string, expiresAt: number): Promise<string> {
  const seconds = Math.floor(expiresAt / 1000);
  return seal(signer, Uint8Array.fromHex(hex + seconds.toString(16).padStart(8, "0")));
}

/** What {@link sealUntil} has sealed, also when it has expired; null when it is malformed or forged. */
export async function openUntil(signer: Signer, text: string, bytes: number) {
  const body = (await open(signer, text, bytes + 4))?.toHex();
  return body ? { hex: body.slice(0, -8), expiresAt: Number.parseInt(body.slice(-8), 16) * 1000 } : null;
}

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
  const algorithm = { name: "AES-GCM", iv: bytes.slice(0, NONCE_BYTES), additionalData: utf8(owner) };
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
