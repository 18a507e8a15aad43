import { defineDetector } from "./shared/detector.ts";
import { BELIEF, newsDetection, newsOutput } from "./shared/news.ts";

const WINDOW_DAYS = 30;

export const signalNewsMention = defineDetector({
  name: "signal_news_mention",
  category: "news",
  title: "News mentions",
  description: `Returns whether the company was in the news in the last ${WINDOW_DAYS} days, with the articles: its own press pages and feeds (blogs do not count), Hacker News, GDELT. A name of a single word is ambiguous: only articles about funding or leadership that are proved to be about the company count. GDELT has a rate limit that all callers share; when it is busy, incomplete says so. Up to 20 seconds; kept for up to 12 hours.`,
  input: {},
  output: newsOutput(),
  example: { domain: "acme-robotics.example" },
  async run(company) {
    const news = await company.news();
    const told = news.flatMap(({ items }) => items);
    const events = told
      .filter(({ isPress }) => isPress)
      .map(({ title, url, date, source }) => ({ title, url, date, source, confidence: BELIEF[source] }));
    return newsDetection(news, events, WINDOW_DAYS, `News in ${WINDOW_DAYS} days`);
  },
});
