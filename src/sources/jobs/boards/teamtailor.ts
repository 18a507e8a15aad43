import { record } from "../../../lib/loose-json.ts";
import { type Board, type RawJob, subdomainOf } from "../board.ts";
import { elements, xmlText } from "../feed-xml.ts";
import { type FeedEntry, rssFeed } from "../rss.ts";

const PAGE_SIZE = 100;
const MAX_JOBS = 2_000;
const WORKPLACES: Record<string, string> = { none: "onsite", fully: "remote", temporary: "hybrid" };

/** RSS feed of every career site (support.teamtailor.com), on the vendor's host or the company's own. A widget's key is never used. */
export const teamtailor: Board = {
  name: "teamtailor",
  verdict: "documented",
  domains: ["teamtailor.com"],
  marks: [subdomainOf("(?:(?:na|career)\\.)?teamtailor\\.com", "tt|scripts|na")],
  embeds: [{ literal: "teamtailor-jobs-widget" }],
  hasOwnHosts: true,
  assets: ["teamtailor-cdn.com"],
  pageUrl: ({ host }) => `https://${host}/jobs`,
  async read(reader, { host }) {
    const jobs: RawJob[] = [];
    let name: string | null = null;
    for (let offset = 0; offset < MAX_JOBS; offset += PAGE_SIZE) {
      const asked = reader.page(`https://${host}/jobs.rss?per_page=${PAGE_SIZE}&offset=${offset}`);
      const page = offset === 0 ? await asked : await asked.catch(() => null);
      if (page === null) return { name, jobs, isTruncated: true };
      const { title, items } = rssFeed(page.text);
      name ??= title;
      // The same page again, or one longer than asked for: the host does not page.
      if (items[0] && jobs[0]?.id === items[0].text("guid")) return { name, jobs };
      jobs.push(...items.map(jobOf));
      if (items.length !== PAGE_SIZE) return { name, jobs };
    }
    return { name, jobs, isTruncated: true };
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
