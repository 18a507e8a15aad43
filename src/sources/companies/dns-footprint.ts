import type { SourceContext } from "../../platform/outbound/context.ts";
import { resolve } from "../../platform/outbound/dns.ts";

/** What the DNS says about the services of a domain. Names are in lower case, without a trailing dot. */
export type DnsFootprint = {
  domain: string;
  mailHosts: string[];
  texts: string[];
  /** Sub-domains that are somebody else's name. */
  aliases: { name: string; target: string }[];
};

/** Sub-domains that companies like to hand to a vendor. */
const PURPOSES = ["www", "help", "support", "docs", "status", "shop", "store", "blog", "go", "info", "pages", "email"];

/** Mail hosts, texts and the aliases of usual sub-domains. Null when the resolver says nothing at all. Never throws. */
export async function dnsFootprint(context: SourceContext, domain: string): Promise<DnsFootprint | null> {
  const [mail, text, ...aliases] = await Promise.all([
    resolve(context, domain, "MX"),
    resolve(context, domain, "TXT"),
    ...PURPOSES.map((purpose) => resolve(context, `${purpose}.${domain}`, "CNAME")),
  ]);
  if (mail.status === "down" && text.status === "down") return null;
  return {
    domain,
    mailHosts: mail.status === "ok" ? mail.records.map((record) => hostOf(record.split(/\s+/)[1] ?? "")) : [],
    texts: text.status === "ok" ? text.records : [],
    aliases: aliases.flatMap((answer, index) => {
      const name = `${PURPOSES[index]}.${domain}`;
      return answer.status === "ok" ? answer.records.map((target) => ({ name, target: hostOf(target) })) : [];
    }),
  };
}

function hostOf(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}
