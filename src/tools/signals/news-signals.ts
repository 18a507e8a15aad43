import * as z from "zod";
import { tellIndex } from "../../index/index-messages.ts";
import { withoutSuppressed } from "../../privacy/suppressions.ts";
import { foldedName, parseName } from "../../readers/names/person-name.ts";
import { isRecent } from "../../readers/news/feed.ts";
import { type FundingTerms, readFundingTerms } from "../../readers/news/funding-terms.ts";
import { readLeadershipTerms } from "../../readers/news/leadership-terms.ts";
import { tellsOfFunding, tellsOfLeadershipChange } from "../../readers/news/news-headlines.ts";
import { useOf } from "../../readers/page/usage-signals.ts";
import { type Filing, officerChanges } from "../../sources/news/edgar.ts";
import { text } from "../tool.ts";
import { type CompanyLookups, defineDetector } from "./shared/detector.ts";
import { eventOf, type NewsEvent, newsDetection, newsOutput } from "./shared/news.ts";

const WINDOW_DAYS = 90;
const FORM_D_CONFIDENCE = 0.95;
/** Precedence of amounts: the company's own announcement of the whole round, then its filing. */
const SOURCES = ["own_site", "edgar", "gdelt", "hackernews"];

type FundingEvent = NewsEvent & FundingTerms & { form_d: Record<string, unknown> | null };

const TERMS = {
  amount: z.number().nullable().describe("Amount raised, in whole units of `currency`, from the best source"),
  currency: text.describe("ISO 4217; null when the source gives only a number"),
  round: text.describe("E.g. seed, Series A; only if published"),
  investors: z.array(z.string()).describe("As named in headlines"),
};

export const signalFunding = defineDetector({
  name: "signal_funding",
  category: "funding",
  title: "Funding",
  description: `Returns whether the company has raised money in the last ${WINDOW_DAYS} days, with amount, round and
    investors where published: form D at the SEC (amount sold and offered, first sale, amendments), its own newsroom
    and feeds, Hacker News, GDELT. A filing counts when two facts on the company's own pages agree with it, news when
    its title says that this company raised money; if the name is ambiguous, the company's pages must link the
    article, or the article must have its domain, its whole legal name, or its founder or officer. Up to 20 seconds;
    kept for up to 12 hours. Unannounced rounds are not detected.`,
  input: {},
  output: {
    ...TERMS,
    date: text.describe("Date of the announcement or first sale, ISO 8601"),
    ...newsOutput({ ...TERMS, form_d: z.looseObject({}).nullable().describe("Figures of the Form D") }),
  },
  example: { domain: "acme-robotics.example" },
  async run(company) {
    const [who, news, filings] = await Promise.all([company.identity(), company.news(), company.filings()]);
    const { name } = who;
    const told = news.flatMap(({ items }) => items);
    const filed = filings.items.filter(({ form }) => form.startsWith("D"));
    const announced = told.filter(({ title, source }) => tellsOfFunding(title, name, source === "own_site"));
    const events: FundingEvent[] = [
      ...filed.filter(isMoneyRaised).map(filingEvent),
      ...announced.map((item) => ({ ...eventOf(item), ...readFundingTerms(item.title), form_d: null })),
    ];
    const found = newsDetection([...news, filings], events, WINDOW_DAYS, "Reports of money raised");
    const recent = found.data.events as FundingEvent[];
    const summary = summaryOf(recent);
    if (summary.date && Date.parse(summary.date)) {
      const home = await company.home();
      const evidence = recent.slice(0, 1).flatMap(({ url, source }) => (url ? [{ url, kind: source }] : []));
      tellIndex(company.context, {
        kind: "company",
        domain: company.domain,
        mayIndex: home.status !== "ok" || useOf(home.page).mayIndex.value,
        fields: { raised: { value: summary.date, evidence, seenAt: Date.now() } },
      });
    }
    return { ...found, data: { ...summary, ...found.data } };
  },
});

/** A notice before the first sale, or of shares issued for a merger, is not a funding round. */
function isMoneyRaised({ offering }: Filing): boolean {
  return offering === null || (offering.amountSold > 0 && !offering.isBusinessCombination);
}

