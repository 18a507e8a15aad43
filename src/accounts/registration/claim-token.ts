import { CANCEL_LINK_LIFETIME_SECONDS, CLAIM_BOUND_GRACE_SECONDS, CLAIM_LIFETIME_SECONDS } from "../../constants.ts";
import type { CodeTarget } from "../../platform/limits/limits.ts";
import { open, seal } from "../../platform/sealed-handle.ts";
import { type Signer, sha256Hex } from "../../platform/secrets.ts";

/** A code yields a key for an agent, or a console session. Each has its own signing key, so neither is the other. */
export type ClaimPurpose = "key" | "console";

export type PresentedClaim = {
  /** SHA-256 of the token, which identifies it in KV and D1. */
  hash: string;
  expiresAt: number;
};

/** Makes a claim token: 16 random bytes and the expiry. */
export async function issueClaimToken(signer: Signer, now: number): Promise<PresentedClaim & { token: string }> {
  const body = new Uint8Array(20);
  crypto.getRandomValues(body.subarray(0, 16));
  const expiresAtSeconds = Math.floor(now / 1000) + CLAIM_LIFETIME_SECONDS;
  new DataView(body.buffer).setUint32(16, expiresAtSeconds);
  const token = `tgc_${await seal(signer, body)}`;
  return { token, hash: await sha256Hex(token), expiresAt: expiresAtSeconds * 1000 };
}

/** Reads a claim token without I/O, also an expired one. Null when it is malformed or forged. */
export async function readClaimToken(signer: Signer, token: string): Promise<PresentedClaim | null> {
  if (!token.startsWith("tgc_")) return null;
  const body = await open(signer, token.slice(4), 20);
  if (!body) return null;
  return { hash: await sha256Hex(token), expiresAt: new DataView(body.buffer).getUint32(16) * 1000 };
}

/** The content of a "this wasn't me" link: a claim, and the locks on its address. */
type CancelLink = CodeTarget & { claimHash: string };

const PURPOSES: ClaimPurpose[] = ["key", "console"];
const CANCEL_BYTES = 32 + 32 + 32 + 1 + 4;

/** Makes the token of a cancel link. Not the claim token, because a mail must not carry anything that can be exchanged. */
export function issueCancelToken(signer: Signer, link: CancelLink, claimExpiresAt: number): Promise<string> {
  const body = new Uint8Array(CANCEL_BYTES);
  body.set(Uint8Array.fromHex(link.claimHash), 0);
  body.set(Uint8Array.fromHex(link.addressHash), 32);
  body.set(Uint8Array.fromHex(link.networkHash), 64);
  body[96] = PURPOSES.indexOf(link.purpose);
  // A claim can be exchanged for a while after its expiry, and the link outlives that by a day.
  const expiresAtSeconds = claimExpiresAt / 1000 + CLAIM_BOUND_GRACE_SECONDS + CANCEL_LINK_LIFETIME_SECONDS;
  new DataView(body.buffer).setUint32(97, expiresAtSeconds);
  return seal(signer, body);
}

/** Reads a cancel token. Null when it is malformed, forged or too old. */
export async function readCancelToken(signer: Signer, token: string, now: number): Promise<CancelLink | null> {
  const body = await open(signer, token, CANCEL_BYTES);
  if (!body || now >= new DataView(body.buffer).getUint32(97) * 1000) return null;
  const [claimHash = "", addressHash = "", networkHash = ""] = [0, 32, 64].map((at) => body.slice(at, at + 32).toHex());
  return { claimHash, addressHash, networkHash, purpose: PURPOSES[body[96] ?? 0] ?? "key" };
}
