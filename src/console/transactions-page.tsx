import { csvLine } from "../batches/csv-cells.ts";
import { TOKENS_PER_USD } from "../config.ts";
import type { AppContext } from "../http/app-env.ts";
import { Tokens } from "../http/pages/figures.tsx";
import { Time } from "../http/pages/private-page.tsx";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { flushAccount } from "../ledger/account.ts";
import {
  findTransactions,
  type ListedTransaction,
  TRANSACTION_CURSOR,
  type Transaction,
  type TransactionFilter,
} from "../ledger/history.ts";
import { connectionOfPayer } from "../ledger/payer.ts";
import { utf8 } from "../lib/bytes.ts";
import { DAY_MS } from "../lib/time.ts";
import { CONSOLE, type Visit } from "./console-page.tsx";
import { listPayerNames } from "./payer-names.ts";

const PAGE_ROWS = 50;
const EXPORT_PAGE_ROWS = 1_000;
const MAX_EXPORT_ROWS = 100_000;
const MAX_TEXT_LENGTH = 100;
const MOVEMENTS: Record<Transaction["type"], string> = {
  grant: "Granted",
  purchase: "Bought",
  charge: "Call",
  refund: "Refund",
  transfer: "Moved between workspaces",
  reversal: "Taken back after a refund of money",
  expire: "Trial expired",
};

/** What the page calls each payer. */
type Payers = Map<string, string>;

export async function transactions({ c, session }: Visit) {
  const { DB } = c.env;
  const asked = c.req.query("cursor") ?? "";
  const cursor = TRANSACTION_CURSOR.test(asked) ? asked : null;
  const filter = readFilter(c);
  const id = session.organisationId;
  await flushAccount(c.env, id);
  const [page, payers] = await Promise.all([
    findTransactions(DB, id, { ...filter, limit: PAGE_ROWS, cursor }),
    listPayers(DB, id),
  ]);
  const query = queryOf(c);
  const older = page.next_cursor && new URLSearchParams([...query, ["cursor", page.next_cursor]]);
  return (
    <>
      <p>Every movement of tokens, newest first. A call that failed is a charge and its refund, side by side.</p>
      <Filter query={query} payers={payers} />
      {page.transactions.length === 0 && <p>{query.size > 0 ? "Nothing matches." : "Nothing has moved yet."}</p>}
      <Records
        columns={["Time", "What", numbers("Tokens"), "Paid by", "Request"]}
        rows={page.transactions.map((row) => [
          <Time at={Date.parse(row.created_at)} />,
          <What of={row} />,
          <Tokens of={row.tokens} isChange />,
          row.key_id && (payers.get(row.key_id) ?? <PayerOfOld id={row.key_id} />),
          row.request_id && (
            <a href={`${CONSOLE.transactions}?q=${row.request_id}`}>
              <code>{row.request_id}</code>
            </a>
          ),
        ])}
      />
      <p>
        {cursor && <a href={`${CONSOLE.transactions}?${query}`}>Newest</a>}{" "}
        {older && <a href={`${CONSOLE.transactions}?${older}`}>Older</a>}
      </p>
    </>
  );
}

function What({ of: { type, tool, calls, isRefunded } }: { of: ListedTransaction }) {
  return (
    <>
      {MOVEMENTS[type]} {tool && <code>{tool}</code>}{" "}
      {calls !== null && <span class="badge">{calls} calls of a day</span>}
      {isRefunded && <span class="badge bad">failed, refunded</span>}
    </>
  );
}

function PayerOfOld({ id }: { id: string }) {
  return connectionOfPayer(id) ? <>a connection</> : <code>{id}</code>;
}

