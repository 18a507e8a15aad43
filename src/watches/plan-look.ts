import { DAY_MS, HOUR_MS } from "../lib/time.ts";
import { type Row, transact } from "../platform/database.ts";
import type { watchedDomains, watchHeads } from "../platform/schema.ts";
import { type EventType, kindOf, type WatchedKind } from "./event-types.ts";
import { IS_LIVE } from "./live-watch.ts";
import { ASKED_FOR_MS, type LookMessage } from "./look-schedule.ts";
import type { SearchRequest } from "./watched-search.ts";

/** The stored state of the last look at one kind. */
export type Head = Pick<Row<typeof watchHeads>, "version" | "dataJson" | "lookedAt"> & {
  kind: WatchedKind;
  isPending: number;
};

export type LookPlan = NonNullable<Awaited<ReturnType<typeof planLook>>>;

type Scheduled = Pick<Row<typeof watchedDomains>, "baseUrl" | "askedAt" | "dueAt">;
/** A type of event that some watch of the domain wants. */
type Wanted = { type: EventType; everyDays: number; addedAt: number; searchJson: string | null };

/** A look may run this much earlier than scheduled. */
const SLACK_MS = 2 * HOUR_MS;

const READ = [
  "SELECT base_url AS baseUrl, asked_at AS askedAt, due_at AS dueAt FROM watched_domains WHERE domain = @domain",
  `SELECT e.value AS type, min(w.every_days) AS everyDays, max(s.added_at) AS addedAt, w.search_json AS searchJson
    FROM watch_subscriptions s JOIN watches w ON w.id = s.watch_id, json_each(w.events_json) e
    WHERE s.domain = @domain AND ${IS_LIVE} GROUP BY e.value`,
  `SELECT kind, version, data_json AS dataJson, looked_at AS lookedAt, is_pending AS isPending
    FROM watch_heads WHERE domain = @domain`,
];

/** The plan of a look at a domain; null when the message is outdated or no watch names the domain. */
export async function planLook(db: D1Database, { domain, dueAt }: LookMessage, now: number) {
  const read = (await transact(db, { domain, now }, READ)).map(({ results }) => results);
  const [[row], types, kept] = read as [Scheduled[], Wanted[], Head[]];
  if (!row || row.dueAt !== dueAt) return null;
  const heads = new Map(kept.map((head) => [head.kind, head]));
  const isAsked = row.askedAt > now - ASKED_FOR_MS;
  const dueAtOf = ({ type, everyDays, addedAt }: Wanted) => {
    const head = heads.get(kindOf(type));
    if (!head?.lookedAt || head.isPending || addedAt > head.lookedAt) return now;
    return head.lookedAt + everyDays * DAY_MS;
  };
  const isDue = (one: Wanted) => dueAtOf(one) <= now + SLACK_MS;
  const due = types.filter(isDue);
  return {
    domain,
    dueAt,
    baseUrl: row.baseUrl,
    startedAt: now,
    /** Kinds of facts to look for, for watches. */
    kinds: [...new Set(due.map(({ type }) => kindOf(type)))],
    /** Whether a change waits for this look: it reads the company anew. */
    isAgain: kept.some(({ isPending }) => isPending),
    /** The search to look at; null for a company, and when it is not due. */
    search: due.map((one) => searchOf(one, heads)).find((search) => search !== null) ?? null,
    /** Whether signal tools compare this look with the next one. */
    isForSignals: isAsked,
    heads,
    /** When the kinds in this look are due again, and when the others are. */
    everyMs: Math.min(...due.map(({ everyDays }) => everyDays), isAsked ? 1 : 7) * DAY_MS,
    othersDueAt: Math.min(...types.filter((one) => !isDue(one)).map(dueAtOf), Number.MAX_SAFE_INTEGER),
  };
}

/** After a pause the baseline is a new one. */
function searchOf({ searchJson, addedAt }: Wanted, heads: ReadonlyMap<WatchedKind, Head>): SearchRequest | null {
  if (searchJson === null) return null;
  const { dataJson, lookedAt } = heads.get("search") ?? {};
  const isBaseline = !dataJson || addedAt > (lookedAt ?? 0);
  return { search: JSON.parse(searchJson), state: isBaseline ? null : JSON.parse(dataJson), addedAt };
}
