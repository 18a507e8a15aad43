/** `ms`: time that the caller has waited. */
export type Rows = { read: number; written: number; trips: number; ms: number };

export const NO_ROWS: Rows = { read: 0, written: 0, trips: 0, ms: 0 };

/** A database that adds the rows and round trips of the statements that go through it to `rows`. */
export function countedDatabase(db: D1Database, rows: Rows): D1Database {
  return {
    ...countedStatements(db, rows),
    withSession: () => countedStatements(db.withSession("first-unconstrained"), rows),
  } as unknown as D1Database;
}

function countedStatements(db: Pick<D1Database, "prepare" | "batch">, rows: Rows) {
  const note = (results: D1Result[], since: number) => {
    rows.trips++;
    rows.ms += performance.now() - since;
    for (const { meta } of results) {
      rows.read += meta.rows_read;
      rows.written += meta.rows_written;
    }
  };
  const wrap = (statement: D1PreparedStatement): unknown => {
    const all = async () => {
      const since = performance.now();
      const result = await statement.all<Record<string, unknown>>();
      note([result], since);
      return result;
    };
    return {
      inner: statement,
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      run: all,
      all,
      first: async (column?: string) => {
        const [row] = (await all()).results;
        return (column ? row?.[column] : row) ?? null;
      },
      raw: async () => (await all()).results.map((row) => Object.values(row)),
    };
  };
  return {
    prepare: (text: string) => wrap(db.prepare(text)),
    batch: async (statements: { inner: D1PreparedStatement }[]) => {
      const since = performance.now();
      const results = await db.batch(statements.map(({ inner }) => inner));
      note(results, since);
      return results;
    },
  };
}
