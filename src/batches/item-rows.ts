import type { Given, ItemState, ResultLine } from "./batch-types.ts";

/** A row of {@link ITEM_TABLE}; times are milliseconds. */
export type ItemRow = {
  idx: number;
  custom_id: string | null;
  given_json: string;
  input_json: string | null;
  duplicate_of: number | null;
  state: ItemState;
  attempt: number;
  failures: number;
  lost: number;
  postponed: number;
  until: number;
  call_id: string | null;
  tokens: number;
  answer_json: string | null;
  error_json: string | null;
  finished: number | null;
};

/** Statements that create the table of a batch's items. Idempotent. */
export const ITEM_TABLE = [
  `CREATE TABLE IF NOT EXISTS items (
    idx INTEGER PRIMARY KEY, custom_id TEXT, given_json TEXT NOT NULL, input_json TEXT, duplicate_of INTEGER,
    turn INTEGER NOT NULL, state TEXT NOT NULL, attempt INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,
    lost INTEGER NOT NULL DEFAULT 0, postponed INTEGER NOT NULL DEFAULT 0, until INTEGER NOT NULL DEFAULT 0, call_id TEXT,
    tokens INTEGER NOT NULL DEFAULT 0, answer_json TEXT, error_json TEXT, finished INTEGER)`,
  "CREATE INDEX IF NOT EXISTS items_active ON items (state, turn, idx) WHERE state IN ('todo', 'sent', 'running')",
  "CREATE INDEX IF NOT EXISTS items_duplicates ON items (duplicate_of) WHERE duplicate_of IS NOT NULL",
  "CREATE UNIQUE INDEX IF NOT EXISTS items_finished ON items (finished) WHERE finished IS NOT NULL",
];

/** An item as the results show it. The lines of a CSV are stored without the names of their columns. */
export function lineOf(row: ItemRow, columns: string[]): ResultLine {
  const parse = (json: string | null) => (json === null ? null : JSON.parse(json));
  const given = JSON.parse(row.given_json) as Given;
  return {
    index: row.idx,
    customId: row.custom_id,
    // `fromEntries` keeps a column called `__proto__`; an assignment would not.
    given: Array.isArray(given) ? Object.fromEntries(columns.map((name, index) => [name, given[index] ?? ""])) : given,
    input: parse(row.input_json),
    status: row.state,
    tokens: row.tokens,
    answer: parse(row.answer_json),
    error: row.answer_json === null ? parse(row.error_json) : null,
    callId: row.call_id,
    duplicateOf: row.duplicate_of,
    finished: row.finished,
  };
}
