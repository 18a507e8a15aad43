import { base64Url } from "../lib/bytes.ts";
import type { Signer } from "./secrets.ts";

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
