import { CLAIM_LIFETIME_SECONDS } from "../../constants.ts";
import type { ClaimPurpose } from "./claim-token.ts";

/** The immutable part of a claim; its state is in D1. */
export type ClaimRecord = {
  email: string;
  /** HMAC of claim and user code. */
  codeHash: string;
  /** The anonymous organisation whose key asked for the claim. */
  anonymousOrganisationId: string | null;
  /** SHA-256 of that key. */
  anonymousKeyHash: string | null;
  purpose: ClaimPurpose;
  /** HMAC of the normalised address, for budgets. */
  addressHash: string;
  /** SHA-256 of the network that asked for the claim, for budgets. */
  networkHash: string;
  country: string | null;
};

/**
 * KV caches the absence of a value for up to 60 s. A claim is therefore stored under several names, and the one to read
 * changes every 2 s, so that a retry after the advised 2 s does not hit that cache.
 */
const COPIES = 3;
export const CLAIM_RETRY_SECONDS = 2;

function nameOf(hash: string, copy: number): string {
  return `claim:${hash}:${copy}`;
}

const copies = Array.from({ length: COPIES }, (_, copy) => copy);

/** Writes a claim under the hash of its token for 600 s. */
export async function putClaim(claims: KVNamespace, hash: string, record: ClaimRecord): Promise<void> {
  const text = JSON.stringify(record);
  const life = { expirationTtl: CLAIM_LIFETIME_SECONDS };
  await Promise.all(copies.map((copy) => claims.put(nameOf(hash, copy), text, life)));
}

/** Reads a claim. Also null for one just written in another region. */
export async function getClaim(claims: KVNamespace, hash: string): Promise<ClaimRecord | null> {
  const copy = Math.floor(Date.now() / (CLAIM_RETRY_SECONDS * 1000)) % COPIES;
  return claims.get<ClaimRecord>(nameOf(hash, copy), "json");
}

export async function deleteClaim(claims: KVNamespace, hash: string): Promise<void> {
  await Promise.all(copies.map((copy) => claims.delete(nameOf(hash, copy))));
}
