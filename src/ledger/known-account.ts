import { DATABASE_TIME_LIMIT_MS } from "../constants.ts";
import { isoDay } from "../lib/ids.ts";
import { withinTime } from "../lib/within-time.ts";
import { type Row, sql } from "../platform/database.ts";
import type { apiKeys, organisations } from "../platform/schema.ts";
import type { ReadAlong } from "./lease.ts";

type KnownOrganisation = Pick<Row<typeof organisations>, "plan" | "balance" | "owed" | "reloadBelow"> & {
  /** Absent in what an older version stored. */
  keepsSubjects?: number;
  /** 1 while an operator has blocked the organisation: none of its keys is accepted. */
  isBlocked: number;
  /** 1 while D1 keeps answers for idempotency keys that an older version stored. */
  hasOldAnswers: number;
};

type KeyColumns = "id" | "hash" | "expiresAt" | "lastUsedOn" | "connectionId" | "capPerDay";
/** `isCapped`: 1 when its connection has a spending cap. */
export type KnownKey = Pick<Row<typeof apiKeys>, KeyColumns> & { isCapped: number };

type Stored = { organisation: KnownOrganisation | null; keys: KnownKey[]; readAt: number };

const FRESH_MS = 30_000;
/** Keys of this age are read along with the next exchange, so that a busy organisation never waits for them. */
const RENEW_MS = 20_000;

const ORGANISATION = `SELECT plan, balance, owed, reload_below AS reloadBelow,
    keeps_subjects AS keepsSubjects, blocked_at IS NOT NULL AS isBlocked,
    EXISTS (SELECT 1 FROM idempotency WHERE organisation_id = @id AND expires_at > @now) AS hasOldAnswers
  FROM organisations WHERE id = @id`;
const KEYS = `SELECT k.id, k.hash, k.expires_at AS expiresAt, k.last_used_on AS lastUsedOn, k.connection_id AS connectionId,
    c.remaining IS NOT NULL AS isCapped, k.cap_per_day AS capPerDay
  FROM api_keys k LEFT JOIN connections c ON c.id = k.connection_id
  WHERE k.organisation_id = @id AND k.revoked_at IS NULL AND k.expires_at > @now`;

/** The organisation and its active keys as read from D1. A key revoked here stays revoked, whatever a read returns. */
export class KnownAccount {
  readonly #sql: SqlStorage;
  readonly #db: D1Database;
  readonly #id: string;
  readonly #revoked = new Set<string>();
  #keys = new Map<string, KnownKey>();
  #unknown = new Set<string>();
  /** Hashes of keys whose first use of the day is not in D1. */
  readonly #used = new Set<string>();
  #stored: Stored = { organisation: null, keys: [], readAt: 0 };
  #reading: Promise<void> | undefined;
  /** How often D1 was said to have changed, and as of which change the organisation was read. */
  #changes = 0;
  #organisationChange = 0;
  /** Answered exchanges of the lease, which move the balance. */
  #exchanges = 0;

