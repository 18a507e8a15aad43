import type { Config } from "../config.ts";
import { AppError, databaseDown } from "../errors.ts";
import { FORGED, passLimiter, type RateHeaders } from "../platform/limits.ts";
import { signer } from "../platform/secrets.ts";
import { type PresentedKey, readKey } from "./keys.ts";
import { type Account, authenticate } from "./ledger.ts";

/** Checks tag and age of a bearer token, without I/O. Throws `missing_token` or `invalid_token`. */
export async function readBearer(config: Config, bearer: string | null): Promise<PresentedKey> {
  if (bearer === null) {
    throw new AppError(
      "missing_token",
      "Send `Authorization: Bearer <API_KEY>`. Get a key with POST /api/v0/get_api_key {}.",
    );
  }
  const key = await readKey(await signer(config, "api-key"), bearer, Date.now());
  if (!key) throw invalidToken(FORGED);
  return key;
}

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

export function invalidToken(cause?: typeof FORGED): AppError {
  return new AppError(
    "invalid_token",
    "This key is unknown, revoked or expired. Get one with POST /api/v0/get_api_key {}.",
    { cause },
  );
}

/** D1 is the authority on keys and money: when it cannot answer, the request is refused. */
export async function ledger<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw databaseDown(cause);
  }
}
