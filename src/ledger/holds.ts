import { HOLD_LIFETIME_MS } from "../constants.ts";
import { newId, timePrefix } from "../lib/ids.ts";
import type { Row } from "../platform/database.ts";
import type { entries, holds } from "../platform/schema.ts";
import type { Account } from "./account-types.ts";
import { payerSql } from "./payer.ts";

/**
 * Direct holds: the fallback of a paid call whose account object cannot be reached. One round trip to D1 authenticates a key
 * and takes the hold. Triggers (migrations/0001_ledger.sql) move the balance with the row that is the reason, so no step
 * here can lose or create a token. A hold ends once, as settled, released, or expired by the sweep; of later attempts to end
 * it only the release of a settled one has an effect: it books the charge back.
 *
 * `id` is that of the call, by which taking its hold is idempotent. 0 tokens only authenticate.
 */
type HoldRequest = Pick<Row<typeof holds>, "id" | "tool" | "tokens" | "label"> & { keyHash: string; now: number };

type HoldResult =
  | { status: "held"; account: Account }
  | { status: "unauthorised" }
  | { status: "insufficient"; account: Account }
  /** The key has a spending cap, or tokens are leased: only the account object can decide. */
  | { status: "unknown" };

const ACTIVE_KEY = "k.hash = ?1 AND k.revoked_at IS NULL AND k.expires_at > ?2 AND o.blocked_at IS NULL";

const PAYER = payerSql("k.id", "k.connection_id");

const HOLD = `INSERT INTO holds (id, organisation_id, key_id, tool, tokens, label)
  SELECT ?3, o.id, ${PAYER}, ?4, ?5, ?6 FROM api_keys k JOIN organisations o ON o.id = k.organisation_id
  LEFT JOIN connections c ON c.id = k.connection_id
  WHERE ${ACTIVE_KEY} AND o.balance >= ?5 AND c.remaining IS NULL AND k.cap_per_day IS NULL
  ON CONFLICT (id) DO NOTHING`;

const COLUMNS = `k.id AS keyId, o.id AS organisationId, o.plan, o.balance, o.owed, o.reload_below AS reloadBelow,
  k.connection_id AS connectionId, k.connection_id IS NOT NULL OR k.cap_per_day IS NOT NULL AS isLimited`;

const ACCOUNT = `SELECT ${COLUMNS}, (SELECT state FROM holds WHERE id = ?3) AS holdState,
  c.remaining IS NOT NULL OR k.cap_per_day IS NOT NULL
    OR EXISTS (SELECT 1 FROM leases l WHERE l.organisation_id = o.id AND l.state = 'open') AS isUnknown
  FROM api_keys k JOIN organisations o ON o.id = k.organisation_id LEFT JOIN connections c ON c.id = k.connection_id
  WHERE ${ACTIVE_KEY}`;

type AccountRow = Omit<Account, "isLimited"> & { isLimited: number };

const END_HOLD = "UPDATE holds SET state = ?2 WHERE id = ?1 AND state = 'open'";
const STATE = "SELECT state FROM holds WHERE id = ?1";
const BALANCE_AFTER = "SELECT o.balance FROM holds h JOIN organisations o ON o.id = h.organisation_id WHERE h.id = ?1";

/** Authenticates a key and takes a hold of `tokens`, in one transaction and one round trip. */
export async function takeHold(db: D1Database, request: HoldRequest): Promise<HoldResult> {
  const { id, keyHash, tool, tokens, label, now } = request;
  const statements = [db.prepare(ACCOUNT).bind(keyHash, now, id)];
  if (tokens > 0) statements.unshift(db.prepare(HOLD).bind(keyHash, now, id, tool, tokens, label));
  const results = await retryOnce(() =>
    db.batch<AccountRow & { holdState: string | null; isUnknown: number }>(statements),
  );
  const row = results.at(-1)?.results[0];
  if (!row) return { status: "unauthorised" };
  const { holdState, isUnknown, ...found } = row;
  const account = { ...found, isLimited: row.isLimited === 1 };
  if (tokens === 0 || holdState === "open") return { status: "held", account };
  return isUnknown ? { status: "unknown" } : { status: "insufficient", account };
}

