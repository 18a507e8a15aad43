import { DAY_MS } from "../lib/time.ts";
import { typesOf, type WatchedKind } from "./event-types.ts";
import type { Change, Comparison, Observation, WatchedReport } from "./observation.ts";

type Known = Pick<WatchedReport, "id" | "about" | "date">;
/** `sources`: when each source last answered. */
export type ReportsData = { sources: Record<string, number>; known: Known[] };

type Reports = Extract<Observation, { status: "reports" }>;

/** A report older than the previous look by more than this is not new; it was only found late. */
const LATE_MS = 3 * DAY_MS;
/** Reports within this time may describe one change. */
const SAME_MS = 30 * DAY_MS;
const KEPT_MS = 120 * DAY_MS;
const MAX_KNOWN = 400;

/** Reports that are new since the last look; a source's first answer is its baseline. One event is one change. */
export function compareReports(
  kind: WatchedKind,
  before: ReportsData | null,
  seen: Reports,
  now: number,
): Comparison<ReportsData> {
  const [type] = typesOf(kind);
  const known = (before?.known ?? []).filter(({ date }) => Date.parse(date) > now - KEPT_MS);
  const ids = new Set(known.map(({ id }) => id));
  const changes: Change[] = [];
  for (const report of seen.reports.toSorted((a, b) => a.date.localeCompare(b.date))) {
    const { id, about, date, source, url, shown } = report;
    if (ids.has(id)) continue;
    const answeredAt = before?.sources[source];
    const isNew = answeredAt !== undefined && Date.parse(date) > answeredAt - LATE_MS;
    const isTold = kind !== "news" && known.some((other) => isSameThing(other, report));
    if (isNew && !isTold) {
      changes.push({ type, subject: id, before: null, after: shown, evidence: url ? [{ url, kind: source }] : [] });
    }
    ids.add(id);
    known.push({ id, about, date });
  }
  const sources = { ...before?.sources, ...Object.fromEntries(seen.answered.map((source) => [source, now])) };
  return { data: { sources, known: known.slice(-MAX_KNOWN) }, changes, isPending: false };
}

/** Compares the first part that both reports have; reports without a common part count as one. */
function isSameThing(a: Known, b: Known): boolean {
  if (Math.abs(Date.parse(a.date) - Date.parse(b.date)) > SAME_MS) return false;
  for (const [index, part] of a.about.entries()) {
    const other = b.about[index];
    if (part && other) return part === other;
  }
  return true;
}
