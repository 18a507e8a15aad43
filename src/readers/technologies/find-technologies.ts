import { plainHost } from "../../lib/hosts.ts";
import type { SitePage } from "../page/document.ts";
import { plainText } from "../page/plain-text.ts";
import { registrableDomain } from "../words/company-domain.ts";
import { type Catalogue, knownTechnology } from "./catalogue.ts";
import { indexMarks, type MarksIndex } from "./marks-index.ts";
import { type DnsTraces, matchDns } from "./match-dns.ts";
import { type Located, matchHeaders, matchPage, type Sighting } from "./match-page.ts";
import { readPageTraces } from "./page-traces.ts";
import { LEVELS, type Level, type Mark, type Technology, type TechnologyEvidence } from "./technology.ts";

/** What was read about a company. */
type CompanyTraces = { domain: string; home: SitePage | null; dns: DnsTraces | null };

export type FoundTechnology = {
  technology: Technology;
  /** At least one strong trace, or two independent medium ones. */
  isSeen: boolean;
  level: Level;
  evidence: TechnologyEvidence[];
};

const MAX_VALUE_LENGTH = 200;
const MAX_EVIDENCE = 10;
const MEDIUM_TRACES_NEEDED = 2;

/** The technologies that home page, headers and DNS show, best evidence first. Linear in the page. */
export function findTechnologies(
  catalogue: Catalogue,
  traces: CompanyTraces,
  others: readonly Technology[] = [],
): Map<Technology, FoundTechnology> {
  const indexes = others.length > 0 ? [catalogue.index, indexMarks(others)] : [catalogue.index];
  const sightings = indexes.flatMap((index) => sightingsOf(index, traces));
  const own = registrableDomain(traces.domain);
  const byTechnology = new Map<Technology, Sighting[]>();
  for (const sighting of sightings) {
    // A vendor's own site loads from its own domain, which proves nothing.
    if (isHostMark(sighting.mark) && registrableDomain(sighting.mark.text.split("/")[0] ?? "") === own) continue;
    const known = byTechnology.get(sighting.technology);
    if (known) known.push(sighting);
    else byTechnology.set(sighting.technology, [sighting]);
  }
  const found = new Map([...byTechnology].map(([technology, seen]) => [technology, judge(technology, seen)] as const));
  addNeeded(catalogue, found);
  return found;
}

function sightingsOf(index: MarksIndex, { home, dns }: CompanyTraces): Located[] {
  const found: Located[] = [];
  if (home) {
    const url = home.url.href;
    const page = [
      ...matchPage(index, readPageTraces(home.document)),
      ...matchHeaders(index, home.page.headers),
      ...index
        .ofHost("served", plainHost(home.url))
        .map((marked) => ({ ...marked, where: "own_host", level: "strong" as const, value: home.url.host })),
    ];
    found.push(...page.map((sighting) => ({ ...sighting, url })));
  }
  if (dns) found.push(...matchDns(index, dns));
  return found;
}

function isHostMark({ kind }: Mark): boolean {
  return ["host", "served", "img", "link", "mx", "spf", "ns"].includes(kind);
}

function judge(technology: Technology, sightings: Sighting[]): FoundTechnology {
  const rank = ({ level }: { level: Level }) => LEVELS.indexOf(level);
  const sorted = sightings.sort((a, b) => rank(a) - rank(b));
  const medium = sorted.filter(({ level }) => level === "medium");
  const places = new Set(medium.map(placeOf));
  const level = sorted[0]?.level ?? "weak";
  const evidence = (sorted as Located[]).map(({ where, level, value, url }) => ({
    where,
    level,
    value: plainText(value, MAX_VALUE_LENGTH),
    url,
  }));
  return {
    technology,
    isSeen: level === "strong" || places.size >= MEDIUM_TRACES_NEEDED,
    level,
    evidence: [...new Map(evidence.map((item) => [`${item.where} ${item.value}`, item])).values()].slice(
      0,
      MAX_EVIDENCE,
    ),
  };
}

/** Sightings in one place are not independent: hosts of one policy, sub-domains of one domain, repeats of one mark. */
function placeOf({ where, mark }: Sighting): string {
  if (where === "csp") return where;
  return `${where} ${isHostMark(mark) ? registrableDomain(mark.text.split("/")[0] ?? "") : mark.text}`;
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
