import { readBearer } from "../accounts/keys/bearer.ts";
import { type AppContext, bearerOf, callContextOf } from "../http/app-env.ts";
import type { Account } from "../ledger/account-types.ts";
import { newId } from "../lib/ids.ts";
import type { RateHeaders } from "../platform/limits/limits.ts";
import type { ToolCall } from "./call.ts";
import { openCall } from "./open-call.ts";

/** Admits a request that is not a tool call: checks the bearer, the rate limit and that the key is active. */
export async function admit(
  c: AppContext,
  door: ToolCall["door"],
): Promise<{ account: Account; rate: RateHeaders | null }> {
  const key = await readBearer(c.get("config"), bearerOf(c), door);
  const opening = { id: newId(Date.now()), refused: true, tool: "", tokens: 0, label: null, idempotent: null };
  return openCall(callContextOf(c), key, opening, () => {});
}
