import * as z from "zod";
import { checksumAddress, personalDigest, recoverAddress } from "../../lib/ethereum.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import { fromBase64 } from "./payment-offer.ts";
import type { Terms } from "./payment-terms.ts";

/** A signed message is valid for this long, once. */
const SIGN_IN_MS = 5 * MINUTE_MS;
/** Margin for clock differences. */
const SKEW_MS = 30_000;
const MAX_HEADER_BYTES = 4_096;
const STATEMENT = "Sign in to use the tokens this wallet has paid for. This costs nothing.";

/** A line break in a field could forge the fields after it. */
const LINE = z.string().regex(/^[^\r\n]*$/);
const REQUIRED = {
  ...{ domain: LINE, address: LINE.regex(/^0x[0-9a-f]{40}$/i), uri: LINE, version: LINE, chainId: LINE, type: LINE },
  ...{ nonce: LINE, issuedAt: LINE, signature: LINE },
};
const OPTIONAL = { statement: LINE, expirationTime: LINE, notBefore: LINE, requestId: LINE };
const MESSAGE = z.object({
  ...REQUIRED,
  ...z.object(OPTIONAL).partial().shape,
  resources: z.array(LINE).max(10).default([]),
});
type Message = z.infer<typeof MESSAGE>;

/** The message for a wallet to sign: the `sign-in-with-x` extension of a `PAYMENT-REQUIRED`. `now` is milliseconds. */
export function signInChallenge(terms: Terms, url: string, now: number) {
  const info = {
    domain: new URL(url).host,
    uri: url,
    statement: STATEMENT,
    version: "1",
    nonce: crypto.getRandomValues(new Uint8Array(16)).toHex(),
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + SIGN_IN_MS).toISOString(),
    resources: [url],
  };
  const text = { type: "string" };
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: Object.fromEntries(Object.keys({ ...REQUIRED, ...OPTIONAL }).map((name) => [name, text])),
    required: Object.keys(REQUIRED),
  };
  return { "sign-in-with-x": { info, supportedChains: [{ chainId: terms.id, type: "eip191" }], schema } };
}

type SignIn = { status: "valid"; address: string; nonce: string } | { status: "refused"; reason: string };
const refused = (reason: string): SignIn => ({ status: "refused", reason });

/** The wallet that signed in (CAIP-122 as EIP-4361), or why it is refused. The caller accepts each nonce once. */
export function verifySignIn(header: string, terms: Terms, url: string, now: number): SignIn {
  const read = MESSAGE.safeParse(header.length <= MAX_HEADER_BYTES ? fromBase64(header) : null);
  if (!read.success) return refused("SIGN-IN-WITH-X is not base64 of a signed message");
  const message = read.data;
  const { origin, host } = new URL(url);
  if (message.domain !== host) return refused(`domain must be ${host}`);
  if (URL.parse(message.uri)?.origin !== origin) return refused(`uri must be at ${origin}`);
  if (message.chainId !== terms.id || message.type !== "eip191")
    return refused(`chainId must be ${terms.id}, type eip191`);
  if (!/^[a-zA-Z0-9]{8,64}$/.test(message.nonce)) return refused("nonce must be 8 to 64 letters or digits");
  const age = now - Date.parse(message.issuedAt);
  if (!(age <= SIGN_IN_MS && age >= -SKEW_MS)) return refused("issuedAt must be within the last five minutes");
  if (message.expirationTime !== undefined && !(Date.parse(message.expirationTime) > now)) return refused("expired");
  if (message.notBefore !== undefined && !(Date.parse(message.notBefore) <= now + SKEW_MS))
    return refused("not valid yet");
  const address = message.address.toLowerCase();
  if (recoverAddress(personalDigest(messageText(message)), message.signature) !== address) {
    return refused("the signature is not the address's; wallets that are contracts are not supported");
  }
  return { status: "valid", address, nonce: message.nonce };
}

/** The text that is signed (EIP-4361). */
export function messageText(message: Omit<Message, "signature" | "type">): string {
  const { domain, address, statement, uri, version, chainId, nonce, issuedAt, resources } = message;
  const { expirationTime, notBefore, requestId } = message;
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    checksumAddress(address),
    "",
    ...(statement === undefined ? [""] : [statement, ""]),
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainId.split(":")[1]}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources.length === 0 ? [] : ["Resources:", ...resources.map((resource) => `- ${resource}`)]),
  ].join("\n");
}
