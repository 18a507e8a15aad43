import { IDEMPOTENCY_LIFETIME_MS, MAX_STORED_ANSWERS_BYTES } from "../constants.ts";
import { containsTerms } from "../lib/search-words.ts";

/** An idempotency key in use: `fingerprint` is SHA-256 over tool and canonical body. */
export type IdempotentCall = { key: string; fingerprint: string };

/** The result of the first call with an idempotency key. */
export type Earlier =
  | { status: "mismatch" }
  | { status: "in_progress" }
  | { status: "unavailable" }
  | { status: "replay"; answerJson: string };

type IsOpen = (callId: string) => boolean;

type Row = {
  key: string;
  fingerprint: string;
  call_id: string;
  /** Null while the call runs, and when its answer was not stored. */
  answer: string | null;
  is_done: number;
  expires_at: number;
};

const ROW_BYTES = 500;

/** Idempotency keys of an organisation and the answers for their repeats, in the storage of its account object. */
export class StoredAnswers {
  readonly #sql: SqlStorage;
  #bytes: number;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, call_id TEXT NOT NULL,
      answer TEXT, is_done INTEGER NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID`);
    const bytes = `SELECT coalesce(sum(${ROW_BYTES} + coalesce(length(answer), 0)), 0) AS bytes FROM answers`;
    this.#bytes = this.#sql.exec<{ bytes: number }>(bytes).one().bytes;
  }

  /** The result of the first call with this key, or null. A claim does not expire while its call runs. */
  earlier({ key, fingerprint }: IdempotentCall, callId: string, now: number, isOpen: IsOpen): Earlier | null {
    const row = this.#find(key);
    if (!row || row.call_id === callId || (row.expires_at <= now && !isOpen(row.call_id))) return null;
    if (row.fingerprint !== fingerprint) return { status: "mismatch" };
    if (!row.is_done) return { status: "in_progress" };
    return row.answer === null ? { status: "unavailable" } : { status: "replay", answerJson: row.answer };
  }

  /** Reserves a key for a call until `expiresAt`. */
  claim({ key, fingerprint }: IdempotentCall, callId: string, expiresAt: number): void {
    this.#put({ key, fingerprint, call_id: callId, answer: null, is_done: 0, expires_at: expiresAt });
  }

  /** Stores the answer of a successful call. Repeats are refused if it is null or no longer fits. */
  keep(key: string, callId: string, answerJson: string | null, now: number): void {
    const row = this.#find(key);
    if (row?.call_id !== callId) return;
    const fits = answerJson !== null && this.#bytes + answerJson.length <= MAX_STORED_ANSWERS_BYTES;
    this.#put({ ...row, answer: fits ? answerJson : null, is_done: 1, expires_at: now + IDEMPOTENCY_LIFETIME_MS });
  }

  /** Refuses repeats of a call whose answer was delivered and is not stored. */
  refuseRepeats(callId: string, now: number): void {
    const end = "UPDATE answers SET is_done = 1, expires_at = ? WHERE call_id = ? AND is_done = 0";
    this.#sql.exec(end, now + IDEMPOTENCY_LIFETIME_MS, callId);
  }

  /** Imports an answer that an older version stored in D1, unless a call with this key has begun since. */
  adopt(row: Row, now: number): void {
    if ((this.#find(row.key)?.expires_at ?? 0) <= now) this.#put(row);
  }

  /** Whether an open call has claimed the key. */
  isClaimedBy(key: string, callId: string): boolean {
    const row = this.#find(key);
    return row?.call_id === callId && !row.is_done;
  }

  /** Frees the key of a call that is not delivered. Returns false if its answer is stored, so that a repeat gets it. */
  free(key: string, callId: string): boolean {
    const row = this.#find(key);
    if (row?.call_id !== callId) return true;
    if (row.answer !== null) return false;
    this.#delete("key = ?", key);
    return true;
  }

  /** Deletes all keys and answers. Calls that still run have no answer stored. */
  clear(): void {
    this.#sql.exec("DELETE FROM answers");
    this.#bytes = 0;
  }

  /** Deletes some expired keys. Returns the time of the next expiry, or null. */
  prune(now: number): number | null {
    this.#delete("key IN (SELECT key FROM answers WHERE expires_at <= ? LIMIT 500)", now);
    const next = "SELECT min(expires_at) AS next FROM answers";
    return this.#sql.exec<{ next: number | null }>(next).one().next;
  }

  /** Deletes answers that contain every term of one of the lists (see `foldTerms`); their repeats are refused. */
  erase(termLists: string[][]): void {
    const find = "SELECT key, answer FROM answers WHERE answer IS NOT NULL";
    const named: string[] = [];
    for (const { key, answer } of this.#sql.exec<{ key: string; answer: string }>(find)) {
      if (containsTerms(answer, termLists)) named.push(key);
    }
    for (const key of named) {
      const row = this.#find(key);
      if (row) this.#put({ ...row, answer: null });
    }
  }

  #find(key: string): Row | undefined {
    return this.#sql.exec<Row>("SELECT * FROM answers WHERE key = ?", key).toArray()[0];
  }

  #put(row: Row): void {
    const before = this.#find(row.key);
    if (before) this.#bytes -= ROW_BYTES + (before.answer?.length ?? 0);
    this.#bytes += ROW_BYTES + (row.answer?.length ?? 0);
    this.#sql.exec(
      "INSERT OR REPLACE INTO answers (key, fingerprint, call_id, answer, is_done, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
      ...[row.key, row.fingerprint, row.call_id, row.answer, row.is_done, row.expires_at],
    );
  }

  #delete(condition: string, value: string | number): void {
    const deleted = this.#sql.exec<Row>(`DELETE FROM answers WHERE ${condition} RETURNING *`, value).toArray();
    for (const { answer } of deleted) this.#bytes -= ROW_BYTES + (answer?.length ?? 0);
  }
}
