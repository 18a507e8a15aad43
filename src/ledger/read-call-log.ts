import type { Config } from "../config.ts";
import { timeOfId, timePrefix } from "../lib/ids.ts";
import { containsTerms, foldTerms } from "../lib/search-words.ts";
import { DAY_MS } from "../lib/time.ts";
import { type Row, sql, transact } from "../platform/database.ts";
import { type Ledgers, LIST_ORGANISATION, ledgersOf, ledgersWith } from "../platform/ledgers.ts";
import type { callLogs } from "../platform/schema.ts";
import { decryptSecret } from "../platform/secrets.ts";
import { refreshAccount } from "./account.ts";
import { CALL_LOG_DAYS, type LoggedCall, type Subject, type Subjects, sealSubjects } from "./call-log.ts";

type LogRow = Row<typeof callLogs>;
/** `subject` is null for a call without one, and where the owner does not keep them. */
export type ShownCall = LoggedCall & { subject: Subject | null };

/** Filters for calls; all of them must match. */
export type CallFilter = {
  /** Milliseconds, both ends included. */
  from?: number;
  to?: number;
  tool?: string;
  payer?: string;
  /** `delivered`, `failed`, or a code. */
  outcome?: string;
};

/** Format of a `next_cursor`: a row, and a place in it. Rows are in the order in which calls ended. */
export const CALL_CURSOR = /^([0-9a-f]{32})\.(\d{1,3})$/;
export const REQUEST_ID = /^[0-9a-f]{32}$/;

const ROWS_AT_ONCE = 100;
/** A filter that matches little ends here, and its next page goes on. */
const MAX_ROWS = 2_000;
/** A call is in a row at most this long after its id was made. */
const LOGGED_WITHIN_MS = 120_000;

const COLUMNS = "l.organisation_id AS organisationId, l.id, l.calls_json AS callsJson, l.subjects";
const ROWS = `SELECT ${COLUMNS} FROM call_logs l
  WHERE l.organisation_id = @organisationId AND l.id >= @first AND l.id < @before ORDER BY l.id DESC LIMIT ${ROWS_AT_ONCE}`;

/** A page of an organisation's calls of the last {@link CALL_LOG_DAYS} days, the last to end first. */
export async function listCalls(
  env: Ledgers,
  config: Config,
  organisationId: string,
  { limit, cursor, ...filter }: CallFilter & { limit: number; cursor: string | null },
): Promise<{ calls: ShownCall[]; next_cursor: string | null }> {
  const oldest = Date.now() - CALL_LOG_DAYS * DAY_MS;
  const first = timePrefix(Math.max(oldest, filter.from ?? 0));
  const [, row, place] = CALL_CURSOR.exec(cursor ?? "") ?? [];
  let before = row ? `${row}g` : filter.to === undefined ? "g" : timePrefix(filter.to + LOGGED_WITHIN_MS);
  const found: Found[] = [];
  let isEnd = false;
  for (let read = 0; read < MAX_ROWS && found.length <= limit && !isEnd; read += ROWS_AT_ONCE) {
    const all = await readFrom<LogRow>(ledgersWith(env, organisationId), ROWS, { organisationId, first, before });
    const results = all.sort(newestFirst).slice(0, ROWS_AT_ONCE);
    for (const one of results) {
      const calls = callsOf(one).slice(0, one.id === row ? Number(place) : undefined);
      found.push(...calls.filter((call) => matches(call, filter)).reverse());
    }
    before = results.at(-1)?.id ?? "";
    isEnd = results.length < ROWS_AT_ONCE;
  }
  const calls = found.slice(0, limit);
  const last = found.length > limit ? calls.at(-1) : undefined;
  const unread = isEnd ? null : `${before}.0`;
  return { calls: await shown(config, calls), next_cursor: last ? `${last.row.id}.${last.place}` : unread };
}

/** A call with its row, and its place in it. */
type Found = LoggedCall & { row: LogRow; place: number };

