import { csvLine } from "../batches/csv-cells.ts";
import { TOKENS_PER_USD } from "../constants.ts";
import { flushAccount } from "../ledger/account.ts";
import { findTransactions, type Transaction } from "../ledger/history.ts";
import type { Visit } from "./console-page.tsx";
import { readFilter } from "./list-filter.tsx";
import { listPayers, type Payers } from "./payers.tsx";
import { streamFile } from "./stream-file.ts";

const PAGE_ROWS = 1_000;
const MAX_ROWS = 100_000;

const COLUMNS = ["time", "type", "tokens", "usd", "tool", "request_id", "refunded", "calls", "paid_by", "key_id"];

/** The filtered transactions as CSV, at most 100,000 rows. */
export async function exportTransactions(visit: Visit): Promise<Response> {
  await flushAccount(visit.c.env, visit.session.organisationId);
  return streamFile("transactions.csv", "text/csv; charset=utf-8; header=present", linesOf(visit));
}

async function* linesOf({ c, session: { organisationId: id } }: Visit): AsyncGenerator<string> {
  const [filter, payers] = [readFilter(c), await listPayers(c.env.DB, id)];
  yield csvLine(COLUMNS);
  let cursor: string | null = null;
  for (let rows = 0; rows < MAX_ROWS; ) {
    const page = await findTransactions(c.env, id, { ...filter, limit: PAGE_ROWS, cursor });
    yield page.transactions.map((row) => csvOf(row, payers)).join("");
    cursor = page.next_cursor;
    rows += page.transactions.length;
    if (cursor === null) return;
  }
}

function csvOf(row: Transaction, payers: Payers): string {
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
