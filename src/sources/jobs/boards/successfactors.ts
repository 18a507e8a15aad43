import { subdomainOf } from "../../../readers/jobs/board-marks.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { BoardFailure } from "../board-reader.ts";
import { type FeedEntry, rssFeed } from "../rss.ts";

/** Career sites on the employer's own host publish a feed, `/sitemal.xml` (sic); the legacy page is recognised only. */
export const successfactors: Board = {
  name: "successfactors",
  domains: [
    "successfactors.com",
    "successfactors.eu",
    "sapsf.com",
    "sapsf.eu",
    "sapsf.cn",
    "jobs2web.com",
    "cloud.sap",
  ],
  marks: [
    /\bcareer\d*\.(?:successfactors\.(?:com|eu)|sapsf\.(?:com|eu|cn))\/[^"'\s<>]*?[?&](?:company|career_company)=([\w-]+)/i,
    subdomainOf("jobs\\.hr\\.cloud\\.sap"),
    subdomainOf("jobs2web\\.com"),
  ],
  hasOwnHosts: true,
  async read(reader, { token, host }) {
    if (token) throw new BoardFailure({ status: "not_read" });
    const { text } = await reader.page(`https://${host}/sitemal.xml`);
    return { name: null, jobs: rssFeed(text).items.map(jobOf) };
  },
};

function jobOf(item: FeedEntry): RawJob {
  return {
    id: item.text("id") ?? item.text("guid") ?? item.text("link"),
    title: item.text("title"),
    url: item.text("link"),
    places: [item.text("location")],
    department: item.text("job_function"),
    employmentType: item.text("job_type"),
    postedAt: item.text("publish_date") ?? item.text("pubDate"),
    description: item.text("description"),
    company: item.text("employer"),
  };
}
