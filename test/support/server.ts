import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchOptions, type BenchServer, startWorker } from "../../bench/server.ts";
import { checkLedger } from "../../src/ledger/reconciliation.ts";
import { patient } from "./patience.ts";

export type Server = Pick<BenchServer, "asked" | "data" | "fillIndex" | "kill" | "stop" | "runCron" | "fetchBeside"> & {
  /** Its origin, `http://127.0.0.1:{port}`. */
  url: string;
  /** Runs one SQL statement on `DB` in the server's own process: a second process on the same files would find them locked. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
  /** The same on every database with calls, `DB` first; their rows in one list. */
  sqlEverywhere(statement: string): Promise<Record<string, unknown>[]>;
  /** Every organisation of which the ledger identity does not hold; there must be none. */
  brokenLedgers(): Promise<unknown[]>;
  /** A new anonymous key. */
  newKey(): Promise<string>;
  /** The newest mail to `email` as JSON text; empty when there is none. */
  mailTo(email: string): Promise<string>;
  /** The six digits in that mail. */
  mailedCode(email: string): Promise<string>;
};

/** A folder for D1, KV and Durable Objects. Starting again on it keeps the data. */
export function makeStorage(): string {
  return mkdtempSync(join(tmpdir(), "tallygate-"));
}

/**
 * Starts the Worker as `[env.local]` configures it, with the demo internet, on a loopback port that the system chooses.
 * `variables` override those of `[env.local]`. What the Worker logs goes to `onLog`; `showMail` keeps its mails for `mailTo`;
 * `plugins` change how it is built, and `beside` how another build is made that runs at the same time.
 */
export async function startServer({
  storage = makeStorage(),
  variables = {},
  onLog = () => {},
  plugins = [],
  beside,
  showMail = false,
  demoIndex = false,
  ledgers = 1,
}: Pick<BenchOptions, "plugins" | "beside" | "showMail" | "demoIndex" | "ledgers"> & {
  storage?: string;
  variables?: Record<string, string>;
  onLog?: (line: string) => void;
} = {}): Promise<Server> {
  const worker = await startWorker("src/index.ts", {
    storage,
    // The demo internet needs no rest between two pages.
    variables: { PAGE_INTERVAL_MS: "0", ...variables },
    onLog,
    plugins: [patient, ...plugins],
    ...(beside && { beside: [patient, ...beside] }),
    internet: true,
    showMail,
    demoIndex,
    ledgers,
  });
  const { url, db, asked, data, fillIndex, kill, stop, runCron, fetchBeside } = worker;
  const further = worker.ledgers.slice(1).map((ledger, index) => [`DB_${index + 2}`, ledger]);
  const bindings = { DB: db, ...Object.fromEntries(further) };
  const mails = new URL("/cdn-cgi/local/explorer/api/local/email/sending", url).href;
  const mailTo = async (email: string) => {
    const { result } = (await (await fetch(mails)).json()) as { result: { to: string[]; messageId: string }[] };
    const { messageId } = result.find(({ to }) => to.includes(email)) ?? {};
    return messageId ? (await fetch(`${mails}?email_id=${encodeURIComponent(messageId)}`)).text() : "";
  };
  return {
    url: url.origin,
    asked,
    data,
    fillIndex,
    sql: async (statement) => (await db.prepare(statement).all()).results,
    sqlEverywhere: async (statement) =>
      (await Promise.all(worker.ledgers.map((ledger) => ledger.prepare(statement).all()))).flatMap(
        ({ results }) => results,
      ),
    brokenLedgers: async () => (await checkLedger(bindings)).broken,
    newKey: async () => {
      const answer = await fetch(new URL("/api/v0/get_api_key", url), { method: "POST", body: "{}" });
      return ((await answer.json()) as { api_key: string }).api_key;
    },
    mailTo,
    mailedCode: async (email) => /\\n +([0-9]{6})\\n/.exec(await mailTo(email))?.[1] ?? "",
    kill,
    stop,
    runCron,
    fetchBeside,
  };
}