function Filter({ query, payers }: { query: URLSearchParams; payers: Payers }) {
  const value = (name: string) => query.get(name) ?? "";
  return (
    <form class="filter" method="get" action={CONSOLE.transactions}>
      <div>
        <label for="q">Request id or tool</label>
        <input id="q" name="q" type="search" value={value("q")} maxlength={MAX_TEXT_LENGTH} />
      </div>
      <Choice name="type" label="What" asked={value("type")} options={Object.entries(MOVEMENTS)} />
      <Choice name="payer" label="Paid by" asked={value("payer")} options={[...payers]} />
      <div>
        <label for="from">From (UTC)</label>
        <input id="from" name="from" type="date" value={value("from")} />
      </div>
      <div>
        <label for="to">To</label>
        <input id="to" name="to" type="date" value={value("to")} />
      </div>
      <button type="submit">Show</button>
      {query.size > 0 && <a href={CONSOLE.transactions}>Clear</a>}
      <a href={`${CONSOLE.transactionsFile}?${query}`}>Export CSV</a>
    </form>
  );
}

type ChoiceProps = { name: string; label: string; asked: string; options: [value: string, label: string][] };

function Choice({ name, label, asked, options }: ChoiceProps) {
  return (
    <div>
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        <option value="">All</option>
        {options.map(([value, text]) => (
          <option value={value} selected={value === asked}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The filtered transactions as CSV, at most 100,000 rows. Streams page by page. */
export async function exportTransactions({ c, session }: Visit): Promise<Response> {
  const { DB } = c.env;
  const id = session.organisationId;
  const filter = readFilter(c);
  await flushAccount(c.env, id);
  const payers = await listPayers(DB, id);
  let cursor: string | null = null;
  let rows = 0;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const columns = ["time", "type", "tokens", "usd", "tool", "request_id", "refunded", "calls", "paid_by", "key_id"];
      controller.enqueue(utf8(csvLine(columns)));
    },
    async pull(controller) {
      const page = await findTransactions(DB, id, { ...filter, limit: EXPORT_PAGE_ROWS, cursor });
      controller.enqueue(utf8(page.transactions.map((row) => csvOf(row, payers)).join("")));
      cursor = page.next_cursor;
      rows += page.transactions.length;
      if (cursor === null || rows >= MAX_EXPORT_ROWS) controller.close();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": 'attachment; filename="transactions.csv"',
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

function csvOf(row: ListedTransaction, payers: Payers): string {
  const { created_at, type, tokens, tool, request_id, calls, key_id, isRefunded } = row;
  const payer = key_id && payers.get(key_id);
  return csvLine([
    created_at,
    type,
    tokens,
    tokens / TOKENS_PER_USD,
    tool,
    request_id,
    isRefunded,
    calls,
    payer,
    key_id,
  ]);
}

const FIELDS = ["q", "type", "payer", "from", "to"];

/** The filter as query parameters, for links and fields. */
function queryOf(c: AppContext): URLSearchParams {
  const given = FIELDS.map((name) => [name, (c.req.query(name) ?? "").trim().slice(0, MAX_TEXT_LENGTH)]);
  return new URLSearchParams(given.filter(([, value]) => value));
}

/** Invalid parameters are ignored: the form shows the filter in force. */
function readFilter(c: AppContext): TransactionFilter {
  const query = queryOf(c);
  const day = (name: string) => {
    const text = query.get(name) ?? "";
    return /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  };
  const [from, to] = [day("from"), day("to")];
  const type = query.get("type") ?? "";
  const [text, payer] = [query.get("q"), query.get("payer")];
  return {
    ...(from >= 0 && { from }),
    ...(to >= 0 && { to: to + DAY_MS - 1 }),
    ...(Object.hasOwn(MOVEMENTS, type) && { type: type as Transaction["type"] }),
    ...(payer && { payer }),
    ...(text && { text: text.toLowerCase() }),
  };
}

async function listPayers(db: D1Database, organisationId: string): Promise<Payers> {
  const payers = await listPayerNames(db, organisationId);
  return new Map([...payers].map(([id, { name, masked }]) => [id, masked === null ? name : `${name} (${masked})`]));
}
