import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { PATHS } from "../../paths.ts";
import { FORGED } from "../../platform/limits/limits.ts";
import { signer } from "../../platform/secrets.ts";
import { type Audience, type PresentedKey, readKey } from "./key-format.ts";

/** Checks tag, expiry and audience of a bearer token at `door`, without I/O. Throws `missing_token` or `invalid_token`. */
export async function readBearer(
  config: Config,
  bearer: string | null,
  door: Exclude<Audience, "all">,
): Promise<PresentedKey> {
  if (bearer === null) {
    throw new AppError(
      "missing_token",
      "Send `Authorization: Bearer <API_KEY>`. Get a key with POST /api/v0/get_api_key {}.",
    );
  }
  const key = await readKey(await signer(config, "api-key"), bearer, Date.now());
  if (!key) throw FORGED_TOKEN;
  // A token is good only where its owner granted it (RFC 8707, section 2; RFC 6750, section 3.1).
  if (key.audience !== "all" && key.audience !== door) {
    const granted = key.audience === "mcp" ? PATHS.mcp : PATHS.tools;
    const detail = `This access token was granted for ${granted} only. Connect again and ask for this resource.`;
    throw new AppError("invalid_token", detail, { cause: FORGED });
  }
  return key;
}

export function invalidToken(cause?: typeof FORGED): AppError {
  return new AppError(
    "invalid_token",
    "This key is unknown, revoked or expired. Get one with POST /api/v0/get_api_key {}.",
    { cause },
  );
}

/** Created once, because creating an error costs more than checking a forged key. */
const FORGED_TOKEN = invalidToken(FORGED);
