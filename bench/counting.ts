import { BatchRunner as Batch } from "../src/batches/batch-object.ts";
import worker from "../src/index.ts";
import { OrganisationAccount as Account } from "../src/ledger/account-object.ts";
import { forgetHere } from "../src/platform/isolate-memory.ts";
import { ledgersOf } from "../src/platform/ledgers.ts";
import { countedDatabase, NO_ROWS } from "./count-rows.ts";

export { RateLimiter } from "../src/platform/limits/rate-limiter.ts";
export { Site } from "../src/platform/sites/site-object.ts";

/** What was written since `/counted` was last asked. An alarm that is set is billed as a row, one that rings as a request. */
export type Counted = {
  /** In `DB`. */
  database: typeof NO_ROWS;
  /** In other databases with calls. */
  ledgers: typeof NO_ROWS;
  objectRows: number;
  alarmsSet: number;
  alarmsRung: number;
  entries: number;
  /** Invocations of queue consumers. */
  deliveries: number;
};

const NOTHING = { objectRows: 0, alarmsSet: 0, alarmsRung: 0, entries: 0, deliveries: 0 };
const counted: Counted = { database: { ...NO_ROWS }, ledgers: { ...NO_ROWS }, ...NOTHING };
let isPatched = false;

/** The account object, counting what it writes. */
export class OrganisationAccount extends Account {
  constructor(ctx: DurableObjectState, env: Env) {
    countStorage(ctx.storage);
    super(ctx, { ...env, ...countedLedgers(env) });
  }

  override begin(...values: Parameters<Account["begin"]>) {
    counted.entries++;
    return super.begin(...values);
  }

  override settle(...values: Parameters<Account["settle"]>) {
    counted.entries++;
    return super.settle(...values);
  }

  override alarm() {
    counted.alarmsRung++;
    return super.alarm();
  }
}

/** The object of a batch, counting what it writes. */
export class BatchRunner extends Batch {
  constructor(ctx: DurableObjectState, env: Env) {
    countStorage(ctx.storage);
    super(ctx, { ...env, ...countedLedgers(env) });
  }

  override begin(...values: Parameters<Batch["begin"]>) {
    counted.entries++;
    return super.begin(...values);
  }

  override finish(...values: Parameters<Batch["finish"]>) {
    counted.entries++;
    return super.finish(...values);
  }

  override alarm() {
    counted.alarmsRung++;
    return super.alarm();
  }
}

/** `DB`, `DB_2` and so on. */
function countedLedgers(env: Env): Pick<Env, "DB"> {
  const databases = ledgersOf(env).map((db, index) => [
    index === 0 ? "DB" : `DB_${index + 1}`,
    countedDatabase(db, index === 0 ? counted.database : counted.ledgers),
  ]);
  return Object.fromEntries(databases);
}

function countStorage(storage: DurableObjectStorage): void {
  if (isPatched) return;
  isPatched = true;
  const { exec } = storage.sql;
  const { setAlarm } = storage;
  Object.getPrototypeOf(storage.sql).exec = function (this: SqlStorage, ...values: Parameters<typeof exec>) {
    const cursor = exec.apply(this, values);
    counted.objectRows += cursor.rowsWritten;
    return cursor;
  };
  Object.getPrototypeOf(storage).setAlarm = function (this: DurableObjectStorage, at: number) {
    counted.alarmsSet++;
    return setAlarm.call(this, at);
  };
}

/** Objects of sites get new names when everything that was found out is to be forgotten. */
let life = 0;
const environments = new WeakMap<D1Database, Env>();

/** The Worker remembers by its bindings, so they stay the same from request to request. */
function countedEnvironment(env: Env): Env {
  const SITES = { getByName: (name: string) => env.SITES.getByName(`${life} ${name}`) } as typeof env.SITES;
  const known = environments.get(env.DB) ?? { ...env, SITES, ...countedLedgers(env) };
  environments.set(env.DB, known);
  return known;
}

/** The Worker, counting what it and its objects read and write. */
export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/counted") {
      const answer = Response.json(counted);
      Object.assign(counted, NOTHING);
      Object.assign(counted.database, NO_ROWS);
      Object.assign(counted.ledgers, NO_ROWS);
      return answer;
    }
    if (pathname === "/asked") return (env.OUTBOUND as Fetcher).fetch("http://log.internet.example/");
    if (pathname === "/forget") {
      life++;
      forgetHere(countedEnvironment(env).DB);
      await env.DATA.exec("DELETE FROM source_cache");
      return Response.json(life);
    }
    return worker.fetch(request, countedEnvironment(env), context);
  },

  async queue(batch, env, context) {
    counted.deliveries++;
    return worker.queue(batch, countedEnvironment(env), context);
  },
} satisfies ExportedHandler<Env>;
