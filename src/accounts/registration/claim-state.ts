import { eq } from "drizzle-orm";
import type { Config } from "../../config.ts";
import { CLAIM_BOUND_GRACE_SECONDS, CLAIM_LIFETIME_SECONDS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { utf8 } from "../../lib/bytes.ts";
import { drizzle } from "../../platform/database.ts";
import { claims } from "../../platform/schema.ts";
import { signer } from "../../platform/secrets.ts";
import type { PresentedClaim } from "./claim-token.ts";

/**
 * Claims (docs/contract.md, section 2). The record is written once to KV; every
 * transition is one guarded statement in D1, because KV has no compare-and-set and may answer from a stale cache.
 */
export type ClaimRow = typeof claims.$inferSelect;

/** The state of a claim, for both endpoints: the first match in the contract's list. Throws `invalid_grant`, `claim_expired`. */
export function checkClaim(claim: PresentedClaim, row: ClaimRow | null, now: number): "pending" | "bound" {
  if (row?.state === "exchanged" || row?.state === "dead") throw deadClaim();
  const boundUntil = row?.state === "bound" ? (row.boundAt ?? 0) + CLAIM_BOUND_GRACE_SECONDS * 1000 : 0;
  if (now >= Math.max(claim.expiresAt, boundUntil)) {
    throw new AppError(
      "claim_expired",
      `The claim expired after ${CLAIM_LIFETIME_SECONDS} seconds. Start again at POST /agent/identity.`,
    );
  }
  return row?.state === "bound" ? "bound" : "pending";
}

export async function readClaimRow(db: D1Database, hash: string): Promise<ClaimRow | null> {
  const find = drizzle(db).select().from(claims).where(eq(claims.hash, hash));
  return (await find.get()) ?? null;
}

export function deadClaim(): AppError {
  return new AppError("invalid_grant", "This claim has been used. Start again at POST /agent/identity.");
}

/** The hash under which a code is stored, keyed with the secret and bound to its claim. */
export async function hashCode(config: Config, claimHash: string, code: string): Promise<string> {
  const { sign } = await signer(config, "user-code");
  return (await sign(codeText(claimHash, code))).toHex();
}

/** Whether `code` matches `codeHash`, also after a rotation of the secret. Constant time. */
export async function isRightCode(config: Config, claimHash: string, code: string, codeHash: string): Promise<boolean> {
  const { verify } = await signer(config, "user-code");
  return verify(codeText(claimHash, code), Uint8Array.fromHex(codeHash));
}

function codeText(claimHash: string, code: string): Uint8Array<ArrayBuffer> {
  return utf8(`${claimHash}:${code}`);
}
