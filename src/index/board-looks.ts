/** What the index knows of a board when a look at it begins, and what it keeps of the look. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/time.ts";
import type { indexBoards } from "../platform/data-schema.ts";
import { type Row, sql } from "../platform/database.ts";
import type { Job } from "../readers/jobs/job.ts";
import type { IndexedBoard } from "./facts.ts";
import { closeBoard, putJobs } from "./put-jobs.ts";

/** Below a day, so that a board has been seen within 24 hours although looks take their turns. */
const EVERY_MS = 23 * HOUR_MS;
const OPTED_OUT_MS = 7 * DAY_MS;
/** Answers 404 in a row after which a board is dead. */
const DEAD_AFTER = 3;
/** Without a list for this long, a board's jobs are no longer called open. */
const FORGOTTEN_MS = 30 * DAY_MS;
const FIRST_RETRY_MS = 15 * MINUTE_MS;
/** Why a board is looked at only when a call asks for its company: its token gives no address. */
export const NO_ADDRESS = "no_address";

/** Message of the queue: which board, and the look that is due. */
export type BoardMessage = { boardId: number; dueAt: number };

/** What a look at a board found. */
export type BoardLook =
  | { status: "unchanged" }
  | {
      status: "read";
      /** The employer, as the board says. */
      name: string | null;
      jobs: Job[];
      isWhole: boolean;
      etag: string | null;
      bodyHash: string;
      /** The company whose own site leads to the board; null without a new proof. */
      proved: Pick<IndexedBoard, "domain" | "proof"> | null;
    }
  /** It answers 404, or leads elsewhere. */
  | { status: "gone" }
  /** robots.txt, or what the board says about the use of its pages, keeps it out of an index. */
  | { status: "opted_out" }
  | { status: "other_company" }
  /** The vendor refuses us or asks for a rest: all its boards wait. */
  | { status: "system_rests"; retryAfterSeconds: number | null }
  | { status: typeof NO_ADDRESS }
  | { status: "failed"; reason: string };

/** When a look that has failed so often in a row, or has died, is tried again: in 15 minutes, then twice as long, at most a day. */
export function retryMs(failures: number): number {
  return Math.min(DAY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, Math.min(failures, 10) - 1));
}

const FIND = `SELECT id, system, token, url, name, domain, listed_domain AS listedDomain, etag, body_hash AS bodyHash, misses,
    failures - 1 AS failures, first_seen_at AS firstSeenAt, last_seen_at AS lastSeenAt, next_look_at AS dueAt
  FROM index_boards WHERE id = @boardId AND next_look_at = @dueAt`;

/** A board as it was before its look was claimed. */
export type KnownBoard = Pick<
  Row<typeof indexBoards>,
  "id" | "system" | "token" | "url" | "name" | "domain" | "listedDomain" | "etag" | "bodyHash" | "misses" | "failures"
> & { firstSeenAt: number; lastSeenAt: number | null; dueAt: number };

/** The board of a message and the rest of its system; null when the message is outdated, and while the system rests. */
export async function beginLook({ DB, DATA }: Pick<Env, "DB" | "DATA">, message: BoardMessage) {
  const board = await sql(DATA, FIND, message).first<KnownBoard>();
  if (!board) return null;
  const rest = (await readRests(DB)).get(board.system);
  return (rest?.untilMs ?? 0) <= Date.now() ? { board, rest } : null;
}

const END = `UPDATE index_boards SET state = @state, reason = @reason, misses = @misses, failures = @failures, etag = @etag,
    body_hash = @bodyHash, last_seen_at = iif(@isSeen, @now, last_seen_at), next_look_at = @nextLookAt
  WHERE id = @id AND next_look_at = @dueAt`;

