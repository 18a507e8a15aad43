import type { KnownTechnology } from "../../index/facts.ts";
import { tellIndex } from "../../index/index-messages.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { resolve } from "../../platform/outbound/dns.ts";
import type { PageFailure } from "../../platform/outbound/page.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { useOf } from "../../readers/page/usage-signals.ts";
import { technologyCatalogue } from "../../readers/technologies/catalogue.ts";
import {
  type DnsTraces,
  type FoundTechnology,
  findTechnologies,
} from "../../readers/technologies/find-technologies.ts";
import type { Technology } from "../../readers/technologies/technology.ts";
import { ownHome } from "../website/site-pages.ts";

/** Sub-domains that companies often delegate to a vendor, and the usual names of DKIM keys. */
const PURPOSES = [
  ..."www help support docs status shop store blog go info pages email careers jobs community app".split(" "),
  ..."s1._domainkey k1._domainkey k2._domainkey zendesk1._domainkey hs1._domainkey".split(" "),
];
const DMARC = "_dmarc";

/** Mail hosts, name servers, texts and the aliases of usual sub-domains. Null when the resolver does not answer. Never throws. */
async function readDnsTraces(context: SourceContext, domain: string): Promise<DnsTraces | null> {
  const [mail, text, servers, dmarc, ...aliases] = await Promise.all([
    resolve(context, domain, "MX"),
    resolve(context, domain, "TXT"),
    resolve(context, domain, "NS"),
    resolve(context, `${DMARC}.${domain}`, "TXT"),
    ...PURPOSES.map((purpose) => resolve(context, `${purpose}.${domain}`, "CNAME")),
  ]);
  if (mail.status === "down" && text.status === "down") return null;
  const records = (answer: typeof mail) => (answer.status === "ok" ? answer.records : []);
  return {
    domain,
    mailHosts: records(mail).map((record) => hostOf(record.split(/\s+/)[1] ?? "")),
    // ns-1234.awsdns-56.com: the numbers differ between customers.
    nameServers: records(servers).map((server) => hostOf(server).replace(/-\d+(?=\.)/g, "")),
    texts: records(text),
    dmarc: records(dmarc).find((record) => /^v=dmarc1/i.test(record)) ?? "",
    aliases: aliases.flatMap((answer, index) => {
      const name = `${PURPOSES[index]}.${domain}`;
      return records(answer).map((target) => ({ name, target: hostOf(target) }));
    }),
  };
}

function hostOf(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/**
 * Looks at the home page and the DNS of `domain` for all technologies, and for `others` that are not in the catalogue. `hasPage`: the
 * home page was read completely, so a technology that it does not show is `not_seen`. `failure`: why it could not be read.
 */
export async function lookForTechnologies(
  context: SourceContext,
  domain: string,
  opening: Promise<SitePage | PageFailure>,
  others: readonly Technology[] = [],
) {
  const [home, dns] = await Promise.all([opening, readDnsTraces(context, domain)]);
  const own = ownHome(domain, home);
  const [page, failure] = own.status === "ok" ? [own, null] : [null, own];
  const found = findTechnologies(technologyCatalogue(), { domain, home: page, dns }, others);
  const hasPage = page !== null && !page.page.truncated;
  // Without the page or the DNS the list is not whole.
  if (page && hasPage && dns) {
    const mayIndex = useOf(page.page).mayIndex.value;
    tellIndex(context, { kind: "technologies", domain, mayIndex, technologies: known(found) });
  }
  return { found, hasPage, hasDns: dns !== null, failure };
}

function known(found: ReadonlyMap<Technology, FoundTechnology>): KnownTechnology[] {
  return [...found.values()].flatMap(({ technology: { name, category }, isSeen, evidence }) => {
    const proof = evidence.slice(0, 1).map(({ url, where }) => ({ url, kind: where }));
    return isSeen ? [{ name, category, evidence: proof, seenAt: Date.now() }] : [];
  });
}

/** Where technologies were seen, as the `source` of an answer. */
export function sourceOf(seen: readonly FoundTechnology[]): "own_site" | "dns" | null {
  if (seen.length === 0) return null;
  const isOnSite = seen.some(({ evidence }) => evidence.some(({ url }) => !url.startsWith("dns:")));
  return isOnSite ? "own_site" : "dns";
}
