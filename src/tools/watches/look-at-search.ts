import { searchJobs as findJobs } from "../../index/search-jobs.ts";
import { HOUR_MS } from "../../lib/time.ts";
import { replicaOf } from "../../platform/database.ts";
import { SEARCH_MATCHED } from "../../watches/event-types.ts";
import type { Change, Observation, SearchRequest, WatchedSearch } from "../../watches/observation.ts";
import { type CompanySearchInput, findCompanies, searchCompanies } from "../socials/search-companies.ts";
import { type JobSearchInput, jobCriteria, searchJobs } from "../socials/search-jobs.ts";
import type { ToolContext } from "../tool.ts";

/** Events of one look. The next one, after an hour, goes on where it ended. */
const MAX_MATCHES = 50;
/** Each page checks up to 10,000 rows. */
const MAX_PAGES = 10;
/** The index has a fact some time after it was seen: matches of this time are looked at twice and known by id. */
const OVERLAP_MS = 2 * HOUR_MS;

type Db = Parameters<typeof findJobs>[0];
type Page = Parameters<typeof findJobs>[2];
type Matches = { changes: Change[]; next: Page["place"] };

/** The tool of a watched search. */
export function searchTool({ tool }: Pick<WatchedSearch, "tool">) {
  return tool === "search_jobs" ? searchJobs : searchCompanies;
}

/** Matches that came into the index since the last look; the first look is the baseline. Throws to be tried again. */
export async function lookAtSearch(
  env: Env,
  { search, state, addedAt }: SearchRequest,
  parseInput: ToolContext["parseInput"],
): Promise<Observation> {
  const now = Date.now();
  if (!state) {
    const baseline = { from: now + 1, since: now, begunAt: now, place: null };
    return { status: "matches", state: baseline, changes: [], isPending: false };
  }
  let input: unknown;
  try {
    input = parseInput(searchTool(search), search.input);
  } catch {
    return { status: "unknown", reason: "search_no_longer_valid" };
  }
  const db = replicaOf(env.DATA);
  const seenSince = Math.max(state.from, addedAt, state.since - OVERLAP_MS);
  const changes: Change[] = [];
  let { place } = state;
  for (let page = 0; page < MAX_PAGES && changes.length < MAX_MATCHES; page++) {
    const asked = { order: "newest" as const, limit: MAX_MATCHES - changes.length, place };
    const found =
      search.tool === "search_jobs"
        ? await newJobs(db, input as JobSearchInput, asked, seenSince)
        : await newCompanies(db, input as CompanySearchInput, asked, seenSince);
    changes.push(...found.changes);
    place = found.next;
    if (!place) break;
  }
  const begunAt = state.place ? state.begunAt : now;
  const next = { from: state.from, since: place ? state.since : begunAt, begunAt, place };
  return { status: "matches", state: next, changes, isPending: place !== null };
}

async function newJobs(db: Db, input: JobSearchInput, page: Page, seenSince: number): Promise<Matches> {
  const { jobs, next } = await findJobs(db, { ...jobCriteria(input), seenSince }, page);
  const changes = jobs.map((job) => {
    const { domain, name, proof } = job.company;
    const posting = job.url ? [{ url: job.url, kind: "job_posting" }] : [];
    // A board's own ids are not unique among boards, and a domain may be proved later.
    return matched(["search_jobs", job.id, job.url ?? domain ?? name], domain, { ...job }, [...posting, ...proof]);
  });
  return { next, changes };
}

async function newCompanies(db: Db, input: CompanySearchInput, page: Page, seenSince: number): Promise<Matches> {
  const { companies, keys, next } = await findCompanies(db, input, page, seenSince);
  const changes = companies.map((company, index) => {
    const evidence = company.why.flatMap(({ evidence }) => evidence);
    return matched(["search_companies", keys[index]], company.domain, company, evidence);
  });
  return { next, changes };
}

function matched(
  subject: unknown[],
  domain: string | null,
  after: Record<string, unknown>,
  evidence: Change["evidence"],
): Change {
  const key = JSON.stringify(subject);
  return { type: SEARCH_MATCHED, subject: key, domain: domain ?? "", before: null, after, evidence };
}
