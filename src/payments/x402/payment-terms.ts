import type { Config } from "../../config.ts";
import { isLoopback } from "../../lib/hosts.ts";

/** A network where USDC is taken, and its token as EIP-712 names it (https://eips.ethereum.org/EIPS/eip-3009). */
type Network = {
  /** CAIP-2. */
  id: string;
  asset: string;
  name: string;
  version: string;
  blockSeconds: number;
  /** Origin of its block explorer. */
  explorer: string;
  isTestnet: boolean;
};

const NETWORKS: readonly Network[] = [
  {
    id: "eip155:8453",
    asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    name: "USD Coin",
    version: "2",
    blockSeconds: 2,
    explorer: "https://basescan.org",
    isTestnet: false,
  },
  {
    id: "eip155:84532",
    asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    name: "USDC",
    version: "2",
    blockSeconds: 2,
    explorer: "https://sepolia.basescan.org",
    isTestnet: true,
  },
];

/** What a payment must look like: the network, and the address that receives it. */
export type Terms = Network & { payTo: string };

export function findNetwork(id: string): Network | null {
  return NETWORKS.find((network) => network.id === id) ?? null;
}

/**
 * The terms of this deployment, or null while machine payments are off: without `X402_PAY_TO`, and for a test network on a host
 * that is not loopback, because its tokens are free.
 */
export function termsOf(config: Config, requestHost: string): Terms | null {
  if (!config.X402_PAY_TO) return null;
  const network = findNetwork(config.X402_NETWORK);
  if (!network || (network.isTestnet && !isLoopback(requestHost))) return null;
  return { ...network, payTo: config.X402_PAY_TO };
}
