import { registrableDomain } from "../words/company-domain.ts";
import type { MarkedTechnology, MarksIndex } from "./marks-index.ts";
import type { Located } from "./match-page.ts";
import type { Level } from "./technology.ts";

/** What the DNS says about a domain's services. Names are in lower case, without a trailing dot. */
export type DnsTraces = {
  domain: string;
  mailHosts: string[];
  nameServers: string[];
  texts: string[];
  /** The DMARC record, or empty. */
  dmarc: string;
  /** Sub-domains that are aliases of another name. */
  aliases: { name: string; target: string }[];
};

/** All marks of `index` in the DNS records of a domain. */
export function matchDns(index: MarksIndex, dns: DnsTraces): Located[] {
  const found: Located[] = [];
  const report = (marked: MarkedTechnology[], where: string, level: Level, name: string, value: string) => {
    for (const one of marked) found.push({ ...one, where, level: one.mark.level ?? level, value, url: `dns:${name}` });
  };
  const hosts = (host: string) => [
    ...index.ofHost("host", host),
    ...index.ofHost("served", host),
    ...index.ofHost("link", host),
  ];
  const own = registrableDomain(dns.domain);
  for (const { name, target } of dns.aliases) {
    if (registrableDomain(target) !== own) report(hosts(target), "dns_cname", "strong", name, target);
  }
  for (const host of dns.mailHosts) {
    report([...hosts(host), ...index.ofHost("mx", host)], "dns_mx", "strong", dns.domain, host);
  }
  for (const host of dns.nameServers) report(index.ofHost("ns", host), "dns_ns", "strong", dns.domain, host);
  for (const record of dns.texts) {
    const text = record.toLowerCase();
    report(index.ofPrefix("txt", text), "dns_txt", "weak", dns.domain, record.split("=")[0] ?? "");
    if (!text.startsWith("v=spf1")) continue;
    for (const [, host = ""] of text.matchAll(/\b(?:include:|redirect=)([\w.-]+)/g)) {
      report(index.ofHost("spf", host), "dns_spf", "strong", dns.domain, host);
      report(index.ofHost("host", host), "dns_spf", "medium", dns.domain, host);
    }
  }
  for (const [, host = ""] of dns.dmarc.toLowerCase().matchAll(/mailto:[^@,;\s]*@([\w.-]+)/g)) {
    report(index.ofHost("dmarc", host), "dns_dmarc", "strong", `_dmarc.${dns.domain}`, host);
  }
  return found;
}
