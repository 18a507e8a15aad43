import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { FORGED } from "../../platform/limits/limits.ts";
import { signer } from "../../platform/secrets.ts";
import { type PresentedKey, readKey } from "./key-format.ts";

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

export function invalidToken(cause?: typeof FORGED): AppError {
  return new AppError(
    "invalid_token",
    "This key is unknown, revoked or expired. Get one with POST /api/v0/get_api_key {}.",
    { cause },
  );
}
