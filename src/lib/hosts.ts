/** Anybody could credit themselves if test payments were served to the world. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "127.0.0.1" || host === "[::1]";
}

const LOCAL_SUFFIXES = [
  "localhost",
  "local",
  "localdomain",
  "internal",
  "intranet",
  "lan",
  "home.arpa",
  "arpa",
  "onion",
];

/** True when `host` is one of `suffixes` or below one of them. */
export function isWithin(host: string, suffixes: readonly string[]): boolean {
  return suffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}

/** The host as it is compared: lower case (the URL parser does that) and without the trailing dot it keeps. */
export function plainHost(url: URL): string {
  return url.hostname.replace(/(?<!\.)\.+$/, "");
}

/** Names that mean something only inside somebody's network (RFC 6761, RFC 6762, RFC 8375), and names without a dot. */
export function isLocalName(host: string): boolean {
  return !host.includes(".") || isWithin(host, LOCAL_SUFFIXES);
}
