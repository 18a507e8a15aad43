/** What differs between two looks at a kind of fact. Times are milliseconds since 1970. Pure. */
import { DAY_MS } from "../lib/time.ts";
import { samePositionKey } from "../readers/jobs/job-of.ts";
import { typesOf, type WatchedKind } from "./event-types.ts";
import type { Change, EventEvidence, Observation, WatchedReport } from "./observation.ts";

/** The state to store for the next comparison, and the changes. `isPending`: a second look should come soon. */
export type Comparison = { data: unknown; changes: Change[]; isPending: boolean };

type Seen<Status> = Extract<Observation, { status: Status }>;

/** Further events wait for the next look. */
const MAX_CHANGES = 300;

/** Compares what a look at `now` saw with the stored state of the look at `lookedAt`; without one it is the baseline. */
export function compareLooks(
  kind: WatchedKind,
  before: unknown,
  seen: Exclude<Observation, { status: "unknown" }>,
  { now, lookedAt }: { now: number; lookedAt: number },
): Comparison {
  if (seen.status === "matches") return { data: seen.state, changes: seen.changes, isPending: seen.isPending };
  if (seen.status === "jobs") return compareJobs(before as JobsData | null, seen, now, lookedAt);
  if (seen.status === "reports") return compareReports(kind, before as ReportsData | null, seen, now);
  return compareValues(kind, before as ValuesData | null, seen);
}

/** A stored position; `key` identifies the same position under another id. */
type Kept = { id: string; key: string; title: string; url: string | null; location: string | null };
type JobsData = { board: string; open: Kept[]; closed: (Kept & { closedAt: number })[] };

/** A position that reopens within this time counts as reposted. */
const REPOST_MS = 60 * DAY_MS;
/** On the first read of a board, positions older than this are not new. */
const RECENT_MS = 7 * DAY_MS;
const MAX_CLOSED = 500;
const [MAX_ID_LENGTH, MAX_TITLE_LENGTH, MAX_PLACE_LENGTH, MAX_URL_LENGTH] = [100, 120, 80, 300];

/**
 * A position that reopens under its id, or its title and place, is reposted and neither opened nor closed. Another board has other ids:
 * its positions are compared by title and place, older ones are not new, and those of the old board are not told as closed.
 */
function compareJobs(before: JobsData | null, seen: Seen<"jobs">, now: number, lookedAt: number): Comparison {
  const { board, evidence } = seen;
  const jobs = seen.jobs.map(kept);
  if (!before) return { data: { board, open: jobs, closed: [] }, changes: [], isPending: false };
  const isSameBoard = before.board === board;
  // The board is no longer linked, so the state of its positions is unknown.
  if (!isSameBoard && jobs.length === 0) return { data: before, changes: [], isPending: false };

  const identity = isSameBoard ? "id" : "key";
  const [was, is] = [new Set(before.open.map((job) => job[identity])), new Set(jobs.map((job) => job[identity]))];
  const earlier = before.closed.filter(({ closedAt }) => closedAt > now - REPOST_MS);
  const gone = before.open.filter((job) => !is.has(job[identity])).map((job) => ({ ...job, closedAt: now }));
  const isRecent = (at: number) => Date.parse(seen.jobs[at]?.postedAt ?? "") >= lookedAt - RECENT_MS;
  const came = jobs.filter((job, at) => !was.has(job[identity]) && (isSameBoard || isRecent(at)));
  const waiting = new Set(came.slice(MAX_CHANGES));

  // Newest first, so that the latest closing is matched first.
  const former = Map.groupBy(isSameBoard ? [...gone, ...earlier.toReversed()] : [], ({ key }) => key);
  const reopened = new Set<Kept>();
  const changes = came.slice(0, MAX_CHANGES).map((job): Change => {
    const previous = former.get(job.key)?.shift();
    if (previous) reopened.add(previous);
    return {
      type: previous ? "jobs.reposted" : "jobs.opened",
      subject: job.id,
      before: previous ? shown(previous) : null,
      after: shown(job),
      evidence: job.url ? [{ url: job.url, kind: "job_posting" }, ...evidence] : evidence,
    };
  });
  const closed = gone.filter((job) => !reopened.has(job));
  const told = isSameBoard ? closed.slice(0, MAX_CHANGES - changes.length) : closed;
  const untold = closed.slice(told.length);
  for (const job of isSameBoard ? told : [])
    changes.push({ type: "jobs.closed", subject: job.id, before: shown(job), after: null, evidence });
  return {
    data: {
      board,
      open: [...jobs.filter((job) => !waiting.has(job)), ...untold.map(({ closedAt: _, ...job }) => job)],
      closed: [...earlier.filter((job) => !reopened.has(job)), ...told].slice(-MAX_CLOSED),
    },
    changes,
    isPending: waiting.size + untold.length > 0,
  };
}

