import { parse } from "tldts";
import * as z from "zod";
import { isLocalName, isWithin, plainHost } from "../../lib/hosts.ts";
import { sectionOf, wordsOf } from "./sections.ts";

const freeMail = wordsOf("free mail");
const socialHosts = sectionOf("social hosts", (text) => text.split(/\s+/));

const SEND = 'Send the domain of the company\'s own web site, e.g. "acme.com"; resolve_company finds it by name.';
const PROBLEMS = {
  empty: `The domain is empty. ${SEND}`,
  too_long: `A domain has at most 253 characters and 63 between two dots. ${SEND}`,
  bad_characters: `This is not a domain: its labels may have only letters, digits and inner hyphens. ${SEND}`,
  ip_address: `An IP address is not a company domain. ${SEND}`,
  single_label: `A domain has at least one dot. ${SEND}`,
  local_name: `This name means something only inside a private network. ${SEND}`,
  public_suffix: `This is a public suffix under which many companies register, not a company's domain. ${SEND}`,
  free_mail: `This host gives mailboxes to anybody, so it says nothing about a company. ${SEND}`,
  social: `This is a social network, not a company's own site. ${SEND}`,
};
type DomainProblem = keyof typeof PROBLEMS;

/** True for a free mailbox provider. `domain` is normalised. */
export function isFreeMail(domain: string): boolean {
  return freeMail().has(domain);
}

/** True for hosts of social networks and their sub-domains. `host` is normalised. */
export function isSocialHost(host: string): boolean {
  return isWithin(host, socialHosts());
}

/** The registrable domain (eTLD+1; private suffixes such as github.io count as suffixes), or the host itself. */
export function registrableDomain(host: string): string {
  return parse(host, { allowPrivateDomains: true }).domain ?? host;
}

/** True when a web address, also one without its scheme, is on the registrable domain of `domain`. */
export function isSameSite(address: string | null, domain: string): boolean {
  const url = address ? URL.parse(/^https?:/i.test(address) ? address : `https://${address}`) : null;
  return url !== null && registrableDomain(plainHost(url)) === registrableDomain(domain);
}

/** True for a public suffix under which anybody registers domains: `com`, `red`, `co.uk`. */
export function isSuffix(suffix: string): boolean {
  const { isIcann, publicSuffix } = parse(`a.${suffix}`);
  return isIcann === true && publicSuffix === suffix;
}

/** The label that names the owner: `acme` of `www.acme.co.uk`. */
export function domainStem(host: string): string {
  return parse(host, { allowPrivateDomains: true }).domainWithoutSuffix ?? host;
}

const refused = (problem: DomainProblem) => ({ status: "refused" as const, problem });

/** Normalises a domain as people write it to its lower-case ASCII host, or says what is wrong with it. */
export function normaliseDomain(text: string) {
  const host = text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/^\/\//, "")
    .replace(/[/?#\\].*/s, "")
    .replace(/^.*@/s, "")
    .replace(/:\d*$/, "");
  if (!host) return refused("empty");
  if (/^\[.*\]$|^[\da-f]*:[\da-f:.]*$/i.test(host)) return refused("ip_address");
  if (/[\s:[\]@%_*]/.test(host)) return refused("bad_characters");
  if (host.length > 1_000) return refused("too_long");
  // The URL parser does IDNA (UTS 46) and turns every spelling of an IPv4 address into the dotted one.
  const ascii = URL.parse(`http://${host}/`)
    ?.hostname.replace(/\.$/, "")
    .replace(/^www\.(?=.*\.)/, "");
  if (!ascii) return refused(host.length > 253 ? "too_long" : "bad_characters");
  const labels = ascii.split(".");
  if (ascii.length > 253 || labels.some((label) => label.length > 63)) return refused("too_long");
  if (/^\d+(\.\d+){3}$/.test(ascii)) return refused("ip_address");
  if (!labels.every((label) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label))) return refused("bad_characters");
  if (labels.length === 1) return refused("single_label");
  if (isLocalName(ascii)) return refused("local_name");
  if (!parse(ascii, { allowPrivateDomains: true }).domain) return refused("public_suffix");
  return { status: "ok" as const, domain: ascii };
}

function schema(refuse: (domain: string) => DomainProblem | null) {
  return z
    .string()
    .max(2_048)
    .transform((text, issues) => {
      const result = normaliseDomain(text);
      const problem = result.status === "ok" ? refuse(result.domain) : result.problem;
      if (result.status === "ok" && !problem) return result.domain;
      // What was sent without a dot, or with spaces, is a company's name.
      const name = problem === "single_label" || problem === "bad_characters" ? text.trim().slice(0, 100) : "";
      const isName = /^[\p{L}\p{N}](?!.*\.\.)[\p{L}\p{N} .,&'’+-]*$/u.test(name);
      const call = `Call resolve_company with ${JSON.stringify({ name })} first: it finds the domain.`;
      const message = isName ? `This is a name, not a domain. ${call}` : PROBLEMS[problem ?? "empty"];
      issues.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .meta({
      description: "Web domain of the company, e.g. acme.com. Of a URL or an email address only the domain is used.",
    });
}

/** Input field of tools about a company: normalised, and neither a free-mail nor a social host. */
export const companyDomain = schema((domain) => {
  if (isFreeMail(domain)) return "free_mail";
  return isSocialHost(domain) ? "social" : null;
});

/** Input field of mail tools: as {@link companyDomain}, but free-mail hosts pass, because these tools have an answer for them. */
export const mailDomain = schema((domain) => (isSocialHost(domain) ? "social" : null));
