import { DAY_MS } from "../lib/time.ts";
import { samePositionKey } from "../readers/jobs/job-of.ts";
import type { Change, Comparison, Observation, OpenPosition } from "./observation.ts";

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
 * Compares open positions with those of the last look, at `lookedAt`. Times in milliseconds since 1970. A position that reopens under its
 * id, or its title and place, is reposted and neither opened nor closed. Another board has other ids: its positions are compared by title
 * and place, older ones are not new, and those of the old board are not told as closed. Pure.
 */
export function compareJobs(before: JobsData | null, seen: Jobs, now: number, lookedAt: number): Comparison<JobsData> {
  const jobs = seen.jobs.map((job) => ({ ...kept(job), isRecent: isRecent(job.postedAt, lookedAt) }));
  const bare = ({ isRecent: _, ...job }: (typeof jobs)[number]): Kept => job;
  if (!before) return { data: { board: seen.board, open: jobs.map(bare), closed: [] }, changes: [], isPending: false };
  const isSameBoard = before.board === seen.board;
  // The board is no longer linked, so the state of its positions is unknown.
  if (!isSameBoard && jobs.length === 0) return { data: before, changes: [], isPending: false };

  const identity = isSameBoard ? "id" : "key";
  const [was, is] = [new Set(before.open.map((job) => job[identity])), new Set(jobs.map((job) => job[identity]))];
  const earlier = before.closed.filter(({ closedAt }) => closedAt > now - REPOST_MS);
  const gone = before.open.filter((job) => !is.has(job[identity])).map((job) => ({ ...job, closedAt: now }));
  const came = jobs.filter((job) => !was.has(job[identity]) && (isSameBoard || job.isRecent));
  const waiting = new Set(came.slice(MAX_CHANGES));

  // Newest first, so that the latest closing is matched first.
  const former = Map.groupBy(isSameBoard ? [...gone, ...earlier.toReversed()] : [], ({ key }) => key);
  const reopened = new Set<Kept>();
  const changes = came.slice(0, MAX_CHANGES).map((job) => {
    const previous = former.get(job.key)?.shift();
    if (previous) reopened.add(previous);
    return opening(job, seen, previous ?? null);
  });
  const closed = gone.filter((job) => !reopened.has(job));
  const told = isSameBoard ? closed.slice(0, MAX_CHANGES - changes.length) : closed;
  const untold = closed.slice(told.length);
  for (const job of isSameBoard ? told : [])
    changes.push({ type: "jobs.closed", subject: job.id, before: shown(job), after: null, evidence: seen.evidence });
  return {
    data: {
      board: seen.board,
      open: [...jobs.filter((job) => !waiting.has(job)).map(bare), ...untold.map(({ closedAt: _, ...job }) => job)],
      closed: [...earlier.filter((job) => !reopened.has(job)), ...told].slice(-MAX_CLOSED),
    },
    changes,
    isPending: waiting.size + untold.length > 0,
  };
}

function opening(job: Kept, { evidence }: Jobs, previous: Kept | null): Change {
  return {
    type: previous ? "jobs.reposted" : "jobs.opened",
    subject: job.id,
    before: previous && shown(previous),
    after: shown(job),
    evidence: job.url ? [{ url: job.url, kind: "job_posting" }, ...evidence] : evidence,
  };
}

function kept({ id, title, url, location }: OpenPosition): Kept {
  const key = samePositionKey(title, location);
  return {
    id: id.slice(0, MAX_ID_LENGTH),
    key: key.slice(0, MAX_TITLE_LENGTH + MAX_PLACE_LENGTH),
    title: title.slice(0, MAX_TITLE_LENGTH),
    url: url !== null && url.length <= MAX_URL_LENGTH ? url : null,
    location: location?.slice(0, MAX_PLACE_LENGTH) ?? null,
  };
}

function shown({ id, title, url, location }: Kept) {
  return { id, title, url, location };
}

function isRecent(postedAt: string | null, lookedAt: number): boolean {
  return postedAt !== null && Date.parse(postedAt) >= lookedAt - RECENT_MS;
}