/** The account of a key, without a hold. Null when there is no such active key. */
export async function authenticate(db: D1Database, keyHash: string, now: number): Promise<Account | null> {
  const found = await takeHold(db, { id: "", keyHash, tool: "", tokens: 0, label: null, now });
  return found.status === "held" ? found.account : null;
}

/** Turns the hold of a delivered call into a charge. False when the hold has ended in another way before. */
export async function settle(db: D1Database, id: string): Promise<boolean> {
  const statements = [db.prepare(END_HOLD).bind(id, "settled"), db.prepare(STATE).bind(id)];
  const [, after] = await retryOnce(() => db.batch<{ state: string }>(statements));
  return after?.results[0]?.state === "settled";
}

/** Books settled rows `c` back, each once: their answers were withheld. Merged organisations: to the target. */
export const bookBack = (rows: string) => `INSERT INTO entries
    (id, organisation_id, type, tokens, reference)
  SELECT c.id || 'u', coalesce(o.merged_into, o.id), 'reversal', c.tokens, 'withheld:' || c.id
  FROM ${rows} c JOIN organisations o ON o.id = c.organisation_id
  WHERE c.state = 'settled' AND c.tokens > 0 ON CONFLICT (reference) DO NOTHING`;

const BOOK_BACK = bookBack("(SELECT * FROM holds WHERE id = ?1)");

/** Releases the hold of a call that is not delivered; a charge is booked back. Returns the balance afterwards. */
export async function release(db: D1Database, id: string): Promise<number | null> {
  const texts = [BOOK_BACK, BALANCE_AFTER];
  const statements = [db.prepare(END_HOLD).bind(id, "released"), ...texts.map((text) => db.prepare(text).bind(id))];
  const results = await retryOnce(() => db.batch<{ balance: number }>(statements));
  return results[2]?.results[0]?.balance ?? null;
}

const SWEEP_OVERLAP_MS = 600_000;
const SWEPT_UNTIL = "coalesce((SELECT value FROM state WHERE name = 'holds_swept_until'), '')";

/**
 * Expires open holds older than their lifetime, whose requests died. Returns the organisation of each. Continues where the last
 * sweep stopped, less ten minutes for holds written late or by a clock that ran behind; `everything` looks at all holds.
 */
export async function sweepHolds(db: D1Database, now: number, everything = false): Promise<string[]> {
  const before = timePrefix(now - HOLD_LIFETIME_MS);
  const overlap = everything ? "" : timePrefix(now - HOLD_LIFETIME_MS - SWEEP_OVERLAP_MS);
  const expire = `UPDATE holds SET state = 'expired'
    WHERE id >= min(${SWEPT_UNTIL}, ?2) AND id < ?1 AND state = 'open' RETURNING organisation_id AS organisationId`;
  const remember = `INSERT INTO state (name, value) VALUES ('holds_swept_until', ?1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
  const [swept] = await db.batch<{ organisationId: string }>([
    db.prepare(expire).bind(before, overlap),
    db.prepare(remember).bind(before),
  ]);
  return swept?.results.map(({ organisationId }) => organisationId) ?? [];
}

type LedgerEntry = Pick<Row<typeof entries>, "organisationId" | "type" | "tokens" | "reference">;

/** The statement that books signed tokens; a trigger moves the balance. A repeated reference, the reason, has no effect. */
export function bookEntry(db: D1Database, entry: LedgerEntry, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO entries (id, organisation_id, type, tokens, reference) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (reference) DO NOTHING`,
    )
    .bind(newId(now), entry.organisationId, entry.type, entry.tokens, entry.reference);
}

/** Every statement here is idempotent, so one retry hides a lost connection to D1. */
async function retryOnce<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch {
    return run();
  }
}
