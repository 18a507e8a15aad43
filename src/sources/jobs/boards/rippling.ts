import { record, string } from "../../../lib/loose-json.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { listOrFail } from "../board-reader.ts";
import { withDetails } from "../listed-pages.ts";

/** Job board API, v1 as the vendor's own pages use it. One row for each place; only the details have dates. */
export const rippling: Board = {
  name: "rippling",
  needsOperator: true,
  domains: ["rippling.com"],
  marks: [
    /\bats\.rippling\.com\/(?:embed\/)?(?:[a-z]{2}-[A-Z]{2}\/)?(?!(?:api|internal|_next|static|embed)\/)([\w.%-]{1,100})\/jobs/,
    /\bapi\.rippling\.com\/platform\/api\/ats\/v[12]\/board\/([\w.%-]{1,100})\/jobs/,
  ],
  pageUrl: ({ token }) => `https://ats.rippling.com/${token}/jobs`,
  async read(reader, { token }) {
    const api = `https://api.rippling.com/platform/api/ats/v1/board/${token}/jobs`;
    const jobs = new Map<unknown, RawJob>();
    for (const row of listOrFail(await reader.json(api))) {
      if (row.unlistedFromSearch === true) continue;
      const place = record(row.workLocation).label;
      const known = jobs.get(row.uuid);
      if (known) known.places?.push(place);
      else {
        jobs.set(row.uuid, {
          id: row.uuid,
          title: row.name,
          url: row.url,
          places: [place],
          department: record(row.department).label,
        });
      }
    }
    const detailed = await withDetails(reader, [...jobs.values()], async ({ id }) => {
      const detail = record(await reader.json(`${api}/${id}`));
      const { company, role } = record(detail.description);
      return {
        description: `${string(role) ?? ""}\n${string(company) ?? ""}`,
        employmentType: string(detail.employmentType) ?? record(detail.employmentType).label,
        postedAt: detail.createdOn,
        company: detail.companyName,
      };
    });
    return { name: null, jobs: detailed };
  },
};
