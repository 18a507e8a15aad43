import { record, records } from "../../../lib/loose-json.ts";
import { subdomainOf } from "../../../readers/jobs/board-marks.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { BoardFailure, listOrFail } from "../board-reader.ts";

/** JSON of the vendor's own widget, at most 1,000 jobs. Every sub-domain answers; HTML means that there is no account. */
export const freshteam: Board = {
  name: "freshteam",
  domains: ["freshteam.com"],
  marks: [subdomainOf("freshteam\\.com")],
  pageUrl: ({ token }) => `https://${token}.freshteam.com/jobs`,
  async read(reader, { token }) {
    const body = await reader.json(`https://${token}.freshteam.com/hire/widgets/jobs.json`);
    if (body === undefined) throw new BoardFailure({ status: "not_found" });
    const { jobs, branches, job_roles: roles } = record(body);
    const branchById = new Map(records(branches).map((branch) => [branch.id, branch]));
    const roleById = new Map(records(roles).map((role) => [role.id, role.name]));
    const open = listOrFail(jobs).filter(
      ({ deleted, status }) => deleted !== true && !/closed|hold|draft|archived/i.test(String(status ?? "")),
    );
    return {
      name: null,
      jobs: open.map((job): RawJob => {
        const { city, state, country_code: country } = record(branchById.get(job.branch_id));
        return {
          id: job.id ?? job.url,
          title: job.title,
          url: job.url,
          places: [{ city, region: state, country }],
          workplace: String(job.remote) === "true" ? "remote" : null,
          department: roleById.get(job.job_role_id) ?? null,
          employmentType: job.type ?? job.job_type,
          postedAt: job.created_at,
          description: job.description,
        };
      }),
    };
  },
};
