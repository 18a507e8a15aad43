import worker from "../src/index.ts";

export { OrganisationAccount } from "../src/ledger/account-object.ts";
export { RateLimiter } from "../src/platform/limits/rate-limiter.ts";

/** Round trips in milliseconds, as a request's `x-rtt` header gives them: `edge,object,d1`. */
type Trips = { edge: number; object: number; d1: number };

/** The Worker with the distance to its Durable Objects and its D1 primary added in front of the real ones. */
export default {
  async fetch(request, env, context) {
    const [edge = 0, object = 0, d1 = 0] = (request.headers.get("x-rtt") ?? "").split(",").map(Number);
    const trips: Trips = { edge, object, d1 };
    await scheduler.wait(trips.edge);
    return worker.fetch(
      request,
      { ...env, DB: farDatabase(env.DB, trips), RATE_LIMITER: farObjects(env, trips) } as Env,
      context,
    );
  },
} satisfies ExportedHandler<Env>;

function farDatabase(db: D1Database, { d1 }: Trips): unknown {
  const far = async <T>(run: () => Promise<T>) => {
    await scheduler.wait(d1);
    return run();
  };
  const wrap = (statement: D1PreparedStatement): unknown => ({
    inner: statement,
    bind: (...values: unknown[]) => wrap(statement.bind(...values)),
    first: (column?: string) => far(() => (column ? statement.first(column) : statement.first())),
    all: () => far(() => statement.all()),
    run: () => far(() => statement.run()),
  });
  return {
    prepare: (text: string) => wrap(db.prepare(text)),
    batch: (statements: { inner: D1PreparedStatement }[]) => far(() => db.batch(statements.map(({ inner }) => inner))),
  };
}

function farObjects({ RATE_LIMITER }: Env, { object }: Trips): unknown {
  const far = (name: string) =>
    new Proxy(RATE_LIMITER.getByName(name), {
      get:
        (stub, method) =>
        async (...values: unknown[]) => {
          await scheduler.wait(object);
          return (stub as unknown as Record<string | symbol, (...values: unknown[]) => unknown>)[method]?.(...values);
        },
    });
  return { getByName: far };
}
