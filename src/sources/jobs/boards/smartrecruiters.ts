import { record, string } from "../../../lib/loose-json.ts";
import { segmentAfter } from "../../../readers/jobs/board-marks.ts";
import { readPages } from "../../../readers/jobs/paged-list.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { BoardFailure, listOrFail } from "../board-reader.ts";

const PAGE_SIZE = 100;

/** Posting API (developers.smartrecruiters.com). Public by design, but robots.txt of its host refuses everybody: the operator decides. */
export const smartrecruiters: Board = {
  name: "smartrecruiters",
  needsOperator: true,
  domains: ["smartrecruiters.com"],
  marks: [
    segmentAfter(
      "(?:careers|jobs)\\.smartrecruiters\\.com",
      "cdn-cgi|external-referrals|oneclick-ui|sr-jobs|job-widget|my|api",
    ),
    /\bapi\.smartrecruiters\.com\/v1\/companies\/([\w-]+)/i,
  ],
  embeds: [{ literal: "company_code", token: /^company_code["']?\s*:\s*["']([\w-]+)/i }],
  pageUrl: ({ token }) => `https://careers.smartrecruiters.com/${token}`,
  async read(reader, { token }) {
    const found = await readPages(PAGE_SIZE, async (offset) => {
      const url = `https://api.smartrecruiters.com/v1/companies/${token}/postings?limit=${PAGE_SIZE}&offset=${offset}`;
      return listOrFail(record(await reader.api(url)).content).map((posting) => jobOf(posting, token));
    });
    // The API answers an unknown company like an empty one, so the two cannot be told apart.
    if (found.jobs.length === 0) throw new BoardFailure({ status: "not_found" });
    return { name: null, ...found };
  },
};

function jobOf(posting: Record<string, unknown>, token: string): RawJob {
  const place = record(posting.location);
  const workplace = place.hybrid === true ? "hybrid" : place.remote === true ? "remote" : null;
  return {
    id: posting.id,
    title: posting.name,
    url: string(posting.postingUrl) ?? `https://jobs.smartrecruiters.com/${token}/${posting.id}`,
    places: [{ city: place.city, region: place.region, country: string(place.country)?.toUpperCase() }],
    workplace,
    department: record(posting.department).label ?? record(posting.function).label,
    employmentType: string(record(posting.typeOfEmployment).id) ?? record(posting.typeOfEmployment).label,
    language: record(posting.language).code,
    postedAt: posting.releasedDate,
    company: record(posting.company).name,
  };
}
