import { isWithin, plainHost } from "../lib/hosts.ts";

const MAX_SLUG_LENGTH = 100;

/**
 * The address of a person's profile in one form, `https://{host}/in/{slug}`, from any of its spellings: with or without
 * scheme, country sub-domain, mobile path, query. Null for everything else on the network (`hosts`) and elsewhere.
 */
export function networkProfile(text: string, hosts: string[]): string | null {
  const trimmed = text.trim();
  const url = URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  const host = url && hosts.find((candidate) => isWithin(plainHost(url), [candidate]));
  const slug = host && /^\/(?:mwlite\/|m\/|comm\/)?in\/([^/]+)/i.exec(url.pathname)?.[1];
  if (!slug) return null;
  const decoded = decodeOnce(slug).normalize("NFC").toLowerCase();
  if (decoded.length > MAX_SLUG_LENGTH || !/^[\p{L}\p{M}\p{N}._~-]+$/u.test(decoded)) return null;
  return `https://${host}/in/${encodeURIComponent(decoded)}`;
}

function decodeOnce(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
