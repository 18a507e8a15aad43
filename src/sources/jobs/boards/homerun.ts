import { record } from "../../../lib/loose-json.ts";
import { subdomainOf } from "../../../readers/jobs/board-marks.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import { salaryInText } from "../../../readers/jobs/salary-in-text.ts";
import type { Board } from "../board.ts";
import { elements, xmlText } from "../feed-xml.ts";
import { atomFeed, type FeedEntry } from "../rss.ts";

/** Atom feed of every company. */
export const homerun: Board = {
  name: "homerun",
  domains: ["homerun.co"],
  marks: [/\bfeed\.homerun\.co\/([a-z0-9-]+)/i, subdomainOf("homerun\\.co", "feed")],
  pageUrl: ({ token }) => `https://${token}.homerun.co/`,
  async read(reader, { token }) {
    const { text } = await reader.page(`https://feed.homerun.co/${token}`);
    return { name: null, jobs: atomFeed(text).items.map(jobOf) };
  },
};

function jobOf(entry: FeedEntry): RawJob {
  const [link] = elements(entry.raw.link);
  const url = xmlText(link?.["@href"]) ?? entry.text("link");
  return {
    id: entry.text("id") ?? url,
    title: entry.text("title"),
    url,
    places: [entry.text("location")],
    department: entry.text("department"),
    employmentType: entry.text("type"),
    salary: salaryInText(entry.text("salary_indication"), null),
    postedAt: entry.text("published"),
    // The date of the last edit.
    updatedAt: entry.text("updated"),
    description: entry.text("content") ?? entry.text("summary") ?? entry.text("text") ?? entry.text("description"),
    company: xmlText(record(entry.raw.author).name),
  };
}
