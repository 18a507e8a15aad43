import { MAX_WATCHED_DOMAINS, MAX_WATCHES, type Plan } from "../constants.ts";
import { payerSql, type Scope } from "../ledger/payer.ts";
import { newId } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { type Row, sql, transact } from "../platform/database.ts";
import type { watches } from "../platform/schema.ts";
import type { EventType } from "./event-types.ts";
import { IS_LIVE } from "./live-watch.ts";
import { scheduleAdded } from "./look-schedule.ts";
import { searchKey, type WatchedSearch } from "./observation.ts";

export const WATCH_ID = /^watch_[0-9a-f]{32}$/;

/** The terms of a watch. */
export type WatchTerms = {
  name: string | null;
  domains: string[];
  events: EventType[];
  everyDays: number;
  maxTokensMonth: number;
  /** Ids of webhook endpoints. */
  deliver: string[];
};

/** Who makes or changes a watch. `keyHash` is null for the owner in the console. */
export type WatchMaker = {
  organisationId: string;
  plan: Plan;
  keyId: string;
  keyHash: string | null;
  connectionId: string | null;
  /** The payer whose watches it may change, see {@link Scope}. */
  limitedTo: string | null;
  baseUrl: string;
};

export type Watch = ReturnType<typeof watchOf>;

export type LimitReached = { status: "limit_reached"; of: "watches" | "domains"; limit: number };

type WatchRow = Pick<
  Row<typeof watches>,
  | ("id" | "name" | "state" | "everyDays" | "maxTokensMonth" | "month" | "spentMonth" | "eventsMonth" | "updatedAt")
  | ("eventsJson" | "searchJson" | "deliverJson")
> & { isKeyGood: number };

const COLUMNS = `w.id, w.name, w.state, w.events_json AS eventsJson, w.search_json AS searchJson, w.every_days AS everyDays,
  w.max_tokens_month AS maxTokensMonth, w.deliver_json AS deliverJson, w.month, w.spent_month AS spentMonth, w.events_month AS eventsMonth,
  w.updated_at AS updatedAt`;
const KEY_IS_GOOD = `(${IS_LIVE.replace("w.state = 'active' AND ", "")}) AS isKeyGood`;

/** SQL: a watch `w` that is not deleted, in the scope of `@organisationId` and `@limitedTo`. */
const IN_SCOPE = `w.organisation_id = @organisationId AND w.state <> 'deleted'
  AND (@limitedTo IS NULL OR ${payerSql("w.key_id", "w.connection_id")} = @limitedTo)`;
const IS_IN_SCOPE = `EXISTS (SELECT 1 FROM watches w WHERE w.id = @id AND ${IN_SCOPE})`;

/** SQL: the domains that count against an organisation's share, other than those of `@id`. */
const OTHER_DOMAINS = `(SELECT count(*) FROM watches w JOIN watch_subscriptions s ON s.watch_id = w.id
  WHERE w.organisation_id = @organisationId AND w.id <> @id)`;

const HAS_SHARE = `${OTHER_DOMAINS} + @count <= @share`;

/** SQL: whether this change was made. Another change in the same millisecond may have been made when this one was refused. */
const IS_CHANGED = `EXISTS (SELECT 1 FROM watches w WHERE w.id = @id AND w.updated_at = @now AND ${IN_SCOPE}) AND ${HAS_SHARE}`;

