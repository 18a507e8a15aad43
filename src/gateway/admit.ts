import { invalidToken, readBearer } from "../accounts/keys/bearer.ts";
import type { Config } from "../config.ts";
import { type Account, authenticate } from "../ledger/holds.ts";
import { ledger } from "../platform/database.ts";
import { passLimiter, type RateHeaders } from "../platform/limits/limits.ts";

/** Lets a request pass that is not a tool call: bearer, one of the organisation's minute, key active in D1. */
export async function admit(
  env: Env,
  config: Config,
  bearer: string | null,
): Promise<{ account: Account; rate: RateHeaders | null }> {
  const key = await readBearer(config, bearer);
  const passage = await passLimiter(env, key.organisationId, key.id);
  if (passage.status === "revoked") throw invalidToken();
  const account = await ledger(() => authenticate(env.DB, key.hash, Date.now()));
  if (!account) throw invalidToken();
  return { account, rate: passage.headers };
}
