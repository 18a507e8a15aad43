import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { DAY_MS, HOUR_MS } from "../src/lib/time.ts";

const ORGANISATIONS = 50_000;
const CALLS = 200_000;
const TOOLS = ["get_network_company_url", "get_email", "list_company_jobs"];
const START = Date.UTC(2026, 0, 1);
/** D1 databases have at most 10 GB; the tenth is room to move. */
const DATABASE_GB = 9;
const TARGET = { organisations: 10e6, owners: 1e6, callers: 1e6, callsPerDay: 100e6, runsPerDay: 3, toolsPerDay: 3 };
const HISTORY = { callDays: 90, logDays: 7, sumDays: 400, leaseDays: 2, logBytes: 280 };

const hex = (digits: number) => randomBytes(digits / 2).toString("hex");
/** As an id that begins with a time of the first quarter of 2026, in order. */
const idOf = (index: number, of: number) =>
  Math.floor(START + (90 * DAY_MS * index) / of)
    .toString(16)
    .padStart(12, "0") + hex(20);

/**
 * Bytes of the rows that the service writes, with their indexes, in a database with all migrations: as they were written, in
 * the order in which they come, and after `VACUUM`. Then what {@link TARGET} needs. Counted, so load on the machine changes nothing.
 */
export function bytes(): void {
  const db = new DatabaseSync(":memory:");
  const migrations = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
  for (const name of migrations.sort()) db.exec(readFileSync(`migrations/${name}`, "utf8"));
  // Balances come with their rows, so the triggers would only cost time.
  for (const { name } of db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all())
    db.exec(`DROP TRIGGER ${name}`);
  const rows = new Map<string, Map<string, number>>();
  const group = (name: string) => {
    const inserts = new Map<string, ReturnType<typeof db.prepare>>();
    return (table: string, row: Record<string, SQLInputValue>) => {
      const columns = Object.keys(row);
      const insert =
        inserts.get(table) ?? db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`);
      inserts.set(table, insert);
      insert.run(...Object.values(row));
      const counts = rows.get(name) ?? new Map<string, number>();
      rows.set(name, counts.set(table, (counts.get(table) ?? 0) + 1));
    };
  };
  const measured = new Map<string, [written: number, vacuumed: number]>();
  const size = () =>
    Number(db.prepare("SELECT sum(pgsize) AS n FROM dbstat WHERE name NOT LIKE 'sqlite_%'").get()?.n ?? 0);
  const measure = (name: string, count: number, fill: (add: ReturnType<typeof group>) => void) => {
    db.exec("VACUUM");
    const before = size();
    db.exec("BEGIN");
    fill(group(name));
    db.exec("COMMIT");
    const written = size() - before;
    db.exec("VACUUM");
    measured.set(name, [written / count, (size() - before) / count]);
  };

  const organisations = Array.from({ length: ORGANISATIONS }, () => `00${hex(22)}`);
  const at = (index: number) => START + Math.floor((90 * DAY_MS * index) / ORGANISATIONS);
  const addKey = (add: ReturnType<typeof group>, organisation: string, index: number) => {
    const hash = createHash("sha256").update(`${organisation} ${index}`).digest("hex");
    const times = { created_at: at(index), expires_at: at(index) + 365 * DAY_MS, last_used_on: "2026-03-01" };
    const names = { id: `key_${hash.slice(0, 24)}`, name: "anonymous", masked: "tg_0011…aabb", country: "DE" };
    add("api_keys", { hash, organisation_id: organisation, ...names, ...times });
  };
  measure("an anonymous organisation with its key and grant", ORGANISATIONS, (add) => {
    for (const [index, id] of organisations.entries()) {
      add("organisations", { id, plan: "anonymous", balance: 17, country: "DE", created_at: at(index) });
      addKey(add, id, index);
      const entry = { id: idOf(index, ORGANISATIONS), type: "grant", tokens: 25, reference: `trial:${id}` };
      add("entries", { organisation_id: id, ...entry });
    }
  });
  measure("a further key", ORGANISATIONS, (add) => {
    for (const [index, id] of organisations.entries()) addKey(add, id, index + ORGANISATIONS);
  });
  measure("an owner", ORGANISATIONS, (add) => {
    for (const [index, id] of organisations.entries())
      add("users", {
        ...{ email: `${hex(12)}@company-${index}.example`, id: `usr_${hex(24)}`, organisation_id: id },
        created_at: at(index),
      });
  });
  measure("a purchase with its entry", ORGANISATIONS, (add) => {
    for (const [index, organisation_id] of organisations.entries()) {
      const id = `pur_${hex(24)}`;
      const stripe = { session_id: `cs_live_${hex(58)}`, payment_intent_id: `pi_${hex(24)}` };
      const money = { kind: "checkout", provider: "stripe", amount_cents: 2000, tokens: 2000, state: "paid" };
      add("purchases", { id, organisation_id, ...money, ...stripe, created_at: at(index) });
      const entry = { id: idOf(index, ORGANISATIONS), type: "purchase", tokens: 2000, reference: `purchase:${id}` };
      add("entries", { organisation_id, ...entry });
    }
  });
  measure("a closed lease", ORGANISATIONS, (add) => {
    for (const [index, organisation_id] of organisations.entries()) {
      const lease = { id: idOf(index, ORGANISATIONS), exchange: idOf(index, ORGANISATIONS), sequence: 20 };
      add("leases", { organisation_id, holder: "account", tokens: 200, spent: 200, state: "closed", ...lease });
    }
  });
  const callers = organisations.slice(0, 2_000);
  const callOf = (index: number) => ({
    organisation_id: callers[index % callers.length] ?? "",
    key_id: `key_${hex(24)}`,
    tool: TOOLS[index % TOOLS.length] ?? "",
  });
  measure("a call", CALLS, (add) => {
    for (let index = 0; index < CALLS; index++)
      add("calls", { ...callOf(index), id: idOf(index, CALLS), held: 2, tokens: 2, state: "settled" });
  });
  measure("a sum of a day, tool and key", CALLS, (add) => {
    for (let index = 0; index < CALLS; index++)
      add("call_days", { ...callOf(index), id: idOf(index, CALLS), day: "2026-01-01", calls: 30, tokens: 60 });
  });
  measure("a sum of an hour and tool, of all organisations", CALLS, (add) => {
    for (let index = 0; index < CALLS; index++) {
      const [hour, tool] = [START + Math.floor(index / 60) * HOUR_MS, `${TOOLS[index % 3]}_${index % 60}`];
      const counts = { delivered: 70_000, failed: 900, tokens: 140_000, warm: 50_000, fresh: 20_000 };
      add("call_hours", { hour, tool, ...counts, warm_ms: 1_500_000, fresh_ms: 22_000_000 });
    }
  });
  console.log("| | bytes as written | after `VACUUM` |\n| --- | --- | --- |");
  for (const [name, sizes] of measured) console.log(`| ${name} | ${sizes.map((one) => one.toFixed(0)).join(" | ")} |`);
  console.log(`\n${describeTarget((name) => measured.get(name)?.[0] ?? Number.NaN)}`);
}

/** What {@link TARGET} needs of D1, as rows of a table. `bytesOf` has the bytes of a row. */
function describeTarget(bytesOf: (name: string) => number): string {
  const { organisations, owners, callers, callsPerDay, runsPerDay, toolsPerDay } = TARGET;
  const calls = callsPerDay * HISTORY.callDays * bytesOf("a call");
  const sums = callers * toolsPerDay * HISTORY.sumDays * bytesOf("a sum of a day, tool and key");
  const log = callsPerDay * HISTORY.logDays * HISTORY.logBytes;
  const money = {
    "organisations, keys, grants": organisations * bytesOf("an anonymous organisation with its key and grant"),
    "owners, purchases": owners * (bytesOf("an owner") + bytesOf("a purchase with its entry")),
    "closed leases of two days": callers * runsPerDay * HISTORY.leaseDays * bytesOf("a closed lease"),
    "sums by hour of 90 days, 60 tools": 90 * 24 * 60 * bytesOf("a sum of an hour and tool, of all organisations"),
  };
  const all = Object.values(money).reduce((sum, one) => sum + one, 0);
  const table = {
    [`calls of ${HISTORY.callDays} days`]: calls,
    [`sums of ${HISTORY.sumDays} days`]: sums,
    [`log of ${HISTORY.logDays} days`]: log,
    "all databases of calls": calls + sums + log,
    ...money,
    "`DB`, all of it": all,
  };
  const lines = Object.entries(table).map(
    ([name, size]) => `| ${name} | ${(size / 1e9).toFixed(2)} GB | ${Math.ceil(size / 1e9 / DATABASE_GB)} |`,
  );
  const each = money["organisations, keys, grants"] / organisations;
  const room = Math.floor((DATABASE_GB * 1e9 - (all - money["organisations, keys, grants"])) / each / 1e5) / 10;
  return [
    `| ${organisations / 1e6} M organisations, ${callsPerDay / 1e6} M calls a day | size | databases of ${DATABASE_GB} GB |`,
    "| --- | --- | --- |",
    ...lines,
    `\nWith ${DATABASE_GB} GB in \`DB\`: ${room} M organisations.`,
  ].join("\n");
}
