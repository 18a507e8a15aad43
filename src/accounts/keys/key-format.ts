import baseX from "base-x";
import { KEY_LIFETIME_SECONDS } from "../../config.ts";
import { type Signer, sha256Hex } from "../../platform/secrets.ts";

/**
 * API keys: `tg_` and 60 base62 digits of
 * version (1 byte) | time of issue (4, seconds) | organisation id (12, the first is the shard byte) | random (16) | tag (12).
 * The tag is HMAC-SHA-256 cut to 96 bits. It is checked before anything else, so a made-up key costs no I/O and can
 * never name another organisation's Durable Object. The version byte is not zero, which makes the length constant.
 */
const base62 = baseX("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
const VERSION = 1;
const BODY_BYTES = 33;
const TAG_BYTES = 12;

/** One fixed pattern, for secret scanners. */
export const API_KEY_PATTERN = /^tg_[0-9A-Za-z]{60}$/;
export const ORGANISATION_ID_PATTERN = /^[0-9a-f]{24}$/;

export type KeyClaims = {
  organisationId: string;
  issuedAtSeconds: number;
  /** Chooses the ledger database, 0–255. */
  shard: number;
};
/** A key whose tag and age are good. Whether it is revoked only D1 knows. */
export type PresentedKey = KeyClaims & { hash: string; id: string };

/** A random organisation id of 24 hex digits. */
export function newOrganisationId(): string {
  return crypto.getRandomValues(new Uint8Array(12)).toHex();
}

/** Makes a key; `hash` and `id` are what is stored of it. A lifetime under that of API keys is D1's to enforce. */
export async function issueKey(
  signer: Signer,
  organisationId: string,
  now: number,
  lifetimeSeconds = KEY_LIFETIME_SECONDS,
) {
  const body = new Uint8Array(BODY_BYTES);
  body[0] = VERSION;
  const issuedAtSeconds = Math.floor(now / 1000);
  new DataView(body.buffer).setUint32(1, issuedAtSeconds);
  body.set(Uint8Array.fromHex(organisationId), 5);
  crypto.getRandomValues(body.subarray(17));
  const tag = (await signer.sign(body)).subarray(0, TAG_BYTES);
  const key = `tg_${base62.encode(new Uint8Array([...body, ...tag]))}`;
  const hash = await sha256Hex(key);
  return {
    key,
    hash,
    id: keyIdOf(hash),
    masked: maskKey(key),
    createdAt: now,
    expiresAt: (issuedAtSeconds + lifetimeSeconds) * 1000,
  };
}

/** Reads a key without any I/O. Null when it is malformed, forged or past its lifetime. */
export async function readKey(signer: Signer, key: string, now: number): Promise<PresentedKey | null> {
  if (!API_KEY_PATTERN.test(key)) return null;
  const bytes = base62.decodeUnsafe(key.slice(3));
  if (bytes?.length !== BODY_BYTES + TAG_BYTES || bytes[0] !== VERSION) return null;
  const body = bytes.slice(0, BODY_BYTES);
  if (!(await signer.verify(body, bytes.slice(BODY_BYTES)))) return null;
  const issuedAtSeconds = new DataView(body.buffer).getUint32(1);
  if (now >= (issuedAtSeconds + KEY_LIFETIME_SECONDS) * 1000) return null;
  const hash = await sha256Hex(key);
  const organisationId = body.slice(5, 17).toHex();
  return { hash, id: keyIdOf(hash), organisationId, issuedAtSeconds, shard: body[5] as number };
}

function keyIdOf(hash: string): string {
  return `key_${hash.slice(0, 24)}`;
}

function maskKey(key: string): string {
  return `${key.slice(0, 7)}…${key.slice(-4)}`;
}
