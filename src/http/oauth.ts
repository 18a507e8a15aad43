import { Hono } from "hono";
import { ledger } from "../domain/admit.ts";
import { presentClaim } from "../domain/claims.ts";
import { exchangeClaim } from "../domain/exchange.ts";
import { readKey } from "../domain/keys.ts";
import { accessToken } from "../domain/registration.ts";
import { revokeKey } from "../domain/revocation.ts";
import { AppError } from "../errors.ts";
import { signer } from "../platform/secrets.ts";
import { type AppEnv, clientOf } from "./app-env.ts";
import { NO_STORE, readForm } from "./body.ts";
import { CLAIM_GRANT, CLAIM_GRANT_ALIAS, PATHS } from "./paths.ts";

/** `/oauth/*`: forms in, JSON out (RFC 6749, RFC 7009). */
export const oauth = new Hono<AppEnv>()
  .post(PATHS.token, async (c) => {
    const form = await readForm(c);
    const grant = form.get("grant_type");
    if (!grant) throw new AppError("invalid_request", "Send the form field `grant_type`.");
    if (grant !== CLAIM_GRANT && grant !== CLAIM_GRANT_ALIAS) {
      throw new AppError("unsupported_grant_type", `The only grant type here is ${CLAIM_GRANT}.`);
    }
    const token = form.get("claim_token");
    if (!token) throw new AppError("invalid_request", "Send the form field `claim_token`.");
    const claim = await presentClaim(c.var.config, token, "key");
    const key = await exchangeClaim(c.env, c.var.config, claim, clientOf(c));
    return c.json(accessToken(key), 200, NO_STORE);
  })
  .post(PATHS.revoke, async (c) => {
    const form = await readForm(c);
    const token = form.get("token");
    if (!token) throw new AppError("invalid_request", "Send the form field `token`.");
    const now = Date.now();
    const key = await readKey(await signer(c.var.config, "api-key"), token, now);
    // A token that is unknown, forged or expired needs no revoking (RFC 7009, section 2.2).
    if (key) await ledger(() => revokeKey(c.env, key, now));
    return c.body(null, 200, NO_STORE);
  });
