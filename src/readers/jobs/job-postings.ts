import { readMoment } from "../../lib/loose-json.ts";
import { likeness } from "../company/name-likeness.ts";
import { isOnSite, type SiteIdentity } from "../company/site-owner.ts";
import type { SitePage } from "../page/site-page.ts";
import type { Job } from "./job.ts";
import { jobOf, line } from "./job-of.ts";
import { type LinkedPosting, linkedPostings } from "./posting-json-ld.ts";

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
