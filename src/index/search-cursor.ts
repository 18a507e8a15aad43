import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { utf8 } from "../lib/bytes.ts";
import { open, seal } from "../platform/sealed-handle.ts";
import { signer } from "../platform/secrets.ts";
import type { Place } from "./page-of-matches.ts";

// With the tag the whole is a multiple of three bytes, so that base64url needs no padding.
const HASH_BYTES = 15;
const BODY_BYTES = HASH_BYTES + 4 * 8;

/** A cursor for the next page of one query; it opens for no other. */
export async function sealPlace(config: Config, query: unknown, { at, top, total }: Place): Promise<string> {
  const body = new Uint8Array(BODY_BYTES);
  body.set(await hashOf(query));
  const view = new DataView(body.buffer);
  for (const [index, number] of [at, top, total.count, total.isExact ? 1 : 0].entries())
    view.setFloat64(HASH_BYTES + index * 8, number);
  return seal(await signer(config, "search-cursor"), body);
}

/** The place of a cursor of this query. Throws `invalid_request` for any other text. */
export async function openPlace(config: Config, query: unknown, cursor: string): Promise<Place> {
  const body = await open(await signer(config, "search-cursor"), cursor, BODY_BYTES);
  if (!body) throw badCursor("is not a cursor of this service. Send `next_cursor` of the page before as it is.");
  const isSame = (await hashOf(query)).every((byte, index) => byte === body[index]);
  if (!isSame) throw badCursor("belongs to another query. Send it with the arguments of the page before.");
  const view = new DataView(body.buffer);
  const [at = 0, top = 0, count = 0, exact = 0] = [0, 1, 2, 3].map((index) => view.getFloat64(HASH_BYTES + index * 8));
  return { at, top, total: { count, isExact: exact === 1 } };
}

async function hashOf(query: unknown): Promise<Uint8Array> {
  const digest = await crypto.subtle.digest("SHA-256", utf8(JSON.stringify(query)));
  return new Uint8Array(digest).subarray(0, HASH_BYTES);
}

function badCursor(message: string): AppError {
  return new AppError("invalid_request", `cursor ${message}`, { fields: { errors: [{ path: "cursor", message }] } });
}
