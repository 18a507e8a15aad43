import { databaseDown } from "../errors.ts";

/** Prepares a statement whose parameters are written `@name`; D1 itself only knows numbers. */
export function sql(db: D1Database, text: string, parameters: Record<string, unknown>): D1PreparedStatement {
  const values: unknown[] = [];
  const numbered = text.replace(/@(\w+)/g, (_, name: string) => {
    if (!(name in parameters)) throw new Error(`no value for @${name}`);
    values.push(parameters[name]);
    return "?";
  });
  return db.prepare(numbered).bind(...values);
}

/**
 * The ledger database of a shard byte. Today there is one; the byte is in every key, so that several can be chosen from
 * here, without a look-up, once one is not enough (docs/scale.md).
 */
export function ledgerOf<Database>(databases: readonly [Database, ...Database[]], shard: number): Database {
  return databases[shard % databases.length] ?? databases[0];
}

/** D1 is the authority on keys and money: when it cannot answer, the request is refused. */
export async function ledger<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw databaseDown(cause);
  }
}
