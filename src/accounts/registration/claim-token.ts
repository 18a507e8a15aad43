import type { Config } from "../../config.ts";
import { CANCEL_LINK_LIFETIME_SECONDS, CLAIM_BOUND_GRACE_SECONDS, CLAIM_LIFETIME_SECONDS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import type { CodeTarget } from "../../platform/limits/limits.ts";
import { openUntil, sealUntil } from "../../platform/sealed-handle.ts";
import { type SecretUse, sha256Hex, signer } from "../../platform/secrets.ts";

/** A code yields a key for an agent, or a console session. Each has its own signing key, so neither is the other. */
export type ClaimPurpose = "key" | "console";

const SIGNED_FOR = { key: "claim-token", console: "console-claim" } as const satisfies Record<ClaimPurpose, SecretUse>;
const PREFIX = "tgc_";
const RANDOM_BYTES = 16;

export type PresentedClaim = {
  /** SHA-256 of the token, which identifies it in KV and D1. */
  hash: string;
  expiresAt: number;
};

/** Makes a claim token: 16 random bytes and the expiry. */
export async function issueClaimToken(config: Config, purpose: ClaimPurpose, now: number) {
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)).toHex();
  const expiresAt = (Math.floor(now / 1000) + CLAIM_LIFETIME_SECONDS) * 1000;
  const token = PREFIX + (await sealUntil(await signer(config, SIGNED_FOR[purpose]), random, expiresAt));
  return { token, hash: await sha256Hex(token), expiresAt };
}

/** Reads a claim token made for `purpose`, also an expired one, without I/O. Throws `invalid_claim_token` for any other text. */
export async function presentClaim(config: Config, token: string, purpose: ClaimPurpose): Promise<PresentedClaim> {
  const sealed = token.startsWith(PREFIX) ? token.slice(PREFIX.length) : "";
  const opened = await openUntil(await signer(config, SIGNED_FOR[purpose]), sealed, RANDOM_BYTES);
  if (opened) return { hash: await sha256Hex(token), expiresAt: opened.expiresAt };
  throw new AppError("invalid_claim_token", "This claim token is unknown. Start again at POST /agent/identity.");
}

/** The content of a "this wasn't me" link: a claim, and the locks on its address. */
type CancelLink = CodeTarget & { claimHash: string };

const PURPOSES: ClaimPurpose[] = ["key", "console"];
const HASH_BYTES = 32;

/** Makes the token of a cancel link. Not the claim token, because a mail must not carry anything that can be exchanged. */
export async function issueCancelToken(config: Config, link: CancelLink, claimExpiresAt: number): Promise<string> {
  const { claimHash, addressHash, networkHash, purpose } = link;
  const body = `${claimHash}${addressHash}${networkHash}0${PURPOSES.indexOf(purpose)}`;
  // A claim can be exchanged for a while after its expiry, and the link outlives that by a day.
  const expiresAt = claimExpiresAt + (CLAIM_BOUND_GRACE_SECONDS + CANCEL_LINK_LIFETIME_SECONDS) * 1000;
  return sealUntil(await signer(config, "cancel-link"), body, expiresAt);
}

/** Reads a cancel token. Null when it is malformed, forged or too old. */
export async function readCancelToken(config: Config, token: string, now: number): Promise<CancelLink | null> {
  const opened = await openUntil(await signer(config, "cancel-link"), token, 3 * HASH_BYTES + 1);
  if (!opened || now >= opened.expiresAt) return null;
  const [claimHash = "", addressHash = "", networkHash = "", purpose = ""] = opened.hex.match(/.{1,64}/g) ?? [];
  return { claimHash, addressHash, networkHash, purpose: PURPOSES[Number(purpose)] ?? "key" };
}
