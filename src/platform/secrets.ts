import type { Config } from "../config.ts";
import { utf8 } from "../lib/bytes.ts";
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
  const parameters = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: utf8(`tallygate/${label}`),
  };
  const uses = algorithm === HMAC ? ["sign"] : ["encrypt", "decrypt"];
  return crypto.subtle.deriveKey(parameters, root, algorithm, false, uses);
}

/** The AES-GCM keys of webhook secrets: of `SIGNING_SECRET`, then of `SIGNING_SECRET_PREVIOUS` if it is set. */
export const encryptionKeysOf = lazyPer((config: Config): Promise<CryptoKey[]> => {
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
