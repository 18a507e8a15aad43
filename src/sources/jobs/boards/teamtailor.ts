import { record } from "../../../lib/loose-json.ts";
import { subdomainOf } from "../../../readers/jobs/board-marks.ts";
import { readPages } from "../../../readers/jobs/paged-list.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { elements, xmlText } from "../feed-xml.ts";
import { type FeedEntry, rssFeed } from "../rss.ts";

const PAGE_SIZE = 100;
const WORKPLACES: Record<string, string> = { none: "onsite", fully: "remote", temporary: "hybrid" };

/** RSS feed of every career site (support.teamtailor.com), on the vendor's host or the company's own. A widget's key is never used. */
export const teamtailor: Board = {
  name: "teamtailor",
  domains: ["teamtailor.com"],
  marks: [subdomainOf("(?:(?:na|career)\\.)?teamtailor\\.com", "tt|scripts|na")],
  embeds: [{ literal: "teamtailor-jobs-widget" }],
  hasOwnHosts: true,
  assets: ["teamtailor-cdn.com"],
  pageUrl: ({ host }) => `https://${host}/jobs`,
  async read(reader, { host }) {
    let name: string | null = null;
    const found = await readPages(PAGE_SIZE, async (offset) => {
      const page = await reader.page(`https://${host}/jobs.rss?per_page=${PAGE_SIZE}&offset=${offset}`);
      const { title, items } = rssFeed(page.text);
      name ??= title;
      return items.map(jobOf);
    });
    return { name, ...found };
  },
};

function jobOf(item: FeedEntry): RawJob {
  const places = elements(record(item.raw.locations).location).map(({ name, city, country }) => ({
    city: xmlText(city) ?? xmlText(name),
    country: xmlText(country),
  }));
  const remote = item.text("remoteStatus")?.toLowerCase() ?? "";
  return {
    id: item.text("guid"),
    title: item.text("title"),
    url: item.text("link"),
    places,
    workplace: WORKPLACES[remote] ?? remote,
    department: item.text("department") ?? item.text("role"),
    postedAt: item.text("pubDate"),
    description: item.text("description"),
  };
}
