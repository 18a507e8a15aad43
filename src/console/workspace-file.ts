import { streamFile } from "../http/stream-file.ts";
import { flushAccount } from "../ledger/account.ts";
import { isoTime, newId } from "../lib/ids.ts";
import { sql } from "../platform/database.ts";
import { type Ledgers, ledgersWith } from "../platform/ledgers.ts";
import type { Visit } from "./console-page.tsx";

const PAGE_ROWS = 1_000;
const OWN = "organisation_id IN (SELECT value FROM json_each(@ids))";
const OF_ONE = "organisation_id = @id";
const OF_ENDPOINT = `endpoint_id IN (SELECT id FROM webhook_endpoints WHERE ${OWN})`;
const OF_WATCH = `watch_id IN (SELECT id FROM watches WHERE ${OWN})`;
const EMAIL = "(SELECT email FROM users WHERE users.id = user_id) AS email";
const CALL = "organisation_id, key_id, tool, tokens, state, label";
const KEY = "name, masked, connection_id, cap_per_day, categories AS categories_json, country";
const WATCH = "name, state, events_json, search_json, every_days, max_tokens_month, deliver_json, month, spent_month";
const CONNECTION = "client_name, redirect_uri, audience, cap, remaining";
const MACHINE_PAYMENT = "payer, tokens, state, transaction_hash, purchase_id";
const DELIVERY = "endpoint_id, event_id, type, occurred_at, status, attempt, data_json";

/** What the file has, in its order. Columns are named, so that no hash, secret or session is among them. */
const PARTS: [type: string, table: string, key: string, columns: string, own?: string][] = [
  ["organisation", "organisations", "id", "plan, country, merged_into, created_at", "(id = @id OR merged_into = @id)"],
  ["member", "members", "user_id", `${EMAIL}, role, created_at`, OF_ONE],
  ["invitation", "invitations", "email", "role, created_at, expires_at", OF_ONE],
  ["key", "api_keys", "id", `${KEY}, created_at, expires_at, last_used_on, revoked_at`],
  ["connection", "connections", "id", `${CONNECTION}, created_at, refreshed_at, expires_at, revoked_at`],
  ["wallet", "wallets", "address", "is_linked, created_at"],
  ["purchase", "purchases", "id", "kind, provider, amount_cents, tokens, state, reversed_tokens, created_at"],
  ["machine_payment", "machine_payments", "reference", `${MACHINE_PAYMENT}, created_at, ended_at`],
  ["auto_reload", "auto_reloads", "organisation_id", "threshold, amount_cents, monthly_cap_cents, state"],
  ["batch", "batches", "id", "tool, state, status_json, expires_at"],
  ["watch", "watches", "id", `${WATCH}, updated_at`],
  ["watch_subscription", "watch_subscriptions", "watch_id || domain", "watch_id, domain, added_at", OF_WATCH],
  ["watch_event", "watch_events", "seq", "id, type, domain, data_json, watch_ids_json, tokens, state, observed_at"],
  ["webhook_endpoint", "webhook_endpoints", "id", "url, status, disabled_reason, created_at"],
  ["webhook_delivery", "webhook_deliveries", "id", DELIVERY, OF_ENDPOINT],
  ["ledger_entry", "entries", "id", "organisation_id, type, tokens, reference"],
  ["call", "calls", "id", CALL],
  ["call", "holds", "id", CALL, `state <> 'open' AND ${OWN}`],
  ["log_of_calls", "call_logs", "id", "calls_json"],
  ["calls_of_a_day", "call_days", "id", "organisation_id, day, tool, key_id, calls, tokens"],
];

const OF_LEDGERS = ["calls", "call_logs", "call_days"];
const DATED = ["entries", "holds", ...OF_LEDGERS];

type Line = Record<string, unknown> & { tokens?: number; state?: string; type?: string };

/** Everything that the service stores about the workspace as NDJSON, ending with a statement of the ledger lines before it. */
export async function exportWorkspace({ env, organisationId }: Visit): Promise<Response> {
  await flushAccount(env, organisationId);
  return streamFile("workspace.jsonl", "application/x-ndjson", readWorkspace(env, organisationId));
}

/** Parts of the file. Calls that end while it is read are left out, so that its statement is about one moment. */
async function* readWorkspace(env: Ledgers, id: string): AsyncGenerator<string> {
  const now = Date.now();
  const sums: Record<string, number> = {};
  const before = newId(now);
  const all = sql(env.DB, "SELECT id FROM organisations WHERE id = @id OR merged_into = @id", { id });
  const organisations = (await all.all<{ id: string }>()).results.map((row) => row.id);
  const ids = JSON.stringify(organisations);
  const ledgers = [...new Set(organisations.flatMap((own) => ledgersWith(env, own)))];
  for (const [type, table, key, columns, own = OWN] of PARTS) {
    const isDated = DATED.includes(table) ? "id < @before" : "true";
    const find = `SELECT ${key} AS position, ${key.includes("|") ? "" : `${key},`} ${columns} FROM ${table}
      WHERE ${own} AND ${isDated} AND (@after IS NULL OR ${key} > @after) ORDER BY ${key} LIMIT ${PAGE_ROWS}`;
    for (const db of OF_LEDGERS.includes(table) ? ledgers : [env.DB]) {
      for (let after: unknown = null; ; ) {
        const page = sql(db, find, { id, ids, before, after });
        const { results } = await page.all<Line & { position: unknown }>();
        const text = results.map(({ position: _, ...row }) => {
          if (table === "entries") add(sums, String(row.type), row.tokens);
          else if (type.startsWith("call")) add(sums, "spent", row.state === "settled" || !row.state ? row.tokens : 0);
          return `${JSON.stringify({ record: type, ...readable(row) })}\n`;
        });
        yield text.join("");
        if (results.length < PAGE_ROWS) break;
        after = results.at(-1)?.position ?? null;
      }
    }
  }
  const { spent = 0, ...entries } = sums;
  const balance = Object.values(entries).reduce((sum, tokens) => sum + tokens, -spent);
  yield `${JSON.stringify({ record: "statement", at: isoTime(now), ...entries, spent, balance })}\n`;
}

function add(sums: Record<string, number>, name: string, tokens = 0): void {
  sums[name] = (sums[name] ?? 0) + tokens;
}

/** JSON columns as values, times as ISO 8601. */
function readable(row: Line): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name.endsWith("_json") && typeof value === "string") return [name.slice(0, -5), JSON.parse(value)];
      return [name, name.endsWith("_at") && typeof value === "number" ? isoTime(value) : value];
    }),
  );
}
