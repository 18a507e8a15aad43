import { eq } from "drizzle-orm";
import { drizzle } from "../platform/database.ts";
import { state } from "../platform/schema.ts";

/** Where a sweep of the cron stopped; null when it has seen everything. */
export async function readProgress(db: D1Database, name: string): Promise<string | null> {
  const row = await drizzle(db).select({ value: state.value }).from(state).where(eq(state.name, name)).get();
  return row?.value ?? null;
}

export async function keepProgress(db: D1Database, name: string, value: string | null): Promise<void> {
  if (value === null) await drizzle(db).delete(state).where(eq(state.name, name));
  else
    await drizzle(db).insert(state).values({ name, value }).onConflictDoUpdate({ target: state.name, set: { value } });
}
