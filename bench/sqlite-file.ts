/** A D1 database's local file, written directly: the Worker's own statements, without a request for each. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

export type SqliteFile = {
  db: D1Database;
  inTransaction(run: () => Promise<void>): Promise<void>;
  changes(): number;
  close(): void;
};

/** Opens the file below `folder` that has `table`. No workerd may have it open. A crash may lose it. */
export function openSqliteFile(folder: string, table: string): SqliteFile {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sqlite"));
  const file = files
    .map((name) => new DatabaseSync(join(folder, name)))
    .find((database) => {
      if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(table)) return true;
      database.close();
      return false;
    });
  if (!file) throw new Error(`no database in ${folder} has ${table}`);
  file.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY",
  );
  const prepared = new Map<string, ReturnType<typeof file.prepare>>();
  const prepare = (text: string, values: SQLInputValue[] = []) => {
    const statement = prepared.get(text) ?? file.prepare(text);
    prepared.set(text, statement);
    const all = async () => ({ results: statement.all(...values).map((row) => ({ ...row })) });
    const first = async (column?: string) => {
      const row = statement.get(...values);
      return (column ? row?.[column] : row) ?? null;
    };
    return { bind: (...bound: SQLInputValue[]) => prepare(text, bound), all, run: all, first };
  };
  const batch = (statements: ReturnType<typeof prepare>[]) =>
    statements.reduce<Promise<unknown[]>>(async (done, one) => [...(await done), await one.all()], Promise.resolve([]));
  return {
    db: { prepare, batch } as unknown as D1Database,
    inTransaction: async (run) => {
      file.exec("BEGIN");
      await run();
      file.exec("COMMIT");
    },
    changes: () => Number(file.prepare("SELECT total_changes() AS n").get()?.n),
    close: () => {
      file.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      file.close();
    },
  };
}
