import { csvLine } from "../batches/csv-file.ts";
import { TOKENS_PER_USD } from "../constants.ts";
import { IdLink, numbers, Records, Tokens } from "../http/pages/figures.tsx";
import { Choice, Time } from "../http/pages/private-page.tsx";
import { streamFile } from "../http/stream-file.ts";
import { flushAccount } from "../ledger/account.ts";
import { findTransactions, TRANSACTION_CURSOR, type Transaction, type TransactionFilter } from "../ledger/history.ts";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";
import { ALL, filterQuery, ListFilter, ListPages, readCursor, readPeriod } from "./list-filter.tsx";
import { listPayers, Payer, type Payers } from "./payers.tsx";

const PAGE_ROWS = 50;
const FILE_PAGE_ROWS = 1_000;
const MAX_FILE_ROWS = 100_000;

const MOVEMENTS: Record<Transaction["type"], string> = {
  grant: "Granted",
  purchase: "Bought",
  charge: "Call",
  refund: "Refund",
  transfer: "Moved between workspaces",
  reversal: "Taken back after a refund of money",
  expire: "Trial expired",
};

/** The columns of the file, and what each has of a row. */
const COLUMNS: Record<string, (row: Transaction, payers: Payers) => unknown> = {
  time: (row) => row.created_at,
  type: (row) => row.type,
  tokens: (row) => row.tokens,
  usd: (row) => row.tokens / TOKENS_PER_USD,
  tool: (row) => row.tool,
  request_id: (row) => row.request_id,
  refunded: (row) => row.isRefunded,
  calls: (row) => row.calls,
  paid_by: (row, payers) => row.key_id && payers.get(row.key_id),
  key_id: (row) => row.key_id,
};

export const transactions: ConsolePage = {
  title: "Transactions",
  async view({ c, env, organisationId }) {
    const cursor = readCursor(c, TRANSACTION_CURSOR);
    const { query, filter } = readFilter(c);
    await flushAccount(env, organisationId);
    const [page, payers] = await Promise.all([
      findTransactions(env, organisationId, { ...filter, limit: PAGE_ROWS, cursor }),
      listPayers(env.DB, organisationId),
    ]);
    const options = [ALL, ...Object.entries(MOVEMENTS)];
    return (
      <>
        <p>
          Every movement of tokens, newest first. A call that failed is a charge and its refund, side by side.{" "}
          <a href={`${CONSOLE.transactions}.csv?${query}`}>Export CSV</a>
        </p>
        <ListFilter path={CONSOLE.transactions} query={query} payers={payers} text="Request id or tool">
          <Choice id="type" label="What" chosen={query.get("type") ?? ""} options={options} />
        </ListFilter>
        <Records
          none={query.size > 0 ? "Nothing matches." : "No transactions yet."}
          columns={["Time", "What", ...numbers("Tokens"), "Paid by", "Request"]}
          rows={page.transactions.map((row) => [
            <Time at={Date.parse(row.created_at)} />,
            <What of={row} />,
            <Tokens of={row.tokens} isChange />,
            row.key_id && <Payer id={row.key_id} of={payers} />,
            row.request_id && <IdLink to={`${CONSOLE.transactions}?q=${row.request_id}`}>{row.request_id}</IdLink>,
          ])}
        />
        <ListPages path={CONSOLE.transactions} query={query} cursor={cursor} next={page.next_cursor} />
      </>
    );
  },
  files: {
    async ".csv"(visit) {
      await flushAccount(visit.env, visit.organisationId);
      return streamFile("transactions.csv", "text/csv; charset=utf-8; header=present", linesOf(visit));
    },
  },
};

/** Invalid parameters are ignored: the form shows the filter in force. */
function readFilter(c: Visit["c"]): { query: URLSearchParams; filter: TransactionFilter } {
  const query = filterQuery(c, ["q", "type", "payer", "from", "to"]);
  const type = query.get("type") ?? "";
  const [text, payer] = [query.get("q"), query.get("payer")];
  const filter = {
    ...readPeriod(query),
    ...(Object.hasOwn(MOVEMENTS, type) && { type: type as Transaction["type"] }),
    ...(payer && { payer }),
    ...(text && { text: text.toLowerCase() }),
  };
  return { query, filter };
}

function What({ of: { type, tool, calls, isRefunded } }: { of: Transaction }) {
  return (
    <>
      {MOVEMENTS[type]} {tool && <code>{tool}</code>}{" "}
      {calls !== null && <span class="badge">{calls} calls of a day</span>}
      {isRefunded && <span class="badge bad">failed, refunded</span>}
    </>
  );
}

/** The filtered transactions as CSV, at most 100,000 rows. */
async function* linesOf({ c, env, organisationId }: Visit): AsyncGenerator<string> {
  const [{ filter }, payers] = [readFilter(c), await listPayers(env.DB, organisationId)];
  yield csvLine(Object.keys(COLUMNS));
  let cursor: string | null = null;
  for (let rows = 0; rows < MAX_FILE_ROWS; ) {
    const page = await findTransactions(env, organisationId, { ...filter, limit: FILE_PAGE_ROWS, cursor });
    yield page.transactions.map((row) => csvLine(Object.values(COLUMNS).map((cellOf) => cellOf(row, payers)))).join("");
    cursor = page.next_cursor;
    rows += page.transactions.length;
    if (cursor === null) return;
  }
}
