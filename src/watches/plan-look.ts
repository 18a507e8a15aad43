import { DAY_MS, HOUR_MS } from "../lib/time.ts";
import { type Row, sql } from "../platform/database.ts";
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

export type LookPlan = LookMessage & {
  baseUrl: string;
  startedAt: number;
  /** Kinds of facts to look for, for watches. */
  kinds: WatchedKind[];
  /** Whether a change waits for this look: it reads the company anew. */
  isAgain: boolean;
  /** The search to look at; null for a company, and when it is not due. */
  search: SearchRequest | null;
  /** Whether signal tools compare this look with the next one. */
  isForSignals: boolean;
  heads: ReadonlyMap<WatchedKind, Head>;
  /** When the kinds in this look are due again, and when the others are. */
  everyMs: number;
  othersDueAt: number;
};

type Scheduled = Pick<Row<typeof watchedDomains>, "baseUrl" | "askedAt" | "dueAt">;
/** A type of event that some watch of the domain wants. */
type Wanted = { type: EventType; everyDays: number; addedAt: number; searchJson: string | null };

/** A look may run this much earlier than scheduled. */
const SLACK_MS = 2 * HOUR_MS;

/** The plan of a look at a domain; null when the message is outdated or no watch names the domain. */
export async function planLook(db: D1Database, { domain, dueAt }: LookMessage, now: number): Promise<LookPlan | null> {
  const values = { domain, now };
  const [scheduled, wanted, kept] = await db.batch([
    sql(
      db,
      "SELECT base_url AS baseUrl, asked_at AS askedAt, due_at AS dueAt FROM watched_domains WHERE domain = @domain",
      values,
    ),
    sql(
      db,
      `SELECT e.value AS type, min(w.every_days) AS everyDays, max(s.added_at) AS addedAt,
         w.search_json AS searchJson
       FROM watch_subscriptions s JOIN watches w ON w.id = s.watch_id, json_each(w.events_json) e
       WHERE s.domain = @domain AND ${IS_LIVE} GROUP BY e.value`,
      values,
    ),
    sql(
      db,
      `SELECT kind, version, data_json AS dataJson, looked_at AS lookedAt, is_pending AS isPending
       FROM watch_heads WHERE domain = @domain`,
      values,
    ),
  ]);
  const [row] = (scheduled?.results ?? []) as Scheduled[];
  if (!row || row.dueAt !== dueAt) return null;
  const types = (wanted?.results ?? []) as Wanted[];
  const heads = new Map(((kept?.results ?? []) as Head[]).map((head) => [head.kind, head]));
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
    kinds: [...new Set(due.map(({ type }) => kindOf(type)))],
    isAgain: due.some(({ type }) => heads.get(kindOf(type))?.isPending),
    search: due.map((one) => searchOf(one, heads)).find((search) => search !== null) ?? null,
    isForSignals: isAsked,
    heads,
    everyMs: Math.min(...due.map(({ everyDays }) => everyDays), isAsked ? 1 : 7) * DAY_MS,
    othersDueAt: Math.min(...types.filter((one) => !isDue(one)).map(dueAtOf), Number.MAX_SAFE_INTEGER),
  };
}

/** After a pause the baseline is a new one. */
function searchOf({ searchJson, addedAt }: Wanted, heads: LookPlan["heads"]): SearchRequest | null {
  if (searchJson === null) return null;
  const { dataJson, lookedAt } = heads.get("search") ?? {};
  const isBaseline = !dataJson || addedAt > (lookedAt ?? 0);
  return { search: JSON.parse(searchJson), state: isBaseline ? null : JSON.parse(dataJson), addedAt };
}
