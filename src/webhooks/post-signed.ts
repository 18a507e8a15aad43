import type { Config } from "../config.ts";
import { isoTime } from "../lib/ids.ts";
import { postWebhook, type WebhookAnswer } from "../platform/outbound/post-webhook.ts";
import type { WebhookEndpoint } from "./endpoints.ts";
import { signatureHeaders } from "./signature.ts";

const LOOK_UP_MS = 10_000;

type Target = Pick<WebhookEndpoint, "url" | "baseUrl" | "requestHost">;
type Message = { id: string; type: string; occurredAt: number; data: Record<string, unknown> };

/** POSTs `{type, timestamp, data}` with the signature of each secret. */
export async function postSigned(
  env: Env,
  config: Config,
  target: Target,
  secrets: readonly string[],
  { id, type, occurredAt, data }: Message,
  timeoutMs: number,
): Promise<WebhookAnswer> {
  const body = JSON.stringify({ type, timestamp: isoTime(occurredAt), data });
  const timestamp = Math.floor(Date.now() / 1000);
  // The DNS look-up has its own time limit; both together are shorter than a claim.
  const signal = AbortSignal.timeout(timeoutMs + LOOK_UP_MS);
  // The deployment's identity, which a queue message or cron run does not carry.
  const { baseUrl, requestHost } = target;
  const context = { env, config, baseUrl, ownHosts: [new URL(baseUrl).hostname, requestHost], signal };
  const headers = await signatureHeaders({ id, timestamp, body }, secrets);
  return postWebhook(context, { url: new URL(target.url), headers, body, timeoutMs });
}
