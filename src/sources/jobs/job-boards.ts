import type { AppError } from "../../errors.ts";
import { plainHost } from "../../lib/hosts.ts";
import { HOUR_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { type Outbound, outboundFor } from "../../platform/outbound/outbound.ts";
import { decodeEntities } from "../../text/html-entities.ts";
import type { Job } from "../facts/job.ts";
import { matchingPages, pagePattern } from "../website/linked-pages.ts";
import { likeness } from "../website/own-name.ts";
import { homeFailure, openHome, openPage, type SitePage, strangerReason } from "../website/site.ts";
import { type Site, siteOf } from "../website/site-owner.ts";
import { askBoard, type BoardAnswer, boardFailure } from "./ask-board.ts";
import { BOARDS, type Board } from "./boards.ts";
import { jobPostings } from "./job-postings.ts";

export type { Job } from "../facts/job.ts";

/** What a company's careers pages, and the board they lead to, say about open positions. */
export type OpenJobs = {
  /** Newest first as far as dates are known. Empty also when the company's board is. */
  jobs: Job[];
  /** `greenhouse`, `lever`, `ashby`, `workable`, `own_site`, or null when nothing lists jobs; `reason` then says why. */
  board: string | null;
  reason: string | null;
  confidence: number;
  evidence: { url: string; kind: "careers_page" | "job_board" | "json_ld" }[];
  /** Milliseconds since 1970. */
  observedAt: number;
  cached: boolean;
};

const SITE_BUDGET_MS = 20_000;
const CAREERS_PAGES = 3;
/** Where careers pages are that no link leads to. */
const USUAL_PATHS = ["/careers", "/jobs"];
const MAX_BOARDS = 3;
/** D1 keeps 2 MB in a row; descriptions share this many characters. */
const DESCRIPTIONS_LENGTH = 400_000;
const CAREERS = pagePattern(
  `careers? jobs? join join-us join-our-team work-with-us work-at openings? open-positions? open-roles? positions vacancy vacancies hiring
  we-are-hiring karriere stellen stellenangebote offene-stellen jobborse emplois? recrutement carrieres? nous-rejoindre rejoignez-nous
  empleos? trabaja-con-nosotros unete carreiras? vagas trabalhe-conosco lavora-con-noi posizioni-aperte vacatures? werken-bij
  praca kariera jobb karriar stillinger ledige-stillinger job-og-karriere вакансии карьера 採用 求人 招聘 诚聘 채용`,
);

/**
 * The open positions of a company. Its board is found on its own pages, never guessed from its name, and must be
 * recognised as its own. Throws `upstream_error`, `upstream_timeout` or `upstream_unavailable` when nobody could say.
 */
export async function openJobs(context: SourceContext, domain: string): Promise<OpenJobs> {
  const ttlMs = (look: JobsLookup) => ("error" in look || !look.isComplete ? 0 : (look.board ? 6 : 24) * HOUR_MS);
  const look = await cached(context, "open_jobs", domain, ttlMs, () => lookForJobs(context, domain));
  if ("error" in look.data) throw look.data.error;
  const { isComplete, ...found } = look.data;
  return { ...found, observedAt: look.observedAt, cached: look.cached };
}

type Found = Omit<OpenJobs, "observedAt" | "cached">;
type JobsLookup = (Found & { isComplete: boolean }) | { error: AppError };

async function lookForJobs(context: SourceContext, domain: string): Promise<JobsLookup> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(SITE_BUDGET_MS)]);
  const outbound = outboundFor({ ...context, signal });
  const home = await openHome(outbound, domain);
  if ("status" in home) {
    const failure = homeFailure(domain, home);
    return "error" in failure ? failure : nothing(failure.reason);
  }
  const stranger = strangerReason(home);
  if (stranger) return nothing(stranger);

  const linked = matchingPages(home, home.facts.anchors, [CAREERS], CAREERS_PAGES);
  const addresses = linked.length > 0 ? linked : USUAL_PATHS.map((path) => home.url.origin + path);
  const pages = [async () => home, ...addresses.map((address) => () => openPage(outbound, address))];
  const asked = new Map<string, BoardAnswer>();
  let posted: Found | null = null;
  let isComplete = true;
  for (const open of pages) {
    const page = await open();
    if ("status" in page) {
      if (page.status === "timeout" || page.status === "unavailable") isComplete = false;
      // Who refuses us once is left alone.
      if (page.status === "blocked_by_site") break;
      continue;
    }
    const site = siteOf(domain, page.facts, page.url, context.config.NETWORK_HOSTS);
    const onBoard = await readBoards(outbound, page, site, asked);
    if (onBoard) return { ...onBoard, isComplete: true };
    const jobs = jobPostings(page, site);
    if (jobs.length > (posted?.jobs.length ?? 0)) posted = onSite(jobs, page);
  }
  if (posted) return { ...posted, isComplete };
  const failed = [...asked.values()].find((answer) => answer.status !== "ok" && answer.status !== "not_found");
  if (failed) return { error: boardFailure(failed) };
  const isDoubtful = [...asked.values()].some((answer) => answer.status === "ok");
  return { ...nothing(isDoubtful ? "board_not_confirmed" : "no_open_positions_found"), isComplete };
}

