import type { Config } from "../../config.ts";
import { base64Url, utf8 } from "../../lib/bytes.ts";

const TOKEN_SECONDS = 120;
const KEY_BYTES = 32;

/**
 * The header that authenticates one request to Coinbase's facilitator; none without `CDP_API_KEY_ID`. The bearer is a JWT
 * signed with the deployment's Ed25519 key, valid for two minutes for that method and path
 * (https://docs.cdp.coinbase.com/api-reference/v2/authentication). Throws when the secret is not of such a key.
 */
export async function cdpHeaders(
  { CDP_API_KEY_ID: keyId, CDP_API_KEY_SECRET: secret }: Config,
  method: string,
  url: URL,
): Promise<Record<string, string>> {
  if (!keyId) return {};
  const key = await importKey(secret ?? "");
  const seconds = Math.floor(Date.now() / 1000);
  const nonce = crypto.getRandomValues(new Uint8Array(16)).toHex();
  const header = { alg: "EdDSA", kid: keyId, typ: "JWT", nonce };
  const claims = {
    sub: keyId,
    iss: "cdp",
    nbf: seconds,
    exp: seconds + TOKEN_SECONDS,
    uris: [`${method} ${url.host}${url.pathname}`],
  };
  const signed = [header, claims].map((part) => base64Url(utf8(JSON.stringify(part)))).join(".");
  const signature = await crypto.subtle.sign("Ed25519", key, utf8(signed));
  return { Authorization: `Bearer ${signed}.${base64Url(new Uint8Array(signature))}` };
}

/**
 * The secret is base64 of 64 bytes: the seed, then the public key. The cause of a failure is dropped, because it could contain
 * parts of it.
 */
async function importKey(secret: string): Promise<CryptoKey> {
  try {
    const bytes = Uint8Array.fromBase64(secret);
    if (bytes.length !== 2 * KEY_BYTES) throw new Error();
    const [d, x] = [bytes.slice(0, KEY_BYTES), bytes.slice(KEY_BYTES)].map(base64Url);
    const jwk = { kty: "OKP", crv: "Ed25519", d, x } as JsonWebKey;
    return await crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["sign"]);
  } catch {
    throw new Error("CDP_API_KEY_SECRET is not the base64 secret of an Ed25519 key");
  }
}
