import type { Config } from "../../config.ts";
import { SESSION_LIFETIME_SECONDS } from "../../constants.ts";
import { utf8 } from "../../lib/bytes.ts";
import { signer } from "../../platform/secrets.ts";

/** A session id `{expires}.{nonce}.{tag}` (Unix seconds), whose tag refuses a forged or expired one without a query. */
export async function issueSessionId(config: Config, now: number): Promise<string> {
  const expires = Math.floor(now / 1000) + SESSION_LIFETIME_SECONDS;
  const body = `${expires}.${crypto.getRandomValues(new Uint8Array(32)).toHex()}`;
  const { sign } = await signer(config, "session-id");
  return `${body}.${(await sign(utf8(body))).toHex()}`;
}

/** True for an unexpired id issued by this service. Only the database knows whether the session was ended. */
export async function verifySessionId(config: Config, id: string): Promise<boolean> {
  const [, body = "", expires = "", tag = ""] = /^((\d{1,12})\.[0-9a-f]{64})\.([0-9a-f]{64})$/.exec(id) ?? [];
  if (!body || Number(expires) * 1000 <= Date.now()) return false;
  return (await signer(config, "session-id")).verify(utf8(body), Uint8Array.fromHex(tag));
}
