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
import type { SitePage } from "../../readers/page/document.ts";
import { useOf } from "../../readers/page/usage-signals.ts";
import { openOwnHome, openPage } from "../website/site-pages.ts";
import { type BoardMark, boardPage, boardReader, readBoard } from "./board-reader.ts";
import {
  aboutLinks,
  careersLinks,
  careersSiteElsewhere,
  isCompanyName,
  isDrawnByScript,
  isOwnBoard,
  isOwnCareersSite,
  jobPageLinks,
  namesPositions,
  saysCareers,
  titleNames,
} from "./careers-pages.ts";
import { concludeJobs, foundJobs, type JobsLook, noJobs, type OpenJobs, type Progress } from "./jobs-answer.ts";
import { recogniseBoards, storedToken } from "./recognise-boards.ts";

const TIME_LIMIT_MS = 25_000;
/** As long as the answer itself. */
const PAGES_KEPT_MS = 6 * HOUR_MS;

/** The open positions of a company, from a board proved to be its own. `limitMs`: how long the caller can wait. */
export async function openJobs(context: SourceContext, domain: string, limitMs = TIME_LIMIT_MS): Promise<OpenJobs> {
  const ttlMs = (look: JobsLook) => (look.status === "failed" ? 0 : look.ttlMs);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(limitMs)]);
  const look = await cached(context, "company_jobs", domain, ttlMs, () =>
    findJobs({ ...context, signal, notBefore: pagesSince(context, PAGES_KEPT_MS) }, domain, Date.now() + limitMs / 2),
  );
  if (look.data.status === "failed") throw look.data.error;
  const { ttlMs: _, ...found } = look.data;
  if (!look.cached && found.boardToken) tellIndex(context, { kind: "jobs", domain, readAt: look.observedAt });
  return { ...found, observedAt: look.observedAt, cached: look.cached };
}

const MAX_BOARDS = 3;
/** How many boards of one page are read; a page with more lists other firms. */
const MAX_MARKS = 30;
const MAX_PAGES = 6;
const MAX_JOB_PAGES = 6;
/** Where to look on a site that links no careers page. */
const USUAL_PATHS = ["/careers", "/jobs"];
/** The part of a large answer that is searched. */
const MAX_RAW_JOBS = 5_000;

/** Looks for open positions on home page, careers pages and boards. Throws only without the tables of titles. */
async function findJobs(context: SourceContext, domain: string, untilMs: number): Promise<JobsLook> {
  const outbound = outboundFor(context);
  const home = await openOwnHome(outbound, domain);
  if (home.status === "failed") return home;
  if (home.status !== "ok") return noJobs(home.reason);
  const networkHosts = context.config.NETWORK_HOSTS;
  const site = siteOf(domain, home.facts, home.url, networkHosts);
  const names = [...new Set([...site.names, ...titleNames(home.facts.title)])];
  const progress: Progress = {
    outbound,
    reader: boardReader(context, outbound, { ownDomains: site.domains, untilMs }),
    domain,
    networkHosts,
    asked: new Map(),
    coverage: { read: [], not_read: [] },
    posted: null,
    isComplete: true,
    isDoubtful: false,
    hasUnreadPositions: false,
  };
  const look = (await visitPages(progress, home, { ...site, names })) ?? concludeJobs(progress);
  return look.status === "failed" ? look : { ...look, mayIndex: useOf(home.page).mayIndex.value };
}

async function visitPages(progress: Progress, home: SitePage, site: SiteIdentity): Promise<JobsLook | null> {
  const onHome = await readPage(progress, home, site, false);
  if (onHome) return onHome;

  const asKind = (kind: "careers" | "about" | "elsewhere" | "usual") => (address: string) => ({ address, kind });
  const queue = careersLinks(home).map(asKind("careers"));
  const elsewhere = careersSiteElsewhere(home, progress.networkHosts);
  const asked = new Set([...progress.asked.values()].map(({ mark }) => mark.ref.host));
  if (elsewhere && !asked.has(elsewhere.host)) queue.push({ address: elsewhere.href, kind: "elsewhere" });
  if (queue.length === 0)
    queue.push(
      ...aboutLinks(home).map(asKind("about")),
      ...USUAL_PATHS.map((path) => asKind("usual")(home.url.origin + path)),
    );
  const seen = new Set([home.url.href, ...queue.map(({ address }) => address)]);
  for (let visited = 0; visited < MAX_PAGES; visited++) {
    const next = queue.shift();
    if (!next) break;
    const page = await openPage(progress.outbound, next.address);
    if (page.status !== "ok") {
      if (page.status === "timeout" || page.status === "unavailable") progress.isComplete = false;
      const isMissing = page.status === "not_found" || (page.status === "no_dns" && next.kind !== "careers");
      if (!isMissing && (next.kind === "careers" || next.kind === "about")) {
        const { status: reason } = page;
        progress.coverage.not_read.push({ kind: "careers_page", url: next.address, board: null, reason });
      }
      // A site that refuses the fetcher once is not asked again.
      if (page.status === "blocked_by_site") break;
      continue;
    }
    if (next.kind === "elsewhere" && !isOwnCareersSite(page, site)) continue;
    // A careers page that redirects to a board does not make the vendor's domain one of the company's.
    const isAway = !isOnSite(page.url, site) && next.kind !== "elsewhere";
    const here = isAway ? site : withNames(progress, page, site);
    const found = await readPage(progress, page, here, next.kind !== "about");
    if (found) return found;
    // One more hop: from the about page to careers, or from careers to the list of positions.
    const further = careersLinks(page).filter((address) => !seen.has(address));
    for (const address of further.slice(0, 2)) {
      seen.add(address);
      queue.unshift({ address, kind: "careers" });
    }
  }
  return null;
}

