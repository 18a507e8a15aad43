import type { Config } from "../../config.ts";
import { base64Url, utf8 } from "../../lib/bytes.ts";
import { lazyPer } from "../../lib/lazy.ts";
import type { Purpose } from "./robots.ts";

/** Web Bot Auth: the fetcher signs its page requests (RFC 9421, Ed25519). Off without `WEB_BOT_AUTH_KEY`, a JWK. */

const LIFETIME_SECONDS = 60;
const DIRECTORY_LIFETIME_SECONDS = 600;
export const SIGNATURE_DIRECTORY_TYPE = "application/http-message-signatures-directory+json";

type Signing = { key: CryptoKey; id: string; x: string };

/** Scheduled looks have a key of their own, or that for answers. */
const signingsOf = lazyPer(async ({ WEB_BOT_AUTH_KEY, WEB_BOT_AUTH_KEY_LOOKS }: Config) => ({
  answer: await signingBy(WEB_BOT_AUTH_KEY),
  look: await signingBy(WEB_BOT_AUTH_KEY_LOOKS ?? WEB_BOT_AUTH_KEY),
}));

async function signingBy(jwk: Config["WEB_BOT_AUTH_KEY"]): Promise<Signing | null> {
  if (!jwk) return null;
  const { kty, crv, x, d } = jwk;
  const key = await crypto.subtle.importKey("jwk", { kty, crv, x, d }, "Ed25519", false, ["sign"]);
  // The thumbprint of the public key (RFC 7638, RFC 8037): its required members in this order.
  const digest = await crypto.subtle.digest("SHA-256", utf8(JSON.stringify({ crv, kty, x })));
  return { key, id: base64Url(new Uint8Array(digest)), x };
}

/** Headers that prove a request of our fetcher to `url`; none while signing is off. `now` is milliseconds. */
export async function botSignature(
  config: Config,
  baseUrl: string,
  url: URL,
  now: number,
  purpose: Purpose,
): Promise<Record<string, string>> {
  const { [purpose]: signing } = await signingsOf(config);
  if (!signing) return {};
  const agent = JSON.stringify(baseUrl);
  const covered = { '"@authority"': url.host, '"signature-agent"': agent };
  const signed = await sign([signing], covered, "web-bot-auth", now, LIFETIME_SECONDS);
  return { "Signature-Agent": agent, ...signed };
}

/** The public keys of our fetcher, signed by each for the host that asked; null while signing is off. */
export async function signatureDirectory(config: Config, host: string, now: number) {
  const signings = Object.values(await signingsOf(config)).filter((signing) => signing !== null);
  const distinct = [...new Map(signings.map((signing) => [signing.id, signing])).values()];
  if (distinct.length === 0) return null;
  const keys = distinct.map(({ x, id }) => ({ kty: "OKP", crv: "Ed25519", x, kid: id, use: "sig" }));
  const covered = { '"@authority";req': host };
  const headers = await sign(distinct, covered, "http-message-signatures-directory", now, DIRECTORY_LIFETIME_SECONDS);
  return { body: JSON.stringify({ keys }), headers };
}

/** A signature `sig1`, `sig2` … by each key. */
async function sign(
  signings: Signing[],
  covered: Record<string, string>,
  tag: string,
  now: number,
  lifetimeSeconds: number,
): Promise<Record<string, string>> {
  const created = Math.floor(now / 1000);
  const lines = Object.entries(covered).map(([name, value]) => `${name}: ${value}`);
  const signed = signings.map(async ({ key, id }, index) => {
    const nonce = crypto.getRandomValues(new Uint8Array(32)).toBase64();
    const times = `created=${created};expires=${created + lifetimeSeconds}`;
    const parameters = `(${Object.keys(covered).join(" ")});${times};keyid="${id}";alg="ed25519";nonce="${nonce}";tag="${tag}"`;
    const base = [...lines, `"@signature-params": ${parameters}`].join("\n");
    const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", key, utf8(base)));
    return [`sig${index + 1}=${parameters}`, `sig${index + 1}=:${signature.toBase64()}:`] as const;
  });
  const made = await Promise.all(signed);
  return {
    "Signature-Input": made.map(([input]) => input).join(", "),
    Signature: made.map(([, signature]) => signature).join(", "),
  };
}
