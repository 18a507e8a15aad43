import { writeEndedCalls } from "./account-end.ts";
import type { AccountState } from "./account-state.ts";
import type { AccountStatement } from "./account-types.ts";

const HELD = `SELECT coalesce((SELECT sum(tokens - spent) FROM leases WHERE organisation_id = ?1 AND state = 'open'), 0) +
    coalesce((SELECT sum(tokens) FROM holds WHERE organisation_id = ?1 AND state = 'open'
      AND id >= coalesce((SELECT value FROM state WHERE name = 'holds_swept_until'), '')), 0) AS held`;

/** Writes ended calls to D1 and returns the account's statement. Throws when D1 does not answer. */
export async function readAccountStatement(state: AccountState): Promise<AccountStatement> {
  const { db, id, known, lease, uses, counters } = state;
  const now = Date.now();
  await uses.flush(now);
  await writeEndedCalls(state, "flush");
  const { statements, read } = known.readAlong();
  const [sums, ...results] = await db.batch([db.prepare(HELD).bind(id), ...statements()]);
  read(results);
  const total = (sums?.results[0] as { held: number } | undefined)?.held ?? 0;
  return {
    plan: state.plan,
    owed: known.organisation?.owed ?? 0,
    available: state.available,
    running: lease.running,
    held: Math.max(0, total - Math.max(0, lease.free)),
    missesLeft: counters.missesLeft(now),
  };
}
