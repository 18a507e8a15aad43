/**
 * Hunter (hunter.io), API version 2, from its published documentation; never called live. Unusual statuses: 403 is the rate
 * limit, 429 the used-up quota, 202 asks to wait, and 451 says that the person objected.
 */
import * as z from "zod";
import { AppError } from "../../errors.ts";
import { log } from "../../lib/log.ts";
import { parseJson } from "../../lib/loose-json.ts";
import { retryAfterSeconds } from "../../lib/retry-after.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import type { FactKind } from "../../platform/outbound/fact-kinds.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { withoutSuppressed } from "../../privacy/suppressions.ts";
import { displayParts, type PersonName, wholeName } from "../../readers/names/person-name.ts";
import { FOUND_FOR_MS, NOTHING_FOR_MS } from "./ask-vendor.ts";
import { reserveCredits } from "./spending.ts";

export const HUNTER = "hunter";

/** `objected`: the person has objected to being shown. `skipped`: today's credits are used up. `failed` carries what callers are told. */
type HunterAnswer<T> =
  | { status: "ok"; data: T }
  | { status: "nothing" }
  | { status: "objected" }
  | { status: "not_configured" }
  | { status: "skipped" }
  /** `isTimeout`: the call was sent and may be on Hunter's bill. */
  | { status: "failed"; error: AppError; isTimeout: boolean };

const API = "https://api.hunter.io/v2";
const TIME_LIMIT_MS = 15_000;
const REPEAT_AFTER_MS = 1_500;
const RATE_RETRY_SECONDS = 10;
/** Retry after this long: the operator must first add credits or fix the key. */
const OPERATOR_RETRY_SECONDS = 3_600;
/** Seconds that Hunter may search before it answers. */
const MAX_DURATION_SECONDS = "10";
/** The number that one credit buys, enough to infer a pattern. */
const MAX_EMAILS = "10";

// Values of another type than documented count as absent.
const text = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);
const score = z.number().min(0).max(100).nullish().catch(null);
const sources = z
  .array(z.looseObject({ uri: text, last_seen_on: text }))
  .nullish()
  .catch(null);

const finding = z.looseObject({
  email: text,
  score,
  accept_all: flag,
  sources,
  verification: z.looseObject({ status: text }).nullish().catch(null),
});
const verdict = z.looseObject({ status: z.string(), score, accept_all: flag, smtp_check: flag, sources });
const directory = z.looseObject({
  pattern: text,
  accept_all: flag,
  emails: z.array(
    z.looseObject({
      value: z.string(),
      type: text,
      first_name: text,
      last_name: text,
      sources,
    }),
  ),
});

export type HunterFinding = z.output<typeof finding>;
export type HunterVerdict = z.output<typeof verdict>;
type HunterDirectory = {
  pattern: string | null;
  acceptsAll: boolean | null;
  emails: { email: string; name: string; isGeneric: boolean; sources: { uri?: string | null | undefined }[] }[];
};
/** An answer, with its time in milliseconds and whether it came from the cache. */
export type Kept<T> = Exclude<HunterAnswer<T>, { status: "ok" }> | (Seen & { status: "ok"; data: T });
type Seen = { observedAt: number; cached: boolean };

/** The address of a person. One credit when there is one; `nothing` costs nothing. */
export async function hunterFind(
  context: SourceContext,
  { name, domain }: { name: PersonName; domain: string },
): Promise<Kept<HunterFinding & { email: string }>> {
  const { first, last } = displayParts(name);
  const who: Record<string, string> =
    first && last ? { first_name: first, last_name: last } : { full_name: wholeName(name).join(" ") };
  const query = { domain, ...who, max_duration: MAX_DURATION_SECONDS };
  const key = `${domain} ${await sha256Hex(JSON.stringify(who))}`;
  return keep(context, "hunter_finder", key, async () => {
    const answer = await ask(context, "email-finder", query, finding, ({ email }) => (email ? 1 : 0));
    if (answer.status !== "ok") return answer;
    const { email } = answer.data;
    return email ? { status: "ok", data: { ...answer.data, email: email.toLowerCase() } } : { status: "nothing" };
  });
}

/** Whether an address is deliverable now; the verdict is not cached. One credit. */
export function hunterVerify(context: SourceContext, email: string): Promise<HunterAnswer<HunterVerdict>> {
  return ask(context, "email-verifier", { email }, verdict);
}

