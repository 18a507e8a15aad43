import * as z from "zod";
import { withoutSuppressed } from "../../privacy/suppressions.ts";
import { namePattern } from "../../sources/companies/company-identity.ts";
import { readLeadershipTerms } from "../../text/leadership-terms.ts";
import { foldedName, parseName } from "../../text/names/person-name.ts";
import { tellsOfLeadershipChange } from "../../text/news-headlines.ts";
import type { CompanyLookups } from "./shared/company-lookups.ts";
import { defineDetector } from "./shared/detector.ts";
import { BELIEF, type NewsEvent, newsDetection, newsOutput } from "./shared/news.ts";

const WINDOW_DAYS = 90;
/** Form 8-K: departure, election or appointment of directors and certain officers. */
const OFFICERS_ITEM = "5.02";

const CHANGE = {
  person: z.string().nullable().describe("Who came or left, where a headline names them"),
  role: z.string().nullable().describe("As the headline has it"),
  change: z.enum(["joined", "left"]).nullable(),
};

export const signalLeadershipChange = defineDetector({
  name: "signal_leadership_change",
  category: "leadership",
  title: "Leadership change",
  description: `Whether a leader joined or left the company in the last ${WINDOW_DAYS} days, with evidence: form 8-K item ${OFFICERS_ITEM} at the SEC, its own newsroom and feeds, Hacker News, GDELT. News counts only when its title names the change at this company, not at a namesake. Up to 20 seconds; kept for up to 12 hours.`,
  input: {},
  output: {
    ...CHANGE,
    date: z.string().nullable().describe("Of the report, ISO 8601"),
    ...newsOutput(CHANGE),
  },
  example: { domain: "acme-robotics.example" },
  async run(company) {
    const [who, news, filings] = await Promise.all([company.identity(), company.news(), company.filings()]);
    const name = namePattern(who);
    const told = news.flatMap((report) => (report.status === "read" ? report.items : []));
    const filed = filings.status === "read" ? filings.items.filter(({ items }) => items.includes(OFFICERS_ITEM)) : [];
    const events: LeadershipEvent[] = [
      ...filed.map(({ company: registrant, form, date, url }) => ({
        title: `${registrant} filed form ${form}, item ${OFFICERS_ITEM}: a director or officer came or left`,
        url,
        date: new Date(date).toISOString(),
        source: "edgar",
        confidence: 0.95,
        person: null,
        role: null,
        change: null,
      })),
      ...told
        .filter(({ title, source }) => tellsOfLeadershipChange(title, name, source === "own_site"))
        .map(({ title, url, date, source }) => {
          return { title, url, date, source, confidence: BELIEF[source], ...readLeadershipTerms(title, name) };
        }),
    ];
    const shown = await withoutSuppressedPeople(company, events);
    const found = newsDetection(
      [...news, filings],
      shown,
      WINDOW_DAYS,
      (recent) => `${recent.length} reports of a change.`,
    );
    const recent = found.data.events as LeadershipEvent[];
    const best = recent.find(({ person }) => person) ?? recent.find(({ role }) => role) ?? recent[0];
    const { person = null, role = null, change = null, date = null } = best ?? {};
    return { ...found, data: { person, role, change, date, ...found.data } };
  },
});

type LeadershipEvent = NewsEvent & { person: string | null; role: string | null; change: "joined" | "left" | null };

/** A report whose person is on the suppression list is left out whole: its headline names them. */
async function withoutSuppressedPeople(company: CompanyLookups, events: LeadershipEvent[]): Promise<LeadershipEvent[]> {
  const named = events.map((event) => {
    const parsed = event.person === null ? null : parseName(event.person);
    return { event, nameFolded: parsed ? foldedName(parsed) : "", profileUrl: null, email: null };
  });
  const shown = new Set(
    await withoutSuppressed(
      company.context,
      company.domain,
      named.filter(({ nameFolded }) => nameFolded),
    ),
  );
  return named.filter((item) => !item.nameFolded || shown.has(item)).map(({ event }) => event);
}
