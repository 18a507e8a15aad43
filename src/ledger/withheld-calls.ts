import { DATABASE_TIME_LIMIT_MS } from "../constants.ts";
import { withinTime } from "../lib/within-time.ts";
import { bookBack } from "./holds.ts";

const BOOK_BACK = bookBack("calls", "c.organisation_id = ?1 AND c.id IN (SELECT value FROM json_each(?2))");

/**
 * Calls whose settlement was stored but never acknowledged, so that their answers were withheld. Kept in the account object's
 * storage until D1 has booked their charges back.
 */
export class WithheldCalls {
  readonly #sql: SqlStorage;
  readonly #db: D1Database;
  readonly #organisationId: string;

  constructor(storage: DurableObjectStorage, db: D1Database, organisationId: string) {
    this.#sql = storage.sql;
    this.#db = db;
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
    await withinTime(this.#db.prepare(BOOK_BACK).bind(this.#organisationId, json).run(), DATABASE_TIME_LIMIT_MS);
    this.#sql.exec("DELETE FROM withheld_calls WHERE id IN (SELECT value FROM json_each(?))", json);
  }
}
