import * as z from "zod";
import { flushAccount } from "../../ledger/account.ts";
import { findTransactions } from "../../ledger/history.ts";
import { nextPage, ownPages, pageFields } from "../fields/paging.ts";
import { adminTool, text } from "../tool.ts";

export const listTransactions = adminTool({
  name: "list_transactions",
  title: "Token transactions",
  description: `Returns every movement of the organisation's tokens, newest first: grants, purchases, charges of calls, refunds of
    calls that failed, transfers, reversals, expiries. A failed call is listed as a charge and a refund at the time of the call, a free
    miss as a charge of 0; calls still running are not listed. Calls older than 90 days are summed by day, tool and key. The sum of
    \`tokens\` over all pages is balance + held - owed.`,
  input: z.object(pageFields("Entries", { usual: 50, most: 100 })),
  output: z.looseObject({
    transactions: z.array(
      z.looseObject({
        id: z.string(),
        type: z.enum(["grant", "purchase", "charge", "refund", "transfer", "reversal", "expire"]),
        tokens: z.int().describe("Signed: negative when tokens leave the balance"),
        tool: z.string().nullable(),
        request_id: text.describe("Id of the call's request; null for other movements"),
        key_id: z.string().nullable(),
        calls: z.int().nullable().describe("Number of calls that the row sums up; null for a single movement"),
        transaction_hash: text.describe("On the chain, of a purchase by wallet; else null"),
        created_at: z.string(),
      }),
    ),
    ...nextPage,
  }),
  example: { limit: 10 },
  async run({ limit, cursor }, context) {
    const { env, caller } = context;
    const pages = ownPages(context, "list_transactions");
    const before = await pages.open(cursor);
    await flushAccount(env, caller.organisationId);
    const page = await findTransactions(env, caller.organisationId, { limit, cursor: before });
    const transactions = page.transactions.map(({ isRefunded: _, ...transaction }) => transaction);
    return { transactions, ...(await pages.end(page.next_cursor)) };
  },
});
