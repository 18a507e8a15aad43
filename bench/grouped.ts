import { DurableObject } from "cloudflare:workers";
import worker from "../src/index.ts";

export { RateLimiter } from "../src/platform/limits/rate-limiter.ts";

type Statement = { text: string; values: unknown[] };
type Call = { statements: Statement[]; resolve(results: D1Result[]): void; reject(error: unknown): void };

const CALLS_PER_COMMIT = 16;

/**
 * The group-commit prototype: statements of calls that arrive while a batch is in flight go together in the next one, so
 * that they share its durable commit. Nothing waits when nothing is in flight. A batch that fails is run again call by
 * call, so that only the calls whose own statement fails do.
 */
export class GroupCommit extends DurableObject<Env> {
  #queue: Call[] = [];
  #busy = false;

  commit(statements: Statement[]): Promise<D1Result[]> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ statements, resolve, reject });
      if (!this.#busy) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#busy = true;
    while (this.#queue.length > 0) {
      const calls = this.#queue.splice(0, CALLS_PER_COMMIT);
      try {
        const results = await this.#run(calls.flatMap(({ statements }) => statements));
        for (const { statements, resolve } of calls) resolve(results.splice(0, statements.length));
      } catch {
        for (const { statements, resolve, reject } of calls) await this.#run(statements).then(resolve, reject);
      }
    }
    this.#busy = false;
  }

  #run(statements: Statement[]): Promise<D1Result[]> {
    const { DB } = this.env;
    return DB.batch(statements.map(({ text, values }) => DB.prepare(text).bind(...values)));
  }
}

/** The Worker whose holds and settlements go through the group commit; its other statements go to D1 directly. */
export default {
  async fetch(request, env: Env & { GROUP_COMMIT: DurableObjectNamespace<GroupCommit> }, context) {
    return worker.fetch(request, { ...env, DB: grouped(env.DB, env.GROUP_COMMIT) } as Env, context);
  },
} satisfies ExportedHandler<Env & { GROUP_COMMIT: DurableObjectNamespace<GroupCommit> }>;

function grouped(db: D1Database, objects: DurableObjectNamespace<GroupCommit>): unknown {
  const commit = (statements: Statement[]) => objects.getByName("ledger").commit(statements) as Promise<D1Result[]>;
  const wrap = (text: string, values: unknown[]): unknown => ({
    text,
    values,
    bind: (...given: unknown[]) => wrap(text, given),
    first: (column?: string) =>
      column
        ? db
            .prepare(text)
            .bind(...values)
            .first(column)
        : db
            .prepare(text)
            .bind(...values)
            .first(),
    all: () =>
      db
        .prepare(text)
        .bind(...values)
        .all(),
    run: async () =>
      text.startsWith("UPDATE holds")
        ? (await commit([{ text, values }]))[0]
        : db
            .prepare(text)
            .bind(...values)
            .run(),
  });
  return {
    prepare: (text: string) => wrap(text, []),
    batch: (statements: Statement[]) => commit(statements.map(({ text, values }) => ({ text, values }))),
  };
}
