import type { Config } from "../../config.ts";
import {
  CLAIM_POLLS_PER_MINUTE,
  CLIENT_REGISTRATIONS_PER_IP_HOUR,
  ENDPOINT_REQUESTS_PER_HOST_HOUR,
  ENDPOINT_REQUESTS_PER_HOUR,
  PAYMENTS_PER_MINUTE,
  PRIVACY_LINK_USES_PER_HOUR,
  UNPROVED_OBJECTIONS_PER_DAY,
} from "../../constants.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import { normaliseAddress } from "../../readers/emails/email-address.ts";
import { lastingHash } from "../secrets.ts";
import type { Window } from "./arithmetic.ts";
import { type Budget, ipNetworkOf } from "./limits.ts";

const hourly = (limit: number): Window[] => [{ limit, windowMs: HOUR_MS }];
const daily = (limit: number): Window[] => [{ limit, windowMs: DAY_MS }];
const perMinute = (limit: number): Window[] => [{ limit, windowMs: MINUTE_MS }];
const times = (factor: number, windows: Window[]) =>
  windows.map(({ limit, windowMs }) => ({ limit: factor * limit, windowMs }));
const budget = (name: string, what: string, windows: Window[]): Budget => ({ name, what, windows });

/** An address, and the network (SHA-256) that asked for its code. `addressHash` is the lasting hash of the normalised address. */
export type CodeTarget = { purpose: "key" | "console"; addressHash: string; networkHash: string };

/**
 * Wrong codes for one address: of claims that one network asked for, and of all claims. A stranger who uses up the first
 * leaves the owner's claims alone; the console counts its own, so the owner can always sign in there.
 */
export function wrongCodeBudgets(config: Config, { purpose, addressHash, networkHash }: CodeTarget): Budget[] {
  const address = `codes-${purpose}:${addressHash}`;
  const what = "wrong codes for this address";
  return [
    budget(`${address}:${networkHash}`, `${what} from this network`, daily(config.CODE_FAILURES_PER_NETWORK_DAY)),
    budget(address, what, daily(config.CODE_FAILURES_PER_ADDRESS_DAY)),
  ];
}

/** Uses of one mailed link that shows stored data. */
export const privacyLinkBudget = (id: string) =>
  budget(`privacy-link:${id}`, "uses of this link", hourly(PRIVACY_LINK_USES_PER_HOUR));

/** People whom addresses that prove nothing withhold at one company: anybody can name anybody. */
export function unprovedObjectionBudget(domain: string): Budget {
  const what = "requests about people of this company from addresses elsewhere. One at the company is accepted now";
  return budget(`objections:${domain}`, what, daily(UNPROVED_OBJECTIONS_PER_DAY));
}

/** Payments without a key from one network: each costs calls of the facilitator. */
export const payingNetworkBudget = (ip: string) =>
  budget(`payments-ip:${ipNetworkOf(ip)}`, "payments from this address", perMinute(PAYMENTS_PER_MINUTE));

/** Payments without a key of one wallet, which has signed them. */
export const payerBudget = (payer: string) =>
  budget(`payments-payer:${payer}`, "payments of this wallet", perMinute(PAYMENTS_PER_MINUTE));

/** Uses of one message that a wallet signed to sign in; it is valid for half of this time. */
export const walletNonceBudget = (address: string, nonce: string) =>
  budget(`wallet-nonce:${address}:${nonce}`, "uses of this message", [{ limit: 1, windowMs: 10 * MINUTE_MS }]);

/** Requests that an owner has sent to webhook endpoints by hand: challenges, tests, resends; and to one host by all owners. */
export function endpointBudgets(organisationId: string, host: string): Budget[] {
  const what = "webhook requests sent by hand";
  return [
    budget(`endpoints-organisation:${organisationId}`, what, hourly(ENDPOINT_REQUESTS_PER_HOUR)),
    budget(`endpoints-host:${host}`, `${what} to this host`, hourly(ENDPOINT_REQUESTS_PER_HOST_HOUR)),
  ];
}

