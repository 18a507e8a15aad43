import { DATABASE_TIME_LIMIT_MS } from "../constants.ts";
import { withinTime } from "../lib/within-time.ts";
import { bookBack } from "./holds.ts";

const FIND = `SELECT id, tokens, state FROM calls WHERE organisation_id = ?1 AND id IN (SELECT value FROM json_each(?2))`;
const BOOK_BACK = bookBack(
  "(SELECT ?1 AS organisation_id, value->>'id' AS id, value->>'tokens' AS tokens, value->>'state' AS state FROM json_each(?2))",
);

/**
 * Calls whose settlement was stored but never acknowledged, so that their answers were withheld. Kept in the account object's
 * storage until D1 has booked their charges back.
 */
export class WithheldCalls {
  readonly #sql: SqlStorage;
  readonly #db: D1Database;
  readonly #ledger: D1Database;
  readonly #organisationId: string;

  constructor(storage: DurableObjectStorage, db: D1Database, ledger: D1Database, organisationId: string) {
    this.#sql = storage.sql;
    this.#db = db;
    this.#ledger = ledger;
    this.#organisationId = organisationId;
    this.#sql.exec("CREATE TABLE IF NOT EXISTS withheld_calls (id TEXT PRIMARY KEY) WITHOUT ROWID");
  }

  add(id: string): void {
    this.#sql.exec("INSERT OR IGNORE INTO withheld_calls (id) VALUES (?)", id);
  }

  ids(): string[] {
    return [...this.#sql.exec<{ id: string }>("SELECT id FROM withheld_calls")].map(({ id }) => id);
  }

  /** Books calls back that are in D1. Throws when it does not answer. */
  async bookBack(ids: string[]): Promise<void> {
    const json = JSON.stringify(ids);
    const find = this.#ledger.prepare(FIND).bind(this.#organisationId, json);
    const { results } = await withinTime(find.all(), DATABASE_TIME_LIMIT_MS);
    const book = this.#db.prepare(BOOK_BACK).bind(this.#organisationId, JSON.stringify(results));
    await withinTime(book.run(), DATABASE_TIME_LIMIT_MS);
    this.#sql.exec("DELETE FROM withheld_calls WHERE id IN (SELECT value FROM json_each(?))", json);
  }
}
