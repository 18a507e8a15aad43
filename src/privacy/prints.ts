import { eq } from "drizzle-orm";
import type { Config } from "../config.ts";
import { type Database, drizzle } from "../platform/database.ts";
import { state, suppressions } from "../platform/schema.ts";
import { lastingHash } from "../platform/secrets.ts";

type Context = { env: Pick<Env, "DB">; config: Config };

/** Prints of the names on the suppression list, with their seed (names-in-text.ts). */
export type Prints = { version: string; seed: number; prints: ReadonlySet<number> };

/** A row of `state` that triggers change with the list (migrations/), so that a restored list is noticed too. */
const LIST_VERSION = "suppressions_version";
const MEMORY_MS = 10_000;

type Memory = { list: Prints | null; readAt: number };
const memories = new WeakMap<D1Database, Memory>();

/** The prints as read at most 10 s ago; null for an empty list. For running text only: lists of people query it. */
export async function recentPrints(context: Context): Promise<Prints | null> {
  const memory = memories.get(context.env.DB);
  const age = Date.now() - (memory?.readAt ?? 0);
  return memory && age >= 0 && age < MEMORY_MS ? memory.list : readPrints(context);
}

/** The current prints; null when the list is empty. Throws `temporarily_unavailable`. */
export async function readPrints({ env, config }: Context): Promise<Prints | null> {
  const db = drizzle(env.DB);
  const readAt = Date.now();
  const find = db.select({ value: state.value }).from(state).where(eq(state.name, LIST_VERSION));
  const row = await find.get();
  let list = memories.get(env.DB)?.list ?? null;
  if (list?.version !== row?.value) list = row ? await readList(db, config, row.value) : null;
  memories.set(env.DB, { list, readAt });
  return list;
}

async function readList(db: Database, config: Config, version: string): Promise<Prints> {
  const find = db.select({ hash: suppressions.hash }).from(suppressions).where(eq(suppressions.kind, "print"));
  const hashes = await find.all();
  const prints = new Set(hashes.map(({ hash }) => Number.parseInt(hash, 16)));
  return { version, seed: await printSeed(config), prints };
}

/** Makes this isolate reload the list, after an addition. */
export function forgetPrints(db: D1Database): void {
  const memory = memories.get(db);
  if (memory) memory.readAt = 0;
}

/** The seed of prints: without the secret, a print reveals nothing about a name. */
export async function printSeed(config: Config): Promise<number> {
  return Number.parseInt((await lastingHash(config, "suppression", "print-seed")).slice(0, 8), 16);
}
