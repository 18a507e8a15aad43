import { readBearer } from "../accounts/keys/key-format.ts";
import { type AppError, asAppError } from "../errors.ts";
import { type AppContext, bearerOf, callContextOf, clientOf } from "../http/app-env.ts";
import { bearerChallenge, explainMissingKey, problemResponse } from "../http/problem.ts";
import { newId } from "../lib/ids.ts";
import { shieldFromFlood } from "../platform/limits/limits.ts";
import type { ToolCall } from "./call.ts";
import { openCall, withoutCall } from "./open-call.ts";

/** Admits a request that is not a tool call: checks the bearer, the rate limit and that the key is active. */
export async function admit(c: AppContext, door: ToolCall["door"]) {
  const key = await readBearer(c.get("config"), bearerOf(c), door);
  return openCall(callContextOf(c), key, withoutCall(newId(Date.now())), { rate: null, account: null, balance: null });
}

/** Answers a request that is not a tool call and costs nothing. `serve` may add headers; what it throws is a problem. */
export async function answerReader(c: AppContext, serve: (headers: Record<string, string>) => Promise<Response>) {
  const requestId = newId(Date.now());
  const headers: Record<string, string> = { "X-Request-Id": requestId, "X-Tokens-Charged": "0" };
  try {
    return await serve(headers);
  } catch (thrown) {
    return refuse(c, await shieldFromFlood(c.env, clientOf(c), asAppError(thrown)), requestId, headers);
  }
}

/** A refusal over REST, as problem details. */
export function refuse(c: AppContext, thrown: AppError, requestId: string, headers: Record<string, string>): Response {
  const error = explainMissingKey(c, thrown);
  const baseUrl = c.get("baseUrl");
  if (error.status === 401) headers["WWW-Authenticate"] = bearerChallenge(error, baseUrl, "/api/v0");
  return problemResponse(error, baseUrl, requestId, headers);
}
