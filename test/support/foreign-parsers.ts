import robotsParser from "robots-parser";
import { readColumnNames, readCsv } from "../../src/batches/read-lines.ts";
import { AppError } from "../../src/errors.ts";
import { csvReader } from "../../src/lib/csv.ts";
import { parseJson, record, records } from "../../src/lib/loose-json.ts";
import { pairsOf, printOf, sightings } from "../../src/privacy/names-in-text.ts";
import { isAbout } from "../../src/sources/companies/company-identity.ts";
import { domainOf } from "../../src/sources/companies/match-entity.ts";
import { hasAddress } from "../../src/sources/companies/same-contacts.ts";
import type { SiteEvidence } from "../../src/sources/companies/site-evidence.ts";
import { addressesInText, addressesOnPage } from "../../src/sources/emails/addresses-on-page.ts";
import { nameFields } from "../../src/sources/facts/person.ts";
import { commentsOf, itemOf } from "../../src/sources/hackernews/hackernews-shapes.ts";
import { BoardFailure, type BoardReader } from "../../src/sources/jobs/board-reader.ts";
import { BOARDS } from "../../src/sources/jobs/boards/index.ts";
import { careersLinks, isDrawnByScript, jobPageLinks, namesPositions } from "../../src/sources/jobs/careers-pages.ts";
import { xmlText } from "../../src/sources/jobs/feed-xml.ts";
import { languageOf } from "../../src/sources/jobs/job-language.ts";
import { jobOf } from "../../src/sources/jobs/job-of.ts";
import { jobPostings } from "../../src/sources/jobs/job-postings.ts";
import { postingOn } from "../../src/sources/jobs/listed-pages.ts";
import { isCompanyName, titleNames } from "../../src/sources/jobs/ownership.ts";
import { recogniseBoards } from "../../src/sources/jobs/recognise-boards.ts";
import { salaryInText } from "../../src/sources/jobs/salary-in-text.ts";
import { readDatedLinks } from "../../src/sources/news/dated-links.ts";
import { readFeed } from "../../src/sources/news/feed.ts";
import { isSameCompany } from "../../src/sources/news/registrant-identity.ts";
import { isDegree } from "../../src/sources/people/name-lines.ts";
import { peopleOnPage } from "../../src/sources/people/people-page.ts";
import { isEastAsianName } from "../../src/sources/people/people-words.ts";
import { commentOf, postOf } from "../../src/sources/reddit/read-reddit-things.ts";
import { readFormD } from "../../src/sources/registers/form-d.ts";
import { registeredAddress } from "../../src/sources/registers/register-fields.ts";
import { technologyCatalogue } from "../../src/sources/technologies/catalogue.ts";
import { findTechnologies } from "../../src/sources/technologies/find-technologies.ts";
import { withCapitals } from "../../src/sources/vendors/letter-case.ts";
import { companyLinks } from "../../src/sources/website/company-links.ts";
import { factsOnHome } from "../../src/sources/website/company-site.ts";
import { parseJsonLd } from "../../src/sources/website/json-ld.ts";
import { readLegalFacts } from "../../src/sources/website/legal-entities.ts";
import { optsOut } from "../../src/sources/website/opt-out.ts";
import { readHtml } from "../../src/sources/website/page-facts.ts";
import { isParked } from "../../src/sources/website/parked-page.ts";
import { pickCompanyLink } from "../../src/sources/website/pick-company-link.ts";
import { logoOf } from "../../src/sources/website/site-logo.ts";
import { siteOf } from "../../src/sources/website/site-owner.ts";
import { particularsPages } from "../../src/sources/website/site-pages.ts";
import { readSitemaps } from "../../src/sources/website/sitemap.ts";
import { firstPhone } from "../../src/sources/website/stated-facts.ts";
import { findLegalNames } from "../../src/text/companies/find-legal-names.ts";
import { readLegalName } from "../../src/text/companies/legal-names.ts";
import { findLegalNumbers, readLegalNumber } from "../../src/text/companies/legal-numbers.ts";
import { numberOfRegisterUrl } from "../../src/text/companies/register-urls.ts";
import { containsTerms } from "../../src/text/contains-terms.ts";
import { countryCode, countryInText } from "../../src/text/countries.ts";
import { latinName } from "../../src/text/emails/local-parts.ts";
import { foldWords } from "../../src/text/fold.ts";
import { foreignText } from "../../src/text/foreign-text.ts";
import { readFundingTerms } from "../../src/text/funding-terms.ts";
import { decodeEntities } from "../../src/text/html-entities.ts";
import { textOfHtml } from "../../src/text/html-text.ts";
import { tellsOfLeadershipChange } from "../../src/text/leadership-headlines.ts";
import { readLeadershipTerms } from "../../src/text/leadership-terms.ts";
import { parseName } from "../../src/text/names/person-name.ts";
import { networkProfile } from "../../src/text/network-profile.ts";
import { tellsOfFunding } from "../../src/text/news-headlines.ts";
import { readOfficerChanges } from "../../src/text/officer-changes.ts";
import { plainLines } from "../../src/text/plain-lines.ts";
import { plainText } from "../../src/text/plain-text.ts";
import { sizeBand } from "../../src/text/size-band.ts";
import { readTitle } from "../../src/text/titles/job-title.ts";
import { matchesTitle, parseTitleFilter } from "../../src/text/titles/title-filter.ts";
import { readWrittenDate } from "../../src/text/written-date.ts";

