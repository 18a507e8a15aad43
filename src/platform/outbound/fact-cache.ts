import { log } from "../../lib/log.ts";
import { DAY_MS } from "../../lib/time.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";
import { type Row, replicaOf, sql } from "../database.ts";
import { recallHere, rememberHere } from "../isolate-memory.ts";
import type { sourceCache } from "../schema.ts";
import { type SourceContext, takeWork } from "./context.ts";
import { FACT_KINDS, type FactKind } from "./fact-kinds.ts";

type CacheContext = Pick<SourceContext, "env" | "work" | "factsSince">;

/** A remembered fact; `observedAt` and `expiresAt` are milliseconds since 1970. */
type Remembered<T> = { data: T; observedAt: number; expiresAt: number };

/**
 * Reads an unexpired fact from this isolate's memory, if it holds no people, else from D1. Null when there is none, or D1 or
 * its content fails: the cache is never the reason for an error.
 */
export async function recall<T>(context: CacheContext, kind: FactKind, key: string): Promise<Remembered<T> | null> {
  const here = recallHere<Remembered<T>>(context.env.DB, nameHere(kind, key));
  if (here && here.expiresAt > Date.now() && isFresh(context, kind, here)) return here;
  if (!takeWork(context)) return null;
  try {
    const row = await replicaOf(context.env.DB)
      .prepare(
        `SELECT data_json AS dataJson, observed_at AS observedAt, expires_at AS expiresAt FROM source_cache
         WHERE kind = ? AND key = ? AND expires_at > ?`,
      )
      .bind(kind, key, Date.now())
      .first<Pick<Row<typeof sourceCache>, "dataJson" | "observedAt" | "expiresAt">>();
    if (!row) return null;
    const fact = { data: JSON.parse(row.dataJson) as T, observedAt: row.observedAt, expiresAt: row.expiresAt };
    if (!FACT_KINDS[kind].holdsPeople) rememberHere(context.env.DB, nameHere(kind, key), fact);
    return isFresh(context, kind, fact) ? fact : null;
  } catch {
    return null;
  }
}

function isFresh({ factsSince = 0 }: CacheContext, kind: FactKind, { observedAt }: Remembered<unknown>): boolean {
  return observedAt >= factsSince || !FACT_KINDS[kind].isWatched;
}

function nameHere(kind: FactKind, key: string): string {
  return `${kind} ${key}`;
}

/** The longest that a fact is kept: text in it can name people. docs/privacy.md says so. */
const MAX_KEPT_MS = 30 * DAY_MS;

/** Stores a fact for `ttlMs`, at most 30 days. A failure is swallowed: the fact is looked up again next time. */
export async function remember(
  context: CacheContext,
  kind: FactKind,
  key: string,
  data: unknown,
  ttlMs: number,
): Promise<void> {
  if (!takeWork(context)) return;
  const now = Date.now();
  const { DB } = context.env;
  const values = { kind, key, dataJson: JSON.stringify(data), now, expiresAt: now + Math.min(ttlMs, MAX_KEPT_MS) };
  const store = sql(
    DB,
    `INSERT INTO source_cache (kind, key, data_json, observed_at, expires_at) VALUES (@kind, @key, @dataJson, @now, @expiresAt)
     ON CONFLICT (kind, key) DO UPDATE SET
       data_json = excluded.data_json, observed_at = excluded.observed_at, expires_at = excluded.expires_at`,
    values,
  );
  if (!FACT_KINDS[kind].holdsPeople)
    rememberHere(DB, nameHere(kind, key), { data, observedAt: now, expiresAt: values.expiresAt });
  try {
    // One transaction: a fact about people without its terms could not be erased.
    if (FACT_KINDS[kind].holdsPeople) await DB.batch([store, noteSubjects(DB, values)]);
    else await store.run();
  } catch (cause) {
    log("warn", "source_cache_write_failed", { kind, cause });
  }
}

const ADDRESS = /[^\s@<>()"',;:\\]{1,64}@[a-z0-9.-]{1,253}/gi;

/** Notes the terms that find a fact about people again: the company's registrable domain and the addresses in it. */
function noteSubjects(db: D1Database, fact: { kind: FactKind; key: string; dataJson: string; expiresAt: number }) {
  const company = registrableDomain(fact.key.split(" ")[0] ?? "");
  const addresses = (fact.dataJson.match(ADDRESS) ?? []).map((address) => address.toLowerCase());
  return sql(
    db,
    `INSERT INTO fact_subjects (term, kind, key, expires_at) SELECT value, @kind, @key, @expiresAt FROM json_each(@terms)
     WHERE true ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at`,
    { ...fact, terms: JSON.stringify([...new Set([company, ...addresses])]) },
  );
}

/**
 * The remembered fact, or what `load` finds. `ttlMs` may depend on what was found; 0 stores nothing (use it for failures).
 * `observedAt` is when the fact was looked up; errors of `load` are passed on.
 */
export async function cached<T>(
  context: CacheContext,
  kind: FactKind,
  key: string,
  ttlMs: number | ((data: T) => number),
  load: () => Promise<T>,
): Promise<{ data: T; observedAt: number; cached: boolean }> {
  const known = await recall<T>(context, kind, key);
  if (known) return { data: known.data, observedAt: known.observedAt, cached: true };
  const data = await load();
  const lifetime = typeof ttlMs === "number" ? ttlMs : ttlMs(data);
  if (lifetime > 0) await remember(context, kind, key, data, lifetime);
  return { data, observedAt: Date.now(), cached: false };
}
