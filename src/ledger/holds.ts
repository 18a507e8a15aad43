import { HOLD_LIFETIME_MS, type Plan } from "../config.ts";
import { isoDay, newId, timePrefix } from "../lib/ids.ts";

/**
 * The ledger: D1 is the authority, one round trip authenticates a key and takes the hold. Balances move in triggers
 * (migrations/0001_ledger.sql) with the row that is their reason, so no step here can lose or make a token.
 * A hold ends once: settled, released, or expired by the sweep; whoever comes second changes nothing.
 */
export type Account = {
  organisationId: string;
  keyId: string;
  plan: Plan;
  balance: number;
  owed: number;
  /** Of an access token: the connection it belongs to. */
  connectionId: string | null;
  /** A balance below this asks for an auto-reload; null when there is none to ask for. */
  reloadBelow: number | null;
};

/** An idempotency key in use: `fingerprint` is SHA-256 over tool and canonical body. */
export type IdempotentCall = { key: string; fingerprint: string };

export type HoldRequest = {
  /** Id of the call and of its hold; repeating it changes nothing. */
  id: string;
  keyHash: string;
  tool: string;
  /** 0 only authenticates. */
  tokens: number;
  label: string | null;
  now: number;
  idempotent: IdempotentCall | null;
  /** Notes the day in the key's row; once a day is enough. */
  noteUse: boolean;
};

export type HoldResult = { rowsRead: number; rowsWritten: number } & (
  | { status: "held"; account: Account }
  | { status: "unauthorised" }
  /** `capLeft`: what the connection may still spend; null without a cap. */
  | { status: "insufficient"; account: Account; capLeft: number | null }
  | { status: "mismatch" | "in_progress" | "unavailable"; account: Account }
  | { status: "replay"; account: Account; answerJson: string }
);

const ACTIVE_KEY = "k.hash = ?1 AND k.revoked_at IS NULL AND k.expires_at > ?2";

/** A plain key has no connection, so nothing more is read for it. */
const CAP = "LEFT JOIN connections c ON c.id = k.connection_id";
const CAPPED = "CASE WHEN c.remaining IS NOT NULL THEN c.id END";
const WITHIN_CAP = "(c.remaining IS NULL OR c.remaining >= ?5)";

const HOLD = `INSERT INTO holds (id, organisation_id, key_id, tool, tokens, label, connection_id)
  SELECT ?3, o.id, k.id, ?4, ?5, ?6, ${CAPPED} FROM api_keys k JOIN organisations o ON o.id = k.organisation_id ${CAP}
  WHERE ${ACTIVE_KEY} AND o.balance >= ?5 AND ${WITHIN_CAP}
  ON CONFLICT (id) DO NOTHING`;

const IDEMPOTENT_HOLD = `INSERT INTO holds (id, organisation_id, key_id, tool, tokens, label, connection_id)
  SELECT ?3, o.id, k.id, ?4, ?5, ?6, ${CAPPED} FROM api_keys k JOIN organisations o ON o.id = k.organisation_id ${CAP}
  JOIN idempotency i ON i.organisation_id = o.id AND i.key = ?7 AND i.request_id = ?3
  WHERE ${ACTIVE_KEY} AND o.balance >= ?5 AND ${WITHIN_CAP}
  ON CONFLICT (id) DO NOTHING`;

const CLAIM_IDEMPOTENCY_KEY = `INSERT INTO idempotency (organisation_id, key, fingerprint, request_id, state, expires_at)
  SELECT k.organisation_id, ?4, ?5, ?3, 'running', ?6 FROM api_keys k WHERE ${ACTIVE_KEY}
  ON CONFLICT (organisation_id, key) DO UPDATE SET
    fingerprint = excluded.fingerprint, request_id = excluded.request_id, state = 'running', answer_json = NULL,
    expires_at = excluded.expires_at
  WHERE idempotency.expires_at <= ?2`;

/** A paid call that got no hold must not keep its idempotency key. */
const FREE_UNUSED_IDEMPOTENCY_KEY = `DELETE FROM idempotency
  WHERE organisation_id = (SELECT organisation_id FROM api_keys WHERE hash = ?1) AND key = ?2 AND request_id = ?3
  AND NOT EXISTS (SELECT 1 FROM holds WHERE id = ?3)`;

