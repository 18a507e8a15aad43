import { parseJson, record, string } from "../../../lib/loose-json.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import { decodeEntities } from "../../../readers/page/html-entities.ts";
import { readMarkup } from "../../../readers/page/html-tags.ts";
import type { Board } from "../board.ts";
import { BoardFailure, isNotFound, listOrFail } from "../board-reader.ts";
import { type FeedEntry, rssFeed } from "../rss.ts";

/** RSS of the career site, or the JSON that its page holds (at most 750 jobs). */
export const zoho: Board = {
  name: "zoho",
  domains: [
    "zohorecruit.com",
    "zohorecruit.eu",
    "zohorecruit.in",
    "zohorecruit.ca",
    "zohorecruit.sa",
    "zohorecruit.jp",
  ],
  marks: [
    /\/\/(?!(?:www|recruit|static)\.)([a-z0-9][a-z0-9-]{0,62})\.zohorecruit\.(?:com\.au|com|eu|in|ca|sa|jp)(?![\w-])/i,
  ],
  pageUrl: ({ host, url }) => (url.includes("/jobs/") ? url : `https://${host}/jobs/Careers`),
  async read(reader, { host, url }) {
    const site = /\/jobs\/([\w-]{1,60})/.exec(url)?.[1] ?? "Careers";
    const feed = await reader.page(`https://${host}/jobs/${site}/rss`).catch((error) => {
      if (isNotFound(error)) return null;
      throw error;
    });
    if (feed?.text.includes("the joblist has been removed")) throw new BoardFailure({ status: "not_found" });
    if (feed && /<rss\b/i.test(feed.text.slice(0, 2_000))) {
      const { title, items } = rssFeed(feed.text);
      return { name: title, jobs: items.map(feedJob) };
    }
    const page = await reader.page(`https://${host}/jobs/${site}`);
    const rows = listOrFail(parseJson(hiddenValue(page.text))).filter(({ Publish }) => String(Publish) !== "false");
    return { name: null, jobs: rows.map((row) => pageJob(row, `https://${host}/jobs/${site}`)) };
  },
};

/** The value of the page's `<input id="jobs">`. */
function hiddenValue(html: string): string {
  for (const tag of readMarkup(html).tags) {
    if (tag.kind !== "open" || tag.name !== "input") continue;
    const { id, value } = tag.attributes;
    if (id === "jobs") return decodeEntities(value ?? "");
  }
  throw new BoardFailure({ status: "failed" });
}

function feedJob(item: FeedEntry): RawJob {
  const url = item.text("link");
  return {
    id: item.text("guid") ?? url,
    title: item.text("title") ?? item.text("Posting_Title"),
    url,
    places: [
      item.text("City") || item.text("Country")
        ? { city: item.text("City"), region: item.text("State"), country: item.text("Country") }
        : item.text("location"),
    ],
    workplace: item.text("Remote_Job") === "true" ? "remote" : null,
    employmentType: item.text("Job_Type"),
    postedAt: item.text("pubDate"),
    description: item.text("description"),
  };
}

function pageJob(row: Record<string, unknown>, base: string): RawJob {
  return {
    id: row.id,
    title: string(row.Posting_Title) ?? row.Job_Opening_Name,
    url: `${base}/${row.id}`,
    places: [{ city: row.City, region: row.State, country: row.Country }],
    workplace: row.Remote_Job === true || row.Remote_Job === "true" ? "remote" : null,
    department: row.Industry ?? record(row.Department_Name).name,
    employmentType: row.Job_Type,
    postedAt: row.Date_Opened,
    description: row.Job_Description,
  };
}
