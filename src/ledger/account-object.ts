import { DurableObject } from "cloudflare:workers";
import {
  FREE_MISSES_PER_DAY,
  FREE_MISSES_PER_DAY_ANONYMOUS,
  HOLD_LIFETIME_MS,
  readConfig,
  requestsPerMinute,
} from "../config.ts";
import { isoDay } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { HOUR_MS } from "../lib/time.ts";
import { rateOf, takeOne } from "../platform/limits/arithmetic.ts";
import type {
  Account,
  AccountStatement,
  BeginAnswer,
  CallRequest,
  Rate,
  Settled,
  Settlement,
} from "./account-types.ts";
import { KnownAccount, type KnownKey } from "./known-account.ts";
import { Lease } from "./lease.ts";
import {
  EMPTY_METER,
  leaseSize,
  type MissDay,
  meter,
  missesLeft,
  missesOf,
  usedLastMinute,
} from "./lease-arithmetic.ts";
import { payerOf } from "./payer.ts";
import { StoredAnswers } from "./stored-answers.ts";

const FLUSH_MS = 1_000;
const SAVE_MS = 1_000;
const IDLE_MS = 60_000;
const RECALL_MS = 5_000;
const MAX_BACKOFF_MS = 30_000;
/** How often a call that lost its tokens to others asks D1 again. */
const MAX_ROUNDS = 20;
/** Keys are good for this long when D1 cannot be asked. */
const OUTAGE_MS = 600_000;

type Counters = { tat: number; misses: MissDay };

/**
 * One per organisation, addressed by its id: a call's key, rate, idempotency and tokens in one trip, without D1 when the
 * lease has the tokens. It loads, decides and stores; the arithmetic is in lease-arithmetic.ts and platform/limits/arithmetic.ts.
 * Its RPC only grows, so that two versions of the Worker can run side by side.
 */
export class OrganisationAccount extends DurableObject<Env> {
  readonly #id: string;
  readonly #known: KnownAccount;
  readonly #lease: Lease;
  readonly #answers: StoredAnswers;
  readonly #counters: Counters;
  /** Idempotency keys of calls that wait for tokens. */
  readonly #waiting = new Map<string, { callId: string; fingerprint: string }>();
  readonly #usesToNote = new Set<string>();
  #usage = EMPTY_METER;
  #lastCallAt = 0;
  #alarmAt = Number.POSITIVE_INFINITY;
  #failures = 0;
  #isSaving = false;
  #nextPruneAt = 0;
  #recalled: { until: number; end: () => void; ended: Promise<void> } | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#id = ctx.id.name ?? "";
    this.#known = new KnownAccount(ctx.storage, env.DB, this.#id);
    this.#answers = new StoredAnswers(ctx.storage);
    this.#lease = new Lease(
      ctx.storage,
      env.DB,
      { organisationId: this.#id, holder: "account" },
      {
        statements: () => this.#known.statements(),
        read: (results) => this.#known.accept(results),
      },
    );
    this.#lease.sizeAt = (now) => leaseSize(usedLastMinute(this.#usage, now));
    ctx.storage.sql.exec("CREATE TABLE IF NOT EXISTS counters (one INTEGER PRIMARY KEY, counters_json TEXT NOT NULL)");
    const [row] = ctx.storage.sql.exec<{ counters_json: string }>("SELECT counters_json FROM counters").toArray();
    this.#counters = row ? JSON.parse(row.counters_json) : { tat: 0, misses: { day: "", missed: 0, charged: 0 } };
    if (this.#lease.isOpen || this.#lease.isDue) this.#arm(Date.now() + (this.#lease.isDue ? FLUSH_MS : IDLE_MS));
  }

