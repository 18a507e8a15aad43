import { tellIndex } from "../../index/index-messages.ts";
import { plainHost } from "../../lib/hosts.ts";
import { HOUR_MS } from "../../lib/time.ts";
import { pagesSince, type SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { type Outbound, outboundFor } from "../../platform/outbound/outbound.ts";
import { isOnSite, type SiteIdentity, siteOf } from "../../readers/company/site-owner.ts";
import type { Job } from "../../readers/jobs/job.ts";
import { jobOf } from "../../readers/jobs/job-of.ts";
import { jobPostings } from "../../readers/jobs/posting-json-ld.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { useOf } from "../../readers/page/usage-signals.ts";
import { openOwnHome, openPage } from "../website/site-pages.ts";
import { type BoardMark, boardPage, isOnOwnHost } from "./board.ts";
import { type BoardReader, boardReader } from "./board-reader.ts";
import {
  type CandidatePage,
  candidatePages,
  careersLinks,
  isCompanyName,
  isDrawnByScript,
  isOwnBoard,
  isOwnCareersSite,
  jobPageLinks,
  namesPositions,
  saysCareers,
  titleNames,
} from "./careers-pages.ts";
import { concludeJobs, type FoundJobs, foundJobs, MAX_JOBS, newSearch, noJobs, type OpenJobs } from "./jobs-answer.ts";
import { readBoard } from "./read-board.ts";
import { recogniseBoards, storedToken } from "./recognise-boards.ts";

const TIME_LIMIT_MS = 25_000;
/** As long as the answer itself. */
const PAGES_KEPT_MS = 6 * HOUR_MS;

const MAX_BOARDS = 3;
/** How many boards of one page are read; a page with more lists other firms. */
const MAX_MARKS = 30;
const MAX_PAGES = 6;
const MAX_JOB_PAGES = 6;

/** The open positions of a company, from a board proved to be its own. `limitMs`: how long the caller can wait. */
export async function openJobs(context: SourceContext, domain: string, limitMs = TIME_LIMIT_MS): Promise<OpenJobs> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(limitMs)]);
  const limited = { ...context, signal, notBefore: pagesSince(context, PAGES_KEPT_MS) };
  const find = () => findJobs(limited, domain, Date.now() + limitMs / 2);
  const look = await cached(context, "company_jobs", domain, ({ ttlMs }) => ttlMs, find);
  const { ttlMs: _, ...found } = look.data;
  if (!look.cached && found.boardToken) tellIndex(context, { kind: "jobs", domain, readAt: look.observedAt });
  return { ...found, observedAt: look.observedAt, cached: look.cached };
}

/** Looks for open positions on home page, careers pages and boards. */
async function findJobs(context: SourceContext, domain: string, untilMs: number): Promise<FoundJobs> {
  const outbound = outboundFor(context);
  const home = await openOwnHome(outbound, domain);
  if (home.status === "failed") throw home.error;
  if (home.status !== "ok") return noJobs(home.reason);
  const own = siteOf(domain, home.facts, home.url, context.config.NETWORK_HOSTS);
  const site = { ...own, names: united(own.names, titleNames(home.facts.title)) };
  const reader = boardReader(context, outbound, { ownDomains: site.domains, untilMs });
  const search = { ...newSearch(), outbound, reader, domain };
  let found: FoundJobs | null = null;
  for await (const place of visitedPages(search, { page: home, site, kind: "home" })) {
    const marks = recogniseBoards(place.page).slice(0, MAX_MARKS);
    found = await ownBoard(search, place, marks);
    if (found) break;
    await notePostings(search, place, marks.length > 0);
  }
  return { ...(found ?? concludeJobs(search)), mayIndex: useOf(home.page).mayIndex.value };
}

type Search = ReturnType<typeof newSearch> & { outbound: Outbound; reader: BoardReader; domain: string };
/** A page that was opened, and what counts there as the company's. */
type Place = { page: SitePage; site: SiteIdentity; kind: "home" | CandidatePage["kind"] };

/** The home page, and then pages that may list positions or lead to them. */
async function* visitedPages(search: Search, home: Place): AsyncGenerator<Place> {
  yield home;
  const { outbound, domain, coverage } = search;
  const { site } = home;
  const askedHosts = [...search.asked.values()].map(({ mark }) => mark.ref.host);
  const queue = candidatePages(home.page, site, askedHosts);
  const seen = new Set([home.page.url.href, ...queue.map(({ address }) => address)]);
  for (let visited = 0; visited < MAX_PAGES; visited++) {
    const { address, kind } = queue.shift() ?? {};
    if (!address || !kind) break;
    const page = await openPage(outbound, address);
    if (page.status !== "ok") {
      if (page.status === "timeout" || page.status === "unavailable") search.isComplete = false;
      const isMissing = page.status === "not_found" || (page.status === "no_dns" && kind !== "careers");
      if (!isMissing && (kind === "careers" || kind === "about"))
        coverage.not_read.push({ kind: "careers_page", url: address, board: null, reason: page.status });
      // A site that refuses the fetcher once is not asked again.
      if (page.status === "blocked_by_site") break;
      continue;
    }
    if (kind === "elsewhere" && !isOwnCareersSite(page, site)) continue;
    const here = siteOf(domain, page.facts, page.url, site.networkHosts);
    // A careers page may state further names, unless it redirects to a board, whose domain is not one of the company's.
    const isOwn = isOnSite(page.url, site) || kind === "elsewhere";
    const names = { names: united(site.names, here.names), domains: united(site.domains, here.domains) };
    yield { page, kind, site: isOwn ? { ...site, ...names } : site };
    // One more hop: from the about page to careers, or from careers to the list of positions.
    const further = careersLinks(page).filter(({ address }) => !seen.has(address));
    for (const next of further.slice(0, 2)) {
      seen.add(next.address);
      queue.unshift(next);
    }
  }
}

