import { keccak_256 } from "@noble/hashes/sha3.js";
import * as secp from "@noble/secp256k1";
import { utf8 } from "./bytes.ts";

/** The address that signed a digest, in lower case; null for a malformed signature. Not for smart-contract wallets. */
export function recoverAddress(digest: Uint8Array, signature: string): string | null {
  const parts = /^0x([0-9a-f]{128})([0-9a-f]{2})$/i.exec(signature);
  if (!parts?.[1] || !parts[2]) return null;
  // 27 and 28 on the chain, 0 and 1 in some wallets (EIP-191, EIP-2098).
  const v = Number.parseInt(parts[2], 16);
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery > 1) return null;
  try {
    const bytes = new Uint8Array([recovery, ...Uint8Array.fromHex(parts[1])]);
    const compressed = secp.recoverPublicKey(bytes, digest, { prehash: false });
    return addressOfPublicKey(secp.Point.fromBytes(compressed).toBytes(false));
  } catch {
    return null;
  }
}

/** The address of an uncompressed public key. */
export function addressOfPublicKey(publicKey: Uint8Array): string {
  return `0x${keccak_256(publicKey.subarray(1)).subarray(12).toHex()}`;
}

/** The digest of a text as wallets sign it (EIP-191, `personal_sign`). */
export function personalDigest(text: string): Uint8Array {
  const bytes = utf8(text);
  const prefix = utf8(`\x19Ethereum Signed Message:\n${bytes.length}`);
  return keccak_256(new Uint8Array([...prefix, ...bytes]));
}

/** An address with the letter case that is its checksum (EIP-55). */
export function checksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = keccak_256(utf8(digits)).toHex();
  const cased = [...digits].map((digit, index) =>
    Number.parseInt(hash[index] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join("")}`;
}

/** An address or a hash as people compare it: its beginning and its end. */
export function shortHex(hex: string): string {
  return `${hex.slice(0, 6)}…${hex.slice(-4)}`;
}
