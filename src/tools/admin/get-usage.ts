import * as z from "zod";
import { invalidRequest } from "../../errors.ts";
import { flushAccount } from "../../ledger/account.ts";
import { readUsage } from "../../ledger/history.ts";
import { isoTime } from "../../lib/ids.ts";
import { DAY_MS } from "../../lib/time.ts";
import { moment } from "../fields/inputs.ts";
import { adminTool } from "../tool.ts";

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

const count = z.int().min(0);

export const getUsage = adminTool({
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
    groups: z.array(
      z.looseObject({
        key: z.string().describe("Tool, day, key id or connection id (`con_…`)"),
        calls: count,
        tokens: count,
      }),
    ),
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
    return {
      from: isoTime(period.from),
      to: isoTime(period.to),
      groups,
      total: { calls: sum("calls"), tokens: sum("tokens") },
    };
  },
});

/** The last millisecond of the period. */
function endOf(moment: string): number {
  const at = Date.parse(moment);
  return moment.includes("T") ? at : at + DAY_MS - 1;
}