/** The addresses that Hunter knows at a domain, and the pattern it sees in them. One credit. */
export function hunterDomainSearch(context: SourceContext, domain: string): Promise<Kept<HunterDirectory>> {
  return keep(context, "hunter_directory", domain, async () => {
    const answer = await ask(context, "domain-search", { domain, limit: MAX_EMAILS, offset: "0" }, directory);
    if (answer.status !== "ok") return answer;
    const { pattern, accept_all, emails } = answer.data;
    const known = emails.map(({ value, type, first_name, last_name, sources }) => ({
      email: value.toLowerCase(),
      name: `${first_name ?? ""} ${last_name ?? ""}`.trim(),
      isGeneric: type === "generic",
      sources: sources ?? [],
    }));
    // People who have objected are not even stored.
    const people = known.map((one) => ({ one, nameFolded: one.name, profileUrl: null, email: one.email }));
    const shown = (await withoutSuppressed(context, domain, people)).map(({ one }) => one);
    return { status: "ok", data: { pattern: pattern ?? null, acceptsAll: accept_all ?? null, emails: shown } };
  });
}

/** Keeps an answer as long as other vendors'; `key` begins with the company's domain. An objection is kept by the suppression list. */
async function keep<T>(
  context: SourceContext,
  kind: FactKind,
  key: string,
  load: () => Promise<HunterAnswer<T>>,
): Promise<Kept<T>> {
  if (!context.config.HUNTER_API_KEY) return { status: "not_configured" };
  const lifetime = ({ status }: HunterAnswer<T>) =>
    status === "ok" ? FOUND_FOR_MS : status === "nothing" ? NOTHING_FOR_MS : 0;
  const { data, ...seen } = await cached(context, kind, key, lifetime, load);
  return data.status === "ok" ? { ...data, ...seen } : data;
}

/** Asks within the day's budget: at most one credit, and what `creditsOf` an answer says. */
async function ask<T>(
  context: SourceContext,
  path: string,
  query: Record<string, string>,
  shape: z.ZodType<T>,
  creditsOf: (data: T) => number = () => 1,
): Promise<HunterAnswer<T>> {
  const key = context.config.HUNTER_API_KEY;
  if (!key) return { status: "not_configured" };
  const reserved = await reserveCredits(context, HUNTER, 1);
  if (!reserved) return { status: "skipped" };
  const answer = await call(context, key, `${API}/${path}?${new URLSearchParams(query)}`, shape);
  await reserved.spent(
    answer.status === "ok" ? creditsOf(answer.data) : answer.status === "failed" && answer.isTimeout ? 1 : 0,
  );
  return answer;
}

async function call<T>(
  context: SourceContext,
  key: string,
  url: string,
  shape: z.ZodType<T>,
): Promise<HunterAnswer<T>> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
  const outbound = outboundFor({ ...context, signal });
  while (!signal.aborted) {
    const reply = await outbound.api(url, { headers: { "X-API-KEY": key } }, { timeoutMs: TIME_LIMIT_MS });
    if (reply.status === "timeout") break;
    if (reply.status !== "ok") return broken(reply.status);
    if (reply.httpStatus !== 202) return read(reply, shape);
    await scheduler.wait(REPEAT_AFTER_MS, { signal }).catch(() => {});
  }
  return failed("timeout", new AppError("upstream_timeout", "The email vendor is still searching. Try again later."));
}

function read<T>(reply: { httpStatus: number; headers: Headers; text: string }, shape: z.ZodType<T>): HunterAnswer<T> {
  switch (reply.httpStatus) {
    case 200: {
      const body = z.object({ data: shape }).safeParse(parseJson(reply.text));
      return body.success ? { status: "ok", data: body.data.data } : broken("unreadable");
    }
    // Hunter refuses the name or the domain, so it has no answer for them.
    case 400:
    case 404:
      return { status: "nothing" };
    case 451:
      return { status: "objected" };
    case 401:
      return failed("auth_failed", unavailable(OPERATOR_RETRY_SECONDS));
    case 403:
      return failed("rate_limited", unavailable(retryAfterSeconds(reply.headers) ?? RATE_RETRY_SECONDS));
    case 429:
      return failed("out_of_credits", unavailable(OPERATOR_RETRY_SECONDS));
    default:
      return broken(`status_${reply.httpStatus}`);
  }
}

function unavailable(retryAfterSeconds: number): AppError {
  const detail = "The email vendor cannot be asked right now, and no other source has the address. Try again later.";
  return new AppError("upstream_unavailable", detail, { retryAfterSeconds });
}

function broken<T>(reason: string): HunterAnswer<T> {
  return failed(reason, new AppError("upstream_error", "The email vendor answered with an error. Try again later."));
}

/** Logs the reason for the operator; callers do not see it. */
function failed<T>(reason: string, error: AppError): HunterAnswer<T> {
  log("error", "vendor_failed", { vendor: HUNTER, reason });
  return { status: "failed", error, isTimeout: reason === "timeout" };
}
