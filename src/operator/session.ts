import { ADMIN_SESSION_LIFETIME_SECONDS } from "../constants.ts";
import type { AppContext } from "../http/app-env.ts";
import { dropCookie, putCookie, readCookie } from "../http/pages/browser-session.ts";
import { utf8 } from "../lib/bytes.ts";
import { sha256Hex, signer } from "../platform/secrets.ts";
import { adminToken } from "./admin-token.ts";

const COOKIE = "operator";

/**
 * Lets a browser act as the operator for an hour, without keeping the token in it. The cookie is `{expires}.{nonce}.{tag}`;
 * the tag covers the token too, so that changing ADMIN_TOKEN ends all of them.
 */
export async function signOperatorIn(c: AppContext): Promise<void> {
  const expires = Math.floor(Date.now() / 1000) + ADMIN_SESSION_LIFETIME_SECONDS;
  const body = `${expires}.${crypto.getRandomValues(new Uint8Array(16)).toHex()}`;
  const { sign } = await signer(c.var.config, "admin-session");
  const tag = (await sign(await covered(c, body))).toHex();
  putCookie(c, COOKIE, `${body}.${tag}`, { maxAge: ADMIN_SESSION_LIFETIME_SECONDS, sameSite: "Strict" });
}

/** The operator's cookie, which is also the secret of the form tokens; null when missing or expired. */
export async function operatorSession(c: AppContext): Promise<string | null> {
  const cookie = readCookie(c, COOKIE) ?? "";
  const [, body = "", expires = "", tag = ""] = /^((\d{1,12})\.[0-9a-f]{32})\.([0-9a-f]{64})$/.exec(cookie) ?? [];
  if (!body || Number(expires) * 1000 <= Date.now()) return null;
  const { verify } = await signer(c.var.config, "admin-session");
  return (await verify(await covered(c, body), Uint8Array.fromHex(tag))) ? cookie : null;
}

export function signOperatorOut(c: AppContext): void {
  dropCookie(c, COOKIE);
}

async function covered(c: AppContext, body: string): Promise<BufferSource> {
  return utf8(`${body}.${await sha256Hex(adminToken(c))}`);
}
