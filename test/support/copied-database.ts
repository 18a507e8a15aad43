/**
 * Copies a database's rows, as Time Travel has them at this moment. What it returns puts them back; rows written since are gone.
 * Triggers are absent meanwhile: they would move balances that are rows too.
 */
export async function copyDatabase(db: D1Database): Promise<() => Promise<void>> {
  const named = async (type: string) => {
    const find =
      "SELECT name, sql FROM sqlite_master WHERE type = ? AND sql NOT LIKE '%VIRTUAL%' AND name NOT GLOB '*_fts*'";
    const { results } = await db.prepare(find).bind(type).all<{ name: string; sql: string }>();
    return results.filter(({ name }) => !/^(sqlite|_cf|d1)_/.test(name));
  };
  const tables = await named("table");
  const copies = await db.batch(tables.map(({ name }) => db.prepare(`SELECT * FROM ${name}`)));
  const fill = ({ name }: { name: string }, index: number) => {
    const rows = copies[index]?.results as Record<string, unknown>[];
    const columns = Object.keys(rows[0] ?? {});
    const values = columns.map((column) => `value->>'${column}'`);
    const insert = `INSERT INTO ${name} (${columns}) SELECT ${values} FROM json_each(?)`;
    return columns.length > 0 ? [db.prepare(insert).bind(JSON.stringify(rows))] : [];
  };
  return async () => {
    const triggers = await named("trigger");
    await db.batch([
      ...triggers.map(({ name }) => db.prepare(`DROP TRIGGER ${name}`)),
      ...tables.map(({ name }) => db.prepare(`DELETE FROM ${name}`)),
      ...tables.flatMap(fill),
      ...triggers.map(({ sql }) => db.prepare(sql)),
    ]);
  };
}
