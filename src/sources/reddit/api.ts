import { AppError } from "../../errors.ts";
import { utf8 } from "../../lib/bytes.ts";
import { parseJson, record, string } from "../../lib/loose-json.ts";
import { retryAfterSeconds, secondsUntil } from "../../lib/retry-after.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import type { GateEntry, Grant } from "../../platform/limits/rate-limiter.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { type ApiAnswer, outboundFor, postForm } from "../../platform/outbound/outbound.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { upstreamFailure } from "../facts/finding.ts";
import type { RedditReason } from "./reddit-source.ts";

type RedditCall = {
  path: string;
  params?: Record<string, string | number | null>;
  form?: Record<string, string>;
};

/** Thrown where Reddit has nothing to show, which is an answer. */
export class NothingToShow extends Error {
  readonly reason: RedditReason;
  constructor(reason: RedditReason) {
    super(reason);
    this.reason = reason;
  }
}

const TOKEN_URL = "https://www.reddit.com/api/v1/access_token";
/** As github.com/reddit-archive/reddit/wiki/OAuth2 describes. All isolates share one token and one quota. */
const API_URL = "https://oauth.reddit.com";
const EARLY_MS = MINUTE_MS;
/** The lifetime of a token in Reddit's documentation, when an answer does not state one. */
const TOKEN_SECONDS = 3_600;
const ANSWER_BYTES = 10_000_000;
const RETRY_SECONDS = 30;
const OPERATOR_RETRY_SECONDS = 300;
/** The refusals that Reddit gives a `reason` for. */
const STATED = ["private", "banned", "quarantined"] as const;

/** Parsed JSON of Reddit's API (never tried live). Throws {@link NothingToShow} and the three `upstream_` errors. */
export async function askReddit(context: SourceContext, call: RedditCall): Promise<object> {
  const { REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET } = context.config;
  // Another client has its own quota and token, and so its own gate.
  const client = await sha256Hex(`${REDDIT_CLIENT_ID}\n${REDDIT_CLIENT_SECRET}`);
  const gate = context.env.RATE_LIMITER.getByName(`vendor:reddit:${client.slice(0, 32)}`);
  const outbound = outboundFor(context);
  const url = new URL(call.path, API_URL);
  for (const [name, value] of Object.entries({ ...call.params, raw_json: 1 })) {
    if (value !== null) url.searchParams.set(name, String(value));
  }
  let refused: string | null = null;
  for (let attempt = 0; attempt < 2; attempt++) {
    // Without the gate the quota is unknown, so no request is sent.
    using entry: GateEntry & Disposable = await gate
      .enterVendor(() => fetchRedditToken(context), refused)
      .catch((cause: unknown) => {
        throw failure("unavailable", { retryAfterSeconds: 5, cause });
      });
    if (entry.status !== "in") throw unavailable(entry);
    const headers = { ...userAgent(context), Authorization: `bearer ${entry.token}` };
    const init = call.form ? postForm(call.form, headers) : { headers };
    const reply = await outbound.api(url.href, init, { maxBytes: ANSWER_BYTES });
    if (reply.status !== "ok") throw failure(reply.status);
    const quota = quotaOf(reply);
    const waitMs = quota ? await gate.noteVendorQuota(quota.remaining, quota.resetMs).catch(() => 0) : 0;
    if (reply.httpStatus === 401) refused = entry.token;
    else return read(call.path, reply, waitMs);
  }
  throw unavailable({ status: "refused" });
}

/** The client's name in the form that Reddit asks for: platform, application, version, and a contact. */
function userAgent({ baseUrl }: SourceContext) {
  return { "User-Agent": `cloudflare-worker:tallygate:1.0 (by the operator of ${baseUrl}, see ${baseUrl}/bot)` };
}

/** The application-only grant (RFC 6749, section 4.4). Never throws, because the result crosses from the Durable Object. */
export async function fetchRedditToken(context: SourceContext): Promise<Grant> {
  const { REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET } = context.config;
  const basic = utf8(`${REDDIT_CLIENT_ID}:${REDDIT_CLIENT_SECRET}`).toBase64();
  const headers = { ...userAgent(context), Authorization: `Basic ${basic}` };
  const reply = await outboundFor(context).api(TOKEN_URL, postForm({ grant_type: "client_credentials" }, headers));
  if (reply.status !== "ok") return { status: reply.status === "timeout" ? "timeout" : "error" };
  if (reply.httpStatus === 429)
    return { status: "wait", waitMs: (secondsUntilRetry(reply.headers) ?? RETRY_SECONDS) * 1000 };
  const body = record(parseJson(reply.text));
  const token = string(body.access_token);
  // Reddit reports some refusals with status 200 and `error`.
  if (reply.httpStatus < 500 && (reply.httpStatus >= 400 || string(body.error))) return { status: "refused" };
  if (reply.httpStatus !== 200 || !token) return { status: "error" };
  const seconds = typeof body.expires_in === "number" ? body.expires_in : TOKEN_SECONDS;
  return { status: "granted", token, expiresAt: Date.now() + seconds * 1000 - EARLY_MS };
}

type Reply = ApiAnswer & { status: "ok" };

/** What is left of the window; nothing after a 429, whatever its headers say. */
function quotaOf({ httpStatus: status, headers }: Reply): { remaining: number; resetMs: number } | null {
  const remaining = status === 429 ? 0 : Number.parseFloat(headers.get("x-ratelimit-remaining") ?? "");
  const seconds = status === 429 ? secondsUntilRetry(headers) : secondsUntil(headers.get("x-ratelimit-reset"));
  return Number.isNaN(remaining) || seconds === null ? null : { remaining, resetMs: seconds * 1000 };
}

function secondsUntilRetry(headers: Headers): number | null {
  return retryAfterSeconds(headers) ?? secondsUntil(headers.get("x-ratelimit-reset"));
}

function read(path: string, { httpStatus: status, headers, text }: Reply, waitMs: number): object {
  if (status === 429) throw unavailable({ status: "wait", waitMs: waitMs || RETRY_SECONDS * 1000 });
  const json = parseJson(text);
  if (status === 200 && typeof json === "object" && json !== null) return json;
  const isOfSite = /^\/(?:subreddits\/)?search$/.test(path);
  if (status === 403 || status === 404) {
    const reason = STATED.find((stated) => stated === record(json).reason);
    if (reason) throw new NothingToShow(reason);
    if (status === 404 && !isOfSite) throw new NothingToShow("unknown");
    // A refusal of this item is JSON; a refusal of the client is a page of HTML.
    if (json !== undefined && !isOfSite) throw new NothingToShow(path.startsWith("/user/") ? "suspended" : "private");
  }
  const isSentToSearch = status === 302 && /\/subreddits\/search/.test(headers.get("Location") ?? "");
  throw isSentToSearch ? new NothingToShow("unknown") : failure(String(status));
}

function unavailable(entry: Exclude<GateEntry, { status: "in" }>): AppError {
  if (entry.status === "wait")
    return failure(entry.status, { retryAfterSeconds: Math.max(1, Math.ceil(entry.waitMs / 1000)) });
  if (entry.status !== "refused") return failure(entry.status);
  const detail = "Reddit refused this deployment's credentials. The operator has been notified.";
  const cause = "Reddit refuses REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET: check that the client is approved";
  return new AppError("upstream_unavailable", detail, { retryAfterSeconds: OPERATOR_RETRY_SECONDS, cause });
}

/** The error of a call that Reddit did not answer as documented. */
export function failure(status: string, more: { retryAfterSeconds?: number; cause?: unknown } = {}): AppError {
  return upstreamFailure("Reddit", { status, ...more }, more.cause);
}
