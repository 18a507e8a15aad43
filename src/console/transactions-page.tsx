import { Tokens } from "../http/pages/figures.tsx";
import { Choice, Field, Time } from "../http/pages/private-page.tsx";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { flushAccount } from "../ledger/account.ts";
import { findTransactions, type ListedTransaction, TRANSACTION_CURSOR } from "../ledger/history.ts";
import { connectionOfPayer } from "../ledger/payer.ts";
import { CONSOLE, type Visit } from "./console-page.tsx";
import { filterQuery, listPayers, MAX_TEXT_LENGTH, MOVEMENTS, type Payers, readFilter } from "./transaction-filter.ts";

const PAGE_ROWS = 50;
const ALL: [string, string] = ["", "All"];

export async function transactionsPage({ c, session }: Visit) {
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
  const query = filterQuery(c);
  const older = page.next_cursor && new URLSearchParams([...query, ["cursor", page.next_cursor]]);
  return (
    <>
      <p>Every movement of tokens, newest first. A call that failed is a charge and its refund, side by side.</p>
      <Filter query={query} payers={payers} />
      {page.transactions.length === 0 && <p>{query.size > 0 ? "Nothing matches." : "No transactions yet."}</p>}
      <Records
        columns={["Time", "What", ...numbers("Tokens"), "Paid by", "Request"]}
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
        <Field id="q" label="Request id or tool" type="search" value={value("q")} maxlength={MAX_TEXT_LENGTH} />
      </div>
      <div>
        <Choice id="type" label="What" chosen={value("type")} options={[ALL, ...Object.entries(MOVEMENTS)]} />
      </div>
      <div>
        <Choice id="payer" label="Paid by" chosen={value("payer")} options={[ALL, ...payers]} />
      </div>
      <div>
        <Field id="from" label="From (UTC)" type="date" value={value("from")} />
      </div>
      <div>
        <Field id="to" label="To" type="date" value={value("to")} />
      </div>
      <button type="submit">Show</button>
      {query.size > 0 && <a href={CONSOLE.transactions}>Clear</a>}
      <a href={`${CONSOLE.transactionsFile}?${query}`}>Export CSV</a>
    </form>
  );
}
