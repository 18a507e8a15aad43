import ipaddr from "ipaddr.js";
import { isLocalName, isWithin, plainHost } from "../../lib/hosts.ts";

/** Why a URL is never fetched. */
export type Refusal =
  | "bad_url"
  | "scheme"
  | "credentials"
  | "port"
  | "ip_literal"
  | "local_name"
  | "network_host"
  | "own_host"
  | "private_address"
  | "too_many_redirects";

/** Hosts a deployment never fetches: the network's (with their sub-domains) and its own. Lower case, no trailing dot. */
export type HostRules = { networkHosts: string[]; ownHosts: string[] };

const MAX_URL_LENGTH = 2_000;

/** Checks that need no DNS query. Null when the URL passes. */
export function refuseUrl(url: URL, rules: HostRules): Refusal | null {
  const host = plainHost(url);
  if (url.href.length > MAX_URL_LENGTH) return "bad_url";
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";
  if (url.username || url.password) return "credentials";
  // The URL parser has normalised hexadecimal, octal, decimal and full-width spellings to dotted form.
  if (host.startsWith("[") || ipaddr.IPv4.isValid(host)) return "ip_literal";
  if (isWithin(host, rules.networkHosts)) return "network_host";
  if (rules.ownHosts.includes(host)) return "own_host";
  if (isLocalName(host)) return "local_name";
  return ["", "80", "443"].includes(url.port) ? null : "port";
}

/**
 * True only for an address that is routed on the public Internet. IPv6 must be in 2000::/3, the only block that IANA has
 * allocated for it: mapped, NAT64, 6to4 and IPv4-compatible addresses could carry a private IPv4 address past the check.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
}
