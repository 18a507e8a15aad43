import type { Plan } from "../constants.ts";
import { ledgerOf } from "../platform/ledgers.ts";
import { AccountCounters } from "./account-counters.ts";
import type { Account } from "./account-types.ts";
import { KnownAccount, type KnownKey } from "./known-account.ts";
import { Lease } from "./lease.ts";
import { StoredAnswers } from "./stored-answers.ts";

/** Ended calls are written to D1 within this time. */
export const FLUSH_MS = 1_000;
/** After this long without a call the lease is returned to D1. */
export const IDLE_MS = 60_000;
/** After a recall no lease is taken for this long, unless `refresh` comes first. */
const RECALL_MS = 5_000;

/** The state of an account object. account-begin.ts and account-end.ts operate on it. */
export class AccountState {
  readonly id: string;
  readonly db: D1Database;
  /** Where its calls are listed. */
  readonly ledger: D1Database;
  readonly storage: DurableObjectStorage;
  readonly known: KnownAccount;
  readonly lease: Lease;
  readonly answers: StoredAnswers;
  readonly counters: AccountCounters;
  /** Idempotency keys of calls that wait for tokens. */
  readonly waiting = new Map<string, { callId: string; fingerprint: string }>();
  lastCallAt = 0;
  #alarmAt = Number.POSITIVE_INFINITY;
  #recalled: { end: () => void; ended: Promise<void> } | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    this.id = ctx.id.name ?? "";
    this.db = env.DB;
    this.storage = ctx.storage;
    this.known = new KnownAccount(ctx.storage, env.DB, this.id);
    this.answers = new StoredAnswers(ctx.storage);
    this.ledger = ledgerOf(env, this.id);
    ctx.storage.sql.exec("CREATE TABLE IF NOT EXISTS withheld_calls (id TEXT PRIMARY KEY) WITHOUT ROWID");
    this.counters = new AccountCounters(ctx.storage, env, () => this.plan);
    const holder = { organisationId: this.id, holder: "account" };
    this.lease = new Lease(ctx.storage, env.DB, holder, () => this.known.readAlong(), this.ledger);
    this.lease.calls.sharesWrites = true;
    this.lease.sizeAt = (now) => this.counters.leaseSize(now);
  }

  get plan(): Plan {
    return this.known.organisation?.plan ?? "anonymous";
  }

  /** Spendable tokens: the balance in D1 and the unused part of the lease. */
  get available(): number {
    return (this.known.organisation?.balance ?? 0) + Math.max(0, this.lease.free);
  }

  accountOf({ id, connectionId, capPerDay }: KnownKey): Account {
    const { owed = 0, reloadBelow = null, keepsSubjects } = this.known.organisation ?? {};
    const { id: organisationId, plan, available: balance } = this;
    const organisation = { organisationId, plan, owed, reloadBelow, balance, keepsSubjects: keepsSubjects === 1 };
    return { ...organisation, keyId: id, connectionId, isLimited: connectionId !== null || capPerDay !== null };
  }

  /** Ids of calls whose settlement was stored but never acknowledged, so that their answers were withheld. */
  withheldCalls(): string[] {
    return [...this.storage.sql.exec<{ id: string }>("SELECT id FROM withheld_calls")].map(({ id }) => id);
  }

  get isRecalled(): boolean {
    return this.#recalled !== null;
  }

  /** Resolves when leases are allowed. */
  async recallEnded(): Promise<void> {
    await this.#recalled?.ended;
  }

  startRecall(): void {
    this.endRecall();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => this.endRecall(), RECALL_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    this.#recalled = { end, ended: promise };
  }

  endRecall(): void {
    this.#recalled?.end();
    this.#recalled = null;
  }

  /** Must run first when the object starts, so that an alarm that is already set is not moved to a later time. */
  async readAlarm(): Promise<void> {
    this.#alarmAt = (await this.storage.getAlarm()) ?? Number.POSITIVE_INFINITY;
  }

  /** Sets the alarm to `at` unless it is set to an earlier time. */
  arm(at: number): void {
    if (at >= this.#alarmAt) return;
    this.#alarmAt = at;
    void this.storage.setAlarm(at);
  }

  /** To be called when the alarm fires. */
  disarm(): void {
    this.#alarmAt = Number.POSITIVE_INFINITY;
  }
}
