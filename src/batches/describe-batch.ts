import { payerOf } from "../ledger/payer.ts";
import { isoTime } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import type { BatchProgress, BatchSpec, ItemState } from "./batch-types.ts";

const POLL_SECONDS = 5;

export type BatchStatus = ReturnType<typeof describeBatch>;

/** A batch as its tools show it. */
export function describeBatch(
  spec: BatchSpec,
  { state, stopped, stoppedAt, charged, endedAt, deletedAt }: BatchProgress,
  items: Partial<Record<ItemState, number>>,
) {
  const { todo = 0, sent = 0, running = 0, invalid = 0, duplicate: duplicates = 0 } = items;
  const { succeeded = 0, failed = 0, skipped = 0, cancelled = 0, expired = 0 } = items;
  const processing = todo + sent + running;
  const inputs = processing + invalid + duplicates + succeeded + failed + skipped + cancelled + expired;
  const isEnded = state === "ended";
  const left = spec.cap - charged;
  const path = `${spec.baseUrl}/api/v0/batches/${spec.id}`;
  const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));
  return {
    id: spec.id,
    name: spec.name,
    tool: spec.tool,
    /** A key's id, `con_` and a connection's id, or `console`. */
    made_by: payerOf({ id: spec.keyId, connectionId: spec.connectionId }) as string | null,
    status: state === "creating" ? "queued" : state,
    stopped_reason: stopped,
    counts: { inputs, duplicates, invalid, succeeded, failed, skipped, cancelled, expired, processing },
    tokens: { max: spec.cap, reserved: isEnded ? 0 : left, charged, returned: isEnded ? left : 0 },
    estimate: spec.estimate,
    poll_after_seconds: isEnded ? null : POLL_SECONDS,
    created_at: isoTime(spec.createdAt),
    /** When it was stopped before its end; lines that ran then may still finish. */
    stopped_at: timeOrNull(stoppedAt),
    ended_at: timeOrNull(endedAt),
    /** When the results are deleted; null before the end, a past time once they are gone. */
    expires_at: timeOrNull(endedAt && (deletedAt ?? endedAt + spec.resultsDays * DAY_MS)),
    results: {
      jsonl: `${path}/results.jsonl`,
      csv: `${path}/results.csv`,
      unanswered_csv: `${path}/unanswered.csv`,
    },
  };
}