const ACCOUNT = `SELECT k.id AS keyId, o.id AS organisationId, o.plan, o.balance, o.owed, o.reload_below AS reloadBelow,
  k.connection_id AS connectionId
  FROM api_keys k JOIN organisations o ON o.id = k.organisation_id WHERE ${ACTIVE_KEY}`;

const ACCOUNT_AND_HOLD = `SELECT k.id AS keyId, o.id AS organisationId, o.plan, o.balance, o.owed, o.reload_below AS reloadBelow,
  k.connection_id AS connectionId, c.remaining AS capLeft, (SELECT state FROM holds WHERE id = ?3) AS holdState
  FROM api_keys k JOIN organisations o ON o.id = k.organisation_id ${CAP} WHERE ${ACTIVE_KEY}`;

const IDEMPOTENCY_ROW = `SELECT i.fingerprint, i.request_id AS requestId, i.state, i.answer_json AS answerJson
  FROM api_keys k JOIN idempotency i ON i.organisation_id = k.organisation_id AND i.key = ?2 WHERE k.hash = ?1`;

const NOTE_USE = `UPDATE api_keys SET last_used_on = ?2
  WHERE hash = ?1 AND revoked_at IS NULL AND expires_at > ?3 AND coalesce(last_used_on, '') < ?2`;

const END_HOLD = "UPDATE holds SET state = ?2 WHERE id = ?1 AND state = 'open'";
const BALANCE_AFTER = "SELECT o.balance FROM holds h JOIN organisations o ON o.id = h.organisation_id WHERE h.id = ?1";

type AccountRow = Account & { holdState: string | null; capLeft: number | null };
type IdempotencyRow = { fingerprint: string; requestId: string; state: string; answerJson: string | null };

/** Authenticates a key and takes a hold of `tokens`, in one transaction and one round trip. */
export async function takeHold(db: D1Database, request: HoldRequest): Promise<HoldResult> {
  const { id, keyHash, tool, tokens, label, now, idempotent, noteUse } = request;
  const statements: D1PreparedStatement[] = [];
  if (noteUse) statements.push(db.prepare(NOTE_USE).bind(keyHash, isoDay(now), now));
  if (idempotent) {
    const until = now + HOLD_LIFETIME_MS;
    const claim = [keyHash, now, id, idempotent.key, idempotent.fingerprint, until];
    statements.push(db.prepare(CLAIM_IDEMPOTENCY_KEY).bind(...claim));
  }
  if (tokens > 0 && idempotent) {
    statements.push(db.prepare(IDEMPOTENT_HOLD).bind(keyHash, now, id, tool, tokens, label, idempotent.key));
  } else if (tokens > 0) {
    statements.push(db.prepare(HOLD).bind(keyHash, now, id, tool, tokens, label));
  }
  const accountAt = statements.length;
  statements.push(db.prepare(ACCOUNT_AND_HOLD).bind(keyHash, now, id));
  if (idempotent) {
    statements.push(db.prepare(IDEMPOTENCY_ROW).bind(keyHash, idempotent.key));
    if (tokens > 0) statements.push(db.prepare(FREE_UNUSED_IDEMPOTENCY_KEY).bind(keyHash, idempotent.key, id));
  }

  const results = await retryOnce(() => db.batch(statements));
  const rows = { rowsRead: 0, rowsWritten: 0 };
  for (const { meta } of results) {
    rows.rowsRead += meta.rows_read;
    rows.rowsWritten += meta.rows_written;
  }
  const row = results[accountAt]?.results[0] as AccountRow | undefined;
  if (!row) return { status: "unauthorised", ...rows };
  const { holdState, capLeft, ...account } = row;
  const earlier = results[accountAt + 1]?.results[0] as IdempotencyRow | undefined;
  if (idempotent && earlier && earlier.requestId !== id)
    return { ...compareWith(earlier, idempotent), account, ...rows };
  if (tokens > 0 && holdState !== "open") return { status: "insufficient", account, capLeft, ...rows };
  return { status: "held", account, ...rows };
}

function compareWith(earlier: IdempotencyRow, call: IdempotentCall) {
  if (earlier.fingerprint !== call.fingerprint) return { status: "mismatch" } as const;
  if (earlier.state === "running") return { status: "in_progress" } as const;
  if (earlier.answerJson === null) return { status: "unavailable" } as const;
  return { status: "replay", answerJson: earlier.answerJson } as const;
}

