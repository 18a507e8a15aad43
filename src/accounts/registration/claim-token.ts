import { CANCEL_LINK_LIFETIME_SECONDS, CLAIM_LIFETIME_SECONDS } from "../../config.ts";
import { open, seal } from "../../platform/sealed-handle.ts";
import { type Signer, sha256Hex } from "../../platform/secrets.ts";

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