  /** Lets a call begin, or says why not. Repeating it with the same id changes nothing. Throws when D1 is needed and out of reach. */
  async begin(call: CallRequest): Promise<BeginAnswer> {
    const key = await this.#authenticate(call);
    if (!key) return { status: "unauthorised" };
    const now = Date.now();
    const before = this.#lease.find(call.id);
    if (before && before.state !== "open") return { status: "cancelled" };
    const { allowed, rate } = before ? this.#peekRate(now) : this.#takeRate(now);
    if (!allowed) return { status: "limited", rate };
    this.#noteUse(key, now);
    const answer = <T extends object>(rest: T) => ({ ...rest, rate, account: this.#account(key) });
    if (before) return answer({ status: "open" as const });
    const { idempotent } = call;
    if (call.refused || (call.tokens === 0 && !idempotent)) return answer({ status: "passed" as const });

    if (idempotent) {
      if (this.#known.organisation?.hasOldAnswers) await this.#adoptOldAnswer(idempotent.key);
      const earlier = this.#answers.earlier(idempotent, call.id, now) ?? this.#waitingFor(idempotent, call.id);
      if (earlier) return answer(earlier);
    }
    if (call.tokens === 0) {
      this.#claim(call, now);
      return answer({ status: "open" as const });
    }
    this.#lastCallAt = now;
    return this.#reserve(call, key, answer);
  }

  async #reserve(
    call: CallRequest,
    key: KnownKey,
    answer: <T extends object>(rest: T) => T & { rate: Rate; account: Account },
  ): Promise<BeginAnswer> {
    const { idempotent } = call;
    if (idempotent) this.#waiting.set(idempotent.key, { callId: call.id, fingerprint: idempotent.fingerprint });
    try {
      for (let round = 1; round <= MAX_ROUNDS; round++) {
        const now = Date.now();
        if (this.#lease.find(call.id)) return { status: "cancelled" };
        const subjects = capsOf(key, now);
        const hold = this.#lease.hold({
          id: call.id,
          keyId: payerOf(key),
          tool: call.tool,
          label: call.label,
          held: call.tokens,
          subjects,
          tokens: 0,
          state: "open",
          beganAt: now,
          endedAt: 0,
        });
        if (hold.status === "held") {
          this.#usage = meter(this.#usage, call.tokens, now);
          this.#claim(call, now);
          this.#arm(now + HOLD_LIFETIME_MS);
          return answer({ status: "open" as const });
        }
        await this.#recalled?.ended;
        this.#arm(now + IDLE_MS);
        const { balance, capsLeft } = await this.#lease.take({ tokens: call.tokens, keyHash: key.hash, subjects });
        // D1 may have given nothing because it no longer takes the key, or the organisation has been merged.
        if (round > 1 && this.#lease.free < call.tokens) await this.#known.read();
        if (!this.#known.key(key.id, key.hash, Date.now())) return { status: "unauthorised" };
        if (this.#lease.free < call.tokens && this.#lease.free + balance < call.tokens) {
          return answer({ status: "insufficient" as const });
        }
        if (hold.status !== "capped") continue;
        const capLeft = capsLeft.get(hold.subject);
        if (capLeft != null && capLeft + this.#lease.capFree(hold.subject) < call.tokens) {
          return answer({ status: "capped" as const, capLeft: capLeft + this.#lease.capFree(hold.subject) });
        }
      }
      throw new Error("tokens were taken by others again and again");
    } finally {
      if (idempotent && this.#waiting.get(idempotent.key)?.callId === call.id) this.#waiting.delete(idempotent.key);
    }
  }

  /** Ends open calls, all in one transaction; each says for itself whether it was still open. */
  settle(settlements: Settlement[]): { results: Settled[]; available: number } {
    const now = Date.now();
    const results = settlements.map((settlement) => this.#settleOne(settlement, now));
    this.#arm(now + FLUSH_MS);
    return { results, available: this.#available() };
  }

  #settleOne({ id, tokens, isMiss, answer }: Settlement, now: number): Settled {
    const call = this.#lease.find(id);
    if (!call && !(answer && this.#answers.isClaimedBy(answer.key, id))) return { status: "ended" };
    if (call?.state === "released") return { status: "ended" };
    if (call?.state === "settled") return { status: "settled", tokens: call.tokens };
    if (answer) this.#answers.keep(answer.key, id, answer.json, now);
    if (!call) return { status: "settled", tokens: 0 };
    const charged = isMiss && this.#isFreeMiss(tokens, now) ? 0 : Math.min(tokens, call.held);
    this.#lease.end(id, "settled", charged, now);
    this.#counters.misses = { ...this.#misses(now) };
    if (charged === 0 && isMiss) this.#counters.misses.missed += tokens;
    this.#counters.misses.charged += charged;
    this.#saveSoon();
    return { status: "settled", tokens: charged };
  }

  /** Ends a call with nothing charged and frees its idempotency key; a `begin` of this id that arrives later finds it ended. */
  cancel(id: string, idempotencyKey: string | null): { available: number } {
    const now = Date.now();
    if (idempotencyKey !== null) this.#answers.free(idempotencyKey, id);
    if (this.#lease.find(id)) this.#lease.end(id, "released", 0, now);
    else this.#lease.forbid(id, now);
    this.#arm(now + FLUSH_MS);
    return { available: this.#available() };
  }

  /**
   * Counts what a batch has charged since it last asked, and says whether a miss of `missed` tokens in it is free within the
   * day's allowance, of which it then takes its part.
   */
  countBatch(charged: number, missed: number): boolean {
    const now = Date.now();
    const misses = { ...this.#misses(now) };
    misses.charged += charged;
    const isFree = missed <= missesLeft(misses, this.#freeMisses());
    if (isFree) misses.missed += missed;
    this.#counters.misses = misses;
    this.#saveSoon();
    return isFree;
  }

  /** Writes ended calls to D1 and says what there is. Throws when D1 does not answer. */
  async statement(): Promise<AccountStatement> {
    await this.#noteUses(Date.now());
    await this.#lease.flush();
    const held = `SELECT coalesce((SELECT sum(tokens - spent) FROM leases WHERE organisation_id = ?1 AND state = 'open'), 0) +
        coalesce((SELECT sum(tokens) FROM holds WHERE organisation_id = ?1 AND state = 'open'
          AND id >= coalesce((SELECT value FROM state WHERE name = 'holds_swept_until'), '')), 0) AS held`;
    const [sums, ...known] = await this.env.DB.batch([
      this.env.DB.prepare(held).bind(this.#id),
      ...this.#known.statements(),
    ]);
    this.#known.accept(known);
    const { plan = "anonymous", owed = 0 } = this.#known.organisation ?? {};
    const total = (sums?.results[0] as { held: number } | undefined)?.held ?? 0;
    return {
      plan,
      owed,
      available: this.#available(),
      running: this.#lease.running,
      held: Math.max(0, total - Math.max(0, this.#lease.free)),
      missesLeft: missesLeft(this.#misses(Date.now()), this.#freeMisses()),
    };
  }

  /** D1 has changed: organisation and keys are read again, and leases may be taken. */
  async refresh(): Promise<void> {
    this.#known.expire();
    try {
      await this.#known.read();
    } finally {
      this.#endRecall();
    }
  }

  /** These keys are dead from now on, and for good. */
  revoke(keyIds: string[]): void {
    this.#known.revoke(keyIds);
  }

  /** Returns the free part of the lease, and takes no new one until `refresh` or for 5 s. Throws when D1 does not answer. */
  async recall(): Promise<void> {
    this.#endRecall();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => this.#endRecall(), RECALL_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    this.#recalled = { until: Date.now() + RECALL_MS, end, ended: promise };
    await this.#lease.giveBack();
  }

  /** Forgets the answers kept for idempotency keys that have all the terms of one of the lists (folded, none empty). */
  eraseAnswers(termLists: string[][]): void {
    this.#answers.erase(termLists);
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = Number.POSITIVE_INFINITY;
    try {
      await this.#work(Date.now());
      this.#failures = 0;
    } catch (error) {
      this.#failures++;
      log("error", "account_not_flushed", { organisation: this.#id, cause: error });
    } finally {
      const next = this.#nextWorkAt(Date.now());
      if (next !== null) this.#arm(next);
    }
  }

  async #work(now: number): Promise<void> {
    await this.#expireOpenCalls(now);
    await this.#noteUses(now);
    if (now - this.#lastCallAt >= IDLE_MS) await this.#lease.giveBack();
    else await this.#lease.flush();
    this.#save();
    if (now >= this.#nextPruneAt) {
      this.#answers.prune(now);
      this.#nextPruneAt = now + HOUR_MS;
    }
  }

  #nextWorkAt(now: number): number | null {
    if (this.#failures > 0) return now + Math.min(MAX_BACKOFF_MS, FLUSH_MS * 2 ** this.#failures);
    const idleAt = this.#lastCallAt + IDLE_MS;
    if (this.#lease.isDue || (this.#lease.isOpen && now - this.#lastCallAt < 2 * FLUSH_MS)) return now + FLUSH_MS;
    if (this.#lease.openCalls().length > 0) return Math.min(Math.max(idleAt, now + FLUSH_MS), now + HOLD_LIFETIME_MS);
    if (this.#lease.isOpen) return Math.max(idleAt, now + FLUSH_MS);
    const nextAnswerAt = this.#answers.prune(now);
    if (nextAnswerAt !== null) return nextAnswerAt;
    if (this.#counters.misses.day === isoDay(now) || this.#counters.tat > now) return now + 6 * HOUR_MS;
    this.#forget();
    return null;
  }

  /** Nothing here counts any more; what is needed again is read from D1. The lease keeps its numbering. */
  #forget(): void {
    for (const table of ["known", "revoked", "counters", "lease_calls"])
      this.ctx.storage.sql.exec(`DELETE FROM ${table}`);
    this.#known.expire();
  }

  /** A call whose request died is given up; unless it was delivered and its settlement had to take the way through D1. */
  async #expireOpenCalls(now: number): Promise<void> {
    const old = this.#lease.openCalls().filter(({ beganAt }) => Math.abs(now - beganAt) > HOLD_LIFETIME_MS);
    if (old.length === 0) return;
    const find =
      "SELECT id, tokens FROM late_settlements WHERE organisation_id = ?1 AND id IN (SELECT value FROM json_each(?2))";
    const ids = JSON.stringify(old.map(({ id }) => id));
    const { results } = await this.env.DB.prepare(find).bind(this.#id, ids).all<{ id: string; tokens: number }>();
    const late = new Map(results.map(({ id, tokens }) => [id, tokens]));
    for (const { id, held } of old) {
      const tokens = late.get(id);
      if (tokens === undefined) this.#lease.end(id, "released", 0, now);
      else this.#lease.end(id, "settled", Math.min(tokens, held), now);
    }
  }

  async #authenticate({ id, key, tokens, refused }: CallRequest): Promise<KnownKey | null> {
    const now = Date.now();
    if (!this.#known.isFresh(now) || !this.#known.isDecided(key.id)) {
      try {
        // A call that needs tokens from D1 learns of its key on the same trip.
        if (tokens > 0 && !refused && this.#lease.free < tokens && !this.#recalled && !this.#lease.find(id)) {
          this.#arm(now + IDLE_MS);
          await this.#lease.take({ tokens, keyHash: key.hash, subjects: [] });
        }
        if (!this.#known.isFresh(Date.now()) || !this.#known.isDecided(key.id)) await this.#known.read();
      } catch (error) {
        if (this.#known.ageMs(now) > OUTAGE_MS || !this.#known.key(key.id, key.hash, now)) throw error;
      }
    }
    return this.#known.key(key.id, key.hash, Date.now());
  }

  #claim({ id, idempotent }: CallRequest, now: number): void {
    if (!idempotent) return;
    this.#answers.claim(idempotent, id, now + HOLD_LIFETIME_MS);
    this.#arm(now + HOUR_MS);
  }

  #waitingFor({ key, fingerprint }: { key: string; fingerprint: string }, callId: string) {
    const first = this.#waiting.get(key);
    if (!first || first.callId === callId) return null;
    return { status: first.fingerprint === fingerprint ? ("in_progress" as const) : ("mismatch" as const) };
  }

  async #adoptOldAnswer(key: string): Promise<void> {
    const find = `SELECT key, fingerprint, request_id AS call_id, answer_json AS answer, state <> 'running' AS is_done, expires_at
      FROM idempotency WHERE organisation_id = ? AND key = ? AND expires_at > ?`;
    const now = Date.now();
    const row = await this.env.DB.prepare(find).bind(this.#id, key, now).first<Parameters<StoredAnswers["adopt"]>[0]>();
    if (row && !this.#answers.knows(key, now)) this.#answers.adopt(row);
  }

  #account({ id, connectionId }: KnownKey): Account {
    const { plan = "anonymous", owed = 0, reloadBelow = null } = this.#known.organisation ?? {};
    return { organisationId: this.#id, keyId: id, connectionId, plan, owed, reloadBelow, balance: this.#available() };
  }

  #available(): number {
    return (this.#known.organisation?.balance ?? 0) + Math.max(0, this.#lease.free);
  }

  #takeRate(now: number): { allowed: boolean; rate: Rate } {
    const taken = this.#peekRate(now);
    this.#counters.tat = taken.tat;
    // A refusal takes nothing; it stores what is not stored yet, so that an eviction right after it forgets nothing.
    if (taken.allowed) this.#saveSoon();
    else if (this.#isSaving) this.#save();
    return taken;
  }

  #peekRate(now: number) {
    const perMinute = requestsPerMinute(readConfig(this.env), this.#known.organisation?.plan ?? "anonymous");
    const { allowed, tat, remaining, resetMs, retryAfterMs } = takeOne(this.#counters.tat, now, rateOf(perMinute));
    return { allowed, tat, rate: { perMinute, remaining, resetMs, retryAfterMs } };
  }

  #misses(now: number): MissDay {
    return missesOf(this.#counters.misses, isoDay(now));
  }

  #freeMisses(): number {
    const isAnonymous = (this.#known.organisation?.plan ?? "anonymous") === "anonymous";
    return isAnonymous ? FREE_MISSES_PER_DAY_ANONYMOUS : FREE_MISSES_PER_DAY;
  }

  #isFreeMiss(tokens: number, now: number): boolean {
    return tokens <= missesLeft(this.#misses(now), this.#freeMisses());
  }

  #noteUse(key: KnownKey, now: number): void {
    const day = isoDay(now);
    if ((key.lastUsedOn ?? "") >= day) return;
    key.lastUsedOn = day;
    this.#usesToNote.add(key.hash);
    this.#arm(now + FLUSH_MS);
  }

  async #noteUses(now: number): Promise<void> {
    if (this.#usesToNote.size === 0) return;
    const note = `UPDATE api_keys SET last_used_on = ?2
      WHERE hash IN (SELECT value FROM json_each(?1)) AND coalesce(last_used_on, '') < ?2`;
    const hashes = [...this.#usesToNote];
    await this.env.DB.prepare(note).bind(JSON.stringify(hashes), isoDay(now)).run();
    for (const hash of hashes) this.#usesToNote.delete(hash);
  }

  #endRecall(): void {
    this.#recalled?.end();
    this.#recalled = null;
  }

  /** One write serves all takes of a second. */
  #saveSoon(): void {
    if (this.#isSaving) return;
    this.#isSaving = true;
    setTimeout(() => this.#isSaving && this.#save(), SAVE_MS);
  }

  #save(): void {
    this.#isSaving = false;
    const counters = JSON.stringify(this.#counters);
    this.ctx.storage.sql.exec("INSERT OR REPLACE INTO counters (one, counters_json) VALUES (1, ?)", counters);
  }

  #arm(at: number): void {
    if (at >= this.#alarmAt) return;
    this.#alarmAt = at;
    void this.ctx.storage.setAlarm(at);
  }
}

function capsOf({ id, connectionId, isCapped, capPerDay }: KnownKey, now: number): string[] {
  const subjects: string[] = [];
  if (connectionId && isCapped) subjects.push(`connection:${connectionId}`);
  if (capPerDay !== null) subjects.push(`day:${isoDay(now)}:${id}`);
  return subjects;
}
