import { plainHost } from "../../lib/hosts.ts";
import type { SitePage } from "../page/document.ts";
import { plainText } from "../page/plain-text.ts";
import { registrableDomain } from "../words/company-domain.ts";
import { type Catalogue, knownTechnology } from "./catalogue.ts";
import { matchHeaders, matchPage } from "./match-page.ts";
import {
  indexMarks,
  isHostKind,
  LEVELS,
  type MarksIndex,
  type Report,
  type Sighting,
  type Technology,
  type TechnologyEvidence,
} from "./technology.ts";

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

/** What was read about a company. */
type CompanyTraces = { domain: string; home: SitePage | null; dns: DnsTraces | null };

export type FoundTechnology = ReturnType<typeof judge>;

const MAX_VALUE_LENGTH = 200;
const MAX_EVIDENCE = 10;
const MEDIUM_TRACES_NEEDED = 2;

/** The technologies that home page, headers and DNS show, best evidence first. Linear in the page. */
export function findTechnologies(catalogue: Catalogue, traces: CompanyTraces, others: readonly Technology[] = []) {
  const indexes = others.length > 0 ? [catalogue.index, indexMarks(others)] : [catalogue.index];
  const own = registrableDomain(traces.domain);
  // A vendor's own site loads from its own domain, which proves nothing.
  const sightings = indexes.flatMap((index) => sightingsOf(index, traces)).filter(({ mark }) => domainOf(mark) !== own);
  const byTechnology = Map.groupBy(sightings, ({ technology }) => technology);
  const found = new Map([...byTechnology].map(([technology, seen]) => [technology, judge(technology, seen)] as const));
  addNeeded(catalogue, found);
  return found;
}

function sightingsOf(index: MarksIndex, { home, dns }: CompanyTraces): Sighting[] {
  const found: Sighting[] = [];
  const report: Report = (marked, where, level, value, url = home?.url.href ?? "") => {
    for (const one of marked) found.push({ ...one, where, level: one.mark.level ?? level, value, url });
  };
  if (home) {
    matchPage(index, home.document, report);
    matchHeaders(index, home.page.headers, report);
    report(index.ofHost("served", plainHost(home.url)), "own_host", "strong", home.url.host);
  }
  if (dns) matchDns(index, dns, report);
  return found;
}

/** Reports all marks of `index` in the DNS records of a domain. */
function matchDns(index: MarksIndex, dns: DnsTraces, report: Report): void {
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

/** The registrable domain of a mark of a host; null for others. */
function domainOf({ kind, text }: Sighting["mark"]): string | null {
  return isHostKind(kind) ? registrableDomain(text.split("/")[0] ?? "") : null;
}

function judge(technology: Technology, sightings: Sighting[]) {
  const sorted = sightings.sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  const medium = new Set(sorted.filter(({ level }) => level === "medium").map(placeOf));
  const level = sorted[0]?.level ?? "weak";
  const evidence = sorted.map(({ where, level, value, url }): [string, TechnologyEvidence] => {
    const shown = plainText(value, MAX_VALUE_LENGTH);
    return [`${where} ${shown}`, { where, level, value: shown, url }];
  });
  return {
    technology,
    /** At least one strong trace, or two independent medium ones. */
    isSeen: level === "strong" || medium.size >= MEDIUM_TRACES_NEEDED,
    level,
    evidence: [...new Map(evidence).values()].slice(0, MAX_EVIDENCE),
  };
}

/** Sightings in one place are not independent: hosts of one policy, sub-domains of one domain, repeats of one mark. */
function placeOf({ where, mark }: Sighting): string {
  return where === "csp" ? where : `${where} ${domainOf(mark) ?? mark.text}`;
}

/** What a technology in use requires is in use too. */
function addNeeded(catalogue: Catalogue, found: Map<Technology, FoundTechnology>): void {
  const open = [...found.values()].filter(({ isSeen }) => isSeen);
  for (let one = open.pop(); one; one = open.pop()) {
    const { level, evidence, technology } = one;
    for (const domain of technology.needs) {
      const needed = knownTechnology(catalogue, domain);
      const known = needed && found.get(needed);
      if (!needed || known?.isSeen) continue;
      const url = evidence[0]?.url ?? "";
      const reason: TechnologyEvidence = { where: "needed_by", level, value: technology.name, url };
      const merged = { technology: needed, isSeen: true, level, evidence: [reason, ...(known?.evidence ?? [])] };
      found.set(needed, merged);
      open.push(merged);
    }
  }
}
