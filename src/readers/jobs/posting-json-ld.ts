import { isObject, nodesAt, readMoment, record, string, valueAt, valuesAt } from "../../lib/loose-json.ts";
import { likeness } from "../company/name-likeness.ts";
import { isOnSite, type SiteIdentity } from "../company/site-owner.ts";
import type { SitePage } from "../page/document.ts";
import { linkedNodes, texts } from "../page/structured-data.ts";
import type { Job, RawJob } from "./job.ts";
import { type JobFields, jobOfRow } from "./job-fields.ts";
import { jobOf, line } from "./job-of.ts";

/** A schema.org/JobPosting as published: `homes` are addresses of the employer, `validThrough` as written. */
type LinkedPosting = RawJob & { homes: string[]; validThrough: unknown };

const MAX_POSTINGS = 1_000;
const FIELDS: JobFields = {
  places: [
    {
      of: "jobLocation[]",
      city: "address.addressLocality",
      region: "address.addressRegion",
      country: "address.addressCountry | address.addressCountry.name",
      or: "address",
    },
    "jobLocation[]",
  ],
  country(node) {
    const where = nodesAt(node, "applicantLocationRequirements[]");
    return where.length === 1 ? valueAt({ where }, "where.name | where") : null;
  },
  workplace: (node) => valuesAt(node, "jobLocationType[]").join(" "),
  employmentType: "employmentType[]",
  salary: {
    text: "baseSalary",
    min: "baseSalary.value.minValue | baseSalary.value.value | baseSalary.minValue | baseSalary.value | baseSalary",
    max: "baseSalary.value.maxValue | baseSalary.value.value | baseSalary.maxValue | baseSalary.value | baseSalary",
    currency: "baseSalary.currency | baseSalary.value.currency | salaryCurrency",
    period: "baseSalary.value.unitText | baseSalary.unitText",
  },
};

/** Every JobPosting in parsed JSON-LD, at any depth: graphs, lists, data feeds. Addresses are as written. */
export function linkedPostings(blocks: unknown[]): LinkedPosting[] {
  const nodes = linkedNodes(blocks).map(({ node }) => node);
  const isReference = (node: unknown) => Object.keys(record(node)).join() === "@id";
  const byId = new Map(nodes.flatMap((node) => (isReference(node) ? [] : [[node["@id"], node] as const])));
  const resolved = (value: unknown) => (isReference(value) && byId.get(record(value)["@id"])) || value;
  return nodes
    .filter((node) => [node["@type"]].flat().some((type) => /(?:^|[/:#])JobPosting$/.test(string(type) ?? "")))
    .slice(0, MAX_POSTINGS)
    .map((node): LinkedPosting => {
      const hiringOrganization = resolved(node.hiringOrganization);
      const jobLocation = [node.jobLocation].flat().map((given) => {
        const place = resolved(given);
        return isObject(place) ? { ...place, address: resolved(place.address) } : place;
      });
      const { sameAs, url } = record(hiringOrganization);
      const job = jobOfRow({ ...node, hiringOrganization, jobLocation }, FIELDS);
      return { ...job, homes: texts([sameAs, url]), validThrough: node.validThrough };
    });
}

/** The open positions that a page states in JSON-LD (schema.org/JobPosting) and that are the site owner's own, and open at `now`. */
export function jobPostings({ facts, url }: SitePage, site: SiteIdentity, now: number): Job[] {
  const isOpen = (until: string | null) => until === null || Date.parse(until) >= now;
  return linkedPostings(facts.jsonLd)
    .filter((posting) => isOpen(readMoment(posting.validThrough)) && !isForeign(posting, site))
    .flatMap((posting): Job[] => {
      const job = jobOf({ ...posting, url: posting.url ?? url.href }, now, url.href);
      return job ? [line(posting.id) ? job : { ...job, id: `${job.title}, ${job.location}` }] : [];
    });
}

/** True for a posting of an organisation with another name and another site. */
function isForeign({ company, homes }: LinkedPosting, site: SiteIdentity): boolean {
  const hosts = homes.flatMap((home) => URL.parse(home) ?? []);
  if (hosts.some((home) => isOnSite(home, site))) return false;
  const name = line(company);
  return name !== null && likeness(name, site.names) === "other";
}
