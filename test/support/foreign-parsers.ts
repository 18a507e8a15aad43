import robotsParser from "robots-parser";
import { readColumnNames, readCsv } from "../../src/batches/read-lines.ts";
import { AppError } from "../../src/errors.ts";
import { csvReader } from "../../src/lib/csv.ts";
import { foldWords, withCapitals } from "../../src/lib/fold.ts";
import { parseJson, record, records } from "../../src/lib/loose-json.ts";
import { compoundParts, containsTerms, indexWords, queryTerms, termPattern } from "../../src/lib/search-words.ts";
import { parseXml } from "../../src/lib/xml.ts";
import { pairsOf, printOf, sightings } from "../../src/privacy/names-in-text.ts";
import { companyLinks, pickCompanyLink } from "../../src/readers/company/company-links.ts";
import { isParked } from "../../src/readers/company/parked-page.ts";
import { readPlans } from "../../src/readers/company/pricing-plans.ts";
import { siteOf } from "../../src/readers/company/site-owner.ts";
import { logoOf } from "../../src/readers/company/site-profile.ts";
import { sizeBand } from "../../src/readers/company/size-band.ts";
import { firstPhone, hasAddress } from "../../src/readers/contacts/site-contacts.ts";
import { addressesInText, addressesOnPage } from "../../src/readers/emails/addresses-on-page.ts";
import { latinName } from "../../src/readers/emails/local-parts.ts";
import { decodedFeed } from "../../src/readers/jobs/job-fields.ts";
import { jobOf, languageOf, samePositionKey } from "../../src/readers/jobs/job-of.ts";
import { jobPostings } from "../../src/readers/jobs/posting-json-ld.ts";
import { salaryInText } from "../../src/readers/jobs/salary-in-text.ts";
import { withoutPeople } from "../../src/readers/jobs/without-people.ts";
import { findLegalNames } from "../../src/readers/legal/find-legal-names.ts";
import { legalFactsOf, readLegalPage } from "../../src/readers/legal/legal-entities.ts";
import { readLegalName } from "../../src/readers/legal/legal-names.ts";
import { findLegalNumbers, numberOfRegisterUrl, readLegalNumber } from "../../src/readers/legal/legal-numbers.ts";
import { parseName } from "../../src/readers/names/person-name.ts";
import { readFeed } from "../../src/readers/news/feed.ts";
import { readFormD } from "../../src/readers/news/form-d.ts";
import { readFundingTerms } from "../../src/readers/news/funding-terms.ts";
import { readLeadershipTerms } from "../../src/readers/news/leadership-terms.ts";
import { tellsOfFunding, tellsOfLeadershipChange } from "../../src/readers/news/news-headlines.ts";
import { readOfficerChanges } from "../../src/readers/news/officer-changes.ts";
import { readPosts } from "../../src/readers/news/posts-on-page.ts";
import { foreignText } from "../../src/readers/page/foreign-text.ts";
import { decodeEntities, textOfHtml } from "../../src/readers/page/html-text.ts";
import { readResources } from "../../src/readers/page/page-resources.ts";
import { plainLines, plainText } from "../../src/readers/page/plain-text.ts";
import { usageLines } from "../../src/readers/page/robots-lines.ts";
import { parseJsonLd } from "../../src/readers/page/structured-data.ts";
import { optsOut, readPageUse } from "../../src/readers/page/usage-signals.ts";
import { isDegree } from "../../src/readers/people/name-lines.ts";
import { peopleOnPage } from "../../src/readers/people/people-page.ts";
import { isEastAsianName } from "../../src/readers/people/people-words.ts";
import { nameFields } from "../../src/readers/people/person.ts";
import { COMMENT, POST } from "../../src/readers/reddit/reddit-things.ts";
import { technologyCatalogue } from "../../src/readers/technologies/catalogue.ts";
import { findTechnologies } from "../../src/readers/technologies/find-technologies.ts";
import { readTitle } from "../../src/readers/titles/job-title.ts";
import { matchesTitle, parseTitleFilter } from "../../src/readers/titles/title-filter.ts";
import { countryCode, countryInText } from "../../src/readers/words/countries.ts";
import { networkProfile } from "../../src/readers/words/network-links.ts";
import { readWrittenDate } from "../../src/readers/words/written-date.ts";
import { isAbout } from "../../src/sources/companies/company.ts";
import { domainOf } from "../../src/sources/companies/match-entity.ts";
import type { SiteEvidence } from "../../src/sources/companies/site-evidence.ts";
import { commentsOf, itemOf } from "../../src/sources/hackernews/hacker-news.ts";
import type { BoardReader } from "../../src/sources/jobs/board-reader.ts";
import { careersLinks, isDrawnByScript, jobPageLinks, namesPositions } from "../../src/sources/jobs/careers-pages.ts";
import { isCompanyName, titleNames } from "../../src/sources/jobs/own-board.ts";
import { listedLinks, readBoard } from "../../src/sources/jobs/read-board.ts";
import { BOARDS, recogniseBoards } from "../../src/sources/jobs/recognise-boards.ts";
import { isSameCompany } from "../../src/sources/news/registrant-identity.ts";
import { readSitemaps } from "../../src/sources/people/site-people.ts";
import { addressAt } from "../../src/sources/registers/register.ts";
import { factsOnHome } from "../../src/sources/website/company-site.ts";
import { particularsPages } from "../../src/sources/website/site-pages.ts";
import { documentAt, sitePage } from "./pages.ts";

