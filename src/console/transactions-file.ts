import { csvLine } from "../batches/csv-cells.ts";
import { TOKENS_PER_USD } from "../constants.ts";
import { flushAccount } from "../ledger/account.ts";
import { findTransactions, type ListedTransaction } from "../ledger/history.ts";
import { utf8 } from "../lib/bytes.ts";
import type { Visit } from "./console-page.tsx";
import { listPayers, type Payers, readFilter } from "./transaction-filter.ts";

const PAGE_ROWS = 1_000;
const MAX_ROWS = 100_000;

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
      const page = await findTransactions(c.env, id, { ...filter, limit: PAGE_ROWS, cursor });
      controller.enqueue(utf8(page.transactions.map((row) => csvOf(row, payers)).join("")));
      cursor = page.next_cursor;
      rows += page.transactions.length;
      if (cursor === null || rows >= MAX_ROWS) controller.close();
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
