import type { SourceContext } from "../../platform/outbound/context.ts";
import { resolve } from "../../platform/outbound/dns.ts";
import type { DnsTraces } from "../../readers/technologies/match-dns.ts";

/** Sub-domains that companies often delegate to a vendor, and the usual names of DKIM keys. */
const PURPOSES = [
  ..."www help support docs status shop store blog go info pages email careers jobs community app".split(" "),
  ..."s1._domainkey k1._domainkey k2._domainkey zendesk1._domainkey hs1._domainkey".split(" "),
];
const DMARC = "_dmarc";

/**
 * Mail hosts, name servers, texts and the aliases of usual sub-domains. Null when the resolver does not answer. Never throws.
 */
export async function readDnsTraces(context: SourceContext, domain: string): Promise<DnsTraces | null> {
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