function kept({ id, title, url, location }: Seen<"jobs">["jobs"][number]): Kept {
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

type Known = Pick<WatchedReport, "id" | "about" | "date">;
/** `sources`: when each source last answered. */
type ReportsData = { sources: Record<string, number>; known: Known[] };

/** A report older than the previous look by more than this is not new; it was only found late. */
const LATE_MS = 3 * DAY_MS;
/** Reports within this time may describe one change. */
const SAME_MS = 30 * DAY_MS;
const KEPT_MS = 120 * DAY_MS;
const MAX_KNOWN = 400;

/** Reports that are new since the last look; a source's first answer is its baseline. One event is one change. */
function compareReports(kind: WatchedKind, before: ReportsData | null, seen: Seen<"reports">, now: number): Comparison {
  const [type] = typesOf(kind);
  const known = (before?.known ?? []).filter(({ date }) => Date.parse(date) > now - KEPT_MS);
  const ids = new Set(known.map(({ id }) => id));
  const changes: Change[] = [];
  for (const report of seen.reports.toSorted((a, b) => a.date.localeCompare(b.date))) {
    const { id, about, date, source, url, shown: after } = report;
    if (ids.has(id)) continue;
    const answeredAt = before?.sources[source];
    const isNew = answeredAt !== undefined && Date.parse(date) > answeredAt - LATE_MS;
    const isTold = kind !== "news" && known.some((other) => isSameThing(other, report));
    if (isNew && !isTold)
      changes.push({ type, subject: id, before: null, after, evidence: url ? [{ url, kind: source }] : [] });
    ids.add(id);
    known.push({ id, about, date });
  }
  const sources = { ...before?.sources, ...Object.fromEntries(seen.answered.map((source) => [source, now])) };
  return { data: { sources, known: known.slice(-MAX_KNOWN) }, changes, isPending: false };
}

/** Compares the first part that both reports have; reports without a common part count as one. */
function isSameThing(a: Known, b: Known): boolean {
  if (Math.abs(Date.parse(a.date) - Date.parse(b.date)) > SAME_MS) return false;
  const common = a.about.findIndex((part, index) => part && b.about[index]);
  return common < 0 || a.about[common] === b.about[common];
}

/** `pending`: values seen once; null for one that was absent. */
type ValuesData = { values: Record<string, unknown>; pending: Record<string, unknown>; basis?: string };
type Difference = Pick<Change, "before" | "after"> & { name: string; evidence: EventEvidence[] };

/** Pages may run A/B tests, so a change counts once two looks agree. */
const NEEDS_TWO_LOOKS = new Set<WatchedKind>(["website", "prices", "technologies"]);

function compareValues(kind: WatchedKind, before: ValuesData | null, seen: Seen<"values">): Comparison {
  const { basis, evidence } = seen;
  const now: Record<string, unknown> = Object.fromEntries(
    Object.entries(seen.values).map(([name, { value }]) => [name, value]),
  );
  if (!before || before.basis !== basis)
    return { data: { values: now, pending: {}, basis }, changes: [], isPending: false };
  const values = { ...before.values };
  const pending: Record<string, unknown> = {};
  const differences: Difference[] = [];
  // Of technologies only presence is compared.
  const isSame = (a: unknown, b: unknown) =>
    kind === "technologies" ? (a === null) === (b === null) : JSON.stringify(a) === JSON.stringify(b);
  for (const name of new Set([...Object.keys(before.values), ...Object.keys(now)])) {
    const [old, fresh] = [before.values[name] ?? null, now[name] ?? null] as [Change["before"], Change["after"]];
    if (isSame(old, fresh)) continue;
    const isAgreed = name in before.pending && isSame(before.pending[name] ?? null, fresh);
    if ((NEEDS_TWO_LOOKS.has(kind) && !isAgreed) || differences.length >= MAX_CHANGES) {
      pending[name] = fresh;
      continue;
    }
    if (fresh === null) delete values[name];
    else values[name] = fresh;
    differences.push({ name, before: old, after: fresh, evidence: seen.values[name]?.evidence ?? evidence });
  }
  const data = { values, pending, basis };
  const changes = kind === "technologies" ? differences.map(changedTechnology) : oneChange(kind, differences, evidence);
  return { data, changes, isPending: Object.keys(pending).length > 0 };
}

function changedTechnology({ name, ...sides }: Difference): Change {
  return { type: sides.before === null ? "technology.added" : "technology.removed", subject: name, ...sides };
}

/** A redesigned page is one change, however many of its fields differ. */
function oneChange(kind: WatchedKind, differences: Difference[], evidence: EventEvidence[]): Change[] {
  if (differences.length === 0) return [];
  const [type] = typesOf(kind);
  const side = (which: "before" | "after") =>
    Object.fromEntries(differences.map((difference) => [difference.name, difference[which]]));
  return [{ type, subject: kind, before: side("before"), after: side("after"), evidence }];
}