const NAME = parseName("Ada Brandt");
const PRINTS = new Set((NAME ? pairsOf(NAME) : []).map((pair) => printOf(1, pair)));
const URL_OF_PAGE = new URL("https://hostile.example/team");
const OWNER = { url: URL_OF_PAGE, names: ["Hostile"], domains: ["hostile.example"], networkHosts: ["network.example"] };
const COMPANY = { domain: "hostile.example", name: "Hostile", isTelling: false };
const EVIDENCE = {
  domain: "hostile.example",
  redirectedTo: null,
  names: [],
  legal: readLegalFacts([]),
} as unknown as SiteEvidence;
const REGISTRANT = {
  name: "Hostile, Inc.",
  phone: "+1 415 555 0100",
  addresses: { business: { street1: "1 Main Street", city: "Springfield", stateOrCountry: "IL" } },
};
const EMPTY = readHtml("", URL_OF_PAGE);
const PIECE = 65_536;

const page = (text: string) => ({
  status: "ok" as const,
  url: URL_OF_PAGE,
  headers: new Headers(),
  text,
  truncated: false,
});
const sitePage = (text: string) => ({
  status: "ok" as const,
  url: URL_OF_PAGE,
  facts: readHtml(text, URL_OF_PAGE),
  page: page(text),
});
/** A page that was read before: for parsers of its text alone. */
const textPage = (text: string) => ({ status: "ok" as const, url: URL_OF_PAGE, facts: EMPTY, page: page(text) });
const sitemapOf = (text: string) => ({ page: async () => page(text) }) as unknown as Parameters<typeof readSitemaps>[0];

/** A board that answers every question with `text`; details stop at once. */
function boardOf(text: string): BoardReader {
  const json = async () => parseJson(text);
  return { api: json, json, page: async () => page(text), isOn: () => true, hasTime: () => false };
}

async function readBoards(text: string): Promise<void> {
  const ref = { token: "hostile", host: "hostile.example", url: URL_OF_PAGE.href };
  for (const board of BOARDS) {
    try {
      const contents = await board.read?.(boardOf(text), ref);
      for (const job of contents?.jobs ?? []) jobOf(job, URL_OF_PAGE.href);
    } catch (error) {
      if (!(error instanceof BoardFailure)) continue;
    }
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
  readHtml: (text) => readHtml(text, URL_OF_PAGE),
  anchors: (text) => {
    const read = sitePage(text);
    const site = siteOf("hostile.example", read.facts, URL_OF_PAGE, OWNER.networkHosts);
    return [
      pickCompanyLink(companyLinks(read.facts, site), site.names),
      particularsPages(read, 4),
      careersLinks(read),
      jobPageLinks(read),
      jobPostings(read, site),
      titleNames(read.facts.title),
    ];
  },
  drawnPages: (text) => [isDrawnByScript(textPage(text)), namesPositions(textPage(text))],
  peopleOnPage: (text) => peopleOnPage(text, OWNER, "team"),
  addressesOnPage: (text) => addressesOnPage(text, EMPTY, ["hostile.example"]),
  addressesInText: (text) => addressesInText(text, "text", ["hostile.example"]),
  optsOut: (text) => optsOut(page(text)),
  firstPhone,
  isParked: (text) => isParked(EMPTY, text),
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
  jobDescription: (text) => jobOf({ id: 1, title: text, description: text, places: [text], employmentType: text }),
  salaryInText: (text) => salaryInText(text, "US"),
  placesInText: (text) => [countryInText(text), languageOf(text)],
  readSitemaps: (text) => readSitemaps(sitemapOf(text), URL_OF_PAGE, []),
  robots: (text) => {
    const path = `https://hostile.example/${"a/".repeat(500)}`;
    return robotsParser("https://hostile.example/robots.txt", `User-agent: *\n${text}`).isAllowed(path, "Bot");
  },
  datedLinks: (text) => [readDatedLinks(text, URL_OF_PAGE), readWrittenDate(text)],
  readFeed: (text) => readFeed(`<rss><channel>${text}</channel></rss>`, URL_OF_PAGE),
  readAtom: (text) => readFeed(`<feed>${text}</feed>`, URL_OF_PAGE),
  readFormD: (text) => readFormD(`<edgarSubmission>${text}</edgarSubmission>`),
  parseJsonLd,
  replies: (text) => {
    const thing = record(parseJson(text));
    return [itemOf(thing), commentsOf(thing), postOf(thing), commentOf(thing), records(thing.children)];
  },
  textOfHtml: (text) => textOfHtml(text, 200),
  plainLines: (text) => [plainLines(text, 4_000), plainText(text, 4_000)],
  decodeEntities,
  foreignText,
  foldWords,
  containsTerms: (text) => containsTerms(text, [["a@a.example"], ["a", "a.example"]]),
  sightings: (text) => sightings(text, 1, PRINTS),
  factsOnHome: (text) => factsOnHome(textPage(text), "hostile.example", ["network.example"]),
  logoOf: (text) => logoOf(textPage(text), [], ["hostile"]),
  readLegalFacts: (text) => readLegalFacts([{ ...textPage(text), kind: "imprint" }]),
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
    hasAddress(text, { address: registeredAddress({ street: text, city: "Springfield" }) }),
    readLegalNumber(text, null),
    countryCode(text),
  ],
  onBoards: (text) => [postingOn(text), xmlText(text)],
  people: (text) => [isDegree(text), isEastAsianName(text), latinName(text), withCapitals(text), nameFields(text)],
  titles: (text) => matchesTitle(parseTitleFilter("vp or head of sales not intern"), text, { department: text }),
  names: (text) => [parseName(text), readTitle(text), sizeBand(text)],
  csv: feedCsv,
  batchCsv: readBatch,
};
