import { record, records, string } from "../../../lib/loose-json.ts";
import { segmentAfter } from "../../../readers/jobs/board-marks.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { listOrFail } from "../board-reader.ts";

/** Job board API (api.gem.com/job_board/v0/reference). */
export const gem: Board = {
  name: "gem",
  domains: ["gem.com"],
  marks: [
    segmentAfter("jobs\\.gem\\.com", "api|_next|static|assets", "[\\w.%-]{1,100}"),
    /\bapi\.gem\.com\/job_board\/v0\/(?!reference\b)([\w.%-]{1,100})/i,
  ],
  pageUrl: ({ token }) => `https://jobs.gem.com/${token}`,
  async read(reader, { token }) {
    const body = await reader.api(`https://api.gem.com/job_board/v0/${token}/job_posts/`);
    return { name: null, jobs: listOrFail(record(body).job_posts ?? body).map(jobOf) };
  },
};

function jobOf(post: Record<string, unknown>): RawJob {
  const offices = records(post.offices).map((office) => string(record(office.location).name) ?? office.name);
  const place = string(record(post.location).name);
  return {
    id: post.id,
    title: post.title,
    url: post.absolute_url,
    places: place ? [place] : offices,
    workplace: post.location_type,
    department: records(post.departments)[0]?.name,
    employmentType: post.employment_type,
    postedAt: post.first_published_at,
    updatedAt: post.updated_at,
    description: string(post.content_plain) ?? post.content,
  };
}
