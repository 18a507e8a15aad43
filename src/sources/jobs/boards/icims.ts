import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import { decodeEntities } from "../../../readers/page/html-entities.ts";
import type { Board } from "../board.ts";
import { postingDetail, withDetails } from "../listed-pages.ts";

const MAX_ADDRESSES = 2_000;
const LOC = /<loc>([^<]{1,2000})<\/loc>/gi;
const JOB_PAGE = /\/jobs\/(\d+)\/([^/]+)\/job\/?$/;

/** The sitemap lists the jobs, and their pages describe them in JSON-LD. Only jobs whose page was read are returned. */
export const icims: Board = {
  name: "icims",
  domains: ["icims.com"],
  marks: [
    /\/\/(?!(?:www|careers|help|community|developer|login|cdn\w*|static|media)\.)([a-z0-9][a-z0-9-]{0,62})\.icims\.com(?![\w.-])/i,
  ],
  embeds: [{ literal: "icims_content_iframe" }],
  pageUrl: ({ host }) => `https://${host}/jobs/search`,
  async read(reader, { host }) {
    const { text } = await reader.page(`https://${host}/sitemap.xml`);
    const jobs = new Map<string, RawJob>();
    for (const [, address = ""] of text.matchAll(LOC).take(MAX_ADDRESSES)) {
      const url = URL.parse(decodeEntities(address.trim()));
      const id = url?.host === host ? JOB_PAGE.exec(url.pathname)?.[1] : undefined;
      if (url && id) jobs.set(id, { id, url: url.href });
    }
    const detailed = await withDetails(reader, [...jobs.values()], (job) => postingDetail(reader, job));
    const read = detailed.filter(({ title }) => title);
    return { name: null, jobs: read, isTruncated: read.length < jobs.size };
  },
};
