import { registrableDomain } from "../words/company-domain.ts";
import type { MarksIndex, Report } from "./technology.ts";

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

/** Reports all marks of `index` in the DNS records of a domain. */
export function matchDns(index: MarksIndex, dns: DnsTraces, report: Report): void {
  const hosts = (host: string) => (["host", "served", "link"] as const).flatMap((kind) => index.ofHost(kind, host));
  const [own, url] = [registrableDomain(dns.domain), `dns:${dns.domain}`];
  for (const { name, target } of dns.aliases) {
    if (registrableDomain(target) !== own) report(hosts(target), "dns_cname", "strong", target, `dns:${name}`);
  }
  for (const host of dns.mailHosts) {
    report([...hosts(host), ...index.ofHost("mx", host)], "dns_mx", "strong", host, url);
  }
  for (const host of dns.nameServers) report(index.ofHost("ns", host), "dns_ns", "strong", host, url);
  for (const record of dns.texts) {
    const text = record.toLowerCase();
    report(index.ofPrefix("txt", text), "dns_txt", "weak", record.split("=")[0] ?? "", url);
    if (!text.startsWith("v=spf1")) continue;
    for (const [, host = ""] of text.matchAll(/\b(?:include:|redirect=)([\w.-]+)/g)) {
      report(index.ofHost("spf", host), "dns_spf", "strong", host, url);
      report(index.ofHost("host", host), "dns_spf", "medium", host, url);
    }
  }
  for (const [, host = ""] of dns.dmarc.toLowerCase().matchAll(/mailto:[^@,;\s]*@([\w.-]+)/g)) {
    report(index.ofHost("dmarc", host), "dns_dmarc", "strong", host, `dns:_dmarc.${dns.domain}`);
  }
}