/** Keeps what a look found. What is written first is written again by a look that repeats it, and the row of the board ends it. */
export async function endLook(
  { DB, DATA }: Pick<Env, "DB" | "DATA">,
  { board, rest }: NonNullable<Awaited<ReturnType<typeof beginLook>>>,
  look: BoardLook,
): Promise<void> {
  const now = Date.now();
  const { id, system, token, dueAt } = board;
  if (look.status === "read") {
    const { jobs, isWhole } = look;
    const listed = { system, token, domain: null, proof: [], name: board.name ?? look.name, ...look.proved };
    await putJobs(DATA, listed, jobs, now, { isWhole });
  }
  const { closes, ...after } = afterLook(board, look, now);
  if (closes) await closeBoard(DATA, id, now);
  const isSeen = look.status === "read" || look.status === "unchanged";
  if (look.status === "system_rests") await restSystem(DB, system, rest, look.retryAfterSeconds, now);
  // The system answers again.
  if (rest && isSeen) await sql(DB, "DELETE FROM state WHERE name = @name", { name: PREFIX + system }).run();
  const { etag, bodyHash } = look.status === "read" ? look : closes ? { etag: null, bodyHash: null } : board;
  await sql(DATA, END, { ...after, etag, bodyHash, isSeen: isSeen ? 1 : 0, now, id, dueAt }).run();
}

/** What a look makes of a board. Three 404s, a day apart, close its jobs; failures do not. Without `nextLookAt` it is not asked again. */
function afterLook({ misses, failures, lastSeenAt, firstSeenAt }: KnownBoard, look: BoardLook, now: number) {
  const isForgotten = now - (lastSeenAt ?? firstSeenAt) > FORGOTTEN_MS;
  const open = { state: "open", reason: null as string | null, misses: 0, failures: 0, closes: false };
  const later = (ms: number) => ({ ...open, nextLookAt: now + ms });
  switch (look.status) {
    case "read":
    case "unchanged":
      return later(EVERY_MS);
    case "gone": {
      const gone = { ...later(EVERY_MS), reason: "gone", misses: misses + 1 };
      return misses + 1 < DEAD_AFTER ? gone : { ...gone, state: "dead", closes: true, nextLookAt: null };
    }
    case "opted_out":
      return { ...later(OPTED_OUT_MS), state: "refused", reason: "opted_out", closes: true };
    case "other_company":
      return { ...later(EVERY_MS), state: "refused", reason: "other_company", misses, closes: isForgotten };
    case "system_rests":
      // The system's rest decides when; the board has not failed.
      return { ...later(FIRST_RETRY_MS), misses, failures, reason: "system_rests" };
    case NO_ADDRESS:
      return { ...open, reason: NO_ADDRESS, nextLookAt: null };
    case "failed": {
      const failed = { misses, failures: failures + 1, reason: look.reason, closes: isForgotten };
      return { ...later(retryMs(failures + 1)), ...failed };
    }
  }
}

/** Refusals in a row, and the end of the rest (milliseconds since 1970). */
type SystemRest = { refusals: number; untilMs: number };

const PREFIX = "index_rest:";

/** The rests by system; one that is over still counts the refusals, until a board of the system has been read. */
export async function readRests(db: D1Database): Promise<Map<string, SystemRest>> {
  const find = "SELECT name, value AS restJson FROM state WHERE name >= @from AND name < @to";
  type Stored = { name: string; restJson: string };
  const { results } = await sql(db, find, { from: PREFIX, to: "index_rest;" }).all<Stored>();
  return new Map(results.map(({ name, restJson }) => [name.slice(PREFIX.length), JSON.parse(restJson) as SystemRest]));
}

/** Begins or prolongs a rest, at least as long as the system asks for. Of looks that are refused at the same time, one counts. */
async function restSystem(
  db: D1Database,
  system: string,
  known: SystemRest | undefined,
  retryAfterSeconds: number | null,
  now: number,
): Promise<void> {
  const refusals = (known?.refusals ?? 0) + 1;
  const untilMs = now + Math.min(DAY_MS, Math.max((retryAfterSeconds ?? 0) * 1_000, retryMs(refusals)));
  const put = `INSERT INTO state (name, value) VALUES (@name, @value)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE state.value IS @before`;
  const value = JSON.stringify({ refusals, untilMs });
  await sql(db, put, { name: PREFIX + system, value, before: known ? JSON.stringify(known) : null }).run();
}
