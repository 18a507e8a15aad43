import baseX from "base-x";
import { CATEGORIES, type Category, KEY_LIFETIME_SECONDS } from "../../constants.ts";
import { type Signer, sha256Hex } from "../../platform/secrets.ts";

/**
 * API keys: `tg_` and 60 base62 digits of format (1 byte) | time (4, seconds) | organisation id (12, the first is the number
 * of the database with its calls) | random (16) | tag (12). The tag is HMAC-SHA-256 cut to 96 bits. It is checked before anything else, so a forged key
 * costs no I/O and can never address another organisation's Durable Object. The time is when the key expires, so an expired
 * key costs no I/O either. The format byte says where the key is accepted; it is never zero, which makes the length constant.
 * A key for some categories of tools says them in that byte too, so that no call reads them anywhere.
 */
const base62 = baseX("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
/** Where a key is accepted: everywhere, at `/mcp` only, or at `/api/v0` only (RFC 8707, RFC 9068 section 4). */
export type Audience = "all" | "mcp" | "api";
const FORMATS: Record<Audience, number> = { all: 2, mcp: 3, api: 4 };
const AUDIENCES = new Map(Object.entries(FORMATS).map(([audience, format]) => [format, audience as Audience]));
/** In keys of the first format the time is that of issue, and they live {@link KEY_LIFETIME_SECONDS}. */
const FORMAT_WITH_ISSUE_TIME = 1;
/** Plus a bit per category. Five fit: from 38 on, a key would have 61 digits. */
const FORMATS_WITH_CATEGORIES = 4;
const BODY_BYTES = 33;
const RANDOM_BYTES = 16;
const TAG_BYTES = 12;

/** One fixed pattern, for secret scanners. */
const API_KEY_PATTERN = /^tg_[0-9A-Za-z]{60}$/;
export const ORGANISATION_ID_PATTERN = /^[0-9a-f]{24}$/;

type KeyClaims = {
  organisationId: string;
  audience: Audience;
  /** The tools that it may call; null for all. */
  categories: readonly Category[] | null;
};
/** A key with a valid tag that has not expired. Only D1 knows whether it is revoked. */
export type PresentedKey = KeyClaims & { hash: string; id: string };

type KeyRequest = {
  organisationId: string;
  now: number;
  lifetimeSeconds?: number;
  audience?: Audience;
  categories?: readonly Category[] | null;
  /** The 16 random bytes, given in order to make the same key again. */
  random?: Uint8Array;
};

/** Makes a key, of which only `hash` and `id` are stored. Times are milliseconds. */
export async function issueKey(signer: Signer, request: KeyRequest) {
  const { organisationId, now, lifetimeSeconds = KEY_LIFETIME_SECONDS, audience = "all", categories, random } = request;
  const body = new Uint8Array(BODY_BYTES);
  const bits = categories?.reduce((sum, category) => sum | (1 << CATEGORIES.indexOf(category)), 0);
  body[0] = bits ? FORMATS_WITH_CATEGORIES + bits : FORMATS[audience];
  const expiresAtSeconds = Math.floor(now / 1000) + lifetimeSeconds;
  new DataView(body.buffer).setUint32(1, expiresAtSeconds);
  body.set(Uint8Array.fromHex(organisationId), 5);
  body.set(random ?? crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)), 17);
  const tag = (await signer.sign(body)).subarray(0, TAG_BYTES);
  const key = `tg_${base62.encode(new Uint8Array([...body, ...tag]))}`;
  const hash = await sha256Hex(key);
  return { key, hash, id: keyIdOf(hash), masked: maskKey(key), createdAt: now, expiresAt: expiresAtSeconds * 1000 };
}

/** Reads a key without any I/O. Null when it is malformed, forged or expired. */
export async function readKey(signer: Signer, key: string, now: number): Promise<PresentedKey | null> {
  if (!API_KEY_PATTERN.test(key)) return null;
  const bytes = base62.decodeUnsafe(key.slice(3));
  if (bytes?.length !== BODY_BYTES + TAG_BYTES) return null;
  const body = bytes.slice(0, BODY_BYTES);
  const format = body[0] as number;
  const bits = format - FORMATS_WITH_CATEGORIES;
  const categories = bits > 0 && bits < 1 << CATEGORIES.length ? CATEGORIES.filter((_, at) => (bits >> at) & 1) : null;
  const audience = categories || format === FORMAT_WITH_ISSUE_TIME ? "all" : AUDIENCES.get(format);
  if (!audience || !(await signer.verify(body, bytes.slice(BODY_BYTES)))) return null;
  const seconds = new DataView(body.buffer).getUint32(1);
  const expiresAtSeconds = format === FORMAT_WITH_ISSUE_TIME ? seconds + KEY_LIFETIME_SECONDS : seconds;
  if (now >= expiresAtSeconds * 1000) return null;
  const hash = await sha256Hex(key);
  const organisationId = body.slice(5, 17).toHex();
  return { hash, id: keyIdOf(hash), organisationId, audience, categories };
}

function keyIdOf(hash: string): string {
  return `key_${hash.slice(0, 24)}`;
}

function maskKey(key: string): string {
  return `${key.slice(0, 7)}…${key.slice(-4)}`;
}
