import { isWithin, plainHost } from "../../lib/hosts.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { decodeEntities } from "../../readers/page/html-entities.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";

const MAX_FILES = 3;
const MAX_ADDRESSES = 10_000;
/** White space is bounded, so that a long run of it is not slower than other text. */
const ADDRESS = /<loc>\s{0,100}(?:<!\[CDATA\[)?\s{0,100}([^<\]\s]{1,2000})/gi;
/** In a sitemap index, parts that list pages come before parts that list articles and products. */
const PAGES_FIRST = /page|main|static|about|team/i;

/** At most 10,000 addresses of at most 3 sitemaps: those of robots.txt, or the usual one. Never throws. */
export async function readSitemaps(
  outbound: Outbound,
  home: URL,
  files: string[],
): Promise<{ url: URL; label: string }[]> {
  const site = registrableDomain(plainHost(home));
  const queue = files.length > 0 ? [...files] : [`${home.origin}/sitemap.xml`];
  const addresses: URL[] = [];
  for (let read = 0; read < MAX_FILES; read++) {
    const next = queue.shift();
    if (!next) break;
    const file = await outbound.page(next, { kind: "xml" });
    if (file.status !== "ok") continue;
    const listed = [...file.text.matchAll(ADDRESS).take(MAX_ADDRESSES)].flatMap(
      ([, address = ""]) => URL.parse(decodeEntities(address), file.url) ?? [],
    );
    const own = listed.filter((url) => isWithin(plainHost(url), [site]));
    if (/<sitemapindex\b/i.test(file.text)) {
      const parts = own.map(({ href }) => href);
      queue.unshift(
        ...parts.filter((part) => PAGES_FIRST.test(part)),
        ...parts.filter((part) => !PAGES_FIRST.test(part)),
      );
    } else {
      addresses.push(...own);
    }
  }
  return addresses.slice(0, MAX_ADDRESSES).map((url) => ({ url, label: "" }));
}