function united(own: string[], further: string[]): string[] {
  return [...new Set([...own, ...further])];
}

const isCareersPage = ({ kind }: Place) => kind !== "home" && kind !== "about";

/** The positions of the first board on a page that is read and proved to be the company's; null without one. */
async function ownBoard(search: Search, place: Place, marks: BoardMark[]): Promise<FoundJobs | null> {
  const { page, site } = place;
  for (const mark of marks) {
    // The company's own address led to this board.
    if (!isOnSite(page.url, site) && mark.ref.host === plainHost(page.url)) mark.isEmbedded = true;
    // A link outside careers pages, under another name, is to a customer or a partner.
    if (!isCareersPage(place) && !isLikely(mark, page, site)) continue;
    const { board, ref } = mark;
    const url = ref.token || ref.host ? boardPage(mark) : ref.url;
    const key = `${board.name} ${url}`;
    const known = search.asked.get(key)?.answer;
    const answered = [...search.asked.values()].filter(({ answer }) => answer.status !== "not_read");
    if (!known && board.list && answered.length >= MAX_BOARDS) continue;
    const answer = known ?? (await readBoard(search.reader, mark));
    search.asked.set(key, { mark, url, answer });
    if (answer.status !== "ok" || !(await isOwnBoard(search.outbound, mark, answer, site))) continue;
    const read = [...search.coverage.read, { kind: "job_board" as const, url, board: board.name }];
    const jobs = answer.jobs.slice(0, MAX_JOBS).flatMap((job) => jobOf(job, Date.now(), url) ?? []);
    const isTruncated = answer.isTruncated === true || answer.jobs.length > MAX_JOBS;
    const boardToken = ref.token ? storedToken(ref) : ref.host;
    const evidence: FoundJobs["evidence"] = [
      { url: page.url.href, kind: "careers_page" },
      { url, kind: "job_board" },
    ];
    const whose = { board: board.name, boardToken, confidence: 0.95, evidence };
    return foundJobs({ read, not_read: [] }, { jobs, isTruncated }, whose);
  }
  return null;
}

/** Keeps the positions that a page, or the pages that it links for each, describe in JSON-LD, and whether it has others. */
async function notePostings(search: Search, place: Place, namesBoards: boolean): Promise<void> {
  const { page, site } = place;
  const described = jobPostings(page, site, Date.now());
  const isDrawn = described.length === 0 && isDrawnByScript(page);
  const read = { kind: "careers_page" as const, url: page.url.href, board: null };
  if (isCareersPage(place) && isDrawn) search.coverage.not_read.push({ ...read, reason: "drawn_by_script" });
  else if (isCareersPage(place)) search.coverage.read.push(read);
  const isBareList = isCareersPage(place) && described.length === 0 && !isDrawn && !namesBoards;
  const links = isBareList ? jobPageLinks(page) : [];
  const jobs = [...described, ...(await jobsBehind(search, links, site))];
  if (jobs.length > (search.posted?.jobs.length ?? 0))
    search.posted = { jobs, url: page.url.href, isTruncated: links.length > jobs.length };
  if (isBareList && (links.length > 0 || namesPositions(page))) search.hasUnreadPositions = true;
}

/** Positions with a page each, described there in JSON-LD. */
async function jobsBehind({ outbound, reader }: Search, links: string[], site: SiteIdentity): Promise<Job[]> {
  const jobs: Job[] = [];
  for (const url of links.slice(0, MAX_JOB_PAGES)) {
    const page = reader.hasTime() ? await openPage(outbound, url) : null;
    if (page?.status === "ok") jobs.push(...jobPostings(page, site, Date.now()));
    // When the first page describes nothing, the others will not either.
    if (page?.status !== "ok" || jobs.length === 0) break;
  }
  return jobs;
}

/** A link with the label of careers, or to a board under the company's own name. */
function isLikely({ isEmbedded, ref }: BoardMark, { facts }: SitePage, site: SiteIdentity): boolean {
  if (isOnOwnHost(ref)) return false;
  if (isEmbedded || isCompanyName(ref.token.split("/")[0] ?? "", site.names)) return true;
  return facts.anchors.some(({ url, label }) => plainHost(url) === ref.host && saysCareers(label));
}
