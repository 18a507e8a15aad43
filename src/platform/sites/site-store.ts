import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import type { Visit } from "../outbound/page.ts";

/** A fact as it is stored; times are milliseconds since 1970. */
export type StoredFact = { kind: string; key: string; dataJson: string; observedAt: number; expiresAt: number };

/** A row of an object's SQLite is at most 2 MB. */
const MAX_ROW_BYTES = 1_900_000;
const MAX_VISITS = 40;
const MAX_VISIT_BYTES = 20_000_000;
const MAX_HEADER_BYTES = 16_384;
/** After a failure of robots.txt its last rules apply for this long. */
const ROBOTS_KEPT_MS = 30 * DAY_MS;
const ROBOTS_KIND = "robots";
const TURN = "turn ";
/** What has expired is deleted within an hour. */
const SWEEP_MS = HOUR_MS;

const TABLES = [
  `CREATE TABLE IF NOT EXISTS visits (url TEXT PRIMARY KEY, fetched_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
    head_json TEXT NOT NULL, body BLOB, bytes INTEGER NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS facts (kind TEXT NOT NULL, key TEXT NOT NULL, data_json TEXT NOT NULL,
    observed_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (kind, key))`,
];
const FACTS = "SELECT kind, key, data_json AS dataJson, observed_at AS observedAt, expires_at AS expiresAt FROM facts";

/**
 * What a site's object keeps in its SQLite: visits of a day, at most 40 pages and as many other answers, 20 MB in all, the oldest out
 * first; robots.txt and facts by their lifetimes; the pace of its hosts. Nothing is written before a host was asked.
 */
export class SiteStore {
  readonly #storage: DurableObjectStorage;
  #hasTables: boolean;
  #isAlarmSet = false;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#hasTables = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'visits'").toArray().length > 0;
  }

  async visit(url: string): Promise<Visit | null> {
    const find = "SELECT head_json AS headJson, body FROM visits WHERE url = ? AND expires_at > ?";
    const [row] = this.#read<{ headJson: string; body: ArrayBuffer | null }>(find, url, Date.now());
    if (!row) return null;
    const head = JSON.parse(row.headJson) as Visit;
    return row.body && head.status === "page" ? { ...head, text: await unzip(row.body) } : head;
  }

  async keepVisit(url: string, visit: Visit, lifetimeMs: number): Promise<void> {
    const body = visit.status === "page" ? await zip(visit.text) : null;
    const kept = visit.status === "page" ? { ...visit, text: "", headers: shortHeaders(visit.headers) } : visit;
    const headJson = JSON.stringify(kept);
    const bytes = headJson.length + (body?.byteLength ?? 0);
    if (bytes > MAX_ROW_BYTES) return;
    this.#write(
      "INSERT OR REPLACE INTO visits (url, fetched_at, expires_at, head_json, body, bytes) VALUES (?, ?, ?, ?, ?, ?)",
      [url, visit.fetchedAt, visit.fetchedAt + lifetimeMs, headJson, body, bytes],
    );
    this.#storage.sql.exec(
      `DELETE FROM visits WHERE url IN (SELECT url FROM (
         SELECT url, row_number() OVER (PARTITION BY body IS NULL ORDER BY fetched_at DESC, url) AS place,
           sum(bytes) OVER (ORDER BY fetched_at DESC, url) AS total
         FROM visits) WHERE place > ? OR total > ?)`,
      MAX_VISITS,
      MAX_VISIT_BYTES,
    );
  }

  robots(origin: string) {
    const known = this.fact(ROBOTS_KIND, origin);
    return known && { text: JSON.parse(known.dataJson) as string, fetchedAt: known.observedAt };
  }

  keepRobots(origin: string, text: string): void {
    const now = Date.now();
    const dataJson = JSON.stringify(text);
    this.keepFact({ kind: ROBOTS_KIND, key: origin, dataJson, observedAt: now, expiresAt: now + ROBOTS_KEPT_MS });
  }

  /** When the bucket of a host is full again. */
  turn(host: string): number {
    return this.#storage.kv.get<number>(TURN + host) ?? 0;
  }

  keepTurn(host: string, fullAt: number): void {
    this.#storage.kv.put(TURN + host, fullAt);
    this.#setAlarm();
  }

  fact(kind: string, key: string): StoredFact | null {
    const find = `${FACTS} WHERE kind = ? AND key = ? AND expires_at > ?`;
    return this.#read<StoredFact>(find, kind, key, Date.now())[0] ?? null;
  }

  facts(kinds: string[]): StoredFact[] {
    const find = `${FACTS} WHERE kind IN (SELECT value FROM json_each(?)) AND expires_at > ?`;
    return this.#read<StoredFact>(find, JSON.stringify(kinds), Date.now());
  }

  keepFact({ kind, key, dataJson, observedAt, expiresAt }: StoredFact): void {
    if (dataJson.length > MAX_ROW_BYTES) return;
    const keep = "INSERT OR REPLACE INTO facts (kind, key, data_json, observed_at, expires_at) VALUES (?, ?, ?, ?, ?)";
    this.#write(keep, [kind, key, dataJson, observedAt, expiresAt]);
  }

  /** Deletes all visits, and the facts of these kinds. Returns how many facts there were. */
  forget(kinds: string[]): number {
    const { length } = this.facts(kinds);
    if (!this.#hasTables) return length;
    this.#storage.sql.exec("DELETE FROM visits");
    this.#storage.sql.exec("DELETE FROM facts WHERE kind IN (SELECT value FROM json_each(?))", JSON.stringify(kinds));
    return length;
  }

  /** Called by the alarm: deletes what has expired, and everything once nothing is left. */
  async expire(): Promise<void> {
    this.#isAlarmSet = false;
    const now = Date.now();
    for (const table of this.#hasTables ? ["visits", "facts"] : []) {
      this.#storage.sql.exec(`DELETE FROM ${table} WHERE expires_at <= ?`, now);
    }
    const turns = [...this.#storage.kv.list<number>({ prefix: TURN })];
    for (const [name, fullAt] of turns) if (fullAt <= now) this.#storage.kv.delete(name);
    const ends = this.#read<{ at: number }>("SELECT expires_at AS at FROM visits UNION SELECT expires_at FROM facts");
    const next = Math.min(...ends.map(({ at }) => at), ...turns.map(([, fullAt]) => fullAt).filter((at) => at > now));
    if (next < Number.POSITIVE_INFINITY) return this.#setAlarm(next);
    await this.#storage.deleteAll();
    this.#hasTables = false;
  }

  #read<T extends object>(query: string, ...values: SqlStorageValue[]): T[] {
    return this.#hasTables ? (this.#storage.sql.exec(query, ...values).toArray() as T[]) : [];
  }

  #write(statement: string, values: SqlStorageValue[]): void {
    if (!this.#hasTables) for (const table of TABLES) this.#storage.sql.exec(table);
    this.#hasTables = true;
    this.#storage.sql.exec(statement, ...values);
    this.#setAlarm();
  }

  #setAlarm(at = 0): void {
    if (this.#isAlarmSet) return;
    this.#isAlarmSet = true;
    void this.#storage.setAlarm(Math.max(at, Date.now() + SWEEP_MS));
  }
}

/** The first headers of an answer: a site may send any number. */
function shortHeaders(headers: [string, string][]): [string, string][] {
  let left = MAX_HEADER_BYTES;
  return headers.filter(([name, value]) => {
    left -= name.length + value.length;
    return left > 0;
  });
}

async function zip(text: string): Promise<ArrayBuffer> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
}

async function unzip(bytes: ArrayBuffer): Promise<string> {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}
