import { record, string } from "../../../lib/loose-json.ts";
import { segmentAfter } from "../../../readers/jobs/board-marks.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import { salaryInText } from "../../../readers/jobs/salary-in-text.ts";
import type { Board } from "../board.ts";
import { listOrFail } from "../board-reader.ts";

const MAX_PAGES = 20;

/** JSON of the vendor's own widget. `meta.total` counts pages; `is_last` is unreliable past the end. */
export const polymer: Board = {
  name: "polymer",
  domains: ["polymer.co"],
  marks: [/\bapi\.polymer\.co\/v1\/hire\/organizations\/([\w-]+)/i, segmentAfter("jobs\\.polymer\\.co", "api|assets")],
  pageUrl: ({ token }) => `https://jobs.polymer.co/${token}`,
  async read(reader, { token }) {
    const jobs: RawJob[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = page === 1 ? "" : `?page=${page}`;
      const asked = reader.json(`https://api.polymer.co/v1/hire/organizations/${token}/jobs${query}`);
      const answer = page === 1 ? await asked : await asked.catch(() => null);
      if (answer === null) return { name: null, jobs, isTruncated: true };
      const body = record(answer);
      const rows = listOrFail(body.items ?? body.jobs ?? body.data);
      jobs.push(...rows.map((row) => jobOf(row, token)));
      const pages = Number(record(body.meta).total) || 1;
      if (page >= pages || rows.length === 0) return { name: null, jobs };
    }
    return { name: null, jobs, isTruncated: true };
  },
};

function jobOf(job: Record<string, unknown>, token: string): RawJob {
  const country = string(job.country);
  return {
    id: job.id ?? job.hash_id,
    title: job.title,
    url: string(job.job_post_url) ?? string(job.url) ?? `https://jobs.polymer.co/${token}/${job.id ?? job.hash_id}`,
    places: [job.city || country ? { city: job.city, region: job.status_region, country } : job.display_location],
    workplace: job.remoteness_pretty,
    department: job.job_category_name ?? job.department,
    employmentType: job.kind_pretty,
    salary: salaryInText(string(job.salary_pretty), null),
    postedAt: job.published_at,
    description: job.description,
    company: job.organization_name,
  };
}
