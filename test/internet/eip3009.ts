import { keccak_256 as keccak } from "@noble/hashes/sha3.js";

/** A transfer as its payer signs it (EIP-3009), and the token's EIP-712 domain. */
export type Transfer = {
  from: string;
  to: string;
  value: string;
  validAfter: string;
  validBefore: string;
  nonce: string;
};
export type Domain = { name: string; version: string; chainId: number; asset: string };

const DOMAIN = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)";
const TRANSFER =
  "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)";

const utf8 = (text: string) => new TextEncoder().encode(text);
const word = (value: string | number | bigint) =>
  Uint8Array.fromHex(
    (typeof value === "string" && value.startsWith("0x") ? value.slice(2) : BigInt(value).toString(16)).padStart(
      64,
      "0",
    ),
  );
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** What is signed: the EIP-712 digest of the transfer. */
export function transferDigest({ name, version, chainId, asset }: Domain, transfer: Transfer): Uint8Array {
  const { from, to, value, validAfter, validBefore, nonce } = transfer;
  const domain = join(keccak(utf8(DOMAIN)), keccak(utf8(name)), keccak(utf8(version)), word(chainId), word(asset));
  const message = [from, to, value, validAfter, validBefore, nonce].map(word);
  const struct = join(keccak(utf8(TRANSFER)), ...message);
  return keccak(join(Uint8Array.of(0x19, 0x01), keccak(domain), keccak(struct)));
}
