import { DAY_MS } from "../lib/time.ts";
import { titleTokens } from "../text/titles/title-filter.ts";
import type { Change, Comparison, Evidence, Observation, OpenPosition } from "./observation.ts";

/** A stored position; `key` identifies the same position under another id. */
type Kept = { id: string; key: string; title: string; url: string | null; location: string | null };
export type JobsData = { board: string; open: Kept[]; closed: (Kept & { closedAt: number })[] };

type Jobs = Extract<Observation, { status: "jobs" }>;

/** A position that reopens within this time counts as reposted. */
const REPOST_MS = 60 * DAY_MS;
/** On the first read of a board, positions older than this are not new. */
const RECENT_MS = 7 * DAY_MS;
const MAX_CLOSED = 500;
/** Further events wait for the next look. */
const MAX_CHANGES = 300;
const [MAX_ID_LENGTH, MAX_TITLE_LENGTH, MAX_PLACE_LENGTH, MAX_URL_LENGTH] = [100, 120, 80, 300];

/**
 * Compares open positions with those of the last look, at `lookedAt`. A position that reopens under its own id, or with the same
 * title in the same place, is reposted and neither opened nor closed. Pure.
 */
export function compareJobs(before: JobsData | null, seen: Jobs, now: number, lookedAt: number): Comparison<JobsData> {
  const jobs = seen.jobs.map((job) => ({ ...kept(job), postedAt: job.postedAt }));
  const closedBefore = (before?.closed ?? []).filter(({ closedAt }) => closedAt > now - REPOST_MS);
  const plain = ({ postedAt: _, ...job }: (typeof jobs)[number]): Kept => job;
  if (!before) return { data: { board: seen.board, open: jobs.map(plain), closed: [] }, changes: [], isPending: false };

  const isMoved = before.board !== seen.board;
  // The board is no longer linked, so the state of its positions is unknown.
  if (isMoved && jobs.length === 0) return { data: before, changes: [], isPending: false };
  const nameOf = (job: Kept) => (isMoved ? job.key : job.id);
  const [was, is] = [new Set(before.open.map(nameOf)), new Set(jobs.map(nameOf))];
  const gone = before.open.filter((job) => !is.has(nameOf(job))).map((job) => ({ ...job, closedAt: now }));
  const came = jobs.filter((job) => !was.has(nameOf(job)));

  // Newest first, so that the latest closing is matched first.
  const former = Map.groupBy([...gone, ...closedBefore.toReversed()], ({ key }) => key);
  const reopened = new Set<Kept>();
  const changes: Change[] = [];
  const waiting = new Set<string>();
  for (const job of came) {
    if (changes.length >= MAX_CHANGES) {
      waiting.add(nameOf(job));
      continue;
    }
    const previous = isMoved ? undefined : former.get(job.key)?.shift();
    if (previous) reopened.add(previous);
    else if (isMoved && !isRecent(job.postedAt, lookedAt)) continue;
    const type = previous ? "jobs.reposted" : "jobs.opened";
    const change = { type, subject: job.id, before: previous ? shown(previous) : null, after: shown(job) } as const;
    changes.push({ ...change, evidence: evidenceOf(job, seen.evidence) });
  }
  const closed = gone.filter((job) => !reopened.has(job));
  // A new board says nothing about the positions of the previous one.
  const told = isMoved ? [] : closed.slice(0, Math.max(0, MAX_CHANGES - changes.length));
  for (const job of told)
    changes.push({ type: "jobs.closed", subject: job.id, before: shown(job), after: null, evidence: seen.evidence });
  const untold = isMoved ? [] : closed.slice(told.length);
  const open = [...jobs.filter((job) => !waiting.has(nameOf(job))).map(plain), ...untold.map(withoutTime)];
  const stillClosed = [...closedBefore.filter((job) => !reopened.has(job)), ...(isMoved ? closed : told)];
  return {
    data: { board: seen.board, open, closed: stillClosed.slice(-MAX_CLOSED) },
    changes,
    isPending: waiting.size + untold.length > 0,
  };
}

function kept({ id, title, url, location }: OpenPosition): Kept {
  const key = `${titleTokens(title).join(" ")} | ${titleTokens(location ?? "").join(" ")}`;
  return {
    id: id.slice(0, MAX_ID_LENGTH),
    key: key.slice(0, MAX_TITLE_LENGTH + MAX_PLACE_LENGTH),
    title: title.slice(0, MAX_TITLE_LENGTH),
    url: url !== null && url.length <= MAX_URL_LENGTH ? url : null,
    location: location?.slice(0, MAX_PLACE_LENGTH) ?? null,
  };
}

function withoutTime({ closedAt: _, ...job }: Kept & { closedAt: number }): Kept {
  return job;
}

function shown({ id, title, url, location }: Kept) {
  return { id, title, url, location };
}

function evidenceOf({ url }: Kept, common: Evidence[]): Evidence[] {
  return url ? [{ url, kind: "job_posting" }, ...common] : common;
}

function isRecent(postedAt: string | null, lookedAt: number): boolean {
  return postedAt !== null && Date.parse(postedAt) >= lookedAt - RECENT_MS;
}
