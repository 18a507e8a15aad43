import type { Config } from "../../config.ts";
import { open, seal } from "../../platform/sealed-handle.ts";
import { sha256Hex, signer } from "../../platform/secrets.ts";

/** Codes and refresh tokens carry a MAC and their connection: a forged one costs no I/O, an old one was used before. */
type HandleUse = "authorization-code" | "refresh-token";
export type Handle = { connectionId: string; hash: string };

const PREFIXES = { "authorization-code": "tgo_", "refresh-token": "tgr_" };
export const ID_BYTES = 12;
/** Together with the MAC a multiple of 3 bytes, so that base64 needs no padding. */
export const RANDOM_BYTES = 20;
const HANDLE_BYTES = ID_BYTES + RANDOM_BYTES;

export async function issueHandle(config: Config, use: HandleUse, connectionId: string, random?: Uint8Array) {
  const body = new Uint8Array(HANDLE_BYTES);
  body.set(Uint8Array.fromHex(connectionId));
  body.set(random ?? crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)), ID_BYTES);
  const text = PREFIXES[use] + (await seal(await signer(config, use), body));
  return { text, hash: await sha256Hex(text) };
}

export async function readHandle(config: Config, use: HandleUse, text: string): Promise<Handle | null> {
  const prefix = PREFIXES[use];
  if (!text.startsWith(prefix)) return null;
  const body = await open(await signer(config, use), text.slice(prefix.length), HANDLE_BYTES);
  return body && { connectionId: body.slice(0, ID_BYTES).toHex(), hash: await sha256Hex(text) };
}
