import { HOLD_LIFETIME_MS } from "../constants.ts";
import { isoDay } from "../lib/ids.ts";
import { HOUR_MS } from "../lib/time.ts";
import { type AccountState, FLUSH_MS, IDLE_MS } from "./account-state.ts";
import type { Account, BeginAnswer, CallRequest, RateState } from "./account-types.ts";
import type { KnownKey } from "./known-account.ts";
import { payerOf } from "./payer.ts";
import type { IdempotentCall, StoredAnswers } from "./stored-answers.ts";

/** Attempts of a call that asks D1 for tokens and loses them to concurrent calls. */
const MAX_ROUNDS = 20;
/** How long known keys are trusted while D1 is unreachable. */
const OUTAGE_MS = 600_000;

type Answered = <T extends object>(rest: T) => T & { rate: RateState; account: Account };

/** Opens a call, or says why it is refused. Idempotent by id. Throws when D1 is needed and unreachable. */
export async function beginCall(state: AccountState, call: CallRequest): Promise<BeginAnswer> {
  const key = await authenticate(state, call);
  if (!key) return { status: "unauthorised" };
  const now = Date.now();
  const before = state.lease.calls.find(call.id);
  if (before && before.state !== "open") return { status: "cancelled" };
  const { allowed, rate } = before || call.isCounted ? state.counters.peekRate(now) : state.counters.takeRate(now);
  if (!allowed && !call.isCounted) return { status: "limited", rate };
  if (state.known.noteUse(key, now)) state.arm(now + FLUSH_MS);
  const answer: Answered = (rest) => ({ ...rest, rate, account: state.accountOf(key) });
  if (before) return answer({ status: "open" as const });
  const { idempotent } = call;
  if (call.refused || (call.tokens === 0 && !idempotent)) return answer({ status: "passed" as const });

  if (idempotent) {
    if (state.known.organisation?.hasOldAnswers) await adoptOldAnswer(state, idempotent.key);
    const isOpen = (id: string) => state.lease.calls.find(id)?.state === "open";
    const earlier = state.answers.earlier(idempotent, call.id, now, isOpen) ?? waitingFor(state, idempotent, call.id);
    if (earlier) return answer(earlier);
  }
  if (call.tokens === 0) {
    claim(state, call, now);
    return answer({ status: "open" as const });
  }
  state.lastCallAt = now;
  return reserve(state, call, key, answer);
}

/** The call's key if it is active. Reads D1 when the known state is too old. */
async function authenticate(state: AccountState, { id, key, tokens, refused }: CallRequest): Promise<KnownKey | null> {
  const { known, lease } = state;
  const now = Date.now();
  const isDecided = (at: number) => known.isFresh(at) && known.isDecided(key.id);
  if (!isDecided(now)) {
    try {
      // A call that needs tokens reads its key in the same request to D1.
      const mayTake = tokens > 0 && !refused && !known.isBlocked;
      if (mayTake && lease.free < tokens && !state.isRecalled && !lease.calls.find(id)) {
        state.arm(now + IDLE_MS);
        await lease.take({ tokens, keyHash: key.hash, subjects: [] });
      }
      if (!isDecided(Date.now())) {
        await known.read();
        known.decide(key.id);
      }
    } catch (error) {
      if (known.ageMs(now) > OUTAGE_MS || !known.key(key.id, key.hash, now)) throw error;
    }
  }
  return known.key(key.id, key.hash, Date.now());
}

/** Takes the call's tokens from the lease, which first grows from D1 if it has too few. */
async function reserve(state: AccountState, call: CallRequest, key: KnownKey, answer: Answered): Promise<BeginAnswer> {
  const { lease, known, waiting } = state;
  const { id, tool, label, tokens: held, idempotent } = call;
  if (idempotent) waiting.set(idempotent.key, { callId: id, fingerprint: idempotent.fingerprint });
  try {
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const now = Date.now();
      if (lease.calls.find(id)) return { status: "cancelled" };
      const subjects = capsOf(key, now);
      const hold = lease.hold({ id, keyId: payerOf(key), tool, label, held, subjects, beganAt: now });
      if (hold.status === "held") {
        state.counters.noteUsage(held, now);
        claim(state, call, now);
        state.arm(now + HOLD_LIFETIME_MS);
        return answer({ status: "open" as const });
      }
      await state.recallEnded();
      state.arm(now + IDLE_MS);
      const { balance, capsLeft } = await lease.take({ tokens: held, keyHash: key.hash, subjects });
      // D1 may have refused because the key is no longer active or the organisation has been merged.
      if (round > 1 && lease.free < held) await known.read();
      if (!known.key(key.id, key.hash, Date.now())) return { status: "unauthorised" };
      if (lease.free < held && lease.free + balance < held) return answer({ status: "insufficient" as const });
      if (hold.status !== "capped") continue;
      const unreserved = capsLeft.get(hold.subject);
      const capLeft = (unreserved ?? held) + lease.capFree(hold.subject);
      if (unreserved != null && capLeft < held) return answer({ status: "capped" as const, capLeft });
    }
    throw new Error("tokens were taken by others again and again");
  } finally {
    if (idempotent && waiting.get(idempotent.key)?.callId === id) waiting.delete(idempotent.key);
  }
}

function claim(state: AccountState, { id, idempotent }: CallRequest, now: number): void {
  if (!idempotent) return;
  state.answers.claim(idempotent, id, now + HOLD_LIFETIME_MS);
  state.arm(now + HOUR_MS);
}

function waitingFor({ waiting }: AccountState, { key, fingerprint }: IdempotentCall, callId: string) {
  const first = waiting.get(key);
  if (!first || first.callId === callId) return null;
  return { status: first.fingerprint === fingerprint ? ("in_progress" as const) : ("mismatch" as const) };
}

/** Answers that an older version of the Worker stored in D1 are honoured until they expire. */
async function adoptOldAnswer({ db, id, answers }: AccountState, key: string): Promise<void> {
  const find = `SELECT key, fingerprint, request_id AS call_id, answer_json AS answer, state <> 'running' AS is_done, expires_at
    FROM idempotency WHERE organisation_id = ? AND key = ? AND expires_at > ?`;
  const now = Date.now();
  const row = await db.prepare(find).bind(id, key, now).first<Parameters<StoredAnswers["adopt"]>[0]>();
  if (row) answers.adopt(row, now);
}

function capsOf({ id, connectionId, isCapped, capPerDay }: KnownKey, now: number): string[] {
  const subjects: string[] = [];
  if (connectionId && isCapped) subjects.push(`connection:${connectionId}`);
  if (capPerDay !== null) subjects.push(`day:${isoDay(now)}:${id}`);
  return subjects;
}
