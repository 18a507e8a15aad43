import worker from "../src/index.ts";

export { BatchRunner } from "../src/batches/batch-object.ts";
export { OrganisationAccount } from "../src/ledger/account-object.ts";
export { RateLimiter } from "../src/platform/limits/rate-limiter.ts";
export { Site } from "../src/platform/sites/site-object.ts";

/** Round trips in milliseconds, as a request's `x-rtt` header gives them: `edge,object,d1,replica`. */
type Trips = { edge: number; object: number; d1: number; replica: number };

/** The Worker with the distance to its Durable Objects, D1 primary and D1 replica added in front of the real ones. */
export default {
  async fetch(request, env, context) {
    const [edge = 0, object = 0, d1 = 0, replica = 0] = (request.headers.get("x-rtt") ?? "").split(",").map(Number);
    const trips: Trips = { edge, object, d1, replica };
    await scheduler.wait(trips.edge);
    return worker.fetch(request, farBindings(env, trips), context);
  },
} satisfies ExportedHandler<Env>;

const bindings = new Map<string, Env>();

/** One object for each distance: the Worker remembers by its bindings, which stay the same from request to request. */
function farBindings(env: Env, trips: Trips): Env {
  const name = JSON.stringify(trips);
  const known = bindings.get(name) ?? ({ ...env, DB: farDatabase(env.DB, trips), ...farObjects(env, trips) } as Env);
  bindings.set(name, known);
  return known;
}

function farDatabase(db: D1Database, trips: Trips): unknown {
  return {
    ...farStatements(db, trips.d1),
    withSession: () => farStatements(db.withSession("first-unconstrained"), trips.replica),
  };
}

function farStatements(db: Pick<D1Database, "prepare" | "batch">, ms: number) {
  const far = async <T>(run: () => Promise<T>) => {
    await scheduler.wait(ms);
    return run();
  };
  const wrap = (statement: D1PreparedStatement): unknown => ({
    inner: statement,
    bind: (...values: unknown[]) => wrap(statement.bind(...values)),
    first: (column?: string) => far(() => (column ? statement.first(column) : statement.first())),
    all: () => far(() => statement.all()),
    raw: () => far(() => statement.raw()),
    run: () => far(() => statement.run()),
  });
  return {
    prepare: (text: string) => wrap(db.prepare(text)),
    batch: (statements: { inner: D1PreparedStatement }[]) => far(() => db.batch(statements.map(({ inner }) => inner))),
  };
}

/** The objects themselves reach D1 without the distance: what is measured is a warm call, which does not ask D1 there. */
function farObjects({ ACCOUNTS, RATE_LIMITER }: Env, { object }: Trips) {
  const far = (objects: { getByName(name: string): object }) => ({
    getByName: (name: string) =>
      new Proxy(objects.getByName(name), {
        get:
          (stub, method) =>
          async (...values: unknown[]) => {
            await scheduler.wait(object);
            return (stub as Record<string | symbol, (...values: unknown[]) => unknown>)[method]?.(...values);
          },
      }),
  });
  return { ACCOUNTS: far(ACCOUNTS), RATE_LIMITER: far(RATE_LIMITER) };
}
