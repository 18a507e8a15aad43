import type { Config } from "../../config.ts";
import { toBase64 } from "./base64.ts";

const TOKEN_SECONDS = 120;

/**
 * The bearer token of one request to Coinbase's facilitator: a JWT signed with the deployment's Ed25519 key, good for that
 * method and path for two minutes (https://docs.cdp.coinbase.com/api-reference/v2/authentication). Null without a key.
 */
export async function cdpToken(
  { CDP_API_KEY_ID, CDP_API_KEY_SECRET }: Config,
  method: string,
  url: URL,
): Promise<string | null> {
  if (!CDP_API_KEY_ID || !CDP_API_KEY_SECRET) return null;
  const seconds = Math.floor(Date.now() / 1000);
  const nonce = crypto.getRandomValues(new Uint8Array(16)).toHex();
  const header = { alg: "EdDSA", kid: CDP_API_KEY_ID, typ: "JWT", nonce };
  const claims = {
    sub: CDP_API_KEY_ID,
    iss: "cdp",
    nbf: seconds,
    exp: seconds + TOKEN_SECONDS,
    uris: [`${method} ${url.host}${url.pathname}`],
  };
  const signed = `${urlSafe(toBase64(header))}.${urlSafe(toBase64(claims))}`;
  const signature = await crypto.subtle.sign(
    "Ed25519",
    await signingKey(CDP_API_KEY_SECRET),
    new TextEncoder().encode(signed),
  );
  return `${signed}.${new Uint8Array(signature).toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

/** The secret is base64 of 64 bytes: the seed, then the public key. */
function signingKey(secret: string): Promise<CryptoKey> {
  const bytes = Uint8Array.fromBase64(secret);
  const part = (from: number) => bytes.slice(from, from + 32).toBase64({ alphabet: "base64url", omitPadding: true });
  const jwk = { kty: "OKP", crv: "Ed25519", d: part(0), x: part(32) };
  return crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["sign"]);
}

function urlSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
