import { log } from "../../lib/log.ts";
import type { Row } from "../database.ts";
import type { sourceCache } from "../schema.ts";
import type { SourceContext } from "./context.ts";
import type { FactKind } from "./fact-kinds.ts";

type CacheContext = Pick<SourceContext, "env">;

/** A remembered fact; `observedAt` and `expiresAt` are milliseconds since 1970. */
export type Remembered<T> = { data: T; observedAt: number; expiresAt: number };

/** Reads an unexpired fact from D1. Null when there is none, or D1 or its content fails: the cache is never the reason for an error. */
export async function recall<T>(context: CacheContext, kind: FactKind, key: string): Promise<Remembered<T> | null> {
  try {
    const row = await context.env.DB.prepare(
      `SELECT data_json AS dataJson, observed_at AS observedAt, expires_at AS expiresAt FROM source_cache
       WHERE kind = ? AND key = ? AND expires_at > ?`,
    )
      .bind(kind, key, Date.now())
      .first<Pick<Row<typeof sourceCache>, "dataJson" | "observedAt" | "expiresAt">>();
    if (!row) return null;
    return { data: JSON.parse(row.dataJson) as T, observedAt: row.observedAt, expiresAt: row.expiresAt };
  } catch {
    return null;
  }
}

/** Stores a fact for `ttlMs`. A failure is swallowed: the fact is looked up again next time. */
export async function remember(
  context: CacheContext,
  kind: FactKind,
  key: string,
  data: unknown,
  ttlMs: number,
): Promise<void> {
  const now = Date.now();
  try {
    await context.env.DB.prepare(
      `INSERT INTO source_cache (kind, key, data_json, observed_at, expires_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (kind, key) DO UPDATE SET
         data_json = excluded.data_json, observed_at = excluded.observed_at, expires_at = excluded.expires_at`,
    )
      .bind(kind, key, JSON.stringify(data), now, now + ttlMs)
      .run();
  } catch (cause) {
    log("warn", "source_cache_write_failed", { kind, cause });
  }
}

/**
 * The remembered fact, or what `load` finds. `ttlMs` may depend on what was found; 0 stores nothing (use it for failures).
 * `observedAt` is when the fact was looked up; whatever `load` throws is thrown.
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
