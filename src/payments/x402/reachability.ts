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

async function ask<T>({ env, config }: Reach, url: URL, request: RequestInit): Promise<T | null> {
  const context = { env, config, signal: AbortSignal.timeout(LIMITS.timeoutMs) };
  const reply = await sendRequest(context, url, request, LIMITS);
  if (reply.status !== "ok" || reply.httpStatus !== 200) return null;
  return (parseJson(reply.text) as T | undefined) ?? null;
}
