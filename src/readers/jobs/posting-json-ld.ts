import { readMoment, record, string } from "../../lib/loose-json.ts";
import { likeness } from "../company/name-likeness.ts";
import { isOnSite, type SiteIdentity } from "../company/site-owner.ts";
import type { SitePage } from "../page/document.ts";
import { linkedNodes, texts } from "../page/structured-data.ts";
import type { Job, RawJob } from "./job.ts";
import { jobOf, line } from "./job-of.ts";
import { salaryInText } from "./salary-in-text.ts";

/** A schema.org/JobPosting as published: `homes` are addresses of the employer, `validThrough` as written. */
type LinkedPosting = RawJob & { homes: string[]; validThrough: unknown };

const MAX_POSTINGS = 1_000;
/** Left in by templates. */
const PLACEHOLDER = /^(?:UNAVAILABLE|N\/?A|none|null|undefined|\$\{.*\})$/i;

/** Every JobPosting in parsed JSON-LD, at any depth: graphs, lists, data feeds. Addresses are as written. */
export function linkedPostings(blocks: unknown[]): LinkedPosting[] {
  const nodes = linkedNodes(blocks);
  const byId = new Map(nodes.flatMap(({ node }) => (string(node["@id"]) ? [[node["@id"], node] as const] : [])));
  const resolved = (value: unknown) => {
    const node = record(value);
    return Object.keys(node).length === 1 && byId.has(node["@id"]) ? record(byId.get(node["@id"])) : node;
  };
  return nodes
    .filter(({ node }) => [node["@type"]].flat().some((type) => /(?:^|[/:#])JobPosting$/.test(string(type) ?? "")))
    .slice(0, MAX_POSTINGS)
    .map(({ node }): LinkedPosting => {
      const employer = resolved(node.hiringOrganization);
      const isRemote = [node.jobLocationType].flat().some((type) => /telecommute|^remote$/i.test(string(type) ?? ""));
      const [salary] = [node.baseSalary].flat();
      const amount = record(record(salary).value);
      const identifier = record(node.identifier).value ?? node.identifier;
      const where = [node.applicantLocationRequirements].flat();
      return {
        id: typeof identifier === "object" ? null : told(identifier),
        title: node.title ?? node.name,
        url: texts(node.url)[0],
        places: [node.jobLocation].flat().map((place) => placeOf(place, resolved)),
        country: where.length === 1 ? (record(where[0]).name ?? where[0]) : null,
        workplace: isRemote ? "remote" : [node.jobLocationType].flat()[0],
        department: [node.occupationalCategory].flat()[0],
        employmentType: [node.employmentType].flat(),
        salary: salaryInText(string(salary), null) ?? {
          min: amount.minValue ?? amount.value ?? record(salary).minValue ?? record(salary).value ?? salary,
          max: amount.maxValue ?? amount.value ?? record(salary).maxValue ?? record(salary).value ?? salary,
          currency: record(salary).currency ?? amount.currency ?? node.salaryCurrency,
          period: amount.unitText ?? record(salary).unitText,
        },
        language: node.inLanguage,
        postedAt: node.datePosted,
        description: node.description,
        company: told(string(node.hiringOrganization) ?? employer.name),
        homes: texts([employer.sameAs, employer.url]),
        validThrough: node.validThrough,
      };
    });
}

function told(value: unknown): unknown {
  return typeof value === "string" && PLACEHOLDER.test(value.trim()) ? null : value;
}

function placeOf(place: unknown, resolved: (value: unknown) => Record<string, unknown>): unknown {
  const text = string(place) ?? string(resolved(place).address);
  if (text) return text;
  const address = resolved(resolved(place).address);
  const country = string(address.addressCountry) ?? record(address.addressCountry).name;
  return { city: told(address.addressLocality), region: told(address.addressRegion), country: told(country) };
}

/** The open positions that a page states in JSON-LD (schema.org/JobPosting) and that are the site owner's own, and open at `now`. */
export function jobPostings({ facts, url }: SitePage, site: SiteIdentity, now: number): Job[] {
  return linkedPostings(facts.jsonLd)
    .filter((posting) => !isExpired(posting, now) && !isForeign(posting, site))
    .flatMap((posting): Job[] => {
      const job = jobOf({ ...posting, id: posting.id ?? "?", url: posting.url ?? url.href }, now, url.href);
      if (!job) return [];
      return [job.id === "?" ? { ...job, id: `${job.title}, ${job.location}` } : job];
    });
}

function isExpired({ validThrough }: LinkedPosting, now: number): boolean {
  const until = readMoment(validThrough);
  return until !== null && Date.parse(until) < now;
}

/** True for a posting of an organisation with another name and another site. */
function isForeign({ company, homes }: LinkedPosting, site: SiteIdentity): boolean {
  const hosts = homes.flatMap((home) => URL.parse(home) ?? []);
  if (hosts.some((home) => isOnSite(home, site))) return false;
  const name = line(company);
  return name !== null && likeness(name, site.names) === "other";
}
