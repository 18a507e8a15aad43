import type { RawJob } from "../../../readers/jobs/job.ts";
import { documentOf } from "../../../readers/page/document.ts";
import { decodeEntities } from "../../../readers/page/html-text.ts";
import { type Board, BoardFailure } from "../board-reader.ts";
import { type ListedLink, listedLinks, readPages, withPostings } from "../listed-jobs.ts";

const MAX_ADDRESSES = 2_000;

const LOC = /<loc>([^<]{1,2000})<\/loc>/gi;
const JOB_PAGE = /\/jobs\/(\d+)\/([^/]+)\/job\/?$/;

/** Systems whose pages are read: a list, and what each job's page says in JSON-LD. */
export const PAGE_BOARDS: readonly Board[] = [
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
