import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import * as secp from "@noble/secp256k1";
import { addressOfPublicKey } from "../../src/lib/ethereum.ts";
import { type Transfer, transferDigest } from "../internet/eip3009.ts";

secp.hashes.sha256 = sha256;
secp.hashes.hmacSha256 = (key, message) => hmac(sha256, key, message);

/** A wallet that is a key, and signs payments as the official clients do. */
export type Wallet = ReturnType<typeof newWallet>;

export function newWallet(secret: Uint8Array = secp.utils.randomSecretKey()) {
  const address = addressOfPublicKey(secp.getPublicKey(secret, false));
  const signDigest = (digest: Uint8Array): string => {
    const [recovery = 0, ...rs] = secp.sign(digest, secret, { format: "recovered", prehash: false });
    return `0x${Uint8Array.from(rs).toHex()}${(27 + recovery).toString(16)}`;
  };
  /** The payment of an offer; `changes` alter what is signed. */
  const pay = (offer: any, changes: Partial<Transfer> = {}) => {
    const accepted = offer.accepts[0];
    const authorization: Transfer = {
      from: address,
      to: accepted.payTo,
      value: accepted.amount,
      validAfter: "0",
      validBefore: String(Math.floor(Date.now() / 1000) + accepted.maxTimeoutSeconds),
      nonce: `0x${crypto.getRandomValues(new Uint8Array(32)).toHex()}`,
      ...changes,
    };
    const domain = {
      ...{ name: accepted.extra.name, version: accepted.extra.version, asset: accepted.asset },
      chainId: Number(accepted.network.split(":")[1]),
    };
    const signature = signDigest(transferDigest(domain, authorization));
    const { resource, extensions } = offer;
    return { x402Version: 2, resource, accepted, payload: { signature, authorization }, extensions };
  };
  return { address, signDigest, pay };
}

/** The order of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The payment with the other signature that recovers to the same address; USDC refuses it (EIP-2). */
export function highS<T extends { payload: { signature: string } }>(payment: T): T {
  const { signature } = payment.payload;
  const s = ORDER - BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith("1b") ? "1c" : "1b";
  const other = `${signature.slice(0, 66)}${s.toString(16).padStart(64, "0")}${v}`;
  return { ...payment, payload: { ...payment.payload, signature: other } };
}

export const encoded = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).toBase64();
export const decoded = (header: string | null) =>
  header === null ? null : JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(header)));
