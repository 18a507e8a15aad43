/**
 * Claims (docs/contract.md, section 2): a signed token, a record that is written once to KV, and a state in D1, where every
 * transition is one guarded statement, because KV has no compare-and-set and may answer from a stale cache.
 */
import { eq } from "drizzle-orm";
import type { Config } from "../../config.ts";
import { CANCEL_LINK_LIFETIME_SECONDS, CLAIM_BOUND_GRACE_SECONDS, CLAIM_LIFETIME_SECONDS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { utf8 } from "../../lib/bytes.ts";
import { drizzle, type Row } from "../../platform/database.ts";
import type { CodeTarget } from "../../platform/limits/budgets.ts";
import { claims as states } from "../../platform/schema.ts";
import { openUntil, type SecretUse, sealUntil, sha256Hex, signer } from "../../platform/secrets.ts";

/** A code yields a key for an agent, or a console session. Each has its own signing key, so neither is the other. */
export type ClaimPurpose = "key" | "console";

const SIGNED_FOR = { key: "claim-token", console: "console-claim" } as const satisfies Record<ClaimPurpose, SecretUse>;
const PREFIX = "tgc_";
const RANDOM_BYTES = 16;

/** `hash` is the SHA-256 of the token, which identifies it in KV and D1. */
export type PresentedClaim = { hash: string; expiresAt: number };

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

/** The immutable part of a claim. */
export type ClaimRecord = {
  email: string;
  /** HMAC of claim and user code. */
  codeHash: string;
  /** The anonymous organisation whose key asked for the claim, and the SHA-256 of that key. */
  anonymousOrganisationId: string | null;
  anonymousKeyHash: string | null;
  purpose: ClaimPurpose;
  /** HMAC of the normalised address, and SHA-256 of the network that asked for the claim, for budgets. */
  addressHash: string;
  networkHash: string;
  country: string | null;
};

/**
 * KV caches the absence of a value for up to 60 s. A claim is therefore stored under several names, and the one to read
 * changes every 2 s, so that a retry after the advised 2 s does not hit that cache.
 */
const COPIES = [0, 1, 2];
export const CLAIM_RETRY_SECONDS = 2;

function nameOf(hash: string, copy: number): string {
  return `claim:${hash}:${copy}`;
}

/** Writes a claim under the hash of its token for 600 s. */
export async function putClaim(claims: KVNamespace, hash: string, record: ClaimRecord): Promise<void> {
  const [text, life] = [JSON.stringify(record), { expirationTtl: CLAIM_LIFETIME_SECONDS }];
  await Promise.all(COPIES.map((copy) => claims.put(nameOf(hash, copy), text, life)));
}

/** Reads a claim. Also null for one just written in another region. */
export async function getClaim(claims: KVNamespace, hash: string): Promise<ClaimRecord | null> {
  const copy = Math.floor(Date.now() / (CLAIM_RETRY_SECONDS * 1000)) % COPIES.length;
  return claims.get<ClaimRecord>(nameOf(hash, copy), "json");
}

export async function deleteClaim(claims: KVNamespace, hash: string): Promise<void> {
  await Promise.all(COPIES.map((copy) => claims.delete(nameOf(hash, copy))));
}

export type ClaimRow = Row<typeof states>;

/** The state of a claim, for both endpoints: the first match in the contract's list. Throws `invalid_grant`, `claim_expired`. */
export function checkClaim(claim: PresentedClaim, row: ClaimRow | null, now: number): "pending" | "bound" {
  if (row?.state === "exchanged" || row?.state === "dead") throw deadClaim();
  const boundUntil = row?.state === "bound" ? (row.boundAt ?? 0) + CLAIM_BOUND_GRACE_SECONDS * 1000 : 0;
  if (now < Math.max(claim.expiresAt, boundUntil)) return row?.state === "bound" ? "bound" : "pending";
  const detail = `The claim expired after ${CLAIM_LIFETIME_SECONDS} seconds. Start again at POST /agent/identity.`;
  throw new AppError("claim_expired", detail);
}

export async function readClaimRow(db: D1Database, hash: string): Promise<ClaimRow | null> {
  return (await drizzle(db).select().from(states).where(eq(states.hash, hash)).get()) ?? null;
}

export function deadClaim(): AppError {
  return new AppError("invalid_grant", "This claim has been used. Start again at POST /agent/identity.");
}

/** The hash under which a code is stored, keyed with the secret and bound to its claim. */
export async function hashCode(config: Config, claimHash: string, code: string): Promise<string> {
  const { sign } = await signer(config, "user-code");
  return (await sign(utf8(`${claimHash}:${code}`))).toHex();
}

/** Whether `code` matches `codeHash`, also after a rotation of the secret. Constant time. */
export async function isRightCode(config: Config, claimHash: string, code: string, codeHash: string): Promise<boolean> {
  const { verify } = await signer(config, "user-code");
  return verify(utf8(`${claimHash}:${code}`), Uint8Array.fromHex(codeHash));
}
