import { AppError } from "../../errors.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { type DnsAnswer, type RecordType, resolve } from "../../platform/outbound/dns.ts";

/** Whether a domain accepts mail, by its DNS (RFC 5321, section 5.1; RFC 7505). */
export type MailDomain = {
  /** `accepted` by its MX hosts, `implicit` by the address of the site, or why mail cannot be delivered. */
  status: "accepted" | "implicit" | "domain_has_no_dns" | "domain_takes_no_mail";
  /**
   * The operator of the mail hosts, e.g. `google`; `own` for the domain's own hosts, `other` for anybody else; null without
   * any.
   */
  provider: string | null;
};

/** Registrable domains or suffixes of mail hosts, from the vendors' set-up pages. */
const PROVIDERS: Record<string, string> = {
  google: "google.com googlemail.com smtp.goog",
  microsoft: "outlook.com office365.us mx.microsoft",
  zoho: "zoho.com zoho.eu zoho.in zohomail.com",
  proofpoint: "pphosted.com ppe-hosted.com ppops.net",
  mimecast: "mimecast.com mimecast.co.za",
  barracuda: "barracudanetworks.com cudaops.com",
  cisco: "iphmx.com",
  broadcom: "messagelabs.com",
  sophos: "sophos.com reflexion.net",
  trendmicro: "trendmicro.com trendmicro.eu",
  fortinet: "fortimailcloud.com",
  hornetsecurity: "hornetsecurity.com antispameurope.com",
  retarus: "retarus.com",
  fastmail: "messagingengine.com",
  proton: "protonmail.ch proton.me",
  apple: "mail.icloud.com",
  yahoo: "yahoodns.net",
  yandex: "yandex.net yandex.ru",
  mailru: "mail.ru",
  amazon: "amazonaws.com awsapps.com",
  cloudflare: "mx.cloudflare.net",
  rackspace: "emailsrvr.com",
  godaddy: "secureserver.net",
  namecheap: "privateemail.com registrar-servers.com",
  ionos: "kundenserver.de ionos.com ionos.co.uk 1and1.com ui-dns.com",
  strato: "rzone.de strato.com",
  ovh: "ovh.net",
  gandi: "gandi.net",
  infomaniak: "infomaniak.ch",
  hostinger: "hostinger.com titan.email",
  mailgun: "mailgun.org",
  sendgrid: "sendgrid.net",
  migadu: "migadu.com",
  improvmx: "improvmx.com",
  tencent: "qq.com",
  netease: "netease.com 163.com",
  alibaba: "aliyun.com mxhichina.com",
};

/** Asks the DNS how `domain` accepts mail. Throws `upstream_unavailable` when the resolver does not answer. */
export async function lookUpMail(context: SourceContext, domain: string): Promise<MailDomain> {
  const answer = await ask(context, domain, "MX");
  if (answer.status === "no_such_name") return { status: "domain_has_no_dns", provider: null };
  const hosts = answer.records
    .map((record) => record.trim().split(/\s+/))
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, host = ""]) => host.toLowerCase().replace(/\.$/, ""));
  const [best] = hosts.filter(Boolean);
  if (best) return { status: "accepted", provider: providerOf(best, domain) };
  if (hosts.length > 0) return { status: "domain_takes_no_mail", provider: null };
  const addresses = await Promise.all([ask(context, domain, "A"), ask(context, domain, "AAAA")]);
  const hasAddress = addresses.some((one) => one.status === "ok" && one.records.length > 0);
  return { status: hasAddress ? "implicit" : "domain_takes_no_mail", provider: null };
}

async function ask(
  context: SourceContext,
  domain: string,
  type: RecordType,
): Promise<Exclude<DnsAnswer, { status: "down" }>> {
  const answer = await resolve(context, domain, type);
  if (answer.status !== "down") return answer;
  throw new AppError(
    "upstream_unavailable",
    "The DNS resolver did not answer, so it is unknown whether the domain accepts mail. Try again.",
    {
      retryAfterSeconds: 5,
    },
  );
}

function providerOf(host: string, domain: string): string {
  const isBelow = (suffix: string) => host === suffix || host.endsWith(`.${suffix}`);
  const known = Object.entries(PROVIDERS).find(([, suffixes]) => suffixes.split(" ").some(isBelow));
  return known?.[0] ?? (isBelow(domain) ? "own" : "other");
}
