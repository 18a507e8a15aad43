import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { type FeedEntry, rssFeed } from "../rss.ts";

/** RSS feed of every company (Trakstar Hire, formerly Recruiterbox). */
export const trakstar: Board = {
  name: "trakstar",
  domains: ["recruiterbox.com", "trakstar.com"],
  marks: [
    /\bjsapi\.recruiterbox\.com\/v1\/openings\?[^"'\s]*?client_name=([\w-]+)/i,
    /\/\/(?!(?:www|app|jsapi|api|help|blog|hire|assets|static|cdn)\.)([a-z0-9][a-z0-9-]{0,62})\.(?:recruiterbox\.com|hire\.trakstar\.com)(?![\w.-])/i,
  ],
  pageUrl: ({ token }) => `https://${token}.hire.trakstar.com/`,
  async read(reader, { token }) {
    const { text } = await reader.page(`https://${token}.hire.trakstar.com/jobfeeds/${token}`);
    return { name: null, jobs: rssFeed(text).items.map(jobOf) };
  },
};

function jobOf(item: FeedEntry): RawJob {
  const [city, region, country] = ["city", "state", "country"].map(
    (name) => item.text(`location_${name}`) ?? item.text(name),
  );
  return {
    id: item.text("id") ?? item.text("guid") ?? item.text("link"),
    title: item.text("title"),
    url: item.text("link"),
    places: [city || country ? { city, region, country } : item.text("location")],
    workplace: /^(?:true|yes|1)$/i.test(item.text("allows_remote") ?? item.text("remote") ?? "") ? "remote" : null,
    department: item.text("department") ?? item.text("team"),
    employmentType: item.text("position_type") ?? item.text("type"),
    postedAt: item.text("pubDate") ?? item.text("created_date"),
    description: item.text("description"),
    company: item.text("company") ?? item.text("client_name"),
  };
}