function callsOf(row: LogRow): Found[] {
  return (JSON.parse(row.callsJson) as LoggedCall[]).map((call, place) => ({ ...call, row, place }));
}

function matches(call: LoggedCall, { from = 0, to = Number.POSITIVE_INFINITY, tool, payer, outcome }: CallFilter) {
  const at = timeOfId(call.id);
  const outcomes = [undefined, call.code, call.status < 400 ? "delivered" : "failed"];
  const isCaller = [undefined, call.tool].includes(tool) && [undefined, call.payer].includes(payer);
  return at >= from && at <= to && outcomes.includes(outcome) && isCaller;
}

/** A call of an organisation; null when the log has none with this id. */
export async function findCall(env: Ledgers, config: Config, organisationId: string, requestId: string) {
  const rows = `SELECT ${COLUMNS} FROM call_logs l WHERE l.organisation_id = @organisationId AND ${IN_TIME}`;
  const found = await findIn(ledgersWith(env, organisationId), rows, { organisationId }, requestId);
  return found && ((await shown(config, [found]))[0] ?? null);
}

/** A call of any organisation, without its subject, for the operator. Looks once into each organisation of all databases. */
export async function findAnyCall(env: Ledgers, requestId: string) {
  const rows = `SELECT ${COLUMNS} FROM organisations o JOIN call_logs l ON l.organisation_id = o.id AND ${IN_TIME}`;
  const found = await findIn(ledgersOf(env), rows, {}, requestId);
  if (!found) return null;
  const { row, place: _, ...call } = found;
  return { ...call, organisationId: row.organisationId };
}

const IN_TIME = "l.id >= @first AND l.id < @before AND instr(l.calls_json, @requestId) > 0";

async function findIn(databases: D1Database[], rows: string, values: Record<string, string>, requestId: string) {
  if (!REQUEST_ID.test(requestId)) return null;
  const at = timeOfId(requestId);
  if (at < Date.now() - CALL_LOG_DAYS * DAY_MS) return null;
  const [first, before] = [timePrefix(at), timePrefix(at + LOGGED_WITHIN_MS)];
  const found = await readFrom<LogRow>(databases, rows, { ...values, first, before, requestId });
  return found.flatMap(callsOf).find(({ id }) => id === requestId) ?? null;
}

/** Rows of several databases, read at once. Throws `temporarily_unavailable`. */
async function readFrom<Found>(databases: D1Database[], text: string, values: Record<string, string>) {
  const read = (db: D1Database) => sql(db, text, values).all<Found>();
  return (await Promise.all(databases.map(read))).flatMap(({ results }) => results);
}

function newestFirst(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? 1 : -1;
}

/** Rows of the operator's statistics. A busy isolate's row has many calls. */
const NEWEST_ROWS = 300;
/** Organisations that call at present, and others that did in the last days (roll-up.ts): some, if they are many. */
const CALLERS = `SELECT organisation_id AS id FROM (SELECT organisation_id FROM leases WHERE state = 'open' LIMIT 200)
  UNION SELECT organisation_id FROM (SELECT organisation_id FROM leases LIMIT 200)`;
const NEWEST = `SELECT l.id, l.calls_json AS callsJson FROM json_each(@callers) o JOIN call_logs l ON l.organisation_id = o.value
    AND l.id IN (SELECT id FROM call_logs WHERE organisation_id = o.value AND id >= @first ORDER BY id DESC LIMIT 30)
  ORDER BY l.id DESC LIMIT ${NEWEST_ROWS}`;

/** Some of the newest calls of the last day. What it reads does not grow with the organisations or calls. */
export async function newestCalls(env: Ledgers, now: number): Promise<LoggedCall[]> {
  const callers = await readFrom<{ id: string }>([env.DB], CALLERS, {});
  const values = { first: timePrefix(now - DAY_MS), callers: JSON.stringify(callers.map(({ id }) => id)) };
  const rows = await readFrom<Pick<LogRow, "id" | "callsJson">>(ledgersOf(env), NEWEST, values);
  const newest = rows.sort(newestFirst).slice(0, NEWEST_ROWS);
  return newest.flatMap(({ callsJson }) => JSON.parse(callsJson) as LoggedCall[]);
}

