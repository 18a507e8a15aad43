import type { Config } from "../../config.ts";
import { CLIENT_REGISTRATIONS_PER_IP_HOUR } from "../../constants.ts";
import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import { normaliseAddress } from "../../readers/emails/email-address.ts";
import { lastingHash } from "../secrets.ts";
import type { Window } from "./arithmetic.ts";
import { type Budget, type CodeTarget, ipNetworkOf } from "./limits.ts";

/** Budgets of what clients without credentials make. */

/** A /48 is what one IPv6 customer gets: 65,536 networks of /64. */
const WIDE_NETWORK_FACTOR = 4;
/** As for wrong codes: a stranger needs several networks to use up what an address gets. */
const ALL_NETWORKS_FACTOR = 4;

const hourly = (limit: number): Window[] => [{ limit, windowMs: HOUR_MS }];
const hourlyAndDaily = (hour: number, day: number): Window[] => [...hourly(hour), { limit: day, windowMs: DAY_MS }];
const times = (factor: number, windows: Window[]) =>
  windows.map(({ limit, windowMs }) => ({ limit: factor * limit, windowMs }));

/** Budgets of one client network and of the /48 around an IPv6 one. */
function networkBudgets(kind: string, what: string, ip: string, windows: Window[]): Budget[] {
  const network = ipNetworkOf(ip);
  const wide = ipNetworkOf(ip, 48);
  const own = { name: `${kind}-ip:${network}`, what: `${what} from this network`, windows };
  if (wide === network) return [own];
  return [own, { ...own, name: `${kind}-ip:${wide}`, windows: times(WIDE_NETWORK_FACTOR, windows) }];
}

/** Anonymous keys: of a client's networks, and of all clients together. */
export function anonymousKeyBudgets(config: Config, ip: string): Budget[] {
  const windows = hourlyAndDaily(config.ANONYMOUS_KEYS_PER_IP_HOUR, config.ANONYMOUS_KEYS_PER_IP_DAY);
  const what = "anonymous keys at the moment; a verified email works now";
  return [
    ...networkBudgets("keys", "anonymous keys", ip, windows),
    { name: "keys-all", what, windows: hourly(config.ANONYMOUS_KEYS_PER_HOUR) },
  ];
}

/** OAuth clients that register themselves: of a client's networks, and of all together. */
export function clientBudgets(config: Config, ip: string): Budget[] {
  const what = "registrations of clients";
  return [
    ...networkBudgets("clients", what, ip, hourly(CLIENT_REGISTRATIONS_PER_IP_HOUR)),
    { name: "clients-all", what: `${what} at the moment`, windows: hourly(config.OAUTH_CLIENTS_PER_HOUR) },
  ];
}

/** A mail that a client asked for: of its networks, its address, and all. Sign-in has its own, so owners get in. */
export function mailBudgets(config: Config, ip: string, target: MailTarget): Budget[] {
  const windows = hourlyAndDaily(config.MAILS_PER_IP_HOUR, config.MAILS_PER_IP_DAY);
  const all = target.purpose === "console" ? "mail-all-console" : "mail-all";
  return [
    ...networkBudgets("mail", "mails", ip, windows),
    ...mailAddressBudgets(config, target),
    { name: all, what: "mails at the moment", windows: hourly(config.MAILS_PER_HOUR) },
  ];
}

/** The same for a mail to `email` that signs nobody in. */
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
  if (target.purpose === "key") return [{ name: address, what, windows }];
  return [
    { name: `${address}:console:${target.networkHash}`, what: `${what} from this network`, windows },
    { name: `${address}:console`, what, windows: times(ALL_NETWORKS_FACTOR, lasting) },
  ];
}
