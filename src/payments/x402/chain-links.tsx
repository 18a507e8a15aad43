import { shortHex } from "../../lib/ethereum.ts";
import { findNetwork } from "./payment-terms.ts";
import { networkOf } from "./read-payment.ts";

type Linked = { reference: string; children: string };

/** The wallet of a payment, linked to its page in the network's block explorer. */
export const WalletLink = ({ reference, children }: Linked) => link(reference, "address", children);

/** The transaction of a payment, by its hash. */
export const TransactionLink = ({ reference, children }: Linked) => link(reference, "tx", children);

function link(reference: string, kind: "address" | "tx", hex: string) {
  const short = <code>{shortHex(hex)}</code>;
  const network = findNetwork(networkOf(reference));
  return network ? <a href={`${network.explorer}/${kind}/${hex}`}>{short}</a> : short;
}
