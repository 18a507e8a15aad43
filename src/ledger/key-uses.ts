import { isoDay } from "../lib/ids.ts";
import type { KnownKey } from "./known-account.ts";

/** Records in D1 on which days a key was used: one write per day and key. */
export class KeyUses {
  readonly #db: D1Database;
  readonly #toNote = new Set<string>();

  constructor(db: D1Database) {
    this.#db = db;
  }

  /** True for the key's first use of the day, which {@link flush} has to write. */
  note(key: KnownKey, now: number): boolean {
    const day = isoDay(now);
    if ((key.lastUsedOn ?? "") >= day) return false;
    key.lastUsedOn = day;
    this.#toNote.add(key.hash);
    return true;
  }

  async flush(now: number): Promise<void> {
    if (this.#toNote.size === 0) return;
    const note = `UPDATE api_keys SET last_used_on = ?2
      WHERE hash IN (SELECT value FROM json_each(?1)) AND coalesce(last_used_on, '') < ?2`;
    const hashes = [...this.#toNote];
    await this.#db.prepare(note).bind(JSON.stringify(hashes), isoDay(now)).run();
    for (const hash of hashes) this.#toNote.delete(hash);
  }
}
