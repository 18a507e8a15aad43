import { ACCOUNT_TIME_LIMIT_MS } from "../constants.ts";
import { AppError } from "../errors.ts";
import { isoDay, timePrefix } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { foldTerms } from "../lib/search-words.ts";
import { DAY_MS } from "../lib/time.ts";
import { withinTime } from "../lib/within-time.ts";
import type { AccountStatement } from "./account-types.ts";
import { sweepHolds } from "./holds.ts";

/** Requests of the Worker to an organisation's account object, except calls of tools (gateway/open-call.ts). */
const REACH_MS = 5_000;

/** The account object of an organisation. */
export function accountOf(env: Env, organisationId: string) {
  return env.ACCOUNTS.getByName(organisationId);
}

/**
 * To be called after every write to an organisation's money or keys in D1, so that the next call sees the change. Never
 * throws: an object that cannot be reached reads D1 again by itself within 30 s.
 */
export async function refreshAccount(env: Env, organisationId: string): Promise<void> {
  await attempt(() => accountOf(env, organisationId).refresh()).catch((cause) => {
    log("error", "account_not_refreshed", { organisation: organisationId, cause });
  });
}

/** Like {@link refreshAccount}, for changes that must be in force before the response. Throws `temporarily_unavailable`. */
export async function enforceInAccount(env: Env, organisationId: string): Promise<void> {
  await attempt(() => accountOf(env, organisationId).refresh()).catch(
    unreachable("The change is stored, but may take up to 30 seconds to be in force everywhere. Send it again."),
  );
  await checkBatches(env, organisationId);
}

/** Writes to keys in D1; when the answer is lost, account objects read their keys again before they accept one. */
export async function writeKeys<T>(
  env: Env,
  organisationIds: string[] | (() => Promise<string[]>),
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const ids = Array.isArray(organisationIds) ? organisationIds : await organisationIds().catch(() => []);
    await Promise.all(ids.map((id) => refreshAccount(env, id)));
    throw error;
  }
}

/** Tells the account object of keys revoked in D1. Throws `temporarily_unavailable` when the object cannot be reached. */
export async function revokeInAccount(env: Env, organisationId: string, keyIds: string[]): Promise<void> {
  if (keyIds.length === 0) return;
  await attempt(() => accountOf(env, organisationId).revoke(keyIds)).catch(
    unreachable("The revocation is stored, but may take up to 30 seconds to be in force everywhere. Send it again."),
  );
  await checkBatches(env, organisationId);
}

/** Makes running batches check their key. A batch that cannot be reached checks it by itself within 10 s. */
async function checkBatches(env: Env, organisationId: string): Promise<void> {
  const find = "SELECT holder FROM leases WHERE organisation_id = ? AND state = 'open' AND holder <> 'account'";
  const { results } = await env.DB.prepare(find).bind(organisationId).all<{ holder: string }>();
  const checks = results.map(({ holder }) => withinTime(env.BATCHES.getByName(holder).recheck(), REACH_MS));
  await Promise.allSettled(checks);
}

/** Makes the account object return all tokens not held by running calls to D1. Throws `temporarily_unavailable`. */
export async function recallAccount(env: Env, organisationId: string): Promise<void> {
  await attempt(() => accountOf(env, organisationId).recall()).catch(
    unreachable("The account is busy. Nothing was changed; try again."),
  );
}

const unreachable = (detail: string) => (cause: unknown) => {
  throw new AppError("temporarily_unavailable", detail, { retryAfterSeconds: 2, cause });
};

/** Tells the account object that its organisation is being deleted; repeatable. Throws when it cannot be reached. */
export async function closeAccount(env: Env, organisationId: string): Promise<void> {
  await attempt(() => accountOf(env, organisationId).close());
}

/**
 * Runs a charge that D1 decides, e.g. the lease of a batch. If it is short of tokens, the account object returns its unspent
 * lease and the charge runs once more. Throws what `charge` throws, and `temporarily_unavailable` without the object.
 */
