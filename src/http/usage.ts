import type { Usage } from "../domain/call-tool.ts";

/** The part of a call's usage that its caller sees. */
export type ShownUsage = Pick<Usage, "requestId" | "charged" | "balance" | "rate" | "replayed">;

/** What a call cost and what is left, as response headers (wire contract, section 4). */
export function usageHeaders(usage: ShownUsage): Headers {
  const headers = new Headers({ "X-Request-Id": usage.requestId, "X-Tokens-Charged": String(usage.charged) });
  if (usage.balance !== null) headers.set("X-Tokens-Balance", String(usage.balance));
  for (const [name, value] of Object.entries(usage.rate ?? {})) headers.set(name, value);
  if (usage.replayed) headers.set("Idempotent-Replayed", "true");
  return headers;
}
