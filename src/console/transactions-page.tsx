import { Tokens } from "../http/pages/figures.tsx";
import { Choice, Time } from "../http/pages/private-page.tsx";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { flushAccount } from "../ledger/account.ts";
import { findTransactions, TRANSACTION_CURSOR, type Transaction } from "../ledger/history.ts";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";
import { ALL, filterQuery, ListFilter, ListPages, MOVEMENTS, readFilter } from "./list-filter.tsx";
import { listPayers, Payer } from "./payers.tsx";
import { exportTransactions } from "./transactions-file.ts";

const PAGE_ROWS = 50;

async function transactionsPage({ c, session }: Visit) {
  const { DB } = c.env;
  const asked = c.req.query("cursor") ?? "";
  const cursor = TRANSACTION_CURSOR.test(asked) ? asked : null;
  const filter = readFilter(c);
  const id = session.organisationId;
  await flushAccount(c.env, id);
  const [page, payers] = await Promise.all([
    findTransactions(c.env, id, { ...filter, limit: PAGE_ROWS, cursor }),
    listPayers(DB, id),
  ]);
  const query = filterQuery(c);
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
          row.request_id && (
            <a href={`${CONSOLE.transactions}?q=${row.request_id}`}>
              <code>{row.request_id}</code>
            </a>
          ),
        ])}
      />
      <ListPages path={CONSOLE.transactions} query={query} cursor={cursor} next={page.next_cursor} />
    </>
  );
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

export const transactions: ConsolePage = {
  title: "Transactions",
  view: transactionsPage,
  files: { ".csv": exportTransactions },
};
