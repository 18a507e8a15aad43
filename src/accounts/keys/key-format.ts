import baseX from "base-x";
import type { Config } from "../../config.ts";
import { CATEGORIES, type Category, KEY_LIFETIME_SECONDS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { PATHS } from "../../paths.ts";
import { FORGED } from "../../platform/limits/limits.ts";
import { sha256Hex, signer } from "../../platform/secrets.ts";

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

/** A key with a valid tag that has not expired. Only D1 knows whether it is revoked. `categories` are null for all tools. */
export type PresentedKey = NonNullable<Awaited<ReturnType<typeof readKey>>>;

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
export async function issueKey(config: Config, request: KeyRequest) {
  const { organisationId, now, lifetimeSeconds = KEY_LIFETIME_SECONDS, audience = "all", categories, random } = request;
  const body = new Uint8Array(BODY_BYTES);
  const bits = categories?.reduce((sum, category) => sum | (1 << CATEGORIES.indexOf(category)), 0);
  body[0] = bits ? FORMATS_WITH_CATEGORIES + bits : FORMATS[audience];
  const expiresAtSeconds = Math.floor(now / 1000) + lifetimeSeconds;
  new DataView(body.buffer).setUint32(1, expiresAtSeconds);
  body.set(Uint8Array.fromHex(organisationId), 5);
  body.set(random ?? crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)), 17);
  const { sign } = await signer(config, "api-key");
  const tag = (await sign(body)).subarray(0, TAG_BYTES);
  const key = `tg_${base62.encode(new Uint8Array([...body, ...tag]))}`;
  const hash = await sha256Hex(key);
  const masked = `${key.slice(0, 7)}…${key.slice(-4)}`;
  return { key, hash, id: keyIdOf(hash), masked, createdAt: now, expiresAt: expiresAtSeconds * 1000 };
}

/** Reads a key without any I/O. Null when it is malformed, forged or expired. */
export async function readKey(config: Config, key: string, now: number) {
  if (!API_KEY_PATTERN.test(key)) return null;
  const bytes = base62.decodeUnsafe(key.slice(3));
  if (bytes?.length !== BODY_BYTES + TAG_BYTES) return null;
  const body = bytes.slice(0, BODY_BYTES);
  const format = body[0] as number;
  const bits = format - FORMATS_WITH_CATEGORIES;
  const categories = bits > 0 && bits < 1 << CATEGORIES.length ? CATEGORIES.filter((_, at) => (bits >> at) & 1) : null;
  const audience = categories || format === FORMAT_WITH_ISSUE_TIME ? "all" : AUDIENCES.get(format);
  const { verify } = await signer(config, "api-key");
  if (!audience || !(await verify(body, bytes.slice(BODY_BYTES)))) return null;
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

/** Checks tag, expiry and audience of a bearer token at `door`, without I/O. Throws `missing_token` or `invalid_token`. */
export async function readBearer(config: Config, bearer: string | null, door: "mcp" | "api"): Promise<PresentedKey> {
  if (bearer === null) {
    const detail = "Send `Authorization: Bearer <API_KEY>`. Get a key with POST /api/v0/get_api_key {}.";
    throw new AppError("missing_token", detail);
  }
  const key = await readKey(config, bearer, Date.now());
  if (!key) throw FORGED_TOKEN;
  // A token is good only where its owner granted it (RFC 8707, section 2; RFC 6750, section 3.1).
  if (key.audience !== "all" && key.audience !== door) {
    const granted = key.audience === "mcp" ? PATHS.mcp : PATHS.tools;
    const detail = `This access token was granted for ${granted} only. Connect again and ask for this resource.`;
    throw new AppError("invalid_token", detail, { cause: FORGED });
  }
  return key;
}

export function invalidToken(cause?: typeof FORGED): AppError {
  const detail = "This key is unknown, revoked or expired. Get one with POST /api/v0/get_api_key {}.";
  return new AppError("invalid_token", detail, { cause });
}

/** Created once, because creating an error costs more than checking a forged key. */
const FORGED_TOKEN = invalidToken(FORGED);
