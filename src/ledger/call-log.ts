import type { Config } from "../config.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import type { Step } from "../lib/steps.ts";
import { sql } from "../platform/database.ts";
import { LIST_ORGANISATION, ledgerOf } from "../platform/ledgers.ts";
import { encryptSecret } from "../platform/secrets.ts";

/** Days that calls are kept with their steps. `calls`, without them, is kept for `CALL_HISTORY_DAYS`. */
export const CALL_LOG_DAYS = 7;

/** A call as its owner and the operator see it afterwards. */
export type LoggedCall = {
  /** The request id. */
  id: string;
  tool: string;
  /** A key's id, or the payer of a connection (payer.ts). */
  payer: string;
  /** As of REST, also over MCP. */
  status: number;
  /** The error's code, else the answer's `status`, else `ok`. */
  code: string;
  /** The field at fault, of `invalid_request`. */
  field?: string;
  tokens: number;
  milliseconds: number;
  /** The answer's `cached`. */
  isWarm?: boolean;
  steps: Step[];
};

/** What was asked about. */
export type Subject = Record<string, string>;

/** Arguments that say what was asked about. */
const SUBJECT_FIELDS =
  /^(domain|domains|company|name|first_name|last_name|email|id|username|subreddit|post_id|query|q|text)$/;
const MAX_SUBJECT_LENGTH = 200;

/** The subject in a call's arguments. A long value is left out: half a name could not be found by an erasure. */
export function subjectOf(input: unknown): Subject {
  const fields = Object.entries(typeof input === "object" && input !== null ? input : {});
  return Object.fromEntries(
    fields.flatMap(([field, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return SUBJECT_FIELDS.test(field) && text && text.length <= MAX_SUBJECT_LENGTH ? [[field, text]] : [];
    }),
  );
}

type Waiting = { call: LoggedCall; subject: Subject | null };

/** Calls share a row, which costs as much as one of `calls`. */
const WRITE_AFTER_MS = 1_000;
/** An invocation can end before it writes; then another one does. */
const LOST_AFTER_MS = 5_000;
const CALLS_OF_A_ROW = 200;
/** Refusals for the rate are free and can be many: a few show that there were some. */
const RATE_REFUSALS_OF_A_ROW = 10;
const STATEMENTS_AT_ONCE = 50;

const waiting = new Map<string, Waiting[]>();
let writesAt = 0;

type LogContext = { env: Env; config: Config; waitUntil(work: Promise<unknown>): void };

/** Logs an ended call, a second later with others of this isolate. `subject` is null unless the owner keeps subjects. */
export function logCall(context: LogContext, organisationId: string, call: LoggedCall, subject: Subject | null): void {
  const calls = waiting.get(organisationId) ?? [];
  waiting.set(organisationId, calls);
  const isFlood = call.status === 429 && calls.length >= RATE_REFUSALS_OF_A_ROW;
  if (!isFlood) calls.push({ call, subject });
  const now = Date.now();
  if (Math.abs(now - writesAt) < LOST_AFTER_MS) return;
  writesAt = now;
  context.waitUntil(writeLater(context));
}

async function writeLater({ env, config }: LogContext): Promise<void> {
  await scheduler.wait(WRITE_AFTER_MS);
  writesAt = 0;
  const byLedger = Map.groupBy(waiting, ([organisationId]) => ledgerOf(env, organisationId));
  waiting.clear();
  await Promise.all([...byLedger].map(([db, all]) => write(db, db !== env.DB, config, all)));
}

async function write(db: D1Database, isApart: boolean, config: Config, all: [string, Waiting[]][]): Promise<void> {
  try {
    const rows = await Promise.all(all.flatMap(([id, calls]) => rowsOf(db, config, id, calls)));
    const listed = isApart ? all.map(([organisationId]) => sql(db, LIST_ORGANISATION, { organisationId })) : [];
    const statements = [...listed, ...rows];
    for (let from = 0; from < statements.length; from += STATEMENTS_AT_ONCE)
      await db.batch(statements.slice(from, from + STATEMENTS_AT_ONCE));
  } catch (cause) {
    log("warn", "calls_not_logged", { calls: all.reduce((sum, [, calls]) => sum + calls.length, 0), cause });
  }
}

/** Decided by the database, so that nothing is kept after the owner has switched it off, nor for an organisation that is gone. */
const WRITE = `INSERT INTO call_logs (organisation_id, id, calls_json, subjects)
  SELECT id, @id, @callsJson, iif(keeps_subjects, @subjects, NULL) FROM organisations WHERE id = @organisationId`;

function rowsOf(db: D1Database, config: Config, organisationId: string, all: Waiting[]) {
  const parts = Array.from({ length: Math.ceil(all.length / CALLS_OF_A_ROW) }, (_, part) =>
    all.slice(part * CALLS_OF_A_ROW, (part + 1) * CALLS_OF_A_ROW),
  );
  return parts.map(async (calls) => {
    const id = newId(Date.now());
    const subjects = Object.fromEntries(calls.flatMap(({ call, subject }) => (subject ? [[call.id, subject]] : [])));
    const callsJson = JSON.stringify(calls.map(({ call }) => call));
    const sealed = Object.keys(subjects).length > 0 ? await sealSubjects(config, organisationId, id, subjects) : null;
    return sql(db, WRITE, { organisationId, id, callsJson, subjects: sealed });
  });
}

/** The subjects of a row, by request id. */
export type Subjects = Record<string, Subject>;

/** Encrypts the subjects of a row. */
export function sealSubjects(config: Config, organisationId: string, id: string, subjects: Subjects) {
  return encryptSecret(config, `${organisationId} ${id}`, JSON.stringify(subjects));
}
