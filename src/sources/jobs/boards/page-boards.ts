import { record, records } from "../../../lib/loose-json.ts";
import type { RawJob } from "../../../readers/jobs/job.ts";
import { type JobFields, sections } from "../../../readers/jobs/job-fields.ts";
import { documentOf } from "../../../readers/page/document.ts";
import { decodeEntities } from "../../../readers/page/html-text.ts";
import { type Board, BoardFailure } from "../board-reader.ts";
import { type ListedLink, listed, listedLinks, listOrFail, readPages, withPostings } from "../listed-jobs.ts";

const MAX_ADDRESSES = 2_000;

const LOC = /<loc>([^<]{1,2000})<\/loc>/gi;
const JOB_PAGE = /\/jobs\/(\d+)\/([^/]+)\/job\/?$/;

const PAYLOCITY = "https://recruiting.paylocity.com/Recruiting/Jobs";
const COMEET_FIELDS: JobFields = {
  id: "uid",
  url: "url_active_page | url_comeet_hosted_page",
  places: [{ city: "location.city", region: "location.state", country: "location.country", or: "location.name" }],
  country: "location.country",
  workplace: "workplace_type | location.is_remote ? remote",
  // The date of the last edit, not of publication.
  updatedAt: "time_updated",
  description: (row) =>
    sections(records(row.details).length > 0 ? "details[]" : "custom_fields.details[]", "name", "value")(row),
};

