import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../lib/time.ts";
import { sql } from "../../../platform/database.ts";
import type { BoardLook } from "./read-listed-board.ts";

/** Below a day, so that a board has been seen within 24 hours although looks take their turns. */
const EVERY_MS = 23 * HOUR_MS;
const OPTED_OUT_MS = 7 * DAY_MS;
/** Answers 404 in a row after which a board is dead. */
const DEAD_AFTER = 3;
/** Without a list for this long, a board's jobs are no longer called open. */
const FORGOTTEN_MS = 30 * DAY_MS;
const FIRST_RETRY_MS = 15 * MINUTE_MS;
const MAX_RETRY_MS = EVERY_MS;

/** The state of a board before it was claimed: failures and answers 404 in a row, and when its list was last read (ms since 1970). */
type BoardBefore = { misses: number; failures: number; lastSeenAt: number | null; firstSeenAt: number };
type BoardAfter = {
  state: "open" | "dead" | "refused";
  reason: string | null;
  misses: number;
  failures: number;
  /** Null: not asked again. */
  nextLookAt: number | null;
  /** Its jobs are closed. */
  closes: boolean;
};

/** When a look that has failed so often in a row, or has died, is tried again. */
export function retryMs(failures: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, Math.min(failures, 10) - 1));
}

/** How long a system rests after `refusals` in a row, or after what it says: 15 minutes, then twice as long, at most a day. */
export function restMs(refusals: number, retryAfterSeconds: number | null): number {
  return Math.min(DAY_MS, Math.max((retryAfterSeconds ?? 0) * 1_000, FIRST_RETRY_MS * 2 ** Math.min(refusals, 10)));
}

/** What a look makes of a board. Only a 404 is a miss; three, a day apart, close its jobs. Failures leave them open. */
export function afterLook(before: BoardBefore, look: BoardLook, now: number): BoardAfter {
  const { misses, failures } = before;
  const unseenMs = now - (before.lastSeenAt ?? before.firstSeenAt);
  const open = {
    state: "open" as const,
    misses: 0,
    failures: 0,
    nextLookAt: now + EVERY_MS,
    reason: null,
    closes: false,
  };
  switch (look.status) {
    case "read":
    case "unchanged":
      return open;
    case "gone": {
      const isDead = misses + 1 >= DEAD_AFTER;
      const nextLookAt = isDead ? null : open.nextLookAt;
      return {
        ...open,
        state: isDead ? "dead" : "open",
        reason: "gone",
        misses: misses + 1,
        nextLookAt,
        closes: isDead,
      };
    }
    case "opted_out":
      return { ...open, state: "refused", reason: "opted_out", nextLookAt: now + OPTED_OUT_MS, closes: true };
    case "other_company":
      return { ...open, state: "refused", reason: "other_company", misses, closes: unseenMs > FORGOTTEN_MS };
    case "system_rests":
      // The system's rest decides when; the board has not failed.
      return { ...open, misses, failures, reason: "system_rests", nextLookAt: now + FIRST_RETRY_MS };
    case "failed": {
      const nextLookAt = now + retryMs(failures + 1);
      const closes = unseenMs > FORGOTTEN_MS;
      return { ...open, misses, failures: failures + 1, reason: look.reason, nextLookAt, closes };
    }
  }
}

/** Refusals in a row, and the end of the rest (milliseconds since 1970). */
type SystemRest = { refusals: number; untilMs: number };

const PREFIX = "index_rest:";

/** The rests by system; one that is over still counts the refusals, until a board of the system has been read. */
export async function readRests(db: D1Database): Promise<Map<string, SystemRest>> {
  const find = "SELECT name, value AS restJson FROM state WHERE name >= @from AND name < @to";
  const { results } = await sql(db, find, { from: PREFIX, to: "index_rest;" }).all<{
    name: string;
    restJson: string;
  }>();
  return new Map(results.map(({ name, restJson }) => [name.slice(PREFIX.length), JSON.parse(restJson) as SystemRest]));
}

/** Begins or prolongs a rest. Of looks that are refused at the same time, one counts. */
export async function restSystem(
  db: D1Database,
  system: string,
  known: SystemRest | undefined,
  retryAfterSeconds: number | null,
  now: number,
): Promise<void> {
  const rest = {
    refusals: (known?.refusals ?? 0) + 1,
    untilMs: now + restMs(known?.refusals ?? 0, retryAfterSeconds),
  };
  const put = `INSERT INTO state (name, value) VALUES (@name, @value)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE state.value IS @before`;
  const values = { name: PREFIX + system, value: JSON.stringify(rest), before: known ? JSON.stringify(known) : null };
  await sql(db, put, values).run();
}

/** The system answers again. */
export async function endRest(db: D1Database, system: string): Promise<void> {
  await sql(db, "DELETE FROM state WHERE name = @name", { name: PREFIX + system }).run();
}
