import { recoverAddress } from "../../src/lib/ethereum.ts";
import { type Transfer, transferDigest } from "./eip3009.ts";
import type { Hosts } from "./index.ts";

type Requirements = {
  network: string;
  asset: string;
  payTo: string;
  amount: string;
  extra: { name: string; version: string };
};
type Body = {
  paymentPayload: { payload: { signature: string; authorization: Transfer } };
  paymentRequirements: Requirements;
};
/** The node of Base Sepolia that is asked where none is configured. */
export const PUBLIC_NODE = "sepolia.base.org";

type Log = { address: string; topics: string[]; data: string; transactionHash: string; blockNumber: string };

const AUTHORIZATION_USED = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5";
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** Half the order of secp256k1. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
/** Every wallet starts with ten dollars of test money. */
const STARTING_UNITS = 10_000_000n;

/**
 * A test: a token ledger in memory that takes EIP-3009 transfers as USDC's contract does, checks their signatures, and answers
 * like a facilitator (`/supported`, `/verify`, `/settle`) and like a node of the network (JSON-RPC). No chain, no money.
 */
export class TestLedger {
  readonly #balances = new Map<string, bigint>();
  readonly #used = new Map<string, Log[]>();
  readonly calls = { verify: 0, settle: 0, supported: 0, rpc: 0 };
  #blocks = 100;

  balance(address: string): bigint {
    return this.#balances.get(address.toLowerCase()) ?? STARTING_UNITS;
  }

  fund(address: string, units: bigint): void {
    this.#balances.set(address.toLowerCase(), units);
  }