function filingEvent({ company, form, date, url, offering }: Filing): FundingEvent {
  const notice = `${company} filed form ${form}, a notice of securities sold without registration`;
  return {
    title: offering ? `${notice}: ${offering.amountSold.toLocaleString("en-US")} USD sold` : notice,
    url,
    date: new Date(date).toISOString(),
    source: "edgar",
    confidence: FORM_D_CONFIDENCE,
    amount: offering?.amountSold ?? null,
    currency: offering && "USD",
    // The form names neither.
    round: null,
    investors: [],
    form_d: offering && formD(offering, date),
  };
}

function formD(
  { amountSold, amountOffered, isAmendment, ...offering }: NonNullable<Filing["offering"]>,
  filed: string,
) {
  const { firstSale, offeringSince, security, investors } = offering;
  const amounts = { amount_sold: amountSold, amount_offered: amountOffered, currency: "USD", first_sale: firstSale };
  const offer = { is_amendment: isAmendment, offering_since: offeringSince, security, investors_count: investors };
  return { ...amounts, filed, ...offer, note: "Reported on SEC Form D; not necessarily the whole round." };
}

/** Merges events: each field comes from the best source that has it. */
function summaryOf(events: FundingEvent[]) {
  const ranked = events.toSorted((a, b) => SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source));
  const money = ranked.find(({ amount }) => amount !== null);
  const first = money ?? ranked[0];
  return {
    amount: money?.amount ?? null,
    currency: money?.currency ?? null,
    round: ranked.find(({ round }) => round)?.round ?? null,
    investors: [...new Set(ranked.flatMap(({ investors }) => investors))],
    date: first ? String(first.form_d?.first_sale ?? first.date) : null,
  };
}

const MAX_READ = 3;
/** Form 8-K: departure, election or appointment of directors and certain officers. */
const OFFICERS_ITEM = "5.02";

const CHANGE = {
  person: text.describe("Person who joined or left, if named"),
  role: text.describe("Role, as the headline or filing states it"),
  change: z.enum(["joined", "left"]).nullable(),
};

export const signalLeadershipChange = defineDetector({
  name: "signal_leadership_change",
  category: "leadership",
  title: "Leadership change",
  description: `Returns whether a leader joined or left the company in the last ${WINDOW_DAYS} days, with evidence:
    form 8-K item ${OFFICERS_ITEM} at the SEC, its own newsroom and feeds, Hacker News, GDELT. News counts only when
    its title names the change at this company, not at a namesake (the same rules as for signal_funding). Up to 20
    seconds; kept for up to 12 hours.`,
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
        .flatMap((item) => readLeadershipTerms(item.title, name).map((terms) => ({ ...eventOf(item), ...terms }))),
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
  if (changes.length === 0) {
    const title = `${notice}: a director or officer came or left`;
    return [{ ...shared, title, person: null, role: null, change: null }];
  }
  return changes.map(({ person, role, change }) => {
    const title = `${notice}: ${person} ${change}${role ? ` as ${role}` : ""}`;
    return { ...shared, title, person, role, change };
  });
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

const MENTION_DAYS = 30;

export const signalNewsMention = defineDetector({
  name: "signal_news_mention",
  category: "news",
  title: "News mentions",
  description: `Returns whether the company was in the news in the last ${MENTION_DAYS} days, with the articles: its
    own press pages and feeds (blogs do not count), Hacker News, GDELT. A name of a single word is ambiguous: only
    articles about funding or leadership that are proved to be about the company count. GDELT has a rate limit that
    all callers share; when it is busy, incomplete says so. Up to 20 seconds; kept for up to 12 hours.`,
  input: {},
  output: newsOutput(),
  example: { domain: "acme-robotics.example" },
  async run(company) {
    const news = await company.news();
    const told = news.flatMap(({ items }) => items).filter(({ isPress }) => isPress);
    return newsDetection(news, told.map(eventOf), MENTION_DAYS, `News in ${MENTION_DAYS} days`);
  },
});

export const NEWS_SIGNALS = [signalFunding, signalLeadershipChange, signalNewsMention];
