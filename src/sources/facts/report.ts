import type { FailureReason } from "../../platform/outbound/ask-json.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import type { FactKind } from "../../platform/outbound/fact-kinds.ts";

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
