import { sql } from "../../../platform/database.ts";
import { restMs } from "./after-look.ts";

/** Refusals in a row, and the end of the rest (milliseconds since 1970). */
export type SystemRest = { refusals: number; untilMs: number };

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
