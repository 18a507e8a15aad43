import { parseJson } from "../../lib/loose-json.ts";
import { sendRequest } from "../../platform/outbound/send-request.ts";
import { cdpHeaders } from "./cdp-token.ts";
import { facilitatorUrl, type Reach } from "./facilitator.ts";

const LIMITS = { timeoutMs: 5_000, maxBytes: 262_144 };

/**
 * Whether the facilitator says that it settles scheme `exact` of version 2 on `network`. Throws when the CDP key is unusable.
 */
export async function askSupported({ env, config }: Reach, network: string): Promise<boolean> {
  const url = facilitatorUrl(config, "/supported");
  const headers = await cdpHeaders(config, "GET", url);
  type Kind = { x402Version?: number; scheme?: string; network?: string };
  const answer = await ask<{ kinds?: Kind[] }>({ env, config }, url, { headers });
  const isKind = (kind: Kind) => kind.x402Version === 2 && kind.scheme === "exact" && kind.network === network;
  return Array.isArray(answer?.kinds) && answer.kinds.some(isKind);
}

/** The chain id that a node reports, in decimal; null without an answer. */
export async function askChainId(reach: Reach, node: string): Promise<string | null> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body };
  const answer = await ask<{ result?: string }>(reach, new URL(node), request);
  return typeof answer?.result === "string" ? String(Number(answer.result)) : null;
}

async function ask<T>({ env, config }: Reach, url: URL, request: RequestInit): Promise<T | null> {
  const context = { env, config, signal: AbortSignal.timeout(LIMITS.timeoutMs) };
  const reply = await sendRequest(context, url, request, LIMITS);
  if (reply.status !== "ok" || reply.httpStatus !== 200) return null;
  return (parseJson(reply.text) as T | undefined) ?? null;
}