/** Reads whose key this is, without taking anything. Null when D1 knows no such active key. */
export async function authenticate(db: D1Database, keyHash: string, now: number): Promise<Account | null> {
  return retryOnce(() => db.prepare(ACCOUNT).bind(keyHash, now).first<Account>());
}

/** The call delivered: its hold becomes a charge. */
export async function settle(db: D1Database, id: string): Promise<void> {
  await retryOnce(() => db.prepare(END_HOLD).bind(id, "settled").run());
}

export type StoredAnswer = { organisationId: string; key: string; answerJson: string | null; expiresAt: number };

/** Settles and keeps the answer for repeats, in one transaction. `answerJson` null: its repeats are refused, not charged. */
export async function settleWithAnswer(db: D1Database, id: string, answer: StoredAnswer): Promise<void> {
  const keep = db
    .prepare(
      `UPDATE idempotency SET state = 'done', answer_json = ?4, expires_at = ?5
       WHERE organisation_id = ?1 AND key = ?2 AND request_id = ?3 AND state = 'running'`,
    )
    .bind(answer.organisationId, answer.key, id, answer.answerJson, answer.expiresAt);
  await retryOnce(() => db.batch([db.prepare(END_HOLD).bind(id, "settled"), keep]));
}

/** The call failed: its tokens go back and its idempotency key is free again. Returns the balance afterwards. */
export async function release(
  db: D1Database,
  id: string,
  call: { organisationId: string; key: string } | null,
): Promise<number | null> {
  const statements = [db.prepare(END_HOLD).bind(id, "released"), db.prepare(BALANCE_AFTER).bind(id)];
  if (call) {
    const free =
      "DELETE FROM idempotency WHERE organisation_id = ?1 AND key = ?2 AND request_id = ?3 AND state = 'running'";
    statements.push(db.prepare(free).bind(call.organisationId, call.key, id));
  }
  const results = await retryOnce(() => db.batch<{ balance: number }>(statements));
  return results[1]?.results[0]?.balance ?? null;
}

const SWEEP_OVERLAP_MS = 600_000;
const SWEPT_UNTIL = "coalesce((SELECT value FROM state WHERE name = 'holds_swept_until'), '')";

/**
 * Returns the tokens of calls whose request died: every open hold older than its lifetime. Answers how many there were.
 * It goes on where the last sweep stopped, and looks ten minutes further back for holds that were written late or under
 * a clock that ran behind; `everything` looks at all there are.
 */
export async function sweepHolds(db: D1Database, now: number, everything = false): Promise<number> {
  const before = timePrefix(now - HOLD_LIFETIME_MS);
  const overlap = everything ? "" : timePrefix(now - HOLD_LIFETIME_MS - SWEEP_OVERLAP_MS);
  const expire = `UPDATE holds SET state = 'expired'
    WHERE id >= min(${SWEPT_UNTIL}, ?2) AND id < ?1 AND state = 'open' RETURNING 1`;
  const remember = `INSERT INTO state (name, value) VALUES ('holds_swept_until', ?1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
  const [swept] = await db.batch([db.prepare(expire).bind(before, overlap), db.prepare(remember).bind(before)]);
  return swept?.results.length ?? 0;
}

export type Entry = {
  organisationId: string;
  type: "grant" | "purchase" | "transfer" | "reversal" | "expire";
  /** Signed. */
  tokens: number;
  /** What it is for; an entry with this reference is booked once, ever. */
  reference: string;
};

/** The statement that books an entry (and, by trigger, moves the balance); a repeated reference does nothing. */
export function bookEntry(db: D1Database, entry: Entry, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO entries (id, organisation_id, type, tokens, reference) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (reference) DO NOTHING`,
    )
    .bind(newId(now), entry.organisationId, entry.type, entry.tokens, entry.reference);
}

/** Tokens of an organisation's calls that are still running: none is older than where the sweep has come to. */
export async function heldTokens(db: D1Database, organisationId: string): Promise<number> {
  const sum = `SELECT coalesce(sum(tokens), 0) AS held FROM holds
    WHERE organisation_id = ? AND id >= ${SWEPT_UNTIL} AND state = 'open'`;
  return (await db.prepare(sum).bind(organisationId).first<{ held: number }>())?.held ?? 0;
}

/** Every statement here can be repeated without a second effect, so one retry hides a lost connection to D1. */
async function retryOnce<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch {
    return run();
  }
}
