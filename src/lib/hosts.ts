/** Test payments are served on these hosts only: on a public host, any caller could credit themselves. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "127.0.0.1" || host === "[::1]";
}

const LOCAL_SUFFIXES = "localhost local localdomain internal intranet lan home.arpa arpa onion".split(" ");

/** True when `host` is one of `suffixes` or below one of them. */
export function isWithin(host: string, suffixes: readonly string[]): boolean {
  return suffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}

/** The canonical host: lower case, which the URL parser ensures, and without the trailing dot, which it keeps. */
export function plainHost(url: URL): string {
  return url.hostname.replace(/(?<!\.)\.+$/, "");
}

/** Host names that resolve only inside a private network (RFC 6761, RFC 6762, RFC 8375), and names without a dot. */
export function isLocalName(host: string): boolean {
  return !host.includes(".") || isWithin(host, LOCAL_SUFFIXES);
}

const TRACKER = /^(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id)$/;

/** A key that equal pages share: the URL without scheme, `www.`, trailing slash, fragment and tracking parameters. */
export function addressKey(address: string): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) if (TRACKER.test(name)) url.searchParams.delete(name);
  return plainHost(url).replace(/^www\./, "") + url.pathname.replace(/(?<!\/)\/+$/, "") + url.search;
}
