/** Where a sweep of the cron stopped; null when it has seen everything. */
export function readProgress(db: D1Database, name: string): Promise<string | null> {
  return db.prepare("SELECT value FROM state WHERE name = ?").bind(name).first<string>("value");
}

export async function keepProgress(db: D1Database, name: string, value: string | null): Promise<void> {
  if (value === null) await db.prepare("DELETE FROM state WHERE name = ?").bind(name).run();
  else await db.prepare("INSERT OR REPLACE INTO state (name, value) VALUES (?, ?)").bind(name, value).run();
}
