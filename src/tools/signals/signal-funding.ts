import { namePattern } from "../../sources/companies/company-identity.ts";
import { tellsOfFunding } from "../../text/news-headlines.ts";
import { defineDetector } from "./shared/detector.ts";
import { BELIEF, type NewsEvent, newsDetection, newsOutput } from "./shared/news.ts";

const WINDOW_DAYS = 90;

export const signalFunding = defineDetector({
  name: "signal_funding",
  category: "funding",
  title: "Money raised",
  description: `Whether the company has raised money in the last ${WINDOW_DAYS} days, with what says so: form D at the SEC, its own newsroom and feeds, Hacker News, GDELT. News counts only when its title says that this company, and not a namesake or customer, raised. Up to 20 seconds; kept for up to 12 hours. A round that was never announced is not seen.`,
  input: {},
  output: newsOutput,
  example: { domain: "acme-robotics.example" },
  async run(company) {
    const [who, news, filings] = await Promise.all([company.identity(), company.news(), company.filings()]);
    const name = namePattern(who);
    const told = news.flatMap((report) => ("items" in report ? report.items : []));
    const filed = "items" in filings ? filings.items.filter(({ form }) => form.startsWith("D")) : [];
    const events: NewsEvent[] = [
      ...filed.map(({ company, form, date, url, isSure }) => ({
        title: `${company} filed form ${form}, a notice of securities sold without registration`,
        url,
        date: new Date(date).toISOString(),
        source: "edgar",
        confidence: isSure ? 0.95 : 0.75,
      })),
      ...told
        .filter(({ title, source }) => tellsOfFunding(title, name, source === "own_site"))
        .map(({ title, url, date, source }) => ({ title, url, date, source, confidence: BELIEF[source] })),
    ];
    return newsDetection(
      [...news, filings],
      events,
      WINDOW_DAYS,
      (found) => `${found.length} reports of money raised.`,
    );
  },
});
