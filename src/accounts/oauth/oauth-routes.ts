import { Hono } from "hono";
import { REGISTRATION_BODY_BYTES } from "../../constants.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { type AppContext, type AppEnv, clientOf } from "../../http/app-env.ts";
import { NO_STORE, readForm, readSmallBody } from "../../http/body.ts";
import { openToClients } from "../../http/cors.ts";
import { parseJsonObject } from "../../lib/json.ts";
import { CLAIM_GRANT, CLAIM_GRANT_ALIAS, PATHS } from "../../paths.ts";
import { revokeRefreshToken } from "../keys/connections.ts";
import { exchangeCode, refresh } from "../keys/exchange-grant.ts";
import { readKey } from "../keys/key-format.ts";
import { revokeKey } from "../keys/revoke.ts";
import { presentClaim } from "../registration/claims.ts";
import { exchangeClaim } from "../registration/exchange-claim.ts";
import { accessToken } from "../registration/register.ts";
import { invalidTarget, readAudience, registerClient } from "./clients.ts";

/** `/oauth/*`: forms in, JSON out (RFC 6749, RFC 7009). */
export const oauth = new Hono<AppEnv>()
  .use(PATHS.token, openToClients)
  .use(PATHS.revoke, openToClients)
  .use(PATHS.registerClient, openToClients)
  .post(PATHS.token, async (c) => {
    const form = await readForm(c);
    const grant = form.get("grant_type");
    if (!grant) throw invalidRequest("Send the form field `grant_type`.");
    if (grant === "authorization_code" || grant === "refresh_token") {
      return c.json(await exchangeGrant(c, grant, form), 200, NO_STORE);
    }
    if (grant !== CLAIM_GRANT && grant !== CLAIM_GRANT_ALIAS) {
      const detail = `Grant types here are ${CLAIM_GRANT}, authorization_code and refresh_token.`;
      throw new AppError("unsupported_grant_type", detail);
    }
    const token = form.get("claim_token");
    if (!token) throw invalidRequest("Send the form field `claim_token`.");
    const claim = await presentClaim(c.var.config, token, "key");
    const repeatable = c.req.header("idempotency-key") ?? null;
    const key = await exchangeClaim(c.env, c.var.config, claim, clientOf(c), repeatable);
    return c.json(accessToken(key), 200, NO_STORE);
  })
  .post(PATHS.revoke, async (c) => {
    const form = await readForm(c);
    const token = form.get("token");
    if (!token) throw invalidRequest("Send the form field `token`.");
    const now = Date.now();
    const key = await readKey(c.var.config, token, now);
    // Unknown, forged and expired tokens need no revocation (RFC 7009, section 2.2).
    if (key) await revokeKey(c.env, key, now);
    else await revokeRefreshToken(c.env, c.var.config, token);
    return c.body(null, 200, NO_STORE);
  })
  .post(PATHS.registerClient, async (c) => {
    const metadata = parseJsonObject(await readSmallBody(c.req.raw, "application/json", REGISTRATION_BODY_BYTES));
    return c.json(await registerClient(c.env, c.var.config, clientOf(c).ip, metadata), 201, NO_STORE);
  });

/** The grants of clients whose user has signed in (OAuth 2.1, sections 4.1.3 and 4.3). */
function exchangeGrant(c: AppContext, grant: "authorization_code" | "refresh_token", form: URLSearchParams) {
  const field = (name: string): string => {
    const value = form.get(name);
    if (!value) throw invalidRequest(`Send the form field \`${name}\`.`);
    return value;
  };
  const clientId = field("client_id");
  const audience = readAudience(c, form);
  if (!audience) throw invalidTarget(c);
  const asked = { clientId, audience: form.has("resource") ? audience : null };
  if (grant === "refresh_token") return refresh(c.env, c.var.config, field("refresh_token"), asked);
  const proof = { verifier: field("code_verifier"), redirectUri: form.get("redirect_uri") };
  return exchangeCode(c.env, c.var.config, { code: field("code"), ...asked, ...proof });
}
