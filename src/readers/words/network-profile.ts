import { decodeUri } from "../../lib/decode-uri.ts";
import { isWithin, plainHost } from "../../lib/hosts.ts";

const MAX_SLUG_LENGTH = 100;
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
