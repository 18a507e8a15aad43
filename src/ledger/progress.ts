/** Where a sweep of the cron stopped; null when it has seen everything. */
export function readProgress(db: D1Database, name: string): Promise<string | null> {
  return db.prepare("SELECT value FROM state WHERE name = ?").bind(name).first<string>("value");
}

export async function keepProgress(db: D1Database, name: string, value: string | null): Promise<void> {
  const keep = value === null ? "DELETE FROM state WHERE name = ?1" : "INSERT OR REPLACE INTO state VALUES (?1, ?2)";
  await db.prepare(keep).bind(...(value === null ? [name] : [name, value])).run();
}