export async function chargeInDatabase<T>(
  env: Env,
  organisationId: string,
  charge: () => Promise<T>,
  isShort: (result: T) => boolean,
): Promise<T> {
  try {
    const result = await charge();
    if (!isShort(result)) return result;
    await recallAccount(env, organisationId);
    return await charge();
  } finally {
    await refreshAccount(env, organisationId);
  }
}

/** SQL: tokens leased to the account object of `o` and not spent. Not in `balance`, yet calls can spend them. */
export const LEASED = `(SELECT coalesce(sum(l.tokens - l.spent), 0) FROM leases l
  WHERE l.organisation_id = o.id AND l.state = 'open' AND l.holder = 'account')`;

/** An organisation's statement, after a flush to D1; from D1 alone when the object cannot be reached. Null for an unknown id. */
export async function getAccountStatement(env: Env, organisationId: string): Promise<AccountStatement | null> {
  try {
    return await attempt(() => accountOf(env, organisationId).statement());
  } catch {
    const read = `SELECT plan, owed, balance + ${LEASED} AS available FROM organisations o WHERE id = ?`;
    type Row = Pick<AccountStatement, "plan" | "owed" | "available">;
    const row = await env.DB.prepare(read).bind(organisationId).first<Row>();
    return row && { ...row, held: 0, running: 0, missesLeft: 0 };
  }
}

/** Writes an organisation's ended calls to D1, so that history and usage show them. Never throws. */
export async function flushAccount(env: Env, organisationId: string): Promise<void> {
  await attempt(() => accountOf(env, organisationId).statement()).catch(() => {});
}

/** Releases direct holds whose request died, and refreshes the account objects. */
export async function expireHolds(env: Env, now: number, everything: boolean): Promise<void> {
  const organisations = new Set(await sweepHolds(env.DB, now, everything));
  await Promise.all([...organisations].map((id) => refreshAccount(env, id)));
}

const STALE_MS = 180_000;
const RECALLS_PER_RUN = 50;

/** Makes objects return leases without an exchange for three minutes. Returns the number of objects. */
export async function recallStaleLeases(env: Env, now: number): Promise<number> {
  const find = `SELECT DISTINCT organisation_id AS id FROM leases
    WHERE state = 'open' AND holder = 'account' AND exchange < ? ORDER BY random() LIMIT ${RECALLS_PER_RUN}`;
  const { results } = await env.DB.prepare(find)
    .bind(timePrefix(now - STALE_MS))
    .all<{ id: string }>();
  await Promise.allSettled(results.map(({ id }) => withinTime(accountOf(env, id).recall(true), REACH_MS)));
  return results.length;
}

/** Runs an RPC to the object, once more if it fails; each attempt has its own time limit. */
async function attempt<T>(run: () => Promise<T>): Promise<T> {
  return withinTime(run(), ACCOUNT_TIME_LIMIT_MS).catch(() => withinTime(run(), REACH_MS));
}

/** Limit per request. Beyond it, a replay that names the person is still refused, and is deleted within 24 hours. */
const MAX_ORGANISATIONS = 500;
const AT_ONCE = 25;

/** Deletes stored answers with every term of a list, where calls were made since yesterday. Repeats are 409. */
export async function eraseStoredAnswers(env: Env, termLists: string[][], now: number): Promise<void> {
  const folded = foldTerms(termLists);
  // The use of a key is recorded up to a second late; until then its organisation has an open lease.
  const find = `SELECT organisation_id AS id FROM leases WHERE state = 'open'
    UNION SELECT organisation_id FROM api_keys WHERE last_used_on >= ? LIMIT ${MAX_ORGANISATIONS}`;
  const { results } = await env.DB.prepare(find)
    .bind(isoDay(now - DAY_MS))
    .all<{ id: string }>();
  for (let from = 0; from < results.length; from += AT_ONCE) {
    const page = results.slice(from, from + AT_ONCE);
    await Promise.all(
      page.map(({ id }) =>
        withinTime(accountOf(env, id).eraseAnswers(folded), REACH_MS).catch((cause: unknown) =>
          log("error", "answers_not_erased", { organisation: id, cause }),
        ),
      ),
    );
  }
}
