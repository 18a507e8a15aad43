import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { BoardFailure } from "../board-reader.ts";
import { listedLinks, postingDetail, withDetails } from "../listed-pages.ts";

const MAX_PAGES = 10;

/** Server-rendered list in pages, and JSON-LD on the jobs' pages. */
export const jobvite: Board = {
  name: "jobvite",
  domains: ["jobvite.com"],
  marks: [
    /\bjobs\.jobvite\.com\/(?:careers\/|[a-z]{2}\/)?(?!(?:__assets__|api|support|search|jobs|careers|robots\.txt)(?:[/?"'#]|$))([\w-]+)/i,
  ],
  embeds: [{ literal: "data-careersite=", token: /^data-careersite=["']([\w-]+)["']/i }],
  pageUrl: ({ token }) => `https://jobs.jobvite.com/${token}`,
  async read(reader, { token }) {
    const jobs = new Map<string, RawJob>();
    for (let page = 0; page < MAX_PAGES; page++) {
      const asked = reader.page(`https://jobs.jobvite.com/${token}/search/?p=${page}`);
      const list = page === 0 ? await asked : await asked.catch(() => null);
      if (list?.url.searchParams.has("invalid")) throw new BoardFailure({ status: "not_found" });
      const links = list ? listedLinks(list.text, list.url, /\/job\/[A-Za-z0-9]+\/?$/) : [];
      const known = jobs.size;
      for (const { url, title, after } of links) {
        const place = after.find(({ className }) => className.includes("location")) ?? after[0];
        jobs.set(url, { id: url.split("/job/")[1]?.replace("/", ""), title, url, places: [place?.text] });
      }
      if (jobs.size === known || !reader.hasTime()) {
        const isTruncated = list === null || jobs.size !== known;
        return { name: null, jobs: await detailed([...jobs.values()]), isTruncated };
      }
    }
    return { name: null, jobs: await detailed([...jobs.values()]), isTruncated: true };

    function detailed(list: RawJob[]): Promise<RawJob[]> {
      return withDetails(reader, list, (job) => postingDetail(reader, job));
    }
  },
};
