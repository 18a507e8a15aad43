import { BatchRunner as Batch } from "../src/batches/batch-object.ts";
import worker from "../src/index.ts";
import { OrganisationAccount as Account } from "../src/ledger/account-object.ts";

export { RateLimiter } from "../src/platform/limits/rate-limiter.ts";
export { Site } from "../src/platform/sites/site-object.ts";

/** Shares of calls that meet each fault, and how far the clock may jump. */
const LOST_BEFORE = 0.01;
const LOST_AFTER = 0.01;
const OBJECT_THROWS = 0.01;
const OBJECT_HANGS = 0.005;
const CLOCK_JUMP_MS = 300_000;

const realNow = Date.now;
let offsetMs = 0;
let isCalm = false;
Date.now = () => realNow() + offsetMs;

/** The objects on the same database: an exchange of a lease may be lost before or after D1 has applied it. */
export class OrganisationAccount extends Account {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, { ...env, DB: faultyDatabase(env.DB) as D1Database });
  }
}

export class BatchRunner extends Batch {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, { ...env, DB: faultyDatabase(env.DB) as D1Database });
  }
}

/** The Worker on a database that loses answers, objects that throw or hang, and a clock that jumps when `/clock` is asked; all of it until `/calm` is. */
export default {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname === "/clock") {
      offsetMs = Math.round((Math.random() - 0.5) * CLOCK_JUMP_MS);
      return Response.json({ offsetMs });
    }
    if (new URL(request.url).pathname === "/calm") {
      isCalm = true;
      offsetMs = 0;
      return new Response("calm");
    }
    if (new URL(request.url).pathname === "/cron") {
      await worker.scheduled(
        { scheduledTime: realNow(), cron: "* * * * *", noRetry() {}, type: "scheduled" } as never,
        env,
        context,
      );
      return new Response("swept");
    }
    if (isCalm) return worker.fetch(request, env, context);
    return worker.fetch(request, { ...env, DB: faultyDatabase(env.DB), ...faultyObjects(env) } as Env, context);
  },
} satisfies ExportedHandler<Env>;

async function faulty<T>(run: () => Promise<T>): Promise<T> {
  if (isCalm) return run();
  if (Math.random() < LOST_BEFORE) throw new Error("D1_ERROR: injected, the request was lost");
  const answer = await run();
  if (Math.random() < LOST_AFTER) throw new Error("D1_ERROR: injected, the answer was lost");
  return answer;
}

function faultyDatabase(db: D1Database): unknown {
  return { ...faultyStatements(db), withSession: () => faultyStatements(db.withSession("first-unconstrained")) };
}

function faultyStatements(db: Pick<D1Database, "prepare" | "batch">) {
  const wrap = (statement: D1PreparedStatement): unknown => ({
    inner: statement,
    bind: (...values: unknown[]) => wrap(statement.bind(...values)),
    first: (column?: string) => faulty(() => (column ? statement.first(column) : statement.first())),
    all: () => faulty(() => statement.all()),
    raw: () => faulty(() => statement.raw()),
    run: () => faulty(() => statement.run()),
  });
  return {
    prepare: (text: string) => wrap(db.prepare(text)),
    batch: (statements: { inner: D1PreparedStatement }[]) =>
      faulty(() => db.batch(statements.map(({ inner }) => inner))),
  };
}

/** Half of the faults lose the request, the other half the answer. */
function faultyObjects({ ACCOUNTS, RATE_LIMITER }: Env) {
  const faultyOnes = (objects: { getByName(name: string): object }) => ({
    getByName: (name: string) =>
      new Proxy(objects.getByName(name), {
        get:
          (stub, method) =>
          async (...values: unknown[]) => {
            const isFaulty = Math.random() < OBJECT_THROWS;
            const isBefore = Math.random() < 0.5;
            if (isFaulty && isBefore) throw new Error("injected: the object failed");
            if (Math.random() < OBJECT_HANGS) await scheduler.wait(2_000);
            const answer = await (stub as Record<string | symbol, (...values: unknown[]) => unknown>)[method]?.(
              ...values,
            );
            if (isFaulty) throw new Error("injected: the object's answer was lost");
            return answer;
          },
      }),
  });
  return { ACCOUNTS: faultyOnes(ACCOUNTS), RATE_LIMITER: faultyOnes(RATE_LIMITER) };
}
