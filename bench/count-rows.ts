export type Rows = { read: number; written: number; trips: number };

/** A database that counts the rows and round trips of the statements that go through it. */
export function countRows(db: D1Database): { db: D1Database; rows: Rows } {
  const rows: Rows = { read: 0, written: 0, trips: 0 };
  const note = (results: D1Result[]) => {
    rows.trips++;
    for (const { meta } of results) {
      rows.read += meta.rows_read;
      rows.written += meta.rows_written;
    }
  };
  const wrap = (statement: D1PreparedStatement): unknown => ({
    inner: statement,
    bind: (...values: unknown[]) => wrap(statement.bind(...values)),
    run: async () => {
      const result = await statement.run();
      note([result]);
      return result;
    },
  });
  const counting = {
    prepare: (text: string) => wrap(db.prepare(text)),
    batch: async (statements: { inner: D1PreparedStatement }[]) => {
      const results = await db.batch(statements.map(({ inner }) => inner));
      note(results);
      return results;
    },
  };
  return { db: counting as unknown as D1Database, rows };
}