/** A careers page may state further names of the company. */
function withNames({ domain, networkHosts }: Progress, page: SitePage, site: SiteIdentity): SiteIdentity {
  const here = siteOf(domain, page.facts, page.url, networkHosts);
  const both = (own: string[], further: string[]) => [...new Set([...own, ...further])];
  return { ...site, names: both(site.names, here.names), domains: both(site.domains, here.domains) };
}

async function readPage(
  progress: Progress,
  page: SitePage,
  site: SiteIdentity,
  isCareersPage: boolean,
): Promise<JobsLook | null> {
  const { coverage } = progress;
  const marks = recogniseBoards(page).slice(0, MAX_MARKS);
  for (const mark of marks) {
    // The company's own address led to this board.
    if (!isOnSite(page.url, site) && mark.ref.host === plainHost(page.url)) mark.isEmbedded = true;
    // A link outside careers pages, under another name, is to a customer or a partner.
    if (!isCareersPage && !isLikely(mark, page, site)) continue;
    const found = await readMark(progress, mark, page, site);
    if (found) return found;
  }
  const jobs = jobPostings(page, site, Date.now());
  if (jobs.length > (progress.posted?.jobs.length ?? 0))
    progress.posted = { jobs, url: page.url.href, isTruncated: false };
  if (!isCareersPage) return null;
  if (jobs.length === 0 && isDrawnByScript(page)) {
    coverage.not_read.push({ kind: "careers_page", url: page.url.href, board: null, reason: "drawn_by_script" });
    return null;
  }
  coverage.read.push({ kind: "careers_page", url: page.url.href, board: null });
  if (jobs.length === 0 && marks.length === 0) {
    await readJobPages(progress, page, site);
    if (!progress.posted && namesPositions(page)) progress.hasUnreadPositions = true;
  }
  return null;
}

/** A link with the label of careers, or to a board under the company's own name. */
function isLikely({ isEmbedded, isOwnHost, ref }: BoardMark, { facts }: SitePage, site: SiteIdentity): boolean {
  if (isOwnHost) return false;
  if (isEmbedded || isCompanyName(ref.token.split("/")[0] ?? "", site.names)) return true;
  return facts.anchors.some(({ url, label }) => plainHost(url) === ref.host && saysCareers(label));
}

async function readMark(
  progress: Progress,
  mark: BoardMark,
  page: SitePage,
  site: SiteIdentity,
): Promise<JobsLook | null> {
  const { asked, reader, outbound, coverage } = progress;
  const { board, ref } = mark;
  const url = ref.token || mark.isOwnHost ? boardPage(mark) : ref.url;
  const key = `${board.name} ${url}`;
  const known = asked.get(key);
  const answered = [...asked.values()].filter(({ answer }) => answer.status !== "not_read");
  if (!known && board.read && answered.length >= MAX_BOARDS) return null;
  const answer = known?.answer ?? (await readBoard(reader, mark));
  asked.set(key, { mark, url, answer });
  if (answer.status !== "ok") return null;
  if (!(await isOwnBoard(outbound, mark, answer, site))) {
    progress.isDoubtful = true;
    return null;
  }
  coverage.read.push({ kind: "job_board", url, board: board.name });
  coverage.not_read = coverage.not_read.filter(({ kind }) => kind === "job_board");
  const jobs = answer.jobs.slice(0, MAX_RAW_JOBS).flatMap((job) => jobOf(job, Date.now(), url) ?? []);
  const isTruncated = answer.isTruncated === true || answer.jobs.length > MAX_RAW_JOBS;
  const boardToken = ref.token ? storedToken(ref) : ref.host;
  const evidence = [
    { url: page.url.href, kind: "careers_page" as const },
    { url, kind: "job_board" as const },
  ];
  return foundJobs(coverage, { jobs, isTruncated }, { board: board.name, boardToken, confidence: 0.95, evidence });
}

/** Positions with a page each, described there in JSON-LD. */
async function readJobPages(progress: Progress, page: SitePage, site: SiteIdentity): Promise<void> {
  const links = jobPageLinks(page);
  const jobs: Job[] = [];
  for (const url of links.slice(0, MAX_JOB_PAGES)) {
    if (!progress.reader.hasTime()) break;
    const job = await openPage(progress.outbound, url);
    if (job.status === "ok") jobs.push(...jobPostings(job, site, Date.now()));
    // When the first page describes nothing, the others will not either.
    if (job.status !== "ok" || jobs.length === 0) break;
  }
  if (jobs.length > (progress.posted?.jobs.length ?? 0)) {
    progress.posted = { jobs, url: page.url.href, isTruncated: links.length > jobs.length };
  } else if (links.length > 0) {
    progress.hasUnreadPositions = true;
  }
}
