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
