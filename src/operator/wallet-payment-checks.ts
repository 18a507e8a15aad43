import type { Config } from "../config.ts";
import { checksumAddress } from "../lib/ethereum.ts";
import { cdpHeaders } from "../payments/x402/cdp-token.ts";
import { askChainId } from "../payments/x402/chain.ts";
import { askSupported } from "../payments/x402/facilitator.ts";
import type { SourceContext } from "../platform/outbound/context.ts";
import type { Check } from "./vendor-key-checks.ts";

/** Checks of wallet payments: the address checksum (EIP-55), the facilitator, the node. One line while they are off. */
export async function checkWalletPayments({ env, config }: SourceContext): Promise<Check[]> {
  const { X402_PAY_TO: payTo, X402_NETWORK: network } = config;
  if (!payTo) return [{ what: "payments by wallet", state: "off", advice: "Set X402_PAY_TO to switch them on." }];
  const [isSupported, chainId] = await Promise.all([
    askSupported({ env, config }, network).catch(() => false),
    askChainId({ env, config }, network).catch(() => null),
  ]);
  return [
    ...(await checkCdpKey(config)),
    {
      what: "payments by wallet: the checksum of X402_PAY_TO",
      state: payTo === checksumAddress(payTo) ? "ok" : "wrong",
      advice: "Copy the address again, with its capital letters: a wrong digit loses every payment.",
    },
    {
      what: `payments by wallet: the facilitator takes ${network}`,
      state: isSupported ? "ok" : "wrong",
      advice: "Check X402_FACILITATOR_URL and X402_NETWORK, and CDP_API_KEY_ID and CDP_API_KEY_SECRET for Coinbase's.",
    },
    {
      what: `payments by wallet: a node of ${network}`,
      state: chainId === network.split(":")[1] ? "ok" : "wrong",
      advice:
        "It does not answer, or is a node of another network. X402_RPC_URL names one; without it, a public one is asked.",
    },
  ];
}

/** Coinbase's facilitator takes requests that this key has signed; no line without a key. */
async function checkCdpKey(config: Config): Promise<Check[]> {
  if (!config.CDP_API_KEY_ID && !config.CDP_API_KEY_SECRET) return [];
  const signs = await cdpHeaders(config, "GET", new URL(config.X402_FACILITATOR_URL)).then(
    ({ Authorization }) => Authorization !== undefined,
    () => false,
  );
  return [
    {
      what: "payments by wallet: CDP_API_KEY_ID and CDP_API_KEY_SECRET sign",
      state: signs ? "ok" : "wrong",
      advice:
        "Set both, of a key with the signature algorithm Ed25519: its secret is base64 of 64 bytes. ECDSA keys (PEM) are not supported.",
    },
  ];
}