const NAME = parseName("Ada Brandt");
const PRINTS = new Set((NAME ? pairsOf(NAME) : []).map((pair) => printOf(1, pair)));
const NOW = Date.UTC(2026, 10, 1);
const URL_OF_PAGE = new URL("https://hostile.example/team");
const OWNER = { url: URL_OF_PAGE, names: ["Hostile"], domains: ["hostile.example"], networkHosts: ["network.example"] };
const COMPANY = { domain: "hostile.example", name: "Hostile", isTelling: false };
const EVIDENCE = {
  domain: "hostile.example",
  redirectedTo: null,
  names: [],
  legal: legalFactsOf([]),
} as unknown as SiteEvidence;
const REGISTRANT = {
  name: "Hostile, Inc.",
  phone: "+1 415 555 0100",
  addresses: { business: { street1: "1 Main Street", city: "Springfield", stateOrCountry: "IL" } },
};
const PIECE = 65_536;

const page = (text: string) => ({
  status: "ok" as const,
  url: URL_OF_PAGE,
  headers: new Headers(),
  text,
  truncated: false,
});
const document = (text: string) => documentAt(text, URL_OF_PAGE);
const textPage = (text: string) => sitePage(text, URL_OF_PAGE);
const sitemapOf = (text: string) => ({ page: async () => page(text) }) as unknown as Parameters<typeof readSitemaps>[0];

/** A board that answers every question with `text`; details stop at once. */
function boardOf(text: string): BoardReader {
  const json = async () => parseJson(text);
  return { api: json, json, page: async () => page(text), isOn: () => true, hasTime: () => false };
}

async function readBoards(text: string): Promise<void> {
  const ref = { token: "hostile", host: "hostile.example", url: URL_OF_PAGE.href };
  for (const board of BOARDS) {
    const answer = await readBoard(boardOf(text), { board, ref, isEmbedded: false });
    for (const job of answer.status === "ok" ? answer.jobs : []) jobOf(job, NOW, URL_OF_PAGE.href);
  }
}

function feedCsv(text: string): number {
  const reader = csvReader();
  let records = 0;
  for (let at = 0; at < text.length; at += PIECE) {
    try {
      records += reader.feed(text.slice(at, at + PIECE)).length;
    } catch {
      // A record without an end: the reader refuses it, and importers stop.
      break;
    }
  }
  return records;
}