  constructor(storage: DurableObjectStorage, db: D1Database, id: string) {
    this.#sql = storage.sql;
    this.#db = db;
    this.#id = id;
    this.#sql.exec("CREATE TABLE IF NOT EXISTS known (one INTEGER PRIMARY KEY, known_json TEXT NOT NULL)");
    this.#sql.exec("CREATE TABLE IF NOT EXISTS revoked (key_id TEXT PRIMARY KEY) WITHOUT ROWID");
    for (const { key_id } of this.#sql.exec<{ key_id: string }>("SELECT key_id FROM revoked"))
      this.#revoked.add(key_id);
    const [row] = this.#sql.exec<{ known_json: string }>("SELECT known_json FROM known").toArray();
    if (row) this.#use(JSON.parse(row.known_json));
  }

  /** Null before the first read of D1, and when there is no such organisation. */
  get organisation(): KnownOrganisation | null {
    return this.#stored.organisation;
  }

  get isBlocked(): boolean {
    return this.#stored.organisation?.isBlocked === 1;
  }

  /** Milliseconds since the keys were read; infinite when they must be read again. */
  ageMs(now: number): number {
    // A clock that was set back must not make old keys fresh.
    return Math.abs(now - this.#stored.readAt);
  }

  isFresh(now: number): boolean {
    return this.ageMs(now) < FRESH_MS;
  }

  /** Whether the state of a key is known from D1, so that the result of `key` is final. */
  isDecided(keyId: string): boolean {
    return this.#keys.has(keyId) || this.#revoked.has(keyId) || this.#unknown.has(keyId);
  }

  /** To be called when D1 was read for this key: one that was not found does not exist. */
  decide(keyId: string): void {
    if (!this.#keys.has(keyId)) this.#unknown.add(keyId);
  }

  /** The key with this hash if it is active: not revoked, not expired. */
  key(keyId: string, hash: string, now: number): KnownKey | null {
    const key = this.#keys.get(keyId);
    if (!key || this.isBlocked) return null;
    return key.hash === hash && key.expiresAt > now && !this.#revoked.has(keyId) ? key : null;
  }

  /** Notes that a key was used today. True for its first use of the day, which {@link flushUses} has to write. */
  noteUse(key: KnownKey, now: number): boolean {
    const day = isoDay(now);
    if ((key.lastUsedOn ?? "") >= day) return false;
    key.lastUsedOn = day;
    this.#used.add(key.hash);
    return true;
  }

  /** Writes the day of the last use of keys to D1: one write per day and key. */
  async flushUses(now: number): Promise<void> {
    if (this.#used.size === 0) return;
    const note = `UPDATE api_keys SET last_used_on = ?2
      WHERE hash IN (SELECT value FROM json_each(?1)) AND coalesce(last_used_on, '') < ?2`;
    const hashes = [...this.#used];
    await this.#db.prepare(note).bind(JSON.stringify(hashes), isoDay(now)).run();
    for (const hash of hashes) this.#used.delete(hash);
  }

  revoke(keyIds: string[]): void {
    for (const id of keyIds) {
      if (this.#revoked.has(id)) continue;
      this.#revoked.add(id);
      this.#sql.exec("INSERT OR IGNORE INTO revoked (key_id) VALUES (?)", id);
    }
  }

  /** Invalidates what was read, e.g. because D1 has changed. */
  expire(): void {
    this.#changes++;
    this.#stored.readAt = 0;
    this.#unknown.clear();
    this.#save();
  }

  /** Reads organisation and keys from D1's primary. Callers that arrive during a read share the next one. */
  async read(): Promise<void> {
    const before = this.#reading;
    if (before) await before.catch(() => {});
    if (this.#reading && this.#reading !== before) return this.#reading;
    const done = this.#readNow();
    this.#reading = done;
    try {
      await done;
    } finally {
      if (this.#reading === done) this.#reading = undefined;
    }
  }

  async #readNow(): Promise<void> {
    for (;;) {
      const [changes, exchanges] = [this.#changes, this.#exchanges];
      const results = await withinTime(this.#db.batch(this.#statements(true)), DATABASE_TIME_LIMIT_MS);
      const isBeforeExchange = exchanges !== this.#exchanges;
      // Neither this organisation nor that of the exchange is known to be the newer one.
      if (isBeforeExchange && this.#organisationChange < changes) continue;
      return this.#accept(results, changes, isBeforeExchange);
    }
  }

  /** Reads this state along with an exchange. The result is dropped if D1 has changed meanwhile: which is newer is read again. */
  readAlong(): ReadAlong {
    const changes = this.#changes;
    return {
      statements: () => this.#statements(this.ageMs(Date.now()) > RENEW_MS),
      read: (results) => {
        this.#exchanges++;
        if (changes === this.#changes) return this.#accept(results, changes);
        this.#stored.readAt = 0;
        this.#save();
      },
    };
  }

  /** Deletes the stored state, all of which can be read from D1 again. */
  forget(): void {
    this.expire();
    for (const table of ["known", "revoked"]) this.#sql.exec(`DELETE FROM ${table}`);
  }

  #statements(withKeys: boolean): D1PreparedStatement[] {
    const values = { id: this.#id, now: Date.now() };
    return [ORGANISATION, ...(withKeys ? [KEYS] : [])].map((text) => sql(this.#db, text, values));
  }

  /** `keepsOrganisation`: that of an exchange answered during this read is the newer one. `changes` are those when it was sent. */
  #accept([organisations, keys]: D1Result[], changes: number, keepsOrganisation = false): void {
    const read = (organisations?.results[0] ?? null) as KnownOrganisation | null;
    const organisation = keepsOrganisation ? this.#stored.organisation : read;
    if (!keepsOrganisation) this.#organisationChange = changes;
    if (!keys) {
      // The balance moves with the lease, which is stored too: a restarted object would add the lease to the balance before it.
      const isSame = JSON.stringify(organisation) === JSON.stringify(this.#stored.organisation);
      this.#stored.organisation = organisation;
      if (!isSame) this.#save();
      return;
    }
    this.#use({ organisation, keys: keys.results as KnownKey[], readAt: changes === this.#changes ? Date.now() : 0 });
    this.#unknown.clear();
    this.#save();
  }

  #use(stored: Stored): void {
    this.#stored = stored;
    this.#keys = new Map(stored.keys.map((key) => [key.id, key]));
  }

  #save(): void {
    this.#sql.exec("INSERT OR REPLACE INTO known (one, known_json) VALUES (1, ?)", JSON.stringify(this.#stored));
  }
}
