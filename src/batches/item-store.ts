import { containsTerms } from "../readers/words/search-words.ts";
import type { BatchLine, ItemError, ItemMessage, ItemState, ResultLine, ResultsPage } from "./batch-types.ts";
import { ITEM_TABLE, type ItemRow, lineOf } from "./item-rows.ts";

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

const ERASED = {
  code: "erased",
  detail: "A person in this line asked for erasure: what was sent and found is deleted.",
};

/** The columns set when an item ends; others keep their value. */
type Ending = { answerJson?: string; tokens?: number; errorJson?: string | null };

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
      if (error) this.#finish(index);
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
    return rows.map(({ idx, attempt }) => {
      const mark = "UPDATE items SET state = 'sent', attempt = ?, until = ? WHERE idx = ?";
      this.#sql.exec(mark, attempt + 1, now + SENT_LEASE_MS, idx);
      return { batch, index: idx, attempt: attempt + 1 };
    });
  }

  /** Returns sent items that have not started to waiting: their messages may be lost, and stale messages have no effect. */
  unsend(): void {
    this.#sql.exec("UPDATE items SET state = 'todo', until = 0 WHERE state = 'sent'");
  }

  /** Marks a sent item as running under `callId`. */
  begin(index: number, callId: string, now: number): void {
    const mark = "UPDATE items SET state = 'running', call_id = ?, until = ? WHERE idx = ?";
    this.#sql.exec(mark, callId, now + RUN_LEASE_MS, index);
  }

  /** An item that is sent or runs in this attempt; null when the attempt is over. */
  find(index: number, attempt: number) {
    const row = this.#find(index);
    if (row?.attempt !== attempt || !row.input_json || !["sent", "running"].includes(row.state)) return null;
    return { state: row.state, callId: row.call_id, input: JSON.parse(row.input_json) as Record<string, unknown> };
  }

  succeed(index: number, answerJson: string, tokens: number): void {
    this.#end(index, "succeeded", { answerJson, tokens, errorJson: null });
  }

  /** Stores what the first step of a running line found and cost; the line waits for the next one. */
  advance(index: number, input: Record<string, unknown>, tokens: number): void {
    const advance =
      "UPDATE items SET state = 'todo', until = 0, failures = 0, tokens = ?, input_json = ? WHERE idx = ?";
    this.#sql.exec(advance, tokens, JSON.stringify(input), index);
  }

  /** Records a failed attempt; the item waits for the next one or fails permanently. */
  fail(index: number, error: ItemError, mayRetry: boolean, retryAfterSeconds: number | null, now: number): void {
    const row = this.#find(index);
    if (!row) return;
    const waitsLong = (retryAfterSeconds ?? 0) > LONG_WAIT_S && row.postponed < MAX_POSTPONEMENTS;
    const failures = row.failures + (waitsLong ? 0 : 1);
    if (!mayRetry || failures >= MAX_FAILURES) {
      this.#end(index, "failed", { errorJson: JSON.stringify(error) });
      return;
    }
    const waitMs = Math.max((retryAfterSeconds ?? 0) * 1000, FIRST_RETRY_MS * 2 ** failures);
    this.#sql.exec(
      "UPDATE items SET state = 'todo', failures = ?, postponed = postponed + ?, until = ?, error_json = ? WHERE idx = ?",
      ...[failures, waitsLong ? 1 : 0, now + waitMs, JSON.stringify(error), index],
    );
  }

  /** Returns items whose message or run is overdue to waiting; returns the call ids of those that ran. */
  takeBackLost(now: number): string[] {
    const find = "SELECT * FROM items WHERE state IN ('sent', 'running') AND until <= ?";
    const lost = this.#sql.exec<ItemRow>(find, now).toArray();
    for (const row of lost) {
      if (row.state === "running" && row.lost + 1 >= MAX_LOST_RUNS) {
        const error = { code: "crashed", detail: "The run crashed five times. Nothing was charged for it." };
        this.#end(row.idx, "failed", { errorJson: JSON.stringify(error) });
      } else {
        const lostRuns = row.lost + (row.state === "running" ? 1 : 0);
        this.#sql.exec("UPDATE items SET state = 'todo', lost = ?, until = 0 WHERE idx = ?", lostRuns, row.idx);
      }
    }
    return lost.flatMap(({ state, call_id }) => (state === "running" && call_id ? [call_id] : []));
  }

  /** Ends all items that have not started. */
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
    const erase =
      "UPDATE items SET custom_id = NULL, given_json = '{}', input_json = NULL, answer_json = NULL, error_json = ? WHERE idx = ?";
    this.#sql.exec(erase, JSON.stringify(ERASED), index);
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

  /** Ends an item and its duplicates. One statement per item, because rows and index entries written are billed. */
  #end(index: number, state: ItemState, { answerJson, tokens, errorJson }: Ending = {}): void {
    const end = `UPDATE items SET state = ?, until = 0, finished = ?, answer_json = coalesce(?, answer_json),
      tokens = tokens + ?, error_json = ${errorJson === undefined ? "coalesce(?, error_json)" : "?"} WHERE idx = ?`;
    const values = [answerJson ?? null, tokens ?? 0, errorJson ?? null];
    this.#sql.exec(end, state, ++this.#finished, ...values, index);
    const find = "SELECT idx FROM items WHERE duplicate_of = ? ORDER BY idx";
    for (const { idx } of this.#sql.exec<{ idx: number }>(find, index).toArray()) this.#finish(idx);
  }

  #finish(index: number): void {
    this.#sql.exec("UPDATE items SET finished = ? WHERE idx = ?", ++this.#finished, index);
  }
}
