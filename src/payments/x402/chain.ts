import { parseJson, record } from "../../lib/loose-json.ts";
import { sendRequest } from "../../platform/outbound/send-request.ts";
import type { Reach } from "./facilitator.ts";
import type { Requirements } from "./payment-offer.ts";
import { nodeOf, type Terms } from "./payment-terms.ts";
import { type Authorization, same } from "./read-payment.ts";

/** Hashes of the events `AuthorizationUsed(address,bytes32)` and `Transfer(address,address,uint256)`. */
const AUTHORIZATION_USED = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5";
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** The function `balanceOf(address)`. */
const BALANCE_OF = "0x70a08231";

/** Of Base and of its test network. */
const BLOCK_SECONDS = 2;
const CALL_LIMIT_MS = 5_000;
const MAX_ANSWER_BYTES = 1_000_000;
/** Public nodes answer ranges below 2,000 blocks. This one covers an authorisation's longest window on Base, and six minutes more. */
export const BLOCKS_SEARCHED = 1_990;
/** Once this much chain time has passed after its end, an authorisation cannot be used, even after a short reorganisation. */
export const FINALITY_SECONDS = 60;

type Proof =
  | { status: "paid"; transaction: string }
  /** The chain does not have the transfer; with `isFinal` it never will. */
  | { status: "absent"; isFinal: boolean }
  /** The chain was not asked, or did not answer. */
  | { status: "unknown" };

type Log = { address: string; topics: string[]; data: string; transactionHash: string };

/**
 * Looks for the transfer of an authorisation on the chain: the event that used the nonce, in a successful transaction that paid
 * us the whole amount. A cancelled authorisation also uses the nonce, without a transfer.
 */
export async function findTransfer(
  reach: Reach,
  { network, asset, payTo }: Requirements,
  { from, nonce, value, validBefore }: Authorization,
): Promise<Proof> {
  const rpc = nodeCaller(reach, network);
  try {
    const head = await rpc<{ number: string; timestamp: string }>("eth_getBlockByNumber", ["latest", false]);
    const [number, seconds] = [Number(head.number), Number(head.timestamp)];
    const blocksSince = Math.max(0, seconds - Number(validBefore)) / BLOCK_SECONDS;
    const first = Math.max(0, number - Math.ceil(blocksSince) - BLOCKS_SEARCHED);
    const range = { fromBlock: hex(first), toBlock: hex(Math.min(number, first + BLOCKS_SEARCHED + 1)) };
    const topics = [AUTHORIZATION_USED, word(from), nonce.toLowerCase()];
    const [used] = await rpc<Log[]>("eth_getLogs", [{ address: asset, ...range, topics }]);
    const payments = used ? await readTransfers(rpc, { asset, payTo }, used.transactionHash) : [];
    const isOurs = (paid: Transfer) =>
      same(paid.payer, from) && same(paid.nonce, nonce) && paid.units === BigInt(value);
    if (used && payments.some(isOurs)) return { status: "paid", transaction: used.transactionHash };
    return { status: "absent", isFinal: seconds > Number(validBefore) + FINALITY_SECONDS };
  } catch {
    return { status: "unknown" };
  }
}

/** The newest block that no short reorganisation removes. Throws when the node does not answer. */
export async function finalBlock(reach: Reach, { id }: Terms): Promise<number> {
  const head = await nodeCaller(reach, id)<{ number: string }>("eth_getBlockByNumber", ["latest", false]);
  return Number(head.number) - FINALITY_SECONDS / BLOCK_SECONDS;
}

/** Payers and transactions of all transfers to us in at most {@link BLOCKS_SEARCHED} blocks. Throws when the node does not answer. */
export async function listTransfers(reach: Reach, { id, asset, payTo }: Terms, [first, last]: [number, number]) {
  const filter = {
    ...{ address: asset, fromBlock: hex(first), toBlock: hex(last) },
    topics: [TRANSFER, null, word(payTo)],
  };
  const logs = await nodeCaller(reach, id)<Log[]>("eth_getLogs", [filter]);
  return logs.map(({ topics, transactionHash }) => ({
    payer: addressIn(topics[1]),
    transaction: transactionHash,
  }));
}

/** A payment by authorisation, as the chain has it. */
type Transfer = { payer: string; nonce: string; units: bigint };

/** The payments by authorisation that a transaction made to us. Throws when the node does not answer. */
export function listPayments(reach: Reach, terms: Terms, transaction: string): Promise<Transfer[]> {
  return readTransfers(nodeCaller(reach, terms.id), terms, transaction);
}

/** The token (EIP3009.sol) logs the use of a nonce directly before its transfer. A failed transaction has no logs. */
async function readTransfers(rpc: Rpc, { asset, payTo }: Pick<Terms, "asset" | "payTo">, transaction: string) {
  const receipt = await rpc<{ logs: Log[] }>("eth_getTransactionReceipt", [transaction]);
  const logs = receipt.logs.filter(({ address }) => same(address, asset));
  return logs.flatMap(({ topics, data }, index): Transfer[] => {
    const [use, payer = "", nonce = ""] = logs[index - 1]?.topics ?? [];
    const isOurs = topics[0] === TRANSFER && topics[1] === payer && topics[2] === word(payTo);
    if (use !== AUTHORIZATION_USED || !isOurs) return [];
    return [{ payer: addressIn(payer), nonce: nonce.toLowerCase(), units: BigInt(data) }];
  });
}

/** Whether a wallet has the amount of a payment; null if the chain does not tell. */
export async function canAfford(
  reach: Reach,
  { network, asset, amount }: Requirements,
  from: string,
): Promise<boolean | null> {
  const call = { to: asset, data: `${BALANCE_OF}${word(from).slice(2)}` };
  try {
    return BigInt(await nodeCaller(reach, network)<string>("eth_call", [call, "latest"])) >= BigInt(amount);
  } catch {
    return null;
  }
}

/** The id of the chain that a network's node serves, in decimal. Throws without an answer. */
export async function askChainId(reach: Reach, network: string): Promise<string> {
  return String(Number(await nodeCaller(reach, network)<string>("eth_chainId", [])));
}

type Rpc = ReturnType<typeof nodeCaller>;

/** Calls methods of a network's node. A call throws when the node refuses it or does not answer. */
function nodeCaller({ env, config }: Reach, network: string) {
  return async <T>(method: string, params: unknown[]): Promise<T> => {
    const node = nodeOf(config, network);
    if (!node) throw new Error(`${network} has no node`);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const request = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    const context = { env, config, signal: AbortSignal.timeout(CALL_LIMIT_MS) };
    const limits = { timeoutMs: CALL_LIMIT_MS, maxBytes: MAX_ANSWER_BYTES };
    const reply = await sendRequest(context, new URL(node), request, limits);
    if (reply.status !== "ok" || reply.httpStatus !== 200) throw new Error(`${method}: ${reply.status}`);
    const { result, error } = record(parseJson(reply.text)) as { result?: T; error?: unknown };
    if (error !== undefined || result === undefined) throw new Error(`${method} was refused`);
    return result;
  };
}

/** An address as a 32-byte topic. */
function word(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
}

function addressIn(topic = ""): string {
  return `0x${topic.slice(-40).toLowerCase()}`;
}

function hex(number: number): string {
  return `0x${number.toString(16)}`;
}
