import { AppError } from "../../errors.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached, type FactKind } from "../../platform/outbound/fact-cache.ts";
import type { FailureReason } from "../../platform/outbound/outbound.ts";
import type { Evidence } from "../../readers/page/evidence.ts";

/** The answer of one source to one question. All sources share this shape, so that a chain is a list. */
export type Finding<T> =
  | {
      status: "found";
      data: T;
      evidence: Evidence[];
      confidence: number;
      observedAt: number;
      cached: boolean;
      /** The source knows more than it returned. */
      isPartial?: true;
      /** From demo rows, not real data. */
      demo?: true;
    }
  /** The source has looked and found nothing; `reason` is one of our codes. */
  | { status: "not_found"; reason: string | null; crawlPriceUsd?: number | null }
  /** Names the variables that would enable the source. */
  | { status: "not_configured"; variables: string[] }
  /** The source was deliberately not asked. The call fails with `error` if no other source finds anything. */
  | { status: "skipped"; reason: string; error: AppError }
  /** The source could not answer: refused, too slow, rate limited (`error.retryAfterSeconds`), broken. */
  | { status: "failed"; error: AppError };

export type Found<T> = Extract<Finding<T>, { status: "found" }>;

/** A source of one kind of fact; `name` is what answers show as `source`. */
export type Source<Question, T> = {
  name: string;
  find(context: SourceContext, question: Question): Promise<Finding<T>>;
};

/** Asks `sources` in order until one finds something. Throws the first failure; `not_configured` when none could be asked. */
export async function firstFound<Question, T>(
  context: SourceContext,
  sources: readonly Source<Question, T>[],
  question: Question,
): Promise<(Found<T> & { source: string }) | Extract<Finding<T>, { status: "not_found" }>> {
  const findings: Finding<T>[] = [];
  for (const { name, find } of sources) {
    const finding = await find(context, question);
    if (finding.status === "found") return { ...finding, source: name };
    findings.push(finding);
  }
  const error = firstError(findings);
  if (error) throw error;
  const answer = findings.findLast((finding) => finding.status === "not_found");
  return answer ?? notConfigured(findings.flatMap((one) => (one.status === "not_configured" ? one.variables : [])));
}

/** The error of the first source that failed or was skipped. */
export function firstError(findings: readonly Finding<unknown>[]): AppError | null {
  return findings.find((finding) => finding.status === "failed" || finding.status === "skipped")?.error ?? null;
}

/** The error of a source that timed out, that asks to wait, or that failed: in our own words, of which `who` is the subject. */
export function upstreamFailure(
  who: string,
  failure: { status: string; retryAfterSeconds?: number },
  cause: unknown = failure,
): AppError {
  const { status, retryAfterSeconds } = failure;
  if (status === "timeout")
    return new AppError("upstream_timeout", `${who} took too long to answer. Try again later.`, { cause });
  if (retryAfterSeconds === undefined)
    return new AppError("upstream_error", `${who} answers with an error or not at all. Try again later.`, { cause });
  const detail = `${who} cannot be asked right now. Try again in ${retryAfterSeconds} s.`;
  return new AppError("upstream_unavailable", detail, { retryAfterSeconds, cause });
}

/** Throws `not_configured`, which names the missing variables. */
export function notConfigured(variables: string[]): never {
  const help = variables.length > 0 ? ` Its operator can set ${variables.join(" or ")}.` : "";
  throw new AppError("not_configured", `This deployment has no source for this data.${help}`);
}

/** `failure`: nothing was read; `isPartial`: not all of it. `isUnmatched`: nobody known is certainly the company. */
export type News<T> = { items: T[]; failure?: FailureReason; isPartial?: boolean; isUnmatched?: true };

/** `observedAt` is milliseconds since 1970. */
export type Report<T> = News<T> & { source: string; observedAt: number; cached: boolean };

/** The news of a source, kept for `keptMs` unless it failed. Throws what `load` throws. */
export async function cachedReport<T>(
  context: SourceContext,
  source: string,
  { kind, key, keptMs }: { kind: FactKind; key: string; keptMs: number },
  load: () => Promise<News<T>>,
): Promise<Report<T>> {
  const look = await cached(context, kind, key, ({ failure }) => (failure ? 0 : keptMs), load);
  return { ...look.data, source, observedAt: look.observedAt, cached: look.cached };
}

/** The report of a source that was not asked, or not in time. */
export function noReport<T>(source: string, failure?: FailureReason): Report<T> {
  return { items: [], source, observedAt: Date.now(), cached: false, ...(failure && { failure }) };
}
