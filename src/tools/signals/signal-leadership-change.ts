import { namePattern } from "../../sources/companies/company-identity.ts";
import { tellsOfLeadershipChange } from "../../text/news-headlines.ts";
import { defineDetector } from "./shared/detector.ts";
import { BELIEF, type NewsEvent, newsDetection, newsOutput } from "./shared/news.ts";

const WINDOW_DAYS = 90;
/** Form 8-K: departure, election or appointment of directors and certain officers. */
const OFFICERS_ITEM = "5.02";

export const signalLeadershipChange = defineDetector({
  name: "signal_leadership_change",
  category: "leadership",
  title: "Change at the top",
  description: `Whether somebody joined or left the company's leadership in the last ${WINDOW_DAYS} days, with what says so: form 8-K item ${OFFICERS_ITEM} at the SEC, its own newsroom and feeds, Hacker News, GDELT. News counts only when its title names the change at this company, not at a namesake. Up to 20 seconds; kept for up to 12 hours.`,
  input: {},
  output: newsOutput,
  example: { domain: "acme-robotics.example" },
  async run(company) {
    const [who, news, filings] = await Promise.all([company.identity(), company.news(), company.filings()]);
    const name = namePattern(who);
    const told = news.flatMap((report) => ("items" in report ? report.items : []));
    const filed = "items" in filings ? filings.items.filter(({ items }) => items.includes(OFFICERS_ITEM)) : [];
    const events: NewsEvent[] = [
      ...filed.map(({ company, form, date, url, isSure }) => ({
        title: `${company} filed form ${form}, item ${OFFICERS_ITEM}: a director or officer came or left`,
        url,
        date: new Date(date).toISOString(),
        source: "edgar",
        confidence: isSure ? 0.95 : 0.75,
      })),
      ...told
        .filter(({ title, source }) => tellsOfLeadershipChange(title, name, source === "own_site"))
        .map(({ title, url, date, source }) => ({ title, url, date, source, confidence: BELIEF[source] })),
    ];
    return newsDetection([...news, filings], events, WINDOW_DAYS, (found) => `${found.length} reports of a change.`);
  },
});
