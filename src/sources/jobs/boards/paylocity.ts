import { record, string } from "../../../lib/loose-json.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { BoardFailure, listOrFail } from "../board-reader.ts";
import { assignedJson } from "../listed-pages.ts";

const SITE = "https://recruiting.paylocity.com/Recruiting/Jobs";

/** The list page holds its jobs as JSON. */
export const paylocity: Board = {
  name: "paylocity",
  domains: ["paylocity.com"],
  marks: [/\brecruiting\.paylocity\.com\/(?:recruiting\/)?jobs\/(?:all|list)\/([0-9a-f-]{36})/i],
  pageUrl: ({ token }) => `${SITE}/All/${token}`,
  async read(reader, { token }) {
    const { text } = await reader.page(`${SITE}/All/${token}`);
    const data = assignedJson(text, "window.pageData");
    if (data === undefined) throw new BoardFailure({ status: "not_found" });
    const jobs = listOrFail(record(data).Jobs).filter(({ IsInternal }) => IsInternal !== true);
    return { name: string(record(data).ModuleTitle), jobs: jobs.map(jobOf) };
  },
};

function jobOf(job: Record<string, unknown>): RawJob {
  const place = record(job.JobLocation);
  return {
    id: job.JobId,
    title: job.JobTitle,
    url: `${SITE}/Details/${job.JobId}`,
    places: [string(place.City) ? { city: place.City, region: place.State, country: place.Country } : job.LocationName],
    workplace: job.IsRemote === true ? "remote" : null,
    department: job.HiringDepartment,
    postedAt: job.PublishedDate,
    description: job.Description,
  };
}
