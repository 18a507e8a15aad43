import { Hono } from "hono";
import { REGISTRATION_BODY_BYTES } from "../config.ts";
import { ledger } from "../domain/admit.ts";
import { readKey } from "../domain/keys.ts";
import { revokeKey } from "../domain/revocation.ts";
import { AppError } from "../errors.ts";
import { signer } from "../platform/secrets.ts";
import { type AppContext, type AppEnv } from "./app-env.ts";
import { readSmallBody } from "./body.ts";
import { NO_STORE } from "./identity.ts";

/** `/oauth/*`: forms in, JSON out (RFC 6749, RFC 7009). */
export const oauth = new Hono<AppEnv>().post("/oauth/revoke", async (c) => {
  const form = await readForm(c);
  const token = form.get("token");
  if (!token) throw new AppError("invalid_request", "Send the form field `token`.");
  const now = Date.now();
  const key = await readKey(await signer(c.var.config, "api-key"), token, now);
  // A token that is unknown, forged or expired needs no revoking (RFC 7009, section 2.2).
  if (key) await ledger(() => revokeKey(c.env, key, now));
  return c.body(null, 200, NO_STORE);
});

/** A form whose parameters occur once each (RFC 6749, section 3.2). */
async function readForm(c: AppContext): Promise<URLSearchParams> {
  const text = await readSmallBody(c.req.raw, "application/x-www-form-urlencoded", REGISTRATION_BODY_BYTES);
  const form = new URLSearchParams(text);
  const names = [...form.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new AppError("invalid_request", "A form field may be sent only once.");
  return form;
}