/** The first board on the page that is the company's own. Boards of strangers and such as do not answer are noted in `asked`. */
async function readBoards(
  outbound: Outbound,
  page: SitePage,
  site: Site,
  asked: Map<string, BoardAnswer>,
): Promise<Found | null> {
  for (const { board, token, isEmbedded } of boardsOn(page)) {
    const url = board.pageUrl(token);
    if (asked.size >= MAX_BOARDS && !asked.has(url)) continue;
    const answer = asked.get(url) ?? (await askBoard(outbound, board, token));
    asked.set(url, answer);
    if (answer.status !== "ok") continue;
    if (!isEmbedded && !isOwn(token, answer, site)) continue;
    const evidence = [
      { url: page.url.href, kind: "careers_page" as const },
      { url, kind: "job_board" as const },
    ];
    return { jobs: arranged(answer.jobs), board: board.name, reason: null, confidence: 0.95, evidence };
  }
  return null;
}

/** Every board that the page links, embeds or names in its scripts, or has led to. */
export function boardsOn({ page, url }: Pick<SitePage, "page" | "url">) {
  const text = `${url.href}\n${decodeEntities(page.text)
    .replace(/\\u002f/gi, "/")
    .replace(/\\\//g, "/")}`;
  const found = new Map<string, { board: Board; token: string; isEmbedded: boolean }>();
  for (const board of BOARDS) {
    for (const mark of board.marks) {
      for (const match of text.matchAll(mark)) {
        const token = (match[1] ?? "").replace(/\.+$/, "");
        if (!token) continue;
        const key = board.pageUrl(token);
        const before = text.slice(Math.max(0, match.index - 40), match.index);
        const isEmbedded = found.get(key)?.isEmbedded || /\bsrc\s*=\s*["']?(https?:)?(\/\/)?[^"'\s<>]*$/i.test(before);
        found.set(key, { board, token, isEmbedded });
      }
    }
  }
  return found.values();
}

/** A link may lead to anybody's board. It is the company's own if it bears the company's name or leads back to its site. */
function isOwn(token: string, { name, jobs }: BoardAnswer & { status: "ok" }, site: Site): boolean {
  if ([token, name ?? ""].some((text) => text && likeness(text, site.names) !== "other")) return true;
  return jobs.some(({ url, description }) => {
    const said = `${url ? plainHost(new URL(url)) : ""} ${description ?? ""}`.toLowerCase();
    return site.domains.some((domain) => said.includes(domain));
  });
}

function onSite(jobs: Job[], page: SitePage): Found {
  const evidence = [{ url: page.url.href, kind: "json_ld" as const }];
  return { jobs: arranged(jobs), board: "own_site", reason: null, confidence: 0.9, evidence };
}

/** Each job once, newest first, small enough to be kept. */
function arranged(jobs: Job[]): Job[] {
  const unique = [...new Map(jobs.map((job) => [job.id, job])).values()];
  const length = Math.floor(DESCRIPTIONS_LENGTH / Math.max(1, unique.length));
  return unique
    .map((job) => ({ ...job, description: job.description?.slice(0, length) ?? null }))
    .sort((a, b) => (b.posted_at ?? "").localeCompare(a.posted_at ?? "") || a.id.localeCompare(b.id));
}

function nothing(reason: string): Found & { isComplete: boolean } {
  return { jobs: [], board: null, reason, confidence: 0, evidence: [], isComplete: true };
}