/** Systems without an interface: their widgets or pages hold the jobs as JSON, or as a list whose pages have JSON-LD. */
export const PAGE_BOARDS: readonly Board[] = [
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
    async read(reader, ref) {
      const hosted = { script: "https://www.comeet.com/jobs/{token}", variable: "COMPANY_POSITIONS_DATA" };
      if (isHosted(ref.token)) return listed({ ...hosted, fields: COMEET_FIELDS })(reader, ref);
      const uid = /uid["']?\s*:\s*["']([0-9A-F]{2}\.[0-9A-F]{3})/i.exec(ref.token)?.[1];
      const secret = /token["']?\s*:\s*["']([\w-]{8,100})/i.exec(ref.token)?.[1];
      if (!reader.isOn("comeet") || !uid || !secret) throw new BoardFailure({ status: "not_read" });
      const api = `https://www.comeet.co/careers-api/2.0/company/${uid}/positions?token=${secret}&details=true`;
      return listed({ api, fields: COMEET_FIELDS })(reader, ref);
    },
  },
  /** JSON of the vendor's own widget, at most 1,000 jobs. Every sub-domain answers; HTML means that there is no account. */
  {
    name: "freshteam",
    dailyPaceMs: 1_000,
    marks: ["{token}.freshteam.com"],
    page: "https://{token}.freshteam.com/jobs",
    read: listed({
      json: "https://{token}.freshteam.com/hire/widgets/jobs.json",
      at(body) {
        if (body === undefined) throw new BoardFailure({ status: "not_found" });
        const { jobs, branches, job_roles: roles } = record(body);
        const branchById = new Map(records(branches).map((branch) => [branch.id, branch]));
        const roleById = new Map(records(roles).map((role) => [role.id, role]));
        return listOrFail(jobs).map((job) => {
          return { ...job, branch: branchById.get(job.branch_id), role: roleById.get(job.job_role_id) };
        });
      },
      isHidden: ({ deleted, status }) => deleted === true || /closed|hold|draft|archived/i.test(String(status ?? "")),
      fields: {
        id: "id | url",
        places: [{ city: "branch.city", region: "branch.state", country: "branch.country_code" }],
        workplace: "remote ? remote",
        department: "role.name",
      },
    }),
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
        company: "organization_name",
      },
    }),
  },
  /** Server-rendered list, without dates. */
  {
    name: "factorial",
    marks: ["{token}.factorialhr.(com.br|com.mx|com|es|fr|de|pt|it|co.uk) not es|fr|de|pt|it", "{token}.factorial.it"],
    page: "https://{host}/",
    async read(reader, { host }) {
      const page = await reader.page(`https://${host}/`);
      const links = listedLinks(documentOf(page), /\/job_posting\/[^/]+-\d+\/?$/);
      const jobs = links.map(({ url, title, after }) => {
        return { id: /(?<!\d)(\d+)\/?$/.exec(url)?.[1], title, url, places: [after[0]?.text] };
      });
      return { name: null, jobs };
    },
  },
  /** The sitemap lists the jobs, and their pages describe them in JSON-LD. Only jobs whose page was read are returned. */
  {
    name: "icims",
    marks: ["{token}.icims.com not cdn\\w*"],
    embeds: [{ literal: "icims_content_iframe" }],
    page: "https://{host}/jobs/search",
    async read(reader, { host }) {
      const { text } = await reader.page(`https://${host}/sitemap.xml`);
      const jobs = new Map<string, RawJob>();
      for (const [, address = ""] of text.matchAll(LOC).take(MAX_ADDRESSES)) {
        const url = URL.parse(decodeEntities(address.trim()));
        const id = url?.host === host ? JOB_PAGE.exec(url.pathname)?.[1] : undefined;
        if (url && id) jobs.set(id, { id, url: url.href });
      }
      const read = (await withPostings(reader, [...jobs.values()])).filter(({ title }) => title);
      return { name: null, jobs: read, isTruncated: read.length < jobs.size };
    },
  },
  /** Server-rendered list, whose rows appear twice, and JSON-LD on the jobs' pages. */
  {
    name: "jazzhr",
    marks: [
      "{token}.applytojob.com",
      "app.jazz.co/widgets/basic/create/{token}",
      "app.theresumator.com/widgets/basic/create/{token}",
    ],
    page: "https://{token}.applytojob.com/apply",
    async read(reader, { token }) {
      const page = await reader.page(`https://${token}.applytojob.com/apply/jobs`);
      if (page.text.includes("Inactive Career Page")) throw new BoardFailure({ status: "not_found" });
      const links = listedLinks(documentOf(page), /^\/apply\/(?:jobs\/details\/)?[A-Za-z0-9]{6,}(?:\/|$)/);
      return { name: null, jobs: await withPostings(reader, links.map(jobOf)) };
    },
  },
  /** Server-rendered list in pages, and JSON-LD on the jobs' pages. */
  {
    name: "jobvite",
    marks: ["jobs.jobvite.com/(careers/|[a-z]{2}/)?{token} not support|search|jobs|careers"],
    embeds: [{ literal: "data-careersite=", token: /^data-careersite=["']([\w-]+)["']/i }],
    page: "https://jobs.jobvite.com/{token}",
    async read(reader, { token }) {
      const found = await readPages(async (page) => {
        if (page > 0 && !reader.hasTime()) throw new BoardFailure({ status: "timeout" });
        const list = await reader.page(`https://jobs.jobvite.com/${token}/search/?p=${page}`);
        if (list.url.searchParams.has("invalid")) throw new BoardFailure({ status: "not_found" });
        const jobs = listedLinks(documentOf(list), /\/job\/[A-Za-z0-9]+\/?$/).map(({ url, title, after }) => {
          const place = after.find(({ className }) => className.includes("location")) ?? after[0];
          return { id: url.split("/job/")[1]?.replace("/", ""), title, url, places: [place?.text] };
        });
        return { jobs, isLast: jobs.length === 0 };
      });
      return { ...found, name: null, jobs: await withPostings(reader, found.jobs) };
    },
  },
];

function jobOf({ url, title, after }: ListedLink): RawJob {
  const department = after.find(({ className }) => className.includes("resumator_department"))?.text;
  const place = after.find(({ text }) => text !== department)?.text;
  const id = /(?<![A-Za-z0-9])([A-Za-z0-9]{6,})(?:\/[^/]*)?\/?$/.exec(
    new URL(url).pathname.replace("/details", ""),
  )?.[1];
  return { id: id ?? url, title, url, places: [place], department };
}

function isHosted(token: string): boolean {
  return /^[\w.-]+\/[0-9A-F]{2}\.[0-9A-F]{3}$/i.test(token);
}
