import { drizzle as drizzleD1 } from "drizzle-orm/d1";
import { SQLitePreparedQuery } from "drizzle-orm/sqlite-core";
import { databaseDown } from "../errors.ts";
import { lazyPer } from "../lib/lazy.ts";

export type Database = ReturnType<typeof openDatabase>;

/**
 * D1 is the authority on keys and money: when it cannot answer, the request is refused. Every error of the database, its sessions
 * and its statements is `temporarily_unavailable`. See bindings.ts.
 */
export const guarded = lazyPer((db: D1Database): D1Database => guard(db));

function guard<T extends object>(target: T): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...parameters: unknown[]) => {
        try {
          const result: unknown = member.apply(target, parameters);
          if (result instanceof Promise) return result.catch(fail);
          return typeof result === "object" && result !== null ? guard(result) : result;
        } catch (cause) {
          return fail(cause);
        }
      };
    },
  });
}

function fail(cause: unknown): never {
  throw databaseDown(cause);
}

// Drizzle's own errors carry the parameters, which may be addresses or key hashes: queries fail as their statements do.
Object.assign(SQLitePreparedQuery.prototype, {
  queryWithCache: (_text: string, _parameters: unknown[], run: () => Promise<unknown>) => run(),
});

/** Queries typed by the schema. */
export const drizzle = lazyPer(openDatabase);

/** The nearest copy, maybe seconds behind: for directory and facts, never for money, keys or the suppression list. */
export function replicaOf(db: D1Database): D1DatabaseSession {
  return db.withSession("first-unconstrained");
}

/** {@link drizzle} on {@link replicaOf}; its queries see the database no older from one to the next. */
export function drizzleReplica(db: D1Database): Database {
  // Drizzle only prepares and batches statements, which a session does too.
  return openDatabase(replicaOf(db) as unknown as D1Database);
}

function openDatabase(db: D1Database) {
  return drizzleD1(db, { casing: "snake_case" });
}

/** A row of hand-written SQL: `Pick<Row<typeof holds>, "id" | "tokens">`, with columns named as in the schema. */
export type Row<Table extends { $inferSelect: object }> = Table["$inferSelect"];

/** A database, or a copy of it that is only read. */
export type Queryable = Pick<D1Database, "prepare" | "batch">;

/** Prepares a statement with parameters as `@name`: money, claims, the hot path, and where Drizzle reads worse. */
export function sql(
  db: Pick<D1Database, "prepare">,
  text: string,
  parameters: Record<string, unknown>,
): D1PreparedStatement {
  const values: unknown[] = [];
  const numbered = text.replace(/@(\w+)/g, (_, name: string) => {
    if (!(name in parameters)) throw new Error(`no value for @${name}`);
    values.push(parameters[name]);
    return "?";
  });
  return db.prepare(numbered).bind(...values);
}

/** Runs statements with the same parameters, see {@link sql}, as one transaction. */
export function transact<T>(
  db: D1Database,
  values: Record<string, unknown>,
  statements: (string | D1PreparedStatement)[],
): Promise<D1Result<T>[]> {
  const prepared = statements.map((each) => (typeof each === "string" ? sql(db, each, values) : each));
  return db.batch<T>(prepared);
}

/** The row of an aggregate without GROUP BY, which has exactly one. */
export async function readAggregate<Sums>(statement: D1PreparedStatement): Promise<Sums> {
  return (await statement.first<Sums>()) as Sums;
}

/** D1 accepts parameters of at most 2 MB, and a character has up to three bytes. */
const MAX_PARAMETER_LENGTH = 500_000;

/** JSON arrays of `items`, which are JSON texts; each array is small enough for a parameter. */
export function* jsonParts(items: string[]): Generator<string> {
  let part: string[] = [];
  let length = 0;
  for (const item of items) {
    if (length + item.length > MAX_PARAMETER_LENGTH && part.length > 0) {
      yield `[${part.join(",")}]`;
      part = [];
      length = 0;
    }
    part.push(item);
    length += item.length + 1;
  }
  if (part.length > 0) yield `[${part.join(",")}]`;
}