/** Creates a watch on domains, or on a search that it keeps, in one transaction with the count of the organisation's watches. Throws `temporarily_unavailable`. */
export async function createWatch(
  db: D1Database,
  maker: WatchMaker,
  { search, ...terms }: WatchTerms & { search: WatchedSearch | null },
): Promise<{ status: "created"; id: string } | LimitReached> {
  const now = Date.now();
  const id = `watch_${newId(now)}`;
  const watched = search ? { ...terms, domains: [searchKey(id)] } : terms;
  const values = { ...valuesOf(maker, watched, now), id, search: search && JSON.stringify(search) };
  const insert = `INSERT INTO watches (id, organisation_id, name, state, events_json, every_days, max_tokens_month, deliver_json,
      key_id, key_hash, connection_id, updated_at, search_json)
    SELECT @id, @organisationId, @name, 'active', @events, @everyDays, @maxTokensMonth, @deliver, @keyId, @keyHash, @connectionId,
      @now, @search
    WHERE (SELECT count(*) FROM watches WHERE organisation_id = @organisationId AND state <> 'deleted') < ${MAX_WATCHES}
      AND ${HAS_SHARE}`;
  const schedule = scheduleAdded(db, { id, baseUrl: maker.baseUrl, now });
  const [inserted] = await transact(db, values, [insert, subscribe(db, values), schedule]);
  return inserted?.meta.changes === 0 ? reachedLimit(db, maker, terms) : { status: "created", id };
}

/** Replaces the terms of a watch for `maker`. Domains that stay keep their baseline, except after a pause. */
export async function changeWatch(
  db: D1Database,
  maker: WatchMaker,
  id: string,
  terms: WatchTerms & { state: "active" | "paused" },
): Promise<{ status: "changed" | "not_found" } | LimitReached> {
  const now = Date.now();
  const values = { ...valuesOf(maker, terms, now), id, state: terms.state };
  const isOwn = `id = @id AND ${IS_IN_SCOPE}`;
  const statements = [
    `UPDATE watch_subscriptions SET added_at = @now WHERE watch_id = @id AND @state = 'active'
      AND EXISTS (SELECT 1 FROM watches WHERE ${isOwn} AND state = 'paused')`,
    `UPDATE watches SET name = @name, state = @state, events_json = @events, every_days = @everyDays,
      max_tokens_month = @maxTokensMonth, deliver_json = @deliver, key_id = @keyId, key_hash = @keyHash,
      connection_id = @connectionId, updated_at = @now
     WHERE ${isOwn} AND ${HAS_SHARE}`,
    `DELETE FROM watch_subscriptions WHERE watch_id = @id AND domain NOT IN (SELECT value FROM json_each(@domains))
      AND ${IS_CHANGED}`,
  ];
  const schedule = scheduleAdded(db, { id, baseUrl: maker.baseUrl, now });
  const results = await transact(db, values, [...statements, subscribe(db, values), schedule]);
  if (results[1]?.meta.changes !== 0) return { status: "changed" };
  const exists = (await getWatch(db, maker, id)) !== null;
  return exists ? reachedLimit(db, maker, terms) : { status: "not_found" };
}

/** Deletes a watch and the withheld events that only it would pay for. False when it does not exist. */
export async function deleteWatch(db: D1Database, scope: Scope, id: string): Promise<boolean> {
  const values = { limitedTo: null, ...scope, id, now: Date.now() };
  const end = `UPDATE watches SET state = 'deleted', updated_at = @now WHERE id = @id AND ${IS_IN_SCOPE}`;
  const drop = `DELETE FROM watch_events WHERE organisation_id = @organisationId AND state = 'withheld'
    AND instr(watch_ids_json, @id) > 0 AND NOT EXISTS (SELECT 1 FROM watches w WHERE w.organisation_id = @organisationId
      AND w.state <> 'deleted' AND instr(watch_events.watch_ids_json, w.id) > 0)
    AND EXISTS (SELECT 1 FROM watches WHERE id = @id AND state = 'deleted' AND updated_at = @now)`;
  const [ended] = await transact(db, values, [end, drop]);
  return ended?.meta.changes !== 0;
}

/** Pauses watches changed in the console since a time: the others end with their keys. */
export async function pauseConsoleWatches(db: D1Database, organisationId: string, since: number): Promise<void> {
  const pause = `UPDATE watches SET state = 'paused', updated_at = @now
    WHERE organisation_id = @organisationId AND state = 'active' AND key_id = 'console' AND updated_at >= @since`;
  await sql(db, pause, { organisationId, since, now: Date.now() }).run();
}

