import { containsTerms } from "../lib/search-words.ts";
import type { BatchLine, Given, ItemError, ItemMessage, ItemState, ResultLine, ResultsPage } from "./batch-types.ts";

/** A message may wait in a long queue; a run takes up to 30 s, plus the time to report it. */
const SENT_LEASE_MS = 600_000;
const RUN_LEASE_MS = 60_000;
const MAX_FAILURES = 3;
const MAX_LOST_RUNS = 5;
const MAX_POSTPONEMENTS = 20;
const FIRST_RETRY_MS = 1_000;
/** A longer pause requested by a host is honoured and does not count as a failed attempt. */
const LONG_WAIT_S = 12;

/** Limit of answer bytes in one page of results; a single larger answer is a page of its own. */
const PAGE_BYTES = 1_000_000;
const PAGE_STEP = 20;
const SEARCH_BYTES = 8_000_000;

const CRASHED = { code: "crashed", detail: "The run crashed five times. Nothing was charged for it." };
const ERASED = {
  code: "erased",
  detail: "A person in this line asked for erasure: what was sent and found is deleted.",
};

/** A row of {@link ITEM_TABLE}; times are milliseconds. */
type ItemRow = {
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
const ITEM_TABLE = [
  `CREATE TABLE IF NOT EXISTS items (
    idx INTEGER PRIMARY KEY, custom_id TEXT, given_json TEXT NOT NULL, input_json TEXT, duplicate_of INTEGER,
    turn INTEGER NOT NULL, state TEXT NOT NULL, attempt INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,
    lost INTEGER NOT NULL DEFAULT 0, postponed INTEGER NOT NULL DEFAULT 0, until INTEGER NOT NULL DEFAULT 0, call_id TEXT,
    tokens INTEGER NOT NULL DEFAULT 0, answer_json TEXT, error_json TEXT, finished INTEGER)`,
  "CREATE INDEX IF NOT EXISTS items_active ON items (state, turn, idx) WHERE state IN ('todo', 'sent', 'running')",
  "CREATE INDEX IF NOT EXISTS items_duplicates ON items (duplicate_of) WHERE duplicate_of IS NOT NULL",
  "CREATE UNIQUE INDEX IF NOT EXISTS items_finished ON items (finished) WHERE finished IS NOT NULL",
];

/** The items of a batch, in the SQLite of its object. Everything here is synchronous, so it joins the caller's writes. */
export class ItemStore {
  readonly #sql: SqlStorage;
  /** The last position assigned in the order of finishing. */
  #finished: number;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    for (const statement of ITEM_TABLE) sql.exec(statement);
    this.#finished = sql.exec<{ last: number }>("SELECT coalesce(max(finished), 0) AS last FROM items").one().last;
  }

  insert(lines: BatchLine[]): void {
    for (const [index, line] of lines.entries()) {
      const isDuplicate = line.duplicateOf !== null;
      const error = line.problem === null ? null : JSON.stringify({ code: "invalid_request", detail: line.problem });
      this.#sql.exec(
        `INSERT INTO items (idx, custom_id, given_json, input_json, duplicate_of, turn, state, error_json)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[index, line.customId, JSON.stringify(line.given), line.input && JSON.stringify(line.input)],
        ...[line.duplicateOf, line.turn, error ? "invalid" : isDuplicate ? "duplicate" : "todo", error],
      );
      if (error) this.#update(index, { finished: ++this.#finished });
    }
  }

  count(): Partial<Record<ItemState, number>> {
    const rows = this.#sql.exec<{ state: ItemState; n: number }>(
      "SELECT state, count(*) AS n FROM items GROUP BY state",
    );
    return Object.fromEntries(rows.toArray().map(({ state, n }) => [state, n]));
  }

  /** Marks up to `limit` waiting items as sent, alternating between hosts, and returns their messages. */
  send(batch: string, limit: number, now: number): ItemMessage[] {
    const find = "SELECT idx, attempt FROM items WHERE state = 'todo' AND until <= ? ORDER BY turn, idx LIMIT ?";
    const rows = this.#sql.exec<Pick<ItemRow, "idx" | "attempt">>(find, now, limit).toArray();
    return rows.map(({ idx, attempt: last }) => {
      const attempt = last + 1;
      this.#update(idx, { state: "sent", attempt, until: now + SENT_LEASE_MS });
      return { batch, index: idx, attempt };
    });
  }

  /** Returns sent items that have not started to waiting: their messages may be lost, and stale messages have no effect. */
  unsend(): void {
    this.#sql.exec("UPDATE items SET state = 'todo', until = 0 WHERE state = 'sent'");
  }

  begin(index: number, callId: string, now: number): void {
    this.#update(index, { state: "running", call_id: callId, until: now + RUN_LEASE_MS });
  }

  /** An item that is sent or runs in this attempt; null when the attempt is over. */
  find(index: number, attempt: number) {
    const row = this.#find(index);
    if (row?.attempt !== attempt || !row.input_json || !["sent", "running"].includes(row.state)) return null;
    return { state: row.state, callId: row.call_id, input: JSON.parse(row.input_json) as Record<string, unknown> };
  }

  succeed(index: number, answerJson: string, tokens: number): void {
    const before = this.#find(index)?.tokens ?? 0;
    this.#end(index, "succeeded", { answer_json: answerJson, tokens: before + tokens, error_json: null });
  }

  /** Stores what the first step of a running line found and cost; the line waits for the next one. */
  advance(index: number, input: Record<string, unknown>, tokens: number): void {
    this.#update(index, { state: "todo", until: 0, failures: 0, tokens, input_json: JSON.stringify(input) });
  }

  /** Records a failed attempt; the item waits for the next one or fails permanently. */
  fail(index: number, error: ItemError, mayRetry: boolean, retryAfterSeconds: number | null, now: number): void {
    const row = this.#find(index);
    if (!row) return;
    const waitsLong = (retryAfterSeconds ?? 0) > LONG_WAIT_S && row.postponed < MAX_POSTPONEMENTS;
    const failures = row.failures + (waitsLong ? 0 : 1);
    const error_json = JSON.stringify(error);
    const until = now + Math.max((retryAfterSeconds ?? 0) * 1000, FIRST_RETRY_MS * 2 ** failures);
    const retry = { failures, postponed: row.postponed + Number(waitsLong), until, error_json };
    if (mayRetry && failures < MAX_FAILURES) this.#update(index, { state: "todo", ...retry });
    else this.#end(index, "failed", { error_json });
  }

  /** Returns items whose message or run is overdue to waiting; returns the call ids of those that ran. */
  takeBackLost(now: number): string[] {
    const find = "SELECT * FROM items WHERE state IN ('sent', 'running') AND until <= ?";
    const lost = this.#sql.exec<ItemRow>(find, now).toArray();
    for (const row of lost) {
      if (row.state === "running" && row.lost + 1 >= MAX_LOST_RUNS) {
        this.#end(row.idx, "failed", { error_json: JSON.stringify(CRASHED) });
      } else {
        this.#update(row.idx, { state: "todo", lost: row.lost + Number(row.state === "running"), until: 0 });
      }
    }
    return lost.flatMap(({ state, call_id }) => (state === "running" && call_id ? [call_id] : []));
  }

  drop(state: "skipped" | "cancelled" | "expired"): void {
    const find = "SELECT idx FROM items WHERE state IN ('todo', 'sent') ORDER BY idx";
    for (const { idx } of this.#sql.exec<{ idx: number }>(find).toArray()) this.#end(idx, state);
  }

  /** Lines from `from` on that contain every term of one of the lists; `next` is where to continue, null after the last line. */
  search(termLists: string[][], from: number, limit: number): { found: number[]; next: number | null } {
    const read = "SELECT * FROM items WHERE idx >= ? ORDER BY idx LIMIT ?";
    const found: number[] = [];
    let next = from;
    let bytes = 0;
    for (const row of this.#sql.exec<ItemRow>(read, from, limit)) {
      // Folding text is slow, so a page is bounded by bytes, too.
      if (bytes > SEARCH_BYTES) return { found, next };
      const text = [row.custom_id, row.given_json, row.input_json, row.answer_json].join(" ");
      bytes += text.length;
      if (containsTerms(text, termLists)) found.push(row.idx);
      next = row.idx + 1;
    }
    return { found, next: next - from < limit ? null : next };
  }

  /** Deletes the input and answer of a line; returns the id of its call if it runs. Its cost is kept. */
  erase(index: number): string | null {
    const row = this.#find(index);
    if (!row) return null;
    const erased = { custom_id: null, given_json: "{}", input_json: null, answer_json: null };
    this.#update(index, { ...erased, error_json: JSON.stringify(ERASED) });
    if (row.state === "todo" || row.state === "sent" || row.state === "running") this.#end(index, "failed");
    return row.state === "running" ? row.call_id : null;
  }

  /** One page of results, shorter than `limit` when its answers are large. */
  page({ order, after, limit }: ResultsPage, columns: string[]): ResultLine[] {
    const headerBytes = columns.join().length;
    const column = order === "line" ? "i.idx" : "i.finished";
    const read = `SELECT i.idx, i.custom_id, i.given_json, coalesce(o.input_json, i.input_json) AS input_json, i.duplicate_of,
        i.tokens, i.call_id, i.finished,
        coalesce(o.state, i.state) AS state, coalesce(o.answer_json, i.answer_json) AS answer_json,
        coalesce(o.error_json, i.error_json) AS error_json
      FROM items i LEFT JOIN items o ON o.idx = i.duplicate_of WHERE ${column} > ? ORDER BY ${column} LIMIT ?`;
    const lines: ResultLine[] = [];
    let bytes = 0;
    while (lines.length < limit) {
      const last = lines.at(-1);
      const from = last ? (order === "line" ? last.index : (last.finished ?? after)) : after;
      const step = Math.min(PAGE_STEP, limit - lines.length);
      const rows = this.#sql.exec<ItemRow>(read, from, step).toArray();
      for (const row of rows) {
        bytes += (row.answer_json?.length ?? 0) + row.given_json.length + headerBytes;
        if (bytes > PAGE_BYTES && lines.length > 0) return lines;
        lines.push(lineOf(row, columns));
      }
      if (rows.length < step) break;
    }
    return lines;
  }

  #find(index: number): ItemRow | undefined {
    return this.#sql.exec<ItemRow>("SELECT * FROM items WHERE idx = ?", index).toArray()[0];
  }

  #update(index: number, changes: Partial<ItemRow>): void {
    const columns = Object.keys(changes).map((column) => `${column} = ?`);
    this.#sql.exec(`UPDATE items SET ${columns.join(", ")} WHERE idx = ?`, ...Object.values(changes), index);
  }

  /** Ends an item and its duplicates. One statement per item, because rows and index entries written are billed. */
  #end(index: number, state: ItemState, changes: Partial<ItemRow> = {}): void {
    this.#update(index, { state, until: 0, finished: ++this.#finished, ...changes });
    const find = "SELECT idx FROM items WHERE duplicate_of = ? ORDER BY idx";
    for (const { idx } of this.#sql.exec<{ idx: number }>(find, index).toArray())
      this.#update(idx, { finished: ++this.#finished });
  }
}

/** An item as the results show it. The lines of a CSV are stored without the names of their columns. */
function lineOf(row: ItemRow, columns: string[]): ResultLine {
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
