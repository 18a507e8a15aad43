import { registrableDomain } from "../words/company-domain.ts";
import type { DnsTraces } from "./dns-records.ts";
import type { MarkedTechnology, MarksIndex } from "./marks-index.ts";
import type { Level } from "./technology.ts";

/** A mark that was seen in the record `name`. */
type DnsSighting = MarkedTechnology & { where: string; level: Level; value: string; name: string };

/** All marks of `index` in the DNS records of a domain. */
export function matchDns(index: MarksIndex, dns: DnsTraces): DnsSighting[] {
  const found: DnsSighting[] = [];
  const report = (marked: MarkedTechnology[], where: string, level: Level, name: string, value: string) => {
    for (const one of marked) found.push({ ...one, where, level: one.mark.level ?? level, name, value });
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
