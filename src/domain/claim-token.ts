import { CANCEL_LINK_LIFETIME_SECONDS, CLAIM_LIFETIME_SECONDS } from "../config.ts";
import { type Signer, sha256Hex } from "../platform/secrets.ts";

/**
 * Signed, opaque handles that carry their own expiry, so that a forged one costs no I/O and an old one is told from an
 * unknown one. Base64url of body and tag; the tag is HMAC-SHA-256 cut to 128 bits.
 */
const TAG_BYTES = 16;

export type PresentedClaim = {
  /** SHA-256 of the token: its name in KV and D1. */
  hash: string;
  expiresAt: number;
};

/** Makes a claim token: 16 random bytes and the time it expires. */
export async function issueClaimToken(signer: Signer, now: number): Promise<PresentedClaim & { token: string }> {
  const body = new Uint8Array(20);
  crypto.getRandomValues(body.subarray(0, 16));
  const expiresAtSeconds = Math.floor(now / 1000) + CLAIM_LIFETIME_SECONDS;
  new DataView(body.buffer).setUint32(16, expiresAtSeconds);
  const token = `tgc_${await seal(signer, body)}`;
  return { token, hash: await sha256Hex(token), expiresAt: expiresAtSeconds * 1000 };
}

/** Reads a claim token without any I/O. Null when it is malformed or forged; an expired one is still read. */
export async function readClaimToken(signer: Signer, token: string): Promise<PresentedClaim | null> {
  if (!token.startsWith("tgc_")) return null;
  const body = await open(signer, token.slice(4), 20);
  if (!body) return null;
  return { hash: await sha256Hex(token), expiresAt: new DataView(body.buffer).getUint32(16) * 1000 };
}

export type CancelLink = { claimHash: string; addressHash: string; expiresAt: number };

/** Makes the token of a "this wasn't me" link. It is not the claim token: a mail must not carry what exchanges. */
export function issueCancelToken(
  signer: Signer,
  claimHash: string,
  addressHash: string,
  claimExpiresAt: number,
): Promise<string> {
  const body = new Uint8Array(68);
  body.set(Uint8Array.fromHex(claimHash), 0);
  body.set(Uint8Array.fromHex(addressHash), 32);
  new DataView(body.buffer).setUint32(64, claimExpiresAt / 1000 + CANCEL_LINK_LIFETIME_SECONDS);
  return seal(signer, body);
}

/** Reads a cancel token. Null when it is malformed, forged or too old. */
export async function readCancelToken(signer: Signer, token: string, now: number): Promise<CancelLink | null> {
  const body = await open(signer, token, 68);
  if (!body) return null;
  const expiresAt = new DataView(body.buffer).getUint32(64) * 1000;
  if (now >= expiresAt) return null;
  return { claimHash: body.slice(0, 32).toHex(), addressHash: body.slice(32, 64).toHex(), expiresAt };
}

/** Text of `body` and its tag. */
export async function seal(signer: Signer, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const tag = (await signer.sign(body)).subarray(0, TAG_BYTES);
  return new Uint8Array([...body, ...tag]).toBase64({ alphabet: "base64url", omitPadding: true });
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
