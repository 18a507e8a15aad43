import { subdomainOf } from "../../../readers/jobs/board-marks.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { BoardFailure } from "../board-reader.ts";
import { type ListedLink, listedLinks, postingDetail, withDetails } from "../listed-pages.ts";

/** Server-rendered list, whose rows appear twice, and JSON-LD on the jobs' pages. */
export const jazzhr: Board = {
  name: "jazzhr",
  domains: ["applytojob.com", "jazz.co", "theresumator.com"],
  marks: [subdomainOf("applytojob\\.com"), /\bapp\.(?:jazz\.co|theresumator\.com)\/widgets\/basic\/create\/([\w-]+)/i],
  pageUrl: ({ token }) => `https://${token}.applytojob.com/apply`,
  async read(reader, { token }) {
    const page = await reader.page(`https://${token}.applytojob.com/apply/jobs`);
    if (page.text.includes("Inactive Career Page")) throw new BoardFailure({ status: "not_found" });
    const links = listedLinks(page.text, page.url, /^\/apply\/(?:jobs\/details\/)?[A-Za-z0-9]{6,}(?:\/|$)/);
    return { name: null, jobs: await withDetails(reader, links.map(jobOf), (job) => postingDetail(reader, job)) };
  },
};

function jobOf({ url, title, after }: ListedLink): RawJob {
  const department = after.find(({ className }) => className.includes("resumator_department"))?.text;
  const place = after.find(({ text }) => text !== department)?.text;
  const id = /(?<![A-Za-z0-9])([A-Za-z0-9]{6,})(?:\/[^/]*)?\/?$/.exec(
    new URL(url).pathname.replace("/details", ""),
  )?.[1];
  return { id: id ?? url, title, url, places: [place], department };
}
