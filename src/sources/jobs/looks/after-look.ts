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

/** When a look that has failed so often in a row, or has died, is tried again. */
export function retryMs(failures: number): number {
  return Math.min(EVERY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, Math.min(failures, 10) - 1));
}

/** How long a system rests after `refusals` in a row, or after what it says: 15 minutes, then twice as long, at most a day. */
export function restMs(refusals: number, retryAfterSeconds: number | null): number {
  return Math.min(DAY_MS, Math.max((retryAfterSeconds ?? 0) * 1_000, FIRST_RETRY_MS * 2 ** Math.min(refusals, 10)));
}

/**
 * What a look makes of a board, given what was known before it was claimed. Only a 404 is a miss; three, a day apart, close its jobs
 * (`closes`). Failures leave them open. Without `nextLookAt` the board is not asked again.
 */
export function afterLook(
  { misses, failures, ...board }: { misses: number; failures: number; lastSeenAt: number | null; firstSeenAt: number },
  look: BoardLook,
  now: number,
) {
  const isForgotten = now - (board.lastSeenAt ?? board.firstSeenAt) > FORGOTTEN_MS;
  const isDead = look.status === "gone" && misses + 1 >= DEAD_AFTER;
  const open = { state: "open", reason: null as string | null, misses: 0, failures: 0, closes: false };
  const later = (ms: number) => ({ ...open, nextLookAt: isDead ? null : now + ms });
  const daily = later(EVERY_MS);
  switch (look.status) {
    case "read":
    case "unchanged":
      return daily;
    case "gone":
      return { ...daily, state: isDead ? "dead" : "open", reason: "gone", misses: misses + 1, closes: isDead };
    case "opted_out":
      return { ...later(OPTED_OUT_MS), state: "refused", reason: "opted_out", closes: true };
    case "other_company":
      return { ...daily, state: "refused", reason: "other_company", misses, closes: isForgotten };
    case "system_rests":
      // The system's rest decides when; the board has not failed.
      return { ...later(FIRST_RETRY_MS), misses, failures, reason: "system_rests" };
    case "failed":
      return {
        ...later(retryMs(failures + 1)),
        misses,
        failures: failures + 1,
        reason: look.reason,
        closes: isForgotten,
      };
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
