import { foldText } from "../../lib/fold.ts";
import { plainHost } from "../../lib/hosts.ts";
import { containsWhole } from "../../lib/search-words.ts";
import type { Job } from "../jobs/job.ts";
import type { SitePage } from "../page/document.ts";
import { plainText } from "../page/plain-text.ts";
import { registrableDomain } from "../words/company-domain.ts";
import type { Catalogue, Mark, MarkedTechnology, MarksIndex, Technology } from "./catalogue.ts";
import { indexMarks, isHostKind, knownTechnology, LEVELS } from "./catalogue.ts";
import { matchHeaders, matchPage, type Report, type TechnologyEvidence } from "./match-page.ts";

/** A mark and where it was seen; `value` is the text as it was read. */
type Sighting = MarkedTechnology & TechnologyEvidence;

/** A record of a domain, of a usual sub-domain or of `_dmarc`, as a resolver gives it: "10 mx.acme.example." */
type DnsRecord = { type: "CNAME" | "MX" | "NS" | "TXT"; name: string; value: string };

/** What was read about a company. */
type CompanyTraces = { domain: string; home: SitePage | null; dns: DnsRecord[] | null };

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

function sightingsOf(index: MarksIndex, { domain, home, dns }: CompanyTraces): Sighting[] {
  const found: Sighting[] = [];
  const report: Report = (marked, where, level, value, url = home?.url.href ?? "") => {
    for (const one of marked) found.push({ ...one, where, level: one.mark.level ?? level, value, url });
  };
  if (home) {
    matchPage(index, home.document, report);
    matchHeaders(index, home.page.headers, report);
    report(index.ofHost("served", plainHost(home.url)), "own_host", "strong", home.url.host);
  }
  for (const record of dns ?? []) matchDns(index, domain, record, report);
  return found;
}

/** Reports all marks of `index` in a record of `domain`. */
function matchDns(index: MarksIndex, domain: string, { type, name, value }: DnsRecord, report: Report): void {
  const text = value.toLowerCase();
  const host = text.replace(/^\d+\s+/, "").replace(/\.$/, "");
  const hosts = (["host", "served", "link"] as const).flatMap((kind) => index.ofHost(kind, host));
  const url = `dns:${name}`;
  if (type === "CNAME" && registrableDomain(host) !== registrableDomain(domain))
    report(hosts, "dns_cname", "strong", host, url);
  if (type === "MX") report([...hosts, ...index.ofHost("mx", host)], "dns_mx", "strong", host, url);
  if (type === "NS") {
    // ns-1234.awsdns-56.com: the numbers differ between customers.
    const server = host.replace(/-\d+(?=\.)/g, "");
    report(index.ofHost("ns", server), "dns_ns", "strong", server, url);
  }
  if (type !== "TXT") return;
  if (name === domain) report(index.ofPrefix("txt", text), "dns_txt", "weak", value.split("=")[0] ?? "", url);
  for (const [, policy = ""] of text.matchAll(/\b(?:include:|redirect=)([\w.-]+)/g)) {
    if (!text.startsWith("v=spf1")) break;
    report(index.ofHost("spf", policy), "dns_spf", "strong", policy, url);
    report(index.ofHost("host", policy), "dns_spf", "medium", policy, url);
  }
  for (const [, reader = ""] of text.matchAll(/mailto:[^@,;\s]*@([\w.-]+)/g)) {
    if (!text.startsWith("v=dmarc1")) break;
    report(index.ofHost("dmarc", reader), "dns_dmarc", "strong", reader, url);
  }
}

/** The registrable domain of a mark of a host; null for others. */
function domainOf({ kind, text }: Mark): string | null {
  return isHostKind(kind) ? registrableDomain(text.split("/")[0] ?? "") : null;
}

function judge(technology: Technology, sightings: Sighting[]) {
  const sorted = sightings.sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  // Sightings in one place are not independent: hosts of one policy, sub-domains of one domain, repeats of one mark.
  const placeOf = ({ where, mark }: Sighting) => (where === "csp" ? where : `${where} ${domainOf(mark) ?? mark.text}`);
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

const DNS_KINDS = new Set<string>(["mx", "spf", "ns", "dmarc", "txt"]);

/** Whether a company uses a technology. `not_seen` only where it would be visible and that place was read. */
export function answerFor(
  technology: Technology | null,
  found: FoundTechnology | undefined,
  extraEvidence: readonly TechnologyEvidence[],
  look: { hasPage: boolean; hasDns: boolean; isInCatalogue: boolean },
) {
  const unknown = <Reason extends string>(reason: Reason) => ({ status: "unknown" as const, reason });
  if (!technology) return unknown("not_in_catalogue");
  if (found?.isSeen) return { status: "seen" as const, reason: null };
  const isDnsOnly = technology.marks.every(({ kind }) => DNS_KINDS.has(kind));
  if (isDnsOnly && !look.hasDns) return unknown("dns_not_read");
  if (!isDnsOnly && !look.hasPage) return unknown("site_not_read");
  if (found || extraEvidence.length > 0) return unknown("weak_evidence");
  if (!look.isInCatalogue) return unknown("not_in_catalogue");
  return technology.isVisible ? { status: "not_seen" as const, reason: null } : unknown("not_visible_from_outside");
}

const MAX_TEXT = 300_000;

/** The first job ad that names each technology: weak evidence, because a company also asks for what it plans to use. */
export function findInJobAds(technologies: Technology[], jobs: Job[], domain: string) {
  let left = MAX_TEXT;
  const ads = jobs.map((job) => {
    const text = foldText((job.description ?? "").slice(0, left));
    left = Math.max(0, left - text.length);
    return { text, job };
  });
  const found = technologies.flatMap((technology): [Technology, TechnologyEvidence][] => {
    const name = foldText(technology.name);
    const ad = ads.find(({ text }) => containsWhole(text, name))?.job;
    if (!ad) return [];
    const value = plainText(ad.title, MAX_VALUE_LENGTH);
    return [[technology, { where: "job_ad", level: "weak", value, url: ad.url ?? `https://${domain}/` }]];
  });
  return new Map(found);
}
