import { record, records } from "../../../lib/loose-json.ts";
import { type JobFields, sections } from "../../../readers/jobs/job-fields.ts";
import type { Board } from "../board.ts";
import { BoardFailure } from "../board-reader.ts";
import { listOrFail, postingDetail } from "../read-board.ts";

const PAYLOCITY = "https://recruiting.paylocity.com/Recruiting/Jobs";
/** Other tokens of Comeet are what a page sets up its widget with. */
const HOSTED = /^[\w.-]+\/[0-9A-F]{2}\.[0-9A-F]{3}$/i;
const COMEET_FIELDS: JobFields = {
  description: (row) => ["details[]", "custom_fields.details[]"].map((list) => sections(list, "name", "value")(row)),
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
    page: ({ token, url }) => (HOSTED.test(token) ? `https://www.comeet.com/jobs/${token}` : url),
    onDemand: true,
    list({ token }, reader) {
      const hosted = { script: "https://www.comeet.com/jobs/{token}", variable: "COMPANY_POSITIONS_DATA" };
      if (HOSTED.test(token)) return { ...hosted, fields: COMEET_FIELDS };
      const uid = /uid["']?\s*:\s*["']([0-9A-F]{2}\.[0-9A-F]{3})/i.exec(token)?.[1];
      const secret = /token["']?\s*:\s*["']([\w-]{8,100})/i.exec(token)?.[1];
      if (!reader.isOn("comeet") || !uid || !secret) return null;
      const api = `https://www.comeet.co/careers-api/2.0/company/${uid}/positions?token=${secret}&details=true`;
      return { api, fields: COMEET_FIELDS };
    },
  },
  /** JSON of the vendor's own widget, at most 1,000 jobs. Every sub-domain answers; HTML means that there is no account. */
  {
    name: "freshteam",
    marks: ["{token}.freshteam.com"],
    page: "https://{token}.freshteam.com/jobs",
    list: {
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
    },
  },
  {
    name: "paylocity",
    marks: ["recruiting.paylocity.com/(recruiting/)?jobs/(all|list)/{token}"],
    page: `${PAYLOCITY}/All/{token}`,
    onDemand: true,
    list: {
      script: `${PAYLOCITY}/All/{token}`,
      variable: "window.pageData",
      at: "Jobs",
      name: "ModuleTitle",
      isHidden: ({ IsInternal }) => IsInternal === true,
      jobPage: `${PAYLOCITY}/Details/{id}`,
    },
  },
  /** JSON of the vendor's own widget. `meta.total` counts pages; `is_last` is unreliable past the end. */
  {
    name: "polymer",
    marks: ["api.polymer.co/v1/hire/organizations/{token}", "jobs.polymer.co/{token}"],
    page: "https://jobs.polymer.co/{token}",
    list: {
      json: "https://api.polymer.co/v1/hire/organizations/{token}/jobs?page={page}",
      at: "items",
      pages: "meta.total",
      jobPage: "https://jobs.polymer.co/{token}/{id}",
    },
  },
  /** Server-rendered list, without dates. */
  {
    name: "factorial",
    marks: ["{token}.factorialhr.(com.br|com.mx|com|es|fr|de|pt|it|co.uk) not es|fr|de|pt|it", "{token}.factorial.it"],
    onDemand: true,
    list: { html: "https://{host}/", links: /\/job_posting\/[^/]+-(\d+)\/?$/, fields: { places: ["after.text"] } },
  },
  /** The sitemap lists the jobs, and their pages describe them in JSON-LD. Only jobs whose page was read are returned. */
  {
    name: "icims",
    marks: ["{token}.icims.com not cdn\\w*"],
    embeds: [{ literal: "icims_content_iframe" }],
    page: "https://{host}/jobs/search",
    onDemand: true,
    list({ host }) {
      const idOf = (loc: unknown) => {
        const url = URL.parse(String(loc));
        return url?.host === host ? /\/jobs\/(\d+)\/[^/]+\/job\/?$/.exec(url.pathname)?.[1] : undefined;
      };
      return {
        xml: "https://{host}/sitemap.xml",
        at: "urlset.url",
        isHidden: ({ loc }) => !idOf(loc),
        fields: { id: ({ loc }) => idOf(loc), url: "loc" },
        detail: postingDetail,
      };
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
    onDemand: true,
    list: {
      html: "https://{token}.applytojob.com/apply/jobs",
      links: /^\/apply\/(?:jobs\/details\/)?([A-Za-z0-9]{6,})(?:\/|$)/,
      gone: "Inactive Career Page",
      fields: { places: ["after[!className].text"], department: "after[className=resumator_department].text" },
      detail: postingDetail,
    },
  },
  /** Server-rendered list in pages, and JSON-LD on the jobs' pages. */
  {
    name: "jobvite",
    marks: ["jobs.jobvite.com/(careers/|[a-z]{2}/)?{token} not support|search|jobs|careers"],
    embeds: [{ literal: "data-careersite=", token: /^data-careersite=["']([\w-]+)["']/i }],
    page: "https://jobs.jobvite.com/{token}",
    onDemand: true,
    list: {
      html: "https://jobs.jobvite.com/{token}/search/?p={index}",
      links: /\/job\/([A-Za-z0-9]+)\/?$/,
      pageSize: 1,
      fields: { places: ["after[className=jv-job-list-location].text | after.text"] },
      detail: postingDetail,
    },
  },
];