/** For housekeeping: removes watches deleted a day ago, and their domains. */
export async function dropDeletedWatches(db: D1Database, now: number): Promise<void> {
  const find = "SELECT id FROM watches WHERE state = 'deleted' AND updated_at < @before LIMIT 100";
  const values = { before: now - DAY_MS };
  await db.batch([
    sql(db, `DELETE FROM watch_subscriptions WHERE watch_id IN (${find})`, values),
    sql(db, `DELETE FROM watches WHERE id IN (${find})`, values),
  ]);
}

export async function getWatch(db: D1Database, scope: Scope, id: string): Promise<Watch | null> {
  const find = `SELECT ${COLUMNS}, ${KEY_IS_GOOD} FROM watches w WHERE w.id = @id AND ${IN_SCOPE}`;
  const values = { limitedTo: null, ...scope, id, now: Date.now() };
  const row = await sql(db, find, values).first<WatchRow>();
  return row && watchOf(row);
}

/** A page of watches, oldest first, after the watch `after`; `lastId` is null on the last page. */
export async function listWatches(
  db: D1Database,
  scope: Scope,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ watches: Watch[]; lastId: string | null }> {
  const find = `SELECT ${COLUMNS}, ${KEY_IS_GOOD} FROM watches w
    WHERE ${IN_SCOPE} AND w.id > @after ORDER BY w.id LIMIT @count`;
  const values = { limitedTo: null, ...scope, after: after ?? "", count: limit + 1, now: Date.now() };
  const { results } = await sql(db, find, values).all<WatchRow>();
  const page = results.slice(0, limit).map(watchOf);
  return { watches: page, lastId: results.length > limit ? (page.at(-1)?.id ?? null) : null };
}

export async function listDomains(db: D1Database, id: string): Promise<string[]> {
  const find = sql(db, "SELECT domain FROM watch_subscriptions WHERE watch_id = @id ORDER BY domain", { id });
  return (await find.all<{ domain: string }>()).results.map(({ domain }) => domain);
}

function valuesOf(maker: WatchMaker, terms: WatchTerms, now: number) {
  return {
    ...maker,
    ...terms,
    now,
    events: JSON.stringify(terms.events),
    deliver: JSON.stringify(terms.deliver),
    domains: JSON.stringify(terms.domains),
    count: terms.domains.length,
    share: MAX_WATCHED_DOMAINS[maker.plan],
  };
}

function subscribe(db: D1Database, values: Record<string, unknown>): D1PreparedStatement {
  const insert = `INSERT INTO watch_subscriptions (domain, watch_id, added_at) SELECT value, @id, @now FROM json_each(@domains)
    WHERE ${IS_CHANGED}
    ON CONFLICT DO NOTHING`;
  return sql(db, insert, values);
}

async function reachedLimit(db: D1Database, maker: WatchMaker, terms: WatchTerms): Promise<LimitReached> {
  const share = MAX_WATCHED_DOMAINS[maker.plan];
  const count = sql(db, `SELECT ${OTHER_DOMAINS} AS count`, { organisationId: maker.organisationId, id: "" });
  const domains = (await count.first<number>("count")) ?? 0;
  if (domains + terms.domains.length > share) return { status: "limit_reached", of: "domains", limit: share };
  return { status: "limit_reached", of: "watches", limit: MAX_WATCHES };
}

/** `isKeyGood` is false when the key that made it has ended: it delivers nothing until a good key changes it. */
function watchOf({ eventsJson, deliverJson, searchJson, isKeyGood, state, ...row }: WatchRow) {
  return {
    ...row,
    state: state === "active" ? ("active" as const) : ("paused" as const),
    search: searchJson === null ? null : (JSON.parse(searchJson) as WatchedSearch),
    events: JSON.parse(eventsJson) as EventType[],
    deliver: JSON.parse(deliverJson) as string[],
    isKeyGood: isKeyGood === 1,
  };
}
