import { env } from "cloudflare:workers";
import baseX from "base-x";
import { readConfig } from "../../src/config.ts";
import { sha256Hex, signer } from "../../src/platform/secrets.ts";
import { anonymousKey, organisationOf } from "./harness.ts";

const base62 = baseX("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/** An active key of the first format: it carries its time of issue instead of its expiry. */
export async function issueOldKey(issuedAt: number): Promise<string> {
  const organisation = await organisationOf(await anonymousKey());
  const body = new Uint8Array(33);
  body[0] = 1;
  new DataView(body.buffer).setUint32(1, Math.floor(issuedAt / 1000));
  body.set(Uint8Array.fromHex(organisation), 5);
  crypto.getRandomValues(body.subarray(17));
  const { sign } = await signer(readConfig(env), "api-key");
  const key = `tg_${base62.encode(new Uint8Array([...body, ...(await sign(body)).subarray(0, 12)]))}`;
  const hash = await sha256Hex(key);
  const insert = `INSERT INTO api_keys (hash, id, organisation_id, name, masked, created_at, expires_at)
    VALUES (?, ?, ?, 'old', 'tg_…', ?, ?)`;
  await env.DB.prepare(insert)
    .bind(hash, `key_${hash.slice(0, 24)}`, organisation, issuedAt, issuedAt + 31_536_000_000)
    .run();
  return key;
}
