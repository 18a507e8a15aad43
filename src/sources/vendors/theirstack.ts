import type { Row } from "../../lib/json-paths.ts";
import { log } from "../../lib/log.ts";
import { record, records, string } from "../../lib/loose-json.ts";
import { HOUR_MS } from "../../lib/time.ts";
import { askJson } from "../../platform/outbound/ask-json.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import type { Job } from "../../readers/jobs/job.ts";
import { type JobFields, jobOfRow } from "../../readers/jobs/job-fields.ts";
import { jobOf } from "../../readers/jobs/job-of.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";
import { reserveCredits, vendorBudgetUsedUp } from "./spending.ts";

const API = "https://api.theirstack.com/v1/jobs/search";
const AGE_DAYS = 30;
/** Every job returned costs the operator a credit. */
const MAX_JOBS = 25;
const FIELDS: JobFields = {
  title: "job_title",
  url: "final_url | url",
  places: ["location"],
  country: "country_code",
  workplace: "remote ? remote | hybrid ? hybrid",
  postedAt: "date_posted",
};

type JobsLookup = { status: "read"; jobs: Job[] } | { status: "failed" };

/**
 * Open positions of the last 30 days from TheirStack (api.theirstack.com, "Job search"), for companies whose own pages list
 * none. Cached for 12 hours. Null without `THEIRSTACK_API_KEY` and when the vendor fails, which is the operator's to fix.
 * Throws `upstream_unavailable` when today's budget is used up.
 */
export async function theirStackJobs(
  context: SourceContext,
  domain: string,
): Promise<{ jobs: Job[]; observedAt: number; cached: boolean } | null> {
  if (!context.config.THEIRSTACK_API_KEY) return null;
  const ttlMs = (look: JobsLookup) => (look.status === "read" ? 12 * HOUR_MS : 0);
  const look = await cached(context, "theirstack_jobs", domain, ttlMs, () => search(context, domain));
  return look.data.status === "failed"
    ? null
    : { jobs: look.data.jobs, observedAt: look.observedAt, cached: look.cached };
}

async function search(context: SourceContext, domain: string): Promise<JobsLookup> {
  const query = {
    page: 0,
    limit: MAX_JOBS,
    posted_at_max_age_days: AGE_DAYS,
    company_domain_or: [domain],
    order_by: [{ field: "date_posted", desc: true }],
    include_total_results: false,
    blur_company_data: false,
  };
  const reserved = await reserveCredits(context, "theirstack", MAX_JOBS);
  if (!reserved) throw vendorBudgetUsedUp();
  const headers = { Authorization: `Bearer ${context.config.THEIRSTACK_API_KEY}`, "Content-Type": "application/json" };
  const answer = await askJson(context, API, { method: "POST", headers, body: JSON.stringify(query) });
  const rows = answer.status === "ok" ? records(record(answer.body).data) : [];
  // The vendor may bill a search that timed out.
  const isTimeout = answer.status === "failed" && answer.reason === "timeout";
  await reserved.spent(isTimeout ? MAX_JOBS : rows.length);
  if (answer.status !== "ok") {
    log("error", "vendor_failed", {
      vendor: "theirstack",
      reason: answer.status === "failed" ? answer.reason : answer.status,
    });
    return { status: "failed" };
  }
  const own = registrableDomain(domain);
  const isOwn = ({ company_domain: theirs }: Row) => registrableDomain(string(theirs)?.toLowerCase() ?? "") === own;
  const jobs = rows.filter(isOwn).flatMap((row) => jobOf(jobOfRow(row, FIELDS), Date.now()) ?? []);
  return { status: "read", jobs };
}
