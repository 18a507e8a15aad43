import { isLoopback, plainHost } from "../../lib/hosts.ts";
import { retryAfterSeconds } from "../../lib/retry-after.ts";
import { type Refusal, refuseUrl } from "./address-guard.ts";
import type { SourceContext } from "./context.ts";
import { checkHostNow } from "./dns.ts";
import { productToken } from "./robots.ts";
import { sendRequest } from "./send-request.ts";

export type WebhookContext = Pick<SourceContext, "env" | "config" | "baseUrl" | "ownHosts" | "signal">;

export type WebhookFailure = Refusal | "no_dns" | "resolver_down" | "timeout" | "unreachable";

export type WebhookAnswer =
  /** `text` is the receiver's, at most 4 kB: compare it, never store it or pass it on. */
  | { status: "answered"; httpStatus: number; retryAfterSeconds: number | null; text: string }
  | { status: "failed"; reason: WebhookFailure };

type WebhookRequest = { url: URL; headers: Record<string, string>; body: string; timeoutMs: number };

const MAX_ANSWER_BYTES = 4_096;

/**
 * Refuses a receiver's URL without a DNS query: anything but https on port 443 at a public name. In local development, when the
 * service itself is on loopback, a receiver may also be on loopback, over http.
 */
export function refuseWebhookUrl(
  url: URL,
  { config, ownHosts, baseUrl }: Omit<WebhookContext, "env" | "signal">,
): Refusal | null {
  if (isLocalReceiver(url, baseUrl)) return url.username || url.password ? "credentials" : null;
  if (url.protocol !== "https:") return "scheme";
  return refuseUrl(url, { networkHosts: config.NETWORK_HOSTS, ownHosts }) ?? (url.port === "" ? null : "port");
}

function isLocalReceiver(url: URL, baseUrl: string): boolean {
  return url.protocol === "http:" && isLoopback(url.hostname) && isLoopback(new URL(baseUrl).hostname);
}

/** POSTs to a customer's URL: its name must have public addresses only; no redirects. Never throws. */
export async function postWebhook(context: WebhookContext, request: WebhookRequest): Promise<WebhookAnswer> {
  const { url, headers, body, timeoutMs } = request;
  const refusal = refuseWebhookUrl(url, context);
  if (refusal) return { status: "failed", reason: refusal };
  const problem = isLocalReceiver(url, context.baseUrl) ? null : await lookUp(context, plainHost(url));
  if (problem) return { status: "failed", reason: problem };
  const agent = `${productToken(context.config.SERVICE_NAME).replace(/Bot$/, "Webhooks")}/1.0 (+${context.baseUrl})`;
  const init = {
    method: "POST",
    headers: { "User-Agent": agent, "Content-Type": "application/json", ...headers },
    body,
  };
  const reply = await sendRequest(context, url, init, { timeoutMs, maxBytes: MAX_ANSWER_BYTES });
  if (reply.status === "refused") return { status: "failed", reason: reply.reason };
  if (reply.status === "out_of_work") return { status: "failed", reason: "unreachable" };
  if (reply.status !== "ok") return { status: "failed", reason: reply.status };
  const { httpStatus, text } = reply;
  return { status: "answered", httpStatus, retryAfterSeconds: retryAfterSeconds(reply.headers), text };
}

async function lookUp(context: WebhookContext, host: string): Promise<WebhookFailure | null> {
  const { verdict } = await checkHostNow(context, host);
  if (verdict === "public") return null;
  return ({ private: "private_address", none: "no_dns", down: "resolver_down" } as const)[verdict];
}
