import { payerOf } from "../ledger/payer.ts";
import { isoTime } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import type { BatchProgress, BatchSpec, BatchStatus, ItemState } from "./batch-types.ts";

const POLL_SECONDS = 5;

/** A batch as its tools show it. */
export function describeBatch(
  spec: BatchSpec,
  { state, stopped, stoppedAt = null, charged, endedAt, deletedAt = null }: BatchProgress,
  items: Partial<Record<ItemState, number>>,
): BatchStatus {
  const { todo = 0, sent = 0, running = 0, invalid = 0, duplicate: duplicates = 0 } = items;
  const { succeeded = 0, failed = 0, skipped = 0, cancelled = 0, expired = 0 } = items;
  const processing = todo + sent + running;
  const inputs = processing + invalid + duplicates + succeeded + failed + skipped + cancelled + expired;
  const isEnded = state === "ended";
  const path = `${spec.baseUrl}/api/v0/batches/${spec.id}`;
  return {
    id: spec.id,
    name: spec.name,
    tool: spec.tool,
    made_by: payerOf({ id: spec.keyId, connectionId: spec.connectionId }),
    status: state === "creating" ? "queued" : state,
    stopped_reason: stopped,
    counts: { inputs, duplicates, invalid, succeeded, failed, skipped, cancelled, expired, processing },
    tokens: {
      max: spec.cap,
      reserved: isEnded ? 0 : spec.cap - charged,
      charged,
      returned: isEnded ? spec.cap - charged : 0,
    },
    estimate: spec.estimate,
    poll_after_seconds: isEnded ? null : POLL_SECONDS,
    created_at: isoTime(spec.createdAt),
    stopped_at: stoppedAt === null ? null : isoTime(stoppedAt),
    ended_at: endedAt === null ? null : isoTime(endedAt),
    expires_at: endedAt === null ? null : isoTime(deletedAt ?? endedAt + spec.resultsDays * DAY_MS),
    results: {
      jsonl: `${path}/results.jsonl`,
      csv: `${path}/results.csv`,
      unanswered_csv: `${path}/unanswered.csv`,
    },
  };
}