/** Polls of one claim. */
export const pollBudget = (claimHash: string) =>
  budget(`polls-claim:${claimHash}`, "polls of this claim", perMinute(CLAIM_POLLS_PER_MINUTE));

/** A /48 is what one IPv6 customer gets: 65,536 networks of /64. */
const WIDE_NETWORK_FACTOR = 4;
/** As for wrong codes: a stranger needs several networks to use up what an address gets. */
const ALL_NETWORKS_FACTOR = 4;

const hourlyAndDaily = (hour: number, day: number): Window[] => [...hourly(hour), ...daily(day)];

/** Budgets of one client network and of the /48 around an IPv6 one. */
function networkBudgets(kind: string, what: string, ip: string, windows: Window[]): Budget[] {
  const network = ipNetworkOf(ip);
  const wide = ipNetworkOf(ip, 48);
  const own = budget(`${kind}-ip:${network}`, `${what} from this network`, windows);
  if (wide === network) return [own];
  return [own, { ...own, name: `${kind}-ip:${wide}`, windows: times(WIDE_NETWORK_FACTOR, windows) }];
}

/** Anonymous keys: of a client's networks, and of all clients together. */
export function anonymousKeyBudgets(config: Config, ip: string): Budget[] {
  const windows = hourlyAndDaily(config.ANONYMOUS_KEYS_PER_IP_HOUR, config.ANONYMOUS_KEYS_PER_IP_DAY);
  const what = "anonymous keys at the moment; a verified email works now";
  return [
    ...networkBudgets("keys", "anonymous keys", ip, windows),
    budget("keys-all", what, hourly(config.ANONYMOUS_KEYS_PER_HOUR)),
  ];
}

/** OAuth clients that register themselves: of a client's networks, and of all together. */
export function clientBudgets(config: Config, ip: string): Budget[] {
  const what = "registrations of clients";
  return [
    ...networkBudgets("clients", what, ip, hourly(CLIENT_REGISTRATIONS_PER_IP_HOUR)),
    budget("clients-all", `${what} at the moment`, hourly(config.OAUTH_CLIENTS_PER_HOUR)),
  ];
}

/** A mail that a client asked for: of its networks, its address, and all. Sign-in has its own, so owners get in. */
export function mailBudgets(config: Config, ip: string, target: MailTarget): Budget[] {
  const windows = hourlyAndDaily(config.MAILS_PER_IP_HOUR, config.MAILS_PER_IP_DAY);
  const all = target.purpose === "console" ? "mail-all-console" : "mail-all";
  return [
    ...networkBudgets("mail", "mails", ip, windows),
    ...mailAddressBudgets(config, target),
    budget(all, "mails at the moment", hourly(config.MAILS_PER_HOUR)),
  ];
}

/** The same for a mail to `email` without a sign-in link. */
export async function mailBudgetsFor(config: Config, ip: string | null, email: string): Promise<Budget[]> {
  const addressHash = await lastingHash(config, "address", normaliseAddress(email));
  return mailBudgets(config, ip ?? "", { purpose: "key", addressHash });
}

/** The address of a mail, by its lasting hash; of a code to sign in also the network that asked for it. */
type MailTarget = { purpose: "key"; addressHash: string } | CodeTarget;

/** Mails to one address. Sign-ins count by the network that asks, so that a stranger's do not stop the owner's. */
export function mailAddressBudgets(config: Config, target: MailTarget): Budget[] {
  const address = `mail-address:${target.addressHash}`;
  const lasting = hourlyAndDaily(config.MAILS_PER_ADDRESS_HOUR, config.MAILS_PER_ADDRESS_DAY);
  const windows = [{ limit: 1, windowMs: config.MAIL_COOLDOWN_SECONDS * 1000 }, ...lasting];
  const what = "mails to this address";
  if (target.purpose === "key") return [budget(address, what, windows)];
  return [
    budget(`${address}:console:${target.networkHash}`, `${what} from this network`, windows),
    budget(`${address}:console`, what, times(ALL_NETWORKS_FACTOR, lasting)),
  ];
}
