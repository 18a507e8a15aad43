import * as z from "zod";
import { invalidRequest } from "../../errors.ts";
import { flushAccount } from "../../ledger/account.ts";
import { findTransactions, readUsage } from "../../ledger/history.ts";
import { isoTime } from "../../lib/ids.ts";
import { DAY_MS } from "../../lib/time.ts";
import { moment } from "../fields/inputs.ts";
import { nextPage, ownPages, pageFields } from "../fields/paging.ts";
import { adminTool, rows, text } from "../tool.ts";

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

const count = z.int().min(0);

const listTransactions = adminTool({
  name: "list_transactions",
  title: "Token transactions",
  description: `Returns every movement of the organisation's tokens, newest first: grants, purchases, charges of calls, refunds of
    calls that failed, transfers, reversals, expiries. A failed call is listed as a charge and a refund at the time of the call, a free
    miss as a charge of 0; calls still running are not listed. Calls older than 90 days are summed by day, tool and key. The sum of
    \`tokens\` over all pages is balance + held - owed.`,
  input: z.object(pageFields("Entries", { usual: 50, most: 100 })),
  output: z.looseObject({
    transactions: rows({
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

const getUsage = adminTool({
  name: "get_usage",
  title: "Usage of paid tools",
  description: `Returns how many paid calls were charged and what they cost, grouped by tool, by day (UTC), or by API key or
    connection. Free tools and calls that failed are not counted. Without \`from\` and \`to\` it covers the last 30 days; at most 366 days
    at once. For single calls use list_transactions.`,
  input: z.object({
    from: moment.optional().describe("ISO 8601 date or time, inclusive; a date starts at 00:00 UTC"),
    to: moment.optional().describe("ISO 8601 date or time, inclusive; a date covers the whole day"),
    group_by: z.enum(["tool", "day", "key"]).default("tool").describe("How to group the calls"),
  }),
  output: z.looseObject({
    from: z.string(),
    to: z.string(),
    groups: rows({
      key: z.string().describe("Tool, day, key id or connection id (`con_…`)"),
      calls: count,
      tokens: count,
    }),
    total: z.looseObject({ calls: count, tokens: count }),
  }),
  example: { group_by: "day" },
  async run({ from, to, group_by }, { env, caller }) {
    const end = to === undefined ? Date.now() : endOf(to);
    const period = { from: from === undefined ? end - DEFAULT_DAYS * DAY_MS : Date.parse(from), to: end };
    if (period.from > period.to) throw invalidRequest("`from` must not be later than `to`.");
    if (period.to - period.from > MAX_DAYS * DAY_MS) throw invalidRequest(`Ask for at most ${MAX_DAYS} days at once.`);
    await flushAccount(env, caller.organisationId);
    const all = await readUsage(env, caller.organisationId, period, group_by);
    const groups = all.flatMap(({ key, calls, tokens }) => (calls > 0 ? { key, calls, tokens } : []));
    const sum = (field: "calls" | "tokens") => groups.reduce((total, group) => total + group[field], 0);
    const total = { calls: sum("calls"), tokens: sum("tokens") };
    return { from: isoTime(period.from), to: isoTime(period.to), groups, total };
  },
});

export const USAGE_TOOLS = [listTransactions, getUsage];

/** The last millisecond of the period. */
function endOf(moment: string): number {
  const at = Date.parse(moment);
  return moment.includes("T") ? at : at + DAY_MS - 1;
}