function readBatch(text: string): void {
  const reader = {
    fields: new Map([["domain", "string"]]),
    example: {},
    check: (parsed: object) => ({ status: "valid" as const, parsed }),
  };
  for (const read of [
    () => readCsv(reader, `domain\n${text}`),
    () => readCsv(reader, text),
    () => readColumnNames(text),
  ]) {
    try {
      read();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}

/** Everything that reads a text which a stranger has written, as long as the stranger likes. */
export const FOREIGN_PARSERS: Record<string, (text: string) => unknown> = {
  documents: (text) => [
    document(text).outline,
    readResources(document(text)),
    readPlans(document(text)),
    readPosts(document(text)),
  ],
  anchors: (text) => {
    const read = textPage(text);
    const site = siteOf("hostile.example", read.facts, URL_OF_PAGE, OWNER.networkHosts);
    return [
      pickCompanyLink(companyLinks(read.facts, site), site.names),
      particularsPages(read, 4),
      careersLinks(read),
      jobPageLinks(read),
      jobPostings(read, site, NOW),
      titleNames(read.facts.title),
    ];
  },
  drawnPages: (text) => [isDrawnByScript(textPage(text)), namesPositions(textPage(text))],
  peopleOnPage: (text) => peopleOnPage(document(text), OWNER, "team"),
  addressesOnPage: (text) => addressesOnPage(document(text), ["hostile.example"]),
  addressesInText: (text) => addressesInText(text, "text", ["hostile.example"]),
  optsOut: (text) => optsOut(page(text)),
  withoutPeople: (text) => withoutPeople(text),
  houseRules: (text) => {
    const value = text.replace(/[^\x20-\x7e]/g, "");
    const headers = new Headers({ "x-robots-tag": value, "content-signal": value });
    const metas = ["robots", "content-signal", "otherbot"].map((name) => ({ name, content: text }));
    const texts = { robots: `User-agent: *\n${text}`, tdmrep: text, aiTxt: text, headers, metas };
    return [readPageUse({ url: URL_OF_PAGE, token: "Bot", now: 0, ...texts }), usageLines(texts.robots, "Bot")];
  },
  firstPhone,
  isParked: (text) => isParked(document(text)),
  technologies: (text) =>
    findTechnologies(technologyCatalogue(), { domain: "hostile.example", home: textPage(text), dns: null }),
  technologiesInHeaders: (text) => {
    const value = text.replace(/[^\x20-\x7e]/g, "");
    const headers = new Headers({ "content-security-policy": value, server: value, "set-cookie": value });
    return findTechnologies(technologyCatalogue(), {
      domain: "hostile.example",
      home: { ...textPage(""), page: { ...page(""), headers } },
      dns: null,
    });
  },
  recogniseBoards: (text) => recogniseBoards(textPage(text)),
  readBoards,
  jobDescription: (text) => jobOf({ id: 1, title: text, description: text, places: [text], employmentType: text }, NOW),
  salaryInText: (text) => salaryInText(text, "US"),
  placesInText: (text) => [countryInText(text), languageOf(text), samePositionKey(text, text)],
  readSitemaps: (text) => readSitemaps(sitemapOf(text), URL_OF_PAGE, []),
  robots: (text) => {
    const path = `https://hostile.example/${"a/".repeat(500)}`;
    return robotsParser("https://hostile.example/robots.txt", `User-agent: *\n${text}`).isAllowed(path, "Bot");
  },
  writtenDate: readWrittenDate,
  readFeed: (text) => readFeed(`<rss><channel>${text}</channel></rss>`, URL_OF_PAGE),
  readAtom: (text) => readFeed(`<feed>${text}</feed>`, URL_OF_PAGE),
  readFormD: (text) => readFormD(`<edgarSubmission>${text}</edgarSubmission>`),
  parseJsonLd,
  replies: (text) => {
    const thing = record(parseJson(text));
    return [itemOf(thing), commentsOf(thing), POST.read(thing), COMMENT.read(thing), records(thing.children)];
  },
  textOfHtml: (text) => textOfHtml(text, 200),
  plainLines: (text) => [plainLines(text, 4_000), plainText(text, 4_000)],
  decodeEntities,
  foreignText,
  foldWords,
  indexWords,
  queryTerms,
  termPattern: (text) => queryTerms(text.slice(0, 60)).map((spellings) => termPattern(spellings).test(text)),
  compoundParts,
  containsTerms: (text) => containsTerms(text, [["a@a.example"], ["a", "a.example"]]),
  sightings: (text) => sightings(text, 1, PRINTS),
  factsOnHome: (text) => factsOnHome(textPage(text), "hostile.example", ["network.example"]),
  logoOf: (text) => logoOf(textPage(text), [], ["hostile"]),
  readLegalPage: (text) => legalFactsOf([readLegalPage({ ...textPage(text), kind: "imprint" })]),
  legalNames: (text) => [findLegalNames(text), findLegalNumbers(text), readLegalName(text)],
  registerUrls: (text) => [numberOfRegisterUrl(text), domainOf(text), networkProfile(text, ["network.example"])],
  headlines: (text) => [
    tellsOfFunding(text, "newsy", true),
    tellsOfLeadershipChange(text, "newsy", true),
    readFundingTerms(text),
    readLeadershipTerms(text, "newsy"),
    readOfficerChanges(`Item 5.02 appointed ${text}`),
  ],
  companies: (text) => [
    isCompanyName(text, ["hostile"]),
    isAbout(COMPANY, { title: text, url: null, text }),
    isSameCompany(EVIDENCE, text, REGISTRANT, []),
    hasAddress(text, { address: addressAt({ text }, { street: "text", city: () => "Springfield" }, null) }),
    readLegalNumber(text, null),
    countryCode(text),
  ],
  onBoards: (text) => [listedLinks(document(text), /./), decodedFeed(parseXml(text))],
  people: (text) => [isDegree(text), isEastAsianName(text), latinName(text), withCapitals(text), nameFields(text)],
  titles: (text) => matchesTitle(parseTitleFilter("vp or head of sales not intern"), text, text),
  names: (text) => [parseName(text), readTitle(text), sizeBand(text)],
  csv: feedCsv,
  batchCsv: readBatch,
};
