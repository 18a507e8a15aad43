import type { Config } from "../../config.ts";
import { mapDatabaseErrors } from "../../platform/database.ts";
import { lastingHash } from "../../platform/secrets.ts";
import type { PresentedClaim } from "./claim-token.ts";

/**
 * `get_api_key` knows its claim by the address alone. Only the newest claim of an address answers; the token that would
 * exchange it never leaves the service.
 */
export async function rememberAddressClaim(
  db: D1Database,
  config: Config,
  email: string,
  claim: PresentedClaim,
): Promise<void> {
  const upsert = `INSERT INTO address_claims (address_hash, claim_hash, expires_at) VALUES (?, ?, ?)
    ON CONFLICT (address_hash) DO UPDATE SET claim_hash = excluded.claim_hash, expires_at = excluded.expires_at`;
  const hash = await lastingHash(config, "address", email);
  await mapDatabaseErrors(() => db.prepare(upsert).bind(hash, claim.hash, claim.expiresAt).run());
}

/** The open claim of an address, or null. */
export async function findAddressClaim(db: D1Database, config: Config, email: string): Promise<PresentedClaim | null> {
  const hash = await lastingHash(config, "address", email);
  const find = "SELECT claim_hash AS hash, expires_at AS expiresAt FROM address_claims WHERE address_hash = ?";
  return mapDatabaseErrors(() => db.prepare(find).bind(hash).first<PresentedClaim>());
}
