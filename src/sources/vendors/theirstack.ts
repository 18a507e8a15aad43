import { type Row, records, string } from "../../lib/loose-json.ts";
import { HOUR_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import type { Job } from "../../readers/jobs/job.ts";
import { type JobFields, jobOfRow } from "../../readers/jobs/job-fields.ts";
import { jobOf } from "../../readers/jobs/job-of.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";
import type { Finding } from "../facts/finding.ts";
import { askVendor, requestVendor, type Vendor } from "./ask-vendor.ts";

const API = "https://api.theirstack.com/v1/jobs/search";
const AGE_DAYS = 30;
/** Every job returned costs the operator a credit. */
const MAX_JOBS = 25;
const FIELDS: JobFields = {
  title: "job_title",
  url: "final_url | url",
  places: ["location"],
  workplace: "remote ? remote | hybrid ? hybrid",
  postedAt: "date_posted",
};

const THEIRSTACK: Vendor = {
  name: "theirstack",
  url: "https://theirstack.com/",
  confidence: 0.8,
  keyName: "THEIRSTACK_API_KEY",
  headers: (apiKey) => ({ Authorization: `Bearer ${apiKey}` }),
};

/** Open positions of 30 days from TheirStack (api.theirstack.com, "Job search"). Kept for 12 hours. */
export function theirStackJobs(context: SourceContext, domain: string): Promise<Finding<Job[]>> {
  const query = {
    page: 0,
    limit: MAX_JOBS,
    posted_at_max_age_days: AGE_DAYS,
    company_domain_or: [domain],
    order_by: [{ field: "date_posted", desc: true }],
    include_total_results: false,
    blur_company_data: false,
  };
  const own = registrableDomain(domain);
  const isOwn = ({ company_domain: theirs }: Row) => registrableDomain(string(theirs)?.toLowerCase() ?? "") === own;
  return askVendor(context, THEIRSTACK, {
    kind: "theirstack_jobs",
    key: domain,
    credits: MAX_JOBS,
    keptMs: 12 * HOUR_MS,
    call: () =>
      requestVendor(context, THEIRSTACK, { url: API, query }, ({ data }) => {
        const rows = records(data);
        const jobs = rows.filter(isOwn).flatMap((row) => jobOf(jobOfRow(row, FIELDS), Date.now()) ?? []);
        return { status: "found", data: jobs, credits: rows.length };
      }),
  });
}
