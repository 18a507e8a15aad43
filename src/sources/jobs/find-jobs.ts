import { tellIndex } from "../../index/index-messages.ts";
import { plainHost } from "../../lib/hosts.ts";
import { HOUR_MS } from "../../lib/time.ts";
import { pagesSince, type SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { isOnSite, type SiteIdentity, siteOf } from "../../readers/company/site-owner.ts";
import type { Job } from "../../readers/jobs/job.ts";
import { jobOf } from "../../readers/jobs/job-of.ts";
import { jobPostings } from "../../readers/jobs/posting-json-ld.ts";
import { useOf } from "../../readers/page/usage-signals.ts";
import { openOwnHome, openPage } from "../website/site-pages.ts";
import { type BoardMark, boardPage } from "./board.ts";
import { boardReader } from "./board-reader.ts";
import { isDrawnByScript, isLikely, jobPageLinks, namesPositions, type Place, visitedPages } from "./careers-pages.ts";
import { concludeJobs, type FoundJobs, foundJobs, MAX_JOBS, newSearch, noJobs, type Search } from "./jobs-answer.ts";
import { isOwnBoard, titleNames } from "./own-board.ts";
import { readBoard } from "./read-board.ts";
import { recogniseBoards, storedToken } from "./recognise-boards.ts";

const TIME_LIMIT_MS = 25_000;
/** As long as the answer itself. */
const PAGES_KEPT_MS = 6 * HOUR_MS;

const MAX_BOARDS = 3;
/** How many boards of one page are read; a page with more lists other firms. */
const MAX_MARKS = 30;
const MAX_JOB_PAGES = 6;

/** The open positions of a company, from a board proved to be its own. `limitMs`: how long the caller can wait. */
export async function openJobs(context: SourceContext, domain: string, limitMs = TIME_LIMIT_MS) {
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
  const site = { ...own, names: [...own.names, ...titleNames(home.facts.title)] };
  const reader = boardReader(context, outbound, { ownDomains: site.domains, untilMs });
  const search = newSearch(outbound, reader, domain);
  let found: FoundJobs | null = null;
  for await (const place of visitedPages(search, { page: home, site, kind: "home" })) {
    const marks = recogniseBoards(place.page).slice(0, MAX_MARKS);
    found = await ownBoard(search, place, marks);
    if (found) break;
    await notePostings(search, place, marks.length > 0);
  }
  return { ...(found ?? concludeJobs(search)), mayIndex: useOf(home.page).mayIndex.value };
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
