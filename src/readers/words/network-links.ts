import { decodeUri } from "../../lib/decode-uri.ts";
import { isWithin, plainHost } from "../../lib/hosts.ts";

/** A company's page on the network. `host` is the configured one, `slug` is decoded, legacy paths are `company`. */
export type NetworkLink = { host: string; kind: "company" | "school" | "showcase"; slug: string };

/** Older paths, and those of mobiles and mails, show the same page. */
const COMPANY = /^(?:(?:mwlite|m|comm)\/)?(?:company|companies|company-beta|(school|showcase))\/([^/]+)/i;
const MAX_SLUG_LENGTH = 100;
const SLUG = /^(?=.*[\p{L}\p{N}])[^\s/?#%<>{}[\]()"|\\^`$*=,;:@\p{C}]+$/u;

/** Reads a link as a company, school or showcase page of the network; null for others. `decoded`: no entities. */
export function networkLink(decoded: string, base: URL, hosts: string[]): NetworkLink | null {
  const url = URL.parse(decoded.trim(), base);
  const below = url && pathOnNetwork(url, hosts);
  const [, kind = "company", written = ""] = COMPANY.exec(below?.path ?? "") ?? [];
  const slug = decodeUri(written).normalize("NFC").trim();
  if (!below || slug.length > MAX_SLUG_LENGTH || !SLUG.test(slug)) return null;
  return { host: below.host, kind: kind.toLowerCase() as NetworkLink["kind"], slug };
}

/** Also finds the network's host in the path, where a web archive or a forgotten scheme has put it. */
function pathOnNetwork(url: URL, hosts: string[]) {
  const parts = [plainHost(url), ...url.pathname.split("/").filter(Boolean)];
  for (const [index, part] of parts.entries()) {
    const host = hosts.find((candidate) => isWithin(part.toLowerCase(), [candidate]));
    if (host) return { host, path: parts.slice(index + 1).join("/") };
  }
  return null;
}

/** The canonical address of a company page: `https://www.{host}/company/{slug}`. */
export function networkUrl({ host, kind, slug }: NetworkLink): string {
  return `https://www.${host}/${kind}/${encodeURIComponent(slug)}`;
}

/** `/pub/dir/…` is a search, so the three numbers of the old form are required. */
const PROFILE = /^\/(?:mwlite\/|m\/|comm\/)?(?:(in\/)([^/]+)|(pub\/)([^/]+)((?:\/[0-9a-f]{1,3}){3})\/?$)/i;

/** A profile's address as `https://{host}/in/{slug}`, from any spelling; `/pub/` addresses stay. Null for others. */
export function networkProfile(text: string, hosts: string[]): string | null {
  const trimmed = text.trim();
  const url = URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  const host = url && hosts.find((candidate) => isWithin(plainHost(url), [candidate]));
  const match = host ? PROFILE.exec(url.pathname) : null;
  const [kind, slug] = [match?.[1] ?? match?.[3], match?.[2] ?? match?.[4]];
  if (!kind || !slug) return null;
  const decoded = decodeUri(slug).normalize("NFC").toLowerCase();
  if (decoded.length > MAX_SLUG_LENGTH || !/^[\p{L}\p{M}\p{N}._~-]+$/u.test(decoded)) return null;
  return `https://${host}/${kind.toLowerCase()}${encodeURIComponent(decoded)}${(match?.[5] ?? "").toLowerCase()}`;
}

const PLACEHOLDER = "{network}";

/** `text` with the configured name of the network. */
export function nameNetwork(text: string, { NETWORK_NAME }: { NETWORK_NAME: string }): string {
  return text.replaceAll(PLACEHOLDER, NETWORK_NAME);
}

/** A JSON value with the configured name of the network in all its texts. */
export function nameNetworkIn<T>(value: T, config: { NETWORK_NAME: string }): T {
  return JSON.parse(nameNetwork(JSON.stringify(value), config)) as T;
}
