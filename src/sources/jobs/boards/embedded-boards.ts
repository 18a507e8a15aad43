import { record, records, string } from "../../../lib/loose-json.ts";
import { type JobFields, sections } from "../../../readers/jobs/job-fields.ts";
import { type Board, BoardFailure, listOrFail } from "../board-reader.ts";
import { assignedJson, jobsOf, listed } from "../listed-jobs.ts";

const PAYLOCITY = "https://recruiting.paylocity.com/Recruiting/Jobs";
const COMEET_FIELDS: JobFields = {
  id: "uid",
  title: "name",
  url: "url_active_page | url_comeet_hosted_page",
  places: [{ city: "location.city", region: "location.state", country: "location.country", or: "location.name" }],
  country: "location.country",
  workplace: "workplace_type | location.is_remote ? remote",
  // The date of the last edit, not of publication.
  updatedAt: "time_updated",
  description: (row) =>
    sections(records(row.details).length > 0 ? "details[]" : "custom_fields.details[]", "name", "value")(row),
};

/** Systems whose widgets or pages hold their jobs as JSON. */
export const EMBEDDED_BOARDS: readonly Board[] = [
  /** The hosted page has the jobs as JSON; the careers API (developers.comeet.com) only with `comeet` in `BOARDS_ON`. */
  {
    name: "comeet",
    domains: ["comeet.co", "comeet.com"],
    marks: [/\bcomeet\.com?\/jobs\/([\w.-]{1,100})\/([0-9A-F]{2}\.[0-9A-F]{3})/i],
    embeds: [
      { literal: "COMEET.init", token: /^COMEET\.init\(\s*\{([^}]{10,300})/i },
      { literal: "comeetvar", token: /^comeetvar\s*=\s*\{([^}]{10,300})/i },
    ],
    page: ({ token, url }) => (isHosted(token) ? `https://www.comeet.com/jobs/${token}` : url),
    async read(reader, { token }) {
      if (isHosted(token)) {
        const { text } = await reader.page(`https://www.comeet.com/jobs/${token}`);
        const name = string(record(assignedJson(text, "COMPANY_DATA")).name);
        return {
          name,
          jobs: jobsOf(listOrFail(assignedJson(text, "COMPANY_POSITIONS_DATA")), { fields: COMEET_FIELDS }),
        };
      }
      const uid = /uid["']?\s*:\s*["']([0-9A-F]{2}\.[0-9A-F]{3})/i.exec(token)?.[1];
      const secret = /token["']?\s*:\s*["']([\w-]{8,100})/i.exec(token)?.[1];
      if (!reader.isOn("comeet") || !uid || !secret) throw new BoardFailure({ status: "not_read" });
      const api = `https://www.comeet.co/careers-api/2.0/company/${uid}/positions?token=${secret}&details=true`;
      return { name: null, jobs: jobsOf(listOrFail(await reader.api(api)), { fields: COMEET_FIELDS }) };
    },
  },
  /** JSON of the vendor's own widget, at most 1,000 jobs. Every sub-domain answers; HTML means that there is no account. */
  {
    name: "freshteam",
    dailyPaceMs: 1_000,
    marks: ["{token}.freshteam.com"],
    page: "https://{token}.freshteam.com/jobs",
    async read(reader, { token }) {
      const body = await reader.json(`https://${token}.freshteam.com/hire/widgets/jobs.json`);
      if (body === undefined) throw new BoardFailure({ status: "not_found" });
      const { jobs, branches, job_roles: roles } = record(body);
      const branchById = new Map(records(branches).map((branch) => [branch.id, branch]));
      const roleById = new Map(records(roles).map((role) => [role.id, role]));
      const rows = listOrFail(jobs).map((job) => {
        return { ...job, branch: branchById.get(job.branch_id), role: roleById.get(job.job_role_id) };
      });
      return {
        name: null,
        jobs: jobsOf(rows, {
          fields: {
            id: "id | url",
            places: [{ city: "branch.city", region: "branch.state", country: "branch.country_code" }],
            workplace: "remote ? remote",
            department: "role.name",
            employmentType: "type | job_type",
            postedAt: "created_at",
          },
          isHidden: isClosed,
        }),
      };
    },
  },
  {
    name: "paylocity",
    marks: ["recruiting.paylocity.com/(recruiting/)?jobs/(all|list)/{token}"],
    page: `${PAYLOCITY}/All/{token}`,
    read: listed({
      script: `${PAYLOCITY}/All/{token}`,
      variable: "window.pageData",
      at: "Jobs",
      name: "ModuleTitle",
      isHidden: ({ IsInternal }) => IsInternal === true,
      fields: {
        id: "JobId",
        title: "JobTitle",
        url: ({ JobId }) => `${PAYLOCITY}/Details/${JobId}`,
        places: [
          { city: "JobLocation.City", region: "JobLocation.State", country: "JobLocation.Country", or: "LocationName" },
        ],
        workplace: "IsRemote ? remote",
        department: "HiringDepartment",
        postedAt: "PublishedDate",
        description: "Description",
      },
    }),
  },
  /** JSON of the vendor's own widget. `meta.total` counts pages; `is_last` is unreliable past the end. */
  {
    name: "polymer",
    dailyPaceMs: 1_000,
    marks: ["api.polymer.co/v1/hire/organizations/{token}", "jobs.polymer.co/{token}"],
    page: "https://jobs.polymer.co/{token}",
    read: listed({
      json: "https://api.polymer.co/v1/hire/organizations/{token}/jobs?page={page}",
      at: "items",
      pages: "meta.total",
      jobPage: "https://jobs.polymer.co/{token}/{id}",
      fields: {
        id: "id | hash_id",
        url: "job_post_url | url",
        places: [{ city: "city", region: "status_region", country: "country", or: "display_location" }],
        workplace: "remoteness_pretty",
        department: "job_category_name | department",
        employmentType: "kind_pretty",
        salary: "salary_pretty",
        postedAt: "published_at",
        company: "organization_name",
      },
    }),
  },
];

function isClosed({ deleted, status }: Record<string, unknown>): boolean {
  return deleted === true || /closed|hold|draft|archived/i.test(String(status ?? ""));
}

function isHosted(token: string): boolean {
  return /^[\w.-]+\/[0-9A-F]{2}\.[0-9A-F]{3}$/i.test(token);
}
