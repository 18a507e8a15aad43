import { ACCOUNT_TIME_LIMIT_MS, DATABASE_TIME_LIMIT_MS } from "../constants.ts";
import { accountOf } from "../ledger/account.ts";
import type { Settled, Settlement } from "../ledger/account-types.ts";
import { release, settle } from "../ledger/holds.ts";
import { log } from "../lib/log.ts";
import { withinTime } from "../lib/within-time.ts";
import type { CallContext, OpenedCall } from "./call.ts";

type Connection = Pick<CallContext, "env" | "waitUntil">;

/**
 * How a call was settled, and the spendable tokens afterwards; null if unknown. `unacknowledged`: neither the account object
 * nor D1 is known to have the settlement, so the answer must not be delivered.
 */
type EndedCall = { settled: Settled | { status: "unacknowledged" }; balance: number | null };

/** `waitUntil` keeps work alive for up to 30 s after the response. */
const RETRY_FOR_MS = 25_000;
const RETRY_AFTER_MS = 1_000;

/**
 * Settles a call before its answer is sent. Returns what was charged, or that the answer must not be delivered. If the account
 * object does not acknowledge a settlement after a retry, D1 stores it for the object and `waitUntil` keeps sending it, so that
 * nothing delivered is refunded. Never throws.
 */
export async function settleCall(
  connection: Connection,
  opened: OpenedCall,
  settlement: Settlement,
): Promise<EndedCall> {
  if (opened.via === "database") return settleDirectly(connection, opened, settlement);
  const { env, waitUntil } = connection;
  const { organisationId } = opened.account;
  const send = (sent: Settlement) => {
    const answer = accountOf(env, organisationId).settle([sent]) as Promise<{ results: Settled[]; available: number }>;
    return withinTime(answer, ACCOUNT_TIME_LIMIT_MS);
  };
  try {
    const { results, available } = await send(settlement).catch(() => send(settlement));
    return { settled: results[0] as Settled, balance: available };
  } catch (cause) {
    log("error", "settlement_not_acknowledged", { organisation: organisationId, cause });
    // The caller is told of a free miss, so it stays free whenever the settlement arrives.
    const { isMiss, tokens: cost, ...rest } = settlement;
    const told = { ...rest, tokens: isMiss ? 0 : cost };
    const isDelivered = (await keepForLater(env, organisationId, told)) || told.tokens === 0;
    if (isDelivered) waitUntil(repeatedly(() => send(told)));
    return {
      settled: isDelivered ? { status: "settled", tokens: told.tokens } : { status: "unacknowledged" },
      balance: null,
    };
  }
}

/** Stores a settlement in D1 for the account object. Returns whether D1 has acknowledged it. */
async function keepForLater({ DB }: Env, organisationId: string, { id, tokens }: Settlement): Promise<boolean> {
  const keep = "INSERT INTO late_settlements (organisation_id, id, tokens) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
  const send = async () => withinTime(DB.prepare(keep).bind(organisationId, id, tokens).run(), DATABASE_TIME_LIMIT_MS);
  return send()
    .catch(send)
    .then(
      () => true,
      () => false,
    );
}

async function settleDirectly({ env }: Connection, opened: OpenedCall, { id, tokens }: Settlement): Promise<EndedCall> {
  const balance = opened.account.balance;
  try {
    const isSettled = await settle(env.DB, id);
    return { settled: isSettled ? { status: "settled", tokens } : { status: "ended" }, balance };
  } catch (cause) {
    log("error", "settlement_not_acknowledged", { organisation: opened.account.organisationId, cause });
    return { settled: { status: "unacknowledged" }, balance };
  }
}

/** Ends a call that is not delivered; its tokens are returned before the error is sent. Returns the balance, or null if unknown. */
export async function cancelCall(
  { env, waitUntil }: Connection,
  opened: OpenedCall,
  id: string,
  idempotencyKey: string | null,
): Promise<number | null> {
  if (opened.via === "database") {
    return release(env.DB, id).catch(() => {
      waitUntil(repeatedly(() => release(env.DB, id)));
      return null;
    });
  }
  return cancelInAccount({ env, waitUntil }, opened.account.organisationId, id, idempotencyKey);
}

/** Ends a call in the account object, where it may not have begun. Returns the balance, or null if unknown. Never throws. */
export async function cancelInAccount(
  { env, waitUntil }: Pick<CallContext, "env" | "waitUntil">,
  organisationId: string,
  id: string,
  idempotencyKey: string | null,
): Promise<number | null> {
  // A stub that has failed may go on failing: each attempt has its own.
  const send = () => accountOf(env, organisationId).cancel(id, idempotencyKey) as Promise<{ available: number }>;
  try {
    const { available } = await withinTime(send(), ACCOUNT_TIME_LIMIT_MS).catch(() =>
      withinTime(send(), ACCOUNT_TIME_LIMIT_MS),
    );
    return available;
  } catch {
    waitUntil(repeatedly(send));
    return null;
  }
}

async function repeatedly(run: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + RETRY_FOR_MS; Date.now() < until; await scheduler.wait(RETRY_AFTER_MS)) {
    try {
      await run();
      return;
    } catch {
      // The account object releases the call after its lifetime, unless it finds the settlement in D1.
    }
  }
}
