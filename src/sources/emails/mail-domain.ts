import type { SourceContext } from "../../platform/outbound/context.ts";
import { type RecordType, resolve } from "../../platform/outbound/dns.ts";
import { linesOf } from "../../readers/words/sections.ts";
import { upstreamFailure } from "../facts/finding.ts";

/** Whether a domain accepts mail, by its DNS (RFC 5321, section 5.1; RFC 7505). */
export type MailDomain = {
  /** `accepted` by its MX hosts, `implicit` by the address of the site, or why mail cannot be delivered. */
  status: "accepted" | "implicit" | "domain_has_no_dns" | "domain_takes_no_mail";
  /** The operator of the mail hosts, e.g. `google`; `own` for the domain's own, `other` for others; null for none. */
  provider: string | null;
};

/** The operators of mail hosts, each with the ends of their names. */
const operators = linesOf("operators of mail hosts");

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

async function ask(context: SourceContext, domain: string, type: RecordType) {
  const answer = await resolve(context, domain, type);
  if (answer.status !== "down") return answer;
  throw upstreamFailure("The DNS resolver", { ...answer, retryAfterSeconds: 5 });
}

function providerOf(host: string, domain: string): string {
  const isBelow = (suffix: string) => host === suffix || host.endsWith(`.${suffix}`);
  const known = [...operators()].find(([, suffixes]) => suffixes.split(" ").some(isBelow));
  return known?.[0] ?? (isBelow(domain) ? "own" : "other");
}
