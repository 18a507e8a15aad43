import * as z from "zod";
import { requestsPerMinute } from "../../config.ts";
import { RATE_WINDOW_SECONDS } from "../../constants.ts";
import { getAccountStatement } from "../../ledger/account.ts";
import { readAutoReload } from "../../payments/auto-reload.ts";
import { adminTool, nullableObject } from "../tool.ts";

const tokens = z.int().min(0);

export const getTokenBalance = adminTool({
  name: "get_token_balance",
  title: "Token balance and prices",
  description: `Returns the organisation's token balance, tokens held by calls that are still running, its plan and rate limit, and
    the cost of every tool. Call it before a series of paid calls.`,
  input: z.object({}),
  output: z.looseObject({
    balance: tokens.describe("Tokens that can be spent now"),
    held: tokens.describe("Tokens held by calls that are still running"),
    owed: tokens.describe("Tokens of a reversal that exceeded the balance; deducted from later credits"),
    plan: z.enum(["anonymous", "free", "paid"]),
    rate_limit: z.looseObject({ limit: tokens.describe("Requests allowed per window"), window_seconds: tokens }),
    auto_reload: nullableObject(
      "Settings of set_auto_reload; `stopped` after a failed charge, with `stopped_reason`; null when off",
      { state: z.enum(["on", "waiting_for_card", "stopped"]) },
    ),
    tools: z
      .record(z.string(), z.record(z.string(), z.looseObject({ cost: tokens })))
      .describe("Cost of each tool, by category"),
  }),
  example: {},
  get: true,
  async run(_input, { env, config, caller, prices }) {
    const [statement, autoReload] = await Promise.all([
      getAccountStatement(env, caller.organisationId),
      readAutoReload(env.DB, caller.organisationId),
    ]);
    const { plan, available, held, owed } = statement ?? { ...caller, available: caller.balance, held: 0 };
    const rate_limit = { limit: requestsPerMinute(config, plan), window_seconds: RATE_WINDOW_SECONDS };
    return { balance: available, held, owed, plan, rate_limit, auto_reload: autoReload, tools: prices };
  },
});
