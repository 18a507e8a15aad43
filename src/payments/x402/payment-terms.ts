import type { Config } from "../../config.ts";
import { isLoopback } from "../../lib/hosts.ts";

/** A network where USDC is taken, and its token as EIP-712 names it (https://eips.ethereum.org/EIPS/eip-3009). */
type Network = {
  /** CAIP-2. */
  id: `eip155:${number}`;
  asset: string;
  name: string;
  /** Its name in x402 version 1. */
  v1Name: string;
  /** A public JSON-RPC node (https://docs.base.org/base-chain/quickstart/connecting-to-base). */
  node: string;
  /** Origin of its block explorer. */
  explorer: string;
  isTestnet: boolean;
};

const NETWORKS: readonly Network[] = [
  {
    id: "eip155:8453",
    asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    name: "USD Coin",
    v1Name: "base",
    node: "https://mainnet.base.org",
    explorer: "https://basescan.org",
    isTestnet: false,
  },
  {
    id: "eip155:84532",
    asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    name: "USDC",
    v1Name: "base-sepolia",
    node: "https://sepolia.base.org",
    explorer: "https://sepolia.basescan.org",
    isTestnet: true,
  },
];

/** What a payment must look like: the network, and the address that receives it. */
export type Terms = Network & { payTo: string };

/** A network by its CAIP-2 id or its name in version 1. */
export function findNetwork(name: unknown): Network | null {
  return NETWORKS.find(({ id, v1Name }) => name === id || name === v1Name) ?? null;
}

/** The node that knows the transfers of a network: `X402_RPC_URL` of the deployment's own network, else a public one. */
export function nodeOf({ X402_NETWORK, X402_RPC_URL }: Config, network: string): string | null {
  const own = network === X402_NETWORK ? X402_RPC_URL : undefined;
  return own ?? findNetwork(network)?.node ?? null;
}

/** The terms of this deployment; null without `X402_PAY_TO`, and for a test network off loopback: its tokens are free. */
export function termsOf(config: Config, requestHost: string): Terms | null {
  if (!config.X402_PAY_TO) return null;
  const network = findNetwork(config.X402_NETWORK);
  if (!network || (network.isTestnet && !isLoopback(requestHost))) return null;
  return { ...network, payTo: config.X402_PAY_TO };
}
