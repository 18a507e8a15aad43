/** What this isolate read in the last minute, as JSON. Never for people, money, keys or the suppression list. */

const LIFETIME_MS = 60_000;
/** Of an isolate's 128 MB. */
const MAX_BYTES = 8 * 1_048_576;
const BYTES_PER_CHARACTER = 2;
/** Longer values are read from D1 each time: they would push out many others. */
const MAX_CHARACTERS = 65_536;
/** Overhead of an entry beyond its text. */
const ENTRY_BYTES = 200;

type Entry = { json: string; readAt: number; lifetimeMs: number };
type Memory = { entries: Map<string, Entry>; bytes: number };

const memories = new WeakMap<D1Database, Memory>();

/** The value remembered under `key`, or undefined when its life is over. */
export function recallHere<T>(db: D1Database, key: string): T | undefined {
  const entry = memories.get(db)?.entries.get(key);
  // A clock that went back must not make an old entry fresh.
  if (!entry || Math.abs(Date.now() - entry.readAt) >= entry.lifetimeMs) return undefined;
  return JSON.parse(entry.json) as T;
}

/** Keeps a value that JSON can express, unless it is long. The oldest values make room for it. */
export function rememberHere(db: D1Database, key: string, value: unknown, lifetimeMs = LIFETIME_MS): void {
  const memory = memories.get(db) ?? { entries: new Map(), bytes: 0 };
  memories.set(db, memory);
  remove(memory, key);
  const entry = { json: JSON.stringify(value), readAt: Date.now(), lifetimeMs };
  if (entry.json.length > MAX_CHARACTERS) return;
  memory.entries.set(key, entry);
  memory.bytes += sizeOf(key, entry);
  for (const oldest of memory.entries.keys()) {
    if (memory.bytes <= MAX_BYTES) return;
    remove(memory, oldest);
  }
}

/** Empties the cache, after a write to D1 of something that may be in it. */
export function forgetHere(db: D1Database): void {
  memories.delete(db);
}

function remove(memory: Memory, key: string): void {
  const entry = memory.entries.get(key);
  if (!entry) return;
  memory.entries.delete(key);
  memory.bytes -= sizeOf(key, entry);
}

function sizeOf(key: string, { json }: Entry): number {
  return (key.length + json.length) * BYTES_PER_CHARACTER + ENTRY_BYTES;
}