  /** Uses an authorisation up without paying, unless it has been used. */
  cancel({ from, nonce }: Transfer): void {
    if (!this.#used.has(keyOf(from, nonce))) this.#used.set(keyOf(from, nonce), []);
  }

  /** Lets blocks without transfers go by. */
  mine(blocks: number): void {
    this.#blocks += blocks;
  }

  isPaid({ from, nonce }: Transfer): boolean {
    return (this.#used.get(keyOf(from, nonce)) ?? []).length > 0;
  }

  /** Puts a transfer on the ledger, as anybody may who has its signature. Throws the reason why not. */
  transfer(authorization: Transfer, requirements: Requirements, signature: string): string {
    const fault = this.#fault(authorization, requirements, signature);
    if (fault) throw new Error(fault);
    const { from, to, value, nonce } = authorization;
    this.fund(from, this.balance(from) - BigInt(value));
    this.fund(to, (this.#balances.get(to.toLowerCase()) ?? 0n) + BigInt(value));
    const transactionHash = `0x${crypto.getRandomValues(new Uint8Array(32)).toHex()}`;
    const common = { address: requirements.asset, transactionHash, blockNumber: hex(++this.#blocks) };
    this.#used.set(keyOf(from, nonce), [
      { ...common, topics: [AUTHORIZATION_USED, word(from), nonce], data: "0x" },
      { ...common, topics: [TRANSFER, word(from), word(to)], data: hex(BigInt(value)) },
    ]);
    return transactionHash;
  }

  verify({ paymentPayload, paymentRequirements }: Body) {
    this.calls.verify++;
    const { signature, authorization } = paymentPayload.payload;
    const fault = this.#fault(authorization, paymentRequirements, signature);
    return fault ? { isValid: false, invalidReason: fault } : { isValid: true, payer: authorization.from };
  }

  settle({ paymentPayload, paymentRequirements }: Body) {
    this.calls.settle++;
    const { signature, authorization } = paymentPayload.payload;
    const { network } = paymentRequirements;
    try {
      const transaction = this.transfer(authorization, paymentRequirements, signature);
      return { success: true, transaction, network, payer: authorization.from };
    } catch (refusal) {
      return {
        success: false,
        errorReason: (refusal as Error).message,
        transaction: "",
        network,
        payer: authorization.from,
      };
    }
  }

  supported() {
    this.calls.supported++;
    return { kinds: [{ x402Version: 2, scheme: "exact", network: "eip155:84532" }], extensions: [], signers: {} };
  }

  rpc(method: string, params: any[]): unknown {
    this.calls.rpc++;
    switch (method) {
      case "eth_chainId":
        return hex(84_532);
      case "eth_getBlockByNumber":
        return { number: hex(this.#blocks), timestamp: hex(Math.floor(Date.now() / 1000)) };
      case "eth_call":
        // balanceOf(address)
        return hex(this.balance(`0x${params[0].data.slice(-40)}`));
      case "eth_getLogs": {
        const [{ topics, fromBlock, toBlock }] = params;
        const isInRange = (block: number) => block >= Number(fromBlock) && block <= Number(toBlock);
        const logs = [...this.#used.values()].flat().filter(({ blockNumber }) => isInRange(Number(blockNumber)));
        return logs.filter((log) =>
          log.topics.every((topic, at) => topics[at] === null || topic.toLowerCase() === topics[at]?.toLowerCase()),
        );
      }
      case "eth_getTransactionReceipt": {
        const logs = [...this.#used.values()].flat().filter(({ transactionHash }) => transactionHash === params[0]);
        return logs.length > 0 ? { status: "0x1", logs } : null;
      }
      default:
        throw new Error(`the test ledger has no ${method}`);
    }
  }

  #fault(
    authorization: Transfer,
    { network, asset, amount, payTo, extra }: Requirements,
    signature: string,
  ): string | null {
    const { from, to, value, validAfter, validBefore, nonce } = authorization;
    const domain = { name: extra.name, version: extra.version, chainId: Number(network.split(":")[1]), asset };
    const seconds = Date.now() / 1000;
    // USDC refuses the other signature that recovers to the same address (EIP-2).
    if (BigInt(`0x${signature.slice(66, 130) || "0"}`) > HALF_ORDER) return "invalid_exact_evm_payload_signature";
    if (recoverAddress(transferDigest(domain, authorization), signature) !== from.toLowerCase()) {
      return "invalid_exact_evm_payload_signature";
    }
    if (to.toLowerCase() !== payTo.toLowerCase()) return "invalid_exact_evm_payload_recipient_mismatch";
    if (value !== amount) return "invalid_exact_evm_payload_authorization_value_mismatch";
    if (Number(validAfter) > seconds) return "invalid_exact_evm_payload_authorization_valid_after";
    if (Number(validBefore) <= seconds) return "invalid_exact_evm_payload_authorization_valid_before";
    if (this.#used.has(keyOf(from, nonce))) return "invalid_exact_evm_nonce_already_used";
    return this.balance(from) < BigInt(value) ? "insufficient_funds" : null;
  }

  /** Answers a request to the facilitator's host or the node's. */
  async answer(request: Request): Promise<Response> {
    const { pathname, hostname } = new URL(request.url);
    if (hostname === "rpc.example" || hostname === PUBLIC_NODE) {
      const { id, method, params } = (await request.json()) as { id: number; method: string; params: any[] };
      return Response.json({ jsonrpc: "2.0", id, result: this.rpc(method, params) });
    }
    if (pathname.endsWith("/supported")) return Response.json(this.supported());
    const body = (await request.json()) as Body;
    if (pathname.endsWith("/verify")) return Response.json(this.verify(body));
    return pathname.endsWith("/settle") ? Response.json(this.settle(body)) : new Response("not found", { status: 404 });
  }
}

const keyOf = (from: string, nonce: string) => `${from}:${nonce}`.toLowerCase();
const hex = (value: number | bigint) => `0x${value.toString(16)}`;
const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;

const ledger = new TestLedger();
const answer = (request: Request) => ledger.answer(request);

export const facilitatorHosts: Hosts = { "facilitator.example": answer, "rpc.example": answer, [PUBLIC_NODE]: answer };
