import * as z from "zod";
import { RATE_WINDOW_SECONDS, requestsPerMinute } from "../../config.ts";
import { heldTokens } from "../../ledger/holds.ts";
import { readAutoReload } from "../../payments/reload-settings.ts";
import { defineTool } from "../tool.ts";

const tokens = z.int().min(0);

export const getTokenBalance = defineTool({
  name: "get_token_balance",
  category: "admin",
  cost: 0,
  title: "Token balance and prices",
  description:
    "Returns the organisation's token balance, tokens held by calls that are still running, its plan and rate limit, and the cost of every tool. Call it before a series of paid calls.",
  input: z.object({}),
  output: z.looseObject({
    balance: tokens.describe("Tokens that can be spent now"),
    held: tokens.describe("Tokens held by calls that are still running"),
    owed: tokens.describe("Tokens that a reversal could not take; later credits pay them first"),
    plan: z.enum(["anonymous", "free", "paid"]),
    rate_limit: z.looseObject({ limit: tokens.describe("Requests in a window"), window_seconds: tokens }),
    auto_reload: z
      .looseObject({ state: z.enum(["on", "waiting_for_card", "stopped"]) })
      .nullable()
      .describe("Settings of set_auto_reload; `stopped` after a failed charge, with `stopped_reason`; null when off"),
    tools: z
      .record(z.string(), z.record(z.string(), z.looseObject({ cost: tokens })))
      .describe("Costs by category and tool"),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false, destructiveHint: false, idempotentHint: true },
  example: {},
  get: true,
  async run(_input, { env, config, caller, prices }) {
    const [held, autoReload] = await Promise.all([
      heldTokens(env.DB, caller.organisationId),
      readAutoReload(env.DB, caller.organisationId),
    ]);
    return {
      balance: caller.balance,
      held,
      owed: caller.owed,
      plan: caller.plan,
      rate_limit: { limit: requestsPerMinute(config, caller.plan), window_seconds: RATE_WINDOW_SECONDS },
      auto_reload: autoReload,
      tools: prices,
    };
  },
});
