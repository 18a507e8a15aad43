import { invalidToken, readBearer } from "../accounts/keys/bearer.ts";
import type { Config } from "../config.ts";
import { type Account, authenticate } from "../ledger/holds.ts";
import { mapDatabaseErrors } from "../platform/database.ts";
import { type RateHeaders, takeRateLimit } from "../platform/limits/limits.ts";
import type { ToolCall } from "./call.ts";

/** Lets a request pass that is not a tool call: bearer, one of the organisation's minute, key active in D1. */
export async function admit(
  env: Env,
  config: Config,
  bearer: string | null,
  door: ToolCall["door"],
): Promise<{ account: Account; rate: RateHeaders | null }> {
  const key = await readBearer(config, bearer, door);
  const decision = await takeRateLimit(env, key.organisationId, key.id);
  if (decision.status === "revoked") throw invalidToken();
  const account = await mapDatabaseErrors(() => authenticate(env.DB, key.hash, Date.now()));
  if (!account) throw invalidToken();
  return { account, rate: decision.headers };
}
