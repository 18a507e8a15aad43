import { decodeUri } from "../../lib/decode-uri.ts";
import { isWithin, plainHost } from "../../lib/hosts.ts";

/** A company's page on the network. `host` is the configured one, `slug` is decoded, legacy paths are `company`. */
export type NetworkLink = { host: string; kind: "company" | "school" | "showcase"; slug: string };

const KINDS: Record<string, NetworkLink["kind"]> = {
  company: "company",
  companies: "company",
  "company-beta": "company",
  school: "school",
  showcase: "showcase",
};
/** Path prefixes that show the same page: mobile, in mails. */
const PREFIXES = ["mwlite", "m", "comm"];
const MAX_SLUG_LENGTH = 100;
const SLUG = /^(?=.*[\p{L}\p{N}])[^\s/?#%<>{}[\]()"|\\^`$*=,;:@\p{C}]+$/u;

/** Reads a link as a company, school or showcase page of the network; null for others. `decoded`: no entities. */
export function networkLink(decoded: string, base: URL, hosts: string[]): NetworkLink | null {
  const url = URL.parse(decoded.trim(), base);
  const below = url && pathOnNetwork(url, hosts);
  if (!below) return null;
  const segments = below.path.filter(Boolean);
  if (PREFIXES.includes(segments[0]?.toLowerCase() ?? "")) segments.shift();
  const kind = KINDS[segments[0]?.toLowerCase() ?? ""];
  const slug =
    kind &&
    decodeUri(segments[1] ?? "")
      .normalize("NFC")
      .trim();
  return slug && slug.length <= MAX_SLUG_LENGTH && SLUG.test(slug) ? { host: below.host, kind, slug } : null;
}

/** Also finds the network's host in the path, where a web archive or a forgotten scheme has put it. */
function pathOnNetwork(url: URL, hosts: string[]): { host: string; path: string[] } | null {
  const parts = [plainHost(url), ...url.pathname.split("/").slice(1)];
  for (const [index, part] of parts.entries()) {
    const host = hosts.find((candidate) => isWithin(part.toLowerCase(), [candidate]));
    if (host) return { host, path: parts.slice(index + 1) };
  }
  return null;
}

/** The canonical address of a company page: `https://www.{host}/company/{slug}`. */
export function networkUrl({ host, kind, slug }: NetworkLink): string {
  return `https://www.${host}/${kind}/${encodeURIComponent(slug)}`;
}
