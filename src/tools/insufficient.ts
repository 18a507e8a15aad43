import { PURCHASE_MIN_USD, TOKENS_PER_USD } from "../constants.ts";
import { AppError } from "../errors.ts";
import { PATHS } from "../paths.ts";

/** The field `top_up` of a 402: a call that buys what is missing, and what to do with its answer. */
export type TopUp = { tool: string; method: string; path: string; body: { amount_usd: number }; next: string };

export function topUpOf(tokens: number, balance: number): TopUp {
  return {
    tool: "buy_tokens",
    method: "POST",
    path: `${PATHS.tools}/buy_tokens`,
    body: { amount_usd: Math.max(PURCHASE_MIN_USD, Math.ceil((tokens - balance) / TOKENS_PER_USD)) },
    next: "Give the `checkout_url` of its answer to a person who pays, then call again.",
  };
}

/** 402: `spender` ("get_email costs") needs `tokens`; `instead` is what to do without buying. */
export function insufficient(spender: string, tokens: number, balance: number, instead = ""): AppError {
  const topUp = topUpOf(tokens, balance);
  const buy = `Buy more with ${topUp.tool} ${JSON.stringify(topUp.body)}${instead}.`;
  return new AppError("insufficient_tokens", `${spender} ${tokens} tokens, the balance is ${balance}. ${buy}`, {
    fields: { required: tokens, balance, top_up: topUp },
  });
}
