import type { Config } from "../../config.ts";
import { sql } from "../../platform/database.ts";
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
  const remember = `INSERT INTO address_claims (address_hash, claim_hash, expires_at) VALUES (@addressHash, @hash, @expiresAt)
    ON CONFLICT (address_hash) DO UPDATE SET claim_hash = @hash, expires_at = @expiresAt`;
  await sql(db, remember, { addressHash, ...claim }).run();
}

/** The open claim of an address, or null. */
export async function findAddressClaim(db: D1Database, config: Config, email: string): Promise<PresentedClaim | null> {
  const addressHash = await lastingHash(config, "address", email);
  const find =
    "SELECT claim_hash AS hash, expires_at AS expiresAt FROM address_claims WHERE address_hash = @addressHash";
  return sql(db, find, { addressHash }).first();
}
