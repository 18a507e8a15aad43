import { CLAIM_LIFETIME_SECONDS } from "../../config.ts";
import type { ClaimPurpose } from "./claim-token.ts";

/** What a claim is, written once; what changes in it is in D1. */
export type ClaimRecord = {
  email: string;
  /** HMAC of claim and user code. */
  codeHash: string;
  /** The anonymous organisation whose key asked for the claim. */
  anonymousOrganisationId: string | null;
  purpose: ClaimPurpose;
  /** HMAC of the normalised address, for budgets. */
  addressHash: string;
  /** SHA-256 of the network that asked for the claim, for budgets. */
  networkHash: string;
  country: string | null;
};

/** Writes a claim under the hash of its token for 600 s. */
export async function putClaim(claims: KVNamespace, hash: string, record: ClaimRecord): Promise<void> {
  await claims.put(`claim:${hash}`, JSON.stringify(record), { expirationTtl: CLAIM_LIFETIME_SECONDS });
}

/** Reads a claim. Null also for one written moments ago elsewhere: KV caches misses for up to 60 s. */
export async function getClaim(claims: KVNamespace, hash: string): Promise<ClaimRecord | null> {
  return claims.get<ClaimRecord>(`claim:${hash}`, "json");
}

export async function deleteClaim(claims: KVNamespace, hash: string): Promise<void> {
  await claims.delete(`claim:${hash}`);
}