async function shown(config: Config, calls: Found[]): Promise<ShownCall[]> {
  const rows = [...new Set(calls.map(({ row }) => row))];
  const opened = new Map(await Promise.all(rows.map(async (row) => [row, await openSubjects(config, row)] as const)));
  return calls.map(({ row, place: _, ...call }) => ({ ...call, subject: opened.get(row)?.[call.id] ?? null }));
}

/** Subjects of a row by request id; none when both secrets have changed since. */
async function openSubjects(config: Config, { organisationId, id, subjects }: LogRow): Promise<Subjects> {
  const opened = subjects === null ? null : await decryptSecret(config, `${organisationId} ${id}`, subjects);
  return opened ? JSON.parse(opened.text) : {};
}

/** Whether the log of an organisation keeps what was asked about. */
export async function keepsSubjects(db: D1Database, organisationId: string): Promise<boolean> {
  const read = "SELECT keeps_subjects FROM organisations WHERE id = ?";
  return (await db.prepare(read).bind(organisationId).first("keeps_subjects")) === 1;
}

const KEEP = "UPDATE organisations SET keeps_subjects = @keeps WHERE id = @organisationId";
const FORGET = `UPDATE call_logs SET subjects = NULL
  WHERE organisation_id = @organisationId AND subjects IS NOT NULL AND NOT @keeps`;

/** Switches it. Off also deletes what was kept. Subjects are kept only while both the log's database and `DB` say so. */
export async function setKeepsSubjects(env: Env, organisationId: string, keeps: boolean): Promise<void> {
  const values = { organisationId, keeps: keeps ? 1 : 0 };
  for (const db of ledgersWith(env, organisationId).reverse()) {
    const texts = db === env.DB ? [KEEP, FORGET] : [LIST_ORGANISATION, KEEP, FORGET];
    await transact(db, values, texts);
  }
  await refreshAccount(env, organisationId);
}

const WITH_SUBJECTS = `SELECT ${COLUMNS} FROM call_logs l WHERE l.subjects IS NOT NULL
  AND (l.organisation_id, l.id) > (@organisationId, @id) ORDER BY l.organisation_id, l.id LIMIT ${ROWS_AT_ONCE}`;
/** Another erasure may have replaced them since: then the row is read again. */
const REPLACE = `UPDATE call_logs SET subjects = @replaced
  WHERE organisation_id = @organisationId AND id = @id AND subjects = @subjects`;

/** Counts the subjects with all terms of one of the lists. `erases` deletes them, and any that can no longer be read. */
export async function searchSubjects(env: Ledgers, config: Config, termLists: string[][], erases: boolean) {
  const folded = foldTerms(termLists);
  const counts = await Promise.all(ledgersOf(env).map((db) => searchIn(db, config, folded, erases)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function searchIn(db: D1Database, config: Config, folded: ReturnType<typeof foldTerms>, erases: boolean) {
  let count = 0;
  for (let after = { organisationId: "", id: "" }; ; ) {
    const { results }: D1Result<LogRow> = await sql(db, WITH_SUBJECTS, after).all();
    for (const row of results) {
      const all = Object.entries(await openSubjects(config, row));
      const kept = all.filter(([, subject]) => !containsTerms(JSON.stringify(subject), folded));
      if (erases && (all.length === 0 || kept.length < all.length)) {
        const { organisationId, id } = row;
        const replaced =
          kept.length > 0 ? await sealSubjects(config, organisationId, id, Object.fromEntries(kept)) : null;
        const { meta } = await sql(db, REPLACE, { ...row, replaced }).run();
        if (meta.changes === 0) break;
      }
      count += all.length - kept.length;
      after = row;
    }
    if (results.length === 0) return count;
  }
}
