import { eq } from "drizzle-orm";
import type { Config } from "../../config.ts";
import { drizzle } from "../../platform/database.ts";
import { addressClaims } from "../../platform/schema.ts";
import { lastingHash } from "../../platform/secrets.ts";
import type { PresentedClaim } from "./claim-token.ts";

/** `get_api_key` names its claim by the address. Only its newest counts, whose token never leaves the service. */
export async function rememberAddressClaim(
  db: D1Database,
  config: Config,
  email: string,
  claim: PresentedClaim,
): Promise<void> {
  const addressHash = await lastingHash(config, "address", email);
  const newest = { claimHash: claim.hash, expiresAt: claim.expiresAt };
  const upsert = drizzle(db)
    .insert(addressClaims)
    .values({ addressHash, ...newest })
    .onConflictDoUpdate({ target: addressClaims.addressHash, set: newest });
  await upsert.run();
}

/** The open claim of an address, or null. */
export async function findAddressClaim(db: D1Database, config: Config, email: string): Promise<PresentedClaim | null> {
  const find = drizzle(db)
    .select({ hash: addressClaims.claimHash, expiresAt: addressClaims.expiresAt })
    .from(addressClaims)
    .where(eq(addressClaims.addressHash, await lastingHash(config, "address", email)));
  return (await find.get()) ?? null;
}
