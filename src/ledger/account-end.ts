import { DATABASE_TIME_LIMIT_MS, HOLD_LIFETIME_MS } from "../constants.ts";
import { withinTime } from "../lib/within-time.ts";
import type { Row } from "../platform/database.ts";
import type { lateSettlements } from "../platform/schema.ts";
import type { AccountState } from "./account-state.ts";
import type { AccountStatement, Settled, Settlement } from "./account-types.ts";
import { bookBack } from "./holds.ts";

/** Ends an open call. The stored answer of an idempotent call and its charge are one transaction. */
export function settleLeasedCall(
  state: AccountState,
  { id, tokens, isMiss, isWarm, answer }: Settlement,
  now: number,
): Settled {
  const { lease, answers, counters } = state;
  const call = lease.calls.find(id);
  if (!call && !(answer && answers.isClaimedBy(answer.key, id))) return { status: "ended" };
  if (call?.state === "released") return { status: "ended" };
  if (call?.state === "settled") return { status: "settled", tokens: call.tokens };
  if (answer) answers.keep(answer.key, id, answer.json, now);
  if (!call) return { status: "settled", tokens: 0 };
  const isFree = isMiss === true && tokens <= counters.missesLeft(now);
  const charged = isFree ? 0 : Math.min(tokens, call.held);
  lease.calls.end(id, "settled", charged, now, isWarm);
  counters.count(charged, isFree ? tokens : 0, now);
  return { status: "settled", tokens: charged };
}

/**
 * Ends a call that is not delivered without a charge, and frees its idempotency key. A later `begin` with this id finds the
 * call ended. One that was settled already is booked back, unless its stored answer is there for a repeat.
 */
export function cancelLeasedCall(state: AccountState, id: string, idempotencyKey: string | null, now: number): void {
  const { lease, answers, storage } = state;
  const isRepeatable = idempotencyKey !== null && !answers.free(idempotencyKey, id);
  const call = lease.calls.find(id);
  if (!call) lease.calls.forbid(id, now);
  else if (call.state === "open") lease.calls.end(id, "released", 0, now);
  else if (call.state === "settled" && !isRepeatable) {
    storage.sql.exec("INSERT OR IGNORE INTO withheld_calls (id) VALUES (?)", id);
  }
}

/** Releases calls whose request died, except those that were delivered and settled directly in D1. */
export async function expireOpenCalls({ db, id, lease, answers }: AccountState, now: number): Promise<void> {
  const old = lease.calls.open().filter(({ beganAt }) => Math.abs(now - beganAt) > HOLD_LIFETIME_MS);
  if (old.length === 0) return;
  const find =
    "SELECT id, tokens FROM late_settlements WHERE organisation_id = ?1 AND id IN (SELECT value FROM json_each(?2))";
  const ids = JSON.stringify(old.map((call) => call.id));
  const { results } = await db.prepare(find).bind(id, ids).all<Pick<Row<typeof lateSettlements>, "id" | "tokens">>();
  const late = new Map(results.map((row) => [row.id, row.tokens]));
  for (const call of old) {
    const tokens = late.get(call.id);
    if (tokens === undefined) {
      lease.calls.end(call.id, "released", 0, now);
      continue;
    }
    lease.calls.end(call.id, "settled", Math.min(tokens, call.held), now);
    answers.refuseRepeats(call.id, now);
  }
}

/** Writes ended calls to D1, in one of the ways of {@link Lease}, and books withheld ones back. Throws when D1 does not answer. */
export async function writeEndedCalls(state: AccountState, how: "list" | "flush" | "giveBack"): Promise<void> {
  // A call that is withheld while D1 is written to may not be in D1 yet.
  const withheld = state.withheldCalls();
  await state.lease[how]();
  if (withheld.length === 0) return;
  await bookWithheld(state, JSON.stringify(withheld));
  state.known.expire();
}

const FIND_CALLS = `SELECT id, tokens, state FROM calls WHERE organisation_id = ?1 AND id IN (SELECT value FROM json_each(?2))`;
const BOOK_BACK = bookBack(
  "(SELECT ?1 AS organisation_id, value->>'id' AS id, value->>'tokens' AS tokens, value->>'state' AS state FROM json_each(?2))",
);

/** Returns the charges of calls whose answers were withheld. */
async function bookWithheld({ db, ledger, id, storage }: AccountState, ids: string): Promise<void> {
  const { results } = await withinTime(ledger.prepare(FIND_CALLS).bind(id, ids).all(), DATABASE_TIME_LIMIT_MS);
  await withinTime(db.prepare(BOOK_BACK).bind(id, JSON.stringify(results)).run(), DATABASE_TIME_LIMIT_MS);
  storage.sql.exec("DELETE FROM withheld_calls WHERE id IN (SELECT value FROM json_each(?))", ids);
}

const HELD = `SELECT coalesce((SELECT sum(tokens - spent) FROM leases WHERE organisation_id = ?1 AND state = 'open'), 0) +
    coalesce((SELECT sum(tokens) FROM holds WHERE organisation_id = ?1 AND state = 'open'
      AND id >= coalesce((SELECT value FROM state WHERE name = 'holds_swept_until'), '')), 0) AS held`;

/** Writes ended calls to D1 and returns the account's statement. Throws when D1 does not answer. */
export async function readAccountStatement(state: AccountState): Promise<AccountStatement> {
  const { db, id, known, lease, counters } = state;
  const now = Date.now();
  await known.flushUses(now);
  await writeEndedCalls(state, "flush");
  const [held] = await Promise.all([db.prepare(HELD).bind(id).first<number>("held"), known.read()]);
  return {
    plan: state.plan,
    owed: known.organisation?.owed ?? 0,
    available: state.available,
    running: lease.calls.openTokens,
    held: Math.max(0, (held ?? 0) - Math.max(0, lease.free)),
    missesLeft: counters.missesLeft(now),
  };
}
