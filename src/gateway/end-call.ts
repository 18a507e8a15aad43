import { ACCOUNT_TIME_LIMIT_MS, DATABASE_TIME_LIMIT_MS } from "../constants.ts";
import { AppError } from "../errors.ts";
import { accountOf } from "../ledger/account.ts";
import type { Account, Settled, Settlement } from "../ledger/account-types.ts";
import { release, settle } from "../ledger/holds.ts";
import { log } from "../lib/log.ts";
import { withinTime } from "../lib/within-time.ts";
import { prose } from "../lib/words.ts";
import type { CallContext, OpenedCall } from "./call.ts";

type Connection = Pick<CallContext, "env" | "waitUntil">;

/** What was charged, and the spendable tokens afterwards; null if unknown. */
type Charge = { tokens: number; balance: number | null };

/** `waitUntil` keeps work alive for up to 30 s after the response. */
const RETRY_FOR_MS = 25_000;
const RETRY_AFTER_MS = 1_000;

/**
 * Settles a call before its answer is sent. If the account object does not acknowledge a settlement after a retry, D1 stores it
 * for the object and `waitUntil` keeps sending it, so that nothing delivered is refunded. Throws `temporarily_unavailable` when
 * the answer must not be delivered: the call had ended before, or neither is known to have the settlement.
 */
export async function settleCall(connection: Connection, opened: OpenedCall, settlement: Settlement): Promise<Charge> {
  const { via, account } = opened;
  const settling = via === "database" ? settleDirectly : settleInAccount;
  const charge = await settling(connection, account, settlement).catch((cause: unknown) => {
    log("error", "settlement_not_acknowledged", { organisation: account.organisationId, cause });
    return via === "database" ? null : settleLater(connection, account, settlement);
  });
  if (charge === "ended") {
    const detail =
      "The call took too long to be charged, so its answer is not delivered. Nothing was charged; try again.";
    throw new AppError("temporarily_unavailable", detail, { retryAfterSeconds: 1 });
  }
  if (charge === null) {
    await cancelCall(connection, opened, settlement.id, settlement.answer?.key ?? null);
    const detail = prose`The charge could not be confirmed, so the answer is not delivered, and what was charged is returned. Try again.
      An Idempotency-Key gets the charged answer instead.`;
    throw new AppError("temporarily_unavailable", detail, { retryAfterSeconds: 2 });
  }
  return charge;
}

async function settleDirectly({ env }: Connection, { balance }: Account, { id, tokens }: Settlement) {
  return (await settle(env.DB, id)) ? { tokens, balance } : ("ended" as const);
}

async function settleInAccount(connection: Connection, account: Account, settlement: Settlement) {
  const send = () => sendSettlement(connection, account, settlement);
  const { results, available } = await send().catch(send);
  const [settled] = results;
  return settled?.status === "settled" ? { tokens: settled.tokens, balance: available } : ("ended" as const);
}

/** Stores the settlement in D1 for the account object. Null when D1 has not acknowledged it either. */
async function settleLater(connection: Connection, account: Account, settlement: Settlement): Promise<Charge | null> {
  // The caller is told of a free miss, so it stays free whenever the settlement arrives.
  const { isMiss, ...rest } = settlement;
  const told = { ...rest, tokens: isMiss ? 0 : rest.tokens };
  const keep = "INSERT INTO late_settlements (organisation_id, id, tokens) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
  // Async from its first line: a database that throws is one that has not acknowledged.
  const store = async () => {
    const kept = connection.env.DB.prepare(keep).bind(account.organisationId, told.id, told.tokens);
    return withinTime(kept.run(), DATABASE_TIME_LIMIT_MS);
  };
  const isKept = await store()
    .catch(store)
    .then(Boolean, () => false);
  if (!isKept && told.tokens > 0) return null;
  connection.waitUntil(repeatedly(() => sendSettlement(connection, account, told)));
  return { tokens: told.tokens, balance: null };
}

function sendSettlement({ env }: Connection, { organisationId }: Account, settlement: Settlement) {
  type Answer = { results: Settled[]; available: number };
  const answer = accountOf(env, organisationId).settle([settlement]) as Promise<Answer>;
  return withinTime(answer, ACCOUNT_TIME_LIMIT_MS);
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
  { env, waitUntil }: Connection,
  organisationId: string,
  id: string,
  idempotencyKey: string | null,
): Promise<number | null> {
  const send = () => {
    // A stub that has failed may go on failing: each attempt has its own.
    const answer = accountOf(env, organisationId).cancel(id, idempotencyKey) as Promise<{ available: number }>;
    return withinTime(answer, ACCOUNT_TIME_LIMIT_MS);
  };
  try {
    return (await send().catch(send)).available;
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
