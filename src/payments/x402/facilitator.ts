import type { Config } from "../../config.ts";
import { base64Url, utf8 } from "../../lib/bytes.ts";
import { log } from "../../lib/log.ts";
import { parseJson, record, records } from "../../lib/loose-json.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { sendRequest } from "../../platform/outbound/send-request.ts";
import type { Requirements } from "./payment-offer.ts";
import { type Payload, same } from "./read-payment.ts";

export type Reach = Pick<SourceContext, "env" | "config">;

type Verification = { status: "valid" } | { status: "invalid"; reason: string } | { status: "unknown" };

const VERIFY_LIMIT_MS = 5_000;
/** The facilitator answers once the transfer is on the chain. */
export const SETTLE_LIMIT_MS = 12_000;
const MAX_ANSWER_BYTES = 262_144;

/** Asks whether a payment would settle now, and was signed by its payer. Moves no money. */
export async function verifyPayment(reach: Reach, payload: Payload, requirements: Requirements): Promise<Verification> {
  const answer = await ask(reach, "/verify", { payload, requirements }, VERIFY_LIMIT_MS);
  if (answer?.isValid === false) return { status: "invalid", reason: reasonOf(answer.invalidReason) };
  const isPayer = same(answer?.payer, payload.payload.authorization.from);
  return { status: answer?.isValid === true && isPayer ? "valid" : "unknown" };
}

/**
 * Has a payment submitted to the chain, which accepts its nonce once: a repeat moves no more money. Returns the transaction's hash.
 * Null after a refusal or an unreadable answer, neither of which is final: the transfer may be on the chain, or come there.
 */
export async function settleOnChain(reach: Reach, payload: Payload, requirements: Requirements) {
  const answer = await ask(reach, "/settle", { payload, requirements }, SETTLE_LIMIT_MS);
  const { success, transaction } = answer ?? {};
  return success === true && typeof transaction === "string" && TRANSACTION.test(transaction) ? transaction : null;
}

const TRANSACTION = /^0x[0-9a-f]{64}$/i;

/** Callers get the facilitator's codes, never its text. */
function reasonOf(reason: unknown): string {
  if (typeof reason !== "string" || !/^[a-z0-9_]{1,80}$/.test(reason)) return "payment_refused";
  return /insufficient_(funds|balance)/.test(reason) ? NO_FUNDS : reason;
}

/** The x402 specification's code for a wallet that cannot pay. */
export const NO_FUNDS = "insufficient_funds";

/** Whether the facilitator says that it settles scheme `exact` of version 2 on `network`. Throws when the CDP key is unusable. */
export async function askSupported(reach: Reach, network: string): Promise<boolean> {
  const reply = await send(reach, "/supported", VERIFY_LIMIT_MS);
  const answer = reply.status === "ok" && reply.httpStatus === 200 ? record(parseJson(reply.text)) : {};
  return records(answer.kinds).some(
    (kind) => kind.x402Version === 2 && kind.scheme === "exact" && kind.network === network,
  );
}

async function ask(
  reach: Reach,
  path: "/verify" | "/settle",
  { payload, requirements }: { payload: Payload; requirements: Requirements },
  timeoutMs: number,
): Promise<Record<string, unknown> | null> {
  const body = JSON.stringify({ x402Version: 2, paymentPayload: payload, paymentRequirements: requirements });
  const reply = await send(reach, path, timeoutMs, body).catch((cause: unknown) => {
    log("error", "facilitator_key_unusable", { cause });
    return null;
  });
  // Some facilitators send a refusal with a 4xx of their own.
  return reply?.status === "ok" && reply.httpStatus < 500 ? record(parseJson(reply.text)) : null;
}

/** Throws when the CDP key is unusable. */
async function send({ env, config }: Reach, path: string, timeoutMs: number, body?: string) {
  const url = new URL(`${config.X402_FACILITATOR_URL.replace(/(?<!\/)\/+$/, "")}${path}`);
  const method = body === undefined ? "GET" : "POST";
  const headers = { "Content-Type": "application/json", ...(await cdpHeaders(config, method, url)) };
  const context = { env, config, signal: AbortSignal.timeout(timeoutMs) };
  return sendRequest(context, url, { method, headers, body }, { timeoutMs, maxBytes: MAX_ANSWER_BYTES });
}

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

/** Base64 of 64 bytes: the seed, then the public key. The cause of a failure is dropped: it could contain parts of it. */
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
