import * as z from "zod";
import { withoutSuppressed } from "../../privacy/suppressions.ts";
import { foldedName, parseName } from "../../readers/names/person-name.ts";
import { isRecent } from "../../readers/news/feed.ts";
import { readLeadershipTerms } from "../../readers/news/leadership-terms.ts";
import { tellsOfLeadershipChange } from "../../readers/news/news-headlines.ts";
import { type Filing, officerChanges } from "../../sources/news/edgar.ts";
import { type CompanyLookups, defineDetector } from "./shared/detector.ts";
import { BELIEF, type NewsEvent, newsDetection, newsOutput } from "./shared/news.ts";

const WINDOW_DAYS = 90;
const MAX_READ = 3;
/** Form 8-K: departure, election or appointment of directors and certain officers. */
const OFFICERS_ITEM = "5.02";

const CHANGE = {
  person: z.string().nullable().describe("Person who joined or left, if named"),
  role: z.string().nullable().describe("Role, as the headline or filing states it"),
  change: z.enum(["joined", "left"]).nullable(),
};

export const signalLeadershipChange = defineDetector({
  name: "signal_leadership_change",
  category: "leadership",
  title: "Leadership change",
  description: `Returns whether a leader joined or left the company in the last ${WINDOW_DAYS} days, with evidence: form 8-K item ${OFFICERS_ITEM} at the SEC, its own newsroom and feeds, Hacker News, GDELT. News counts only when its title names the change at this company, not at a namesake (the same rules as for signal_funding). Up to 20 seconds; kept for up to 12 hours.`,
  input: {},
  output: {
    ...CHANGE,
    date: z.string().nullable().describe("Date of the report, ISO 8601"),
    ...newsOutput(CHANGE),
  },
  example: { domain: "acme-robotics.example" },
  async run(company) {
    const [who, news, filings] = await Promise.all([company.identity(), company.news(), company.filings()]);
    const { name } = who;
    const told = news.flatMap(({ items }) => items);
    const filed = filings.items.filter(({ items }) => items.includes(OFFICERS_ITEM));
    const recentlyFiled = filed.filter(({ date }) => isRecent(date, WINDOW_DAYS, Date.now())).slice(0, MAX_READ);
    const events: LeadershipEvent[] = [
      ...(await Promise.all(recentlyFiled.map((filing) => filedEvents(company, filing)))).flat(),
      ...told
        .filter(({ title, source }) => tellsOfLeadershipChange(title, name, source === "own_site"))
        .flatMap(({ title, url, date, source }) =>
          readLeadershipTerms(title, name).map((terms) => {
            return { title, url, date, source, confidence: BELIEF[source], ...terms };
          }),
        ),
    ];
    const shown = await withoutSuppressedPeople(company, events);
    const found = newsDetection([...news, filings], shown, WINDOW_DAYS, "Reports of a change");
    const recent = found.data.events as LeadershipEvent[];
    const best = recent.find(({ person }) => person) ?? recent.find(({ role }) => role) ?? recent[0];
    const { person = null, role = null, change = null, date = null } = best ?? {};
    return { ...found, data: { person, role, change, date, ...found.data } };
  },
});

/** One event for each person in the filing; one without a person when it could not be read. */
async function filedEvents(company: CompanyLookups, filing: Filing): Promise<LeadershipEvent[]> {
  const changes = await officerChanges(company.context, company.domain, filing);
  // Item 5.02 is also filed about pay.
  if (changes === null) return [];
  const notice = `${filing.company} filed form ${filing.form}, item ${OFFICERS_ITEM}`;
  const shared = { url: filing.url, date: new Date(filing.date).toISOString(), source: "edgar", confidence: 0.95 };
  if (changes.length === 0)
    return [
      { ...shared, title: `${notice}: a director or officer came or left`, person: null, role: null, change: null },
    ];
  return changes.map(({ person, role, change }) => ({
    ...shared,
    title: `${notice}: ${person} ${change}${role ? ` as ${role}` : ""}`,
    person,
    role,
    change,
  }));
}

type LeadershipEvent = NewsEvent & { person: string | null; role: string | null; change: "joined" | "left" | null };

/** A report about a person on the suppression list is left out entirely, because its headline names the person. */
async function withoutSuppressedPeople({ context, domain }: CompanyLookups, events: LeadershipEvent[]) {
  const all = events.map((event) => {
    const parsed = event.person === null ? null : parseName(event.person);
    return { event, nameFolded: parsed ? foldedName(parsed) : "", profileUrl: null, email: null };
  });
  const named = all.filter(({ nameFolded }) => nameFolded);
  const shown = new Set(await withoutSuppressed(context, domain, named));
  return all.filter((item) => !item.nameFolded || shown.has(item)).map(({ event }) => event);
}
