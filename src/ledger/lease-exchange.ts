import { DATABASE_TIME_LIMIT_MS } from "../constants.ts";
import { AppError } from "../errors.ts";
import { newId } from "../lib/ids.ts";
import { HOUR_MS } from "../lib/time.ts";
import { withinTime } from "../lib/within-time.ts";
import { sql } from "../platform/database.ts";
import { LIST_ORGANISATION } from "../platform/ledgers.ts";
import type { LeasedCall } from "./lease-calls.ts";
import type { CapGive } from "./lease-caps.ts";

/** A reserve to take on a cap: at most `want` tokens, none if fewer than `need` are left. */
type CapTake = { subject: string; need: number; want: number };

/** One exchange of a lease, stored before it is sent and repeated exactly. `id` begins with the time. */
export type LeaseExchange = {
  id: string;
  sequence: number;
  leaseId: string;
  /** False when this exchange opens the lease. */
  isOpen: boolean;
  /** Tokens to take from the balance: at most `want`, none if the balance is under `need` or the key is not active. */
  take: { need: number; want: number; keyHash: string | null } | null;
  /** Tokens to give back to the balance. */
  give: number;
  closes: boolean;
  /** It opens a lease for calls of one that a restore of D1 has undone, on credit if the balance is short of `take.need`. */
  covers?: boolean;
  /** An earlier request to open the lease had no answer: it may have reserved caps that this exchange does not name. */
  recovers?: boolean;
  capTakes: CapTake[];
  capGives: CapGive[];
};

export type LeaseHolder = { organisationId: string; holder: string };

/** The state of D1 after an exchange. `tokens`, `spent` and `sequence` are null when there is no such lease. */
export type ExchangeRow = {
  balance: number;
  tokens: number | null;
  spent: number | null;
  sequence: number | null;
  state: "open" | "closed" | null;
};
/** The reserve on a cap, and the rest of the cap; `left` is null when the cap no longer exists. */
export type CapRow = { subject: string; tokens: number; left: number | null };

const TAKE = `SELECT CASE WHEN o.balance >= @need THEN min(@want, o.balance) ELSE 0 END FROM organisations o
  WHERE o.id = @organisationId AND o.merged_into IS NULL AND o.blocked_at IS NULL AND (@keyHash IS NULL OR EXISTS (
    SELECT 1 FROM api_keys k WHERE k.hash = @keyHash AND k.organisation_id = o.id
      AND k.revoked_at IS NULL AND k.expires_at > @now))`;

const openWith = (taken: string) => `INSERT INTO leases (organisation_id, id, holder, tokens, sequence, exchange, state)
  SELECT @organisationId, @leaseId, @holder, taken.tokens, @sequence, @id, 'open' FROM (${taken}) taken`;
const OPEN = `${openWith(`SELECT coalesce((${TAKE}), 0) AS tokens`)} WHERE taken.tokens > 0`;

// Its calls were delivered: what the balance lacks is owed.
const COVER = [
  `UPDATE organisations SET owed = owed + @need - balance, balance = @need WHERE id = @organisationId AND balance < @need`,
  openWith("SELECT max(@need, min(@want, balance)) AS tokens FROM organisations WHERE id = @organisationId"),
];

// Ends an id that D1 was asked to open: a request that arrives after this one opens nothing.
const GIVE_UP = `INSERT INTO leases (organisation_id, id, holder, tokens, sequence, exchange, state)
  VALUES (@organisationId, @leaseId, @holder, 0, @sequence, @id, 'closed') ON CONFLICT DO NOTHING`;

// A restore of D1 to an earlier moment opens leases again that their holder has closed or given up since.
const STRAYS = `SELECT id FROM leases
  WHERE organisation_id = @organisationId AND state = 'open' AND holder = @holder AND id <> @leaseId`;
const CLOSE_STRAYS = [
  `UPDATE lease_caps SET tokens = min(tokens, (SELECT spent FROM leases l
     WHERE l.organisation_id = lease_caps.organisation_id AND l.id = lease_id))
   WHERE organisation_id = @organisationId AND lease_id IN (${STRAYS})`,
  `UPDATE leases SET state = 'closed', tokens = spent, sequence = sequence + 1, exchange = @id || '-' || id
   WHERE organisation_id = @organisationId AND id IN (${STRAYS})`,
];

const ADVANCE = `UPDATE leases SET sequence = @sequence, exchange = @id, spent = spent + @spent,
    tokens = tokens - @give + CASE WHEN @need IS NULL THEN 0 ELSE coalesce((${TAKE}), 0) END
  WHERE organisation_id = @organisationId AND id = @leaseId`;
const CLOSE = ADVANCE.replace("SET ", "SET state = 'closed', ");

// A batch that repeats an applied exchange aborts by itself; this guard covers a lease that could not be opened.
const APPLIED =
  "EXISTS (SELECT 1 FROM leases WHERE organisation_id = @organisationId AND id = @leaseId AND exchange = @id)";

const detailsWhere = (condition: string) => `INSERT INTO calls
    (organisation_id, id, key_id, tool, held, tokens, state, label)
  SELECT @organisationId, value->>'id', value->>'keyId', value->>'tool', value->>'held', value->>'tokens', value->>'state',
    value->>'label'
  FROM json_each(@calls) WHERE ${condition} ON CONFLICT DO NOTHING`;
const DETAILS = detailsWhere(APPLIED);

const LISTED = [LIST_ORGANISATION, detailsWhere("true")];

/** Writes calls to a database other than that of the money, before they are booked there. Repeating it has no effect. */
export async function listCalls(ledger: D1Database, organisationId: string, calls: LeasedCall[]): Promise<void> {
  const values = { organisationId, calls: JSON.stringify(calls) };
  const statements = LISTED.map((text) => sql(ledger, text, values));
  await withinTime(ledger.batch(statements), DATABASE_TIME_LIMIT_MS);
}

const isOne = (condition: string) => `(value->>'state' = 'settled' AND ${condition})`;
const [WARM, FRESH] = [isOne("value->>'isWarm' IS TRUE"), isOne("value->>'isWarm' IS NOT TRUE")];
const MILLISECONDS = "max(0, value->>'endedAt' - value->>'beganAt')";
const SUMS = {
  delivered: isOne("true"),
  failed: "value->>'state' = 'released'",
  tokens: "value->>'tokens'",
  warm: WARM,
  fresh: FRESH,
  warm_ms: `${WARM} * ${MILLISECONDS}`,
  fresh_ms: `${FRESH} * ${MILLISECONDS}`,
};
// Sums of all organisations are in the database of the money, in the transaction that is applied once.
const HOURS = `INSERT INTO call_hours (hour, tool, ${Object.keys(SUMS).join(", ")})
  SELECT value->>'endedAt' / ${HOUR_MS} * ${HOUR_MS}, value->>'tool', ${Object.values(SUMS)
    .map((sum) => `sum(${sum})`)
    .join(", ")}
  FROM json_each(@calls) WHERE ${APPLIED} GROUP BY 1, 2
  ON CONFLICT DO UPDATE SET ${Object.keys(SUMS)
    .map((name) => `${name} = ${name} + excluded.${name}`)
    .join(", ")}`;

/** The unreserved part of a cap. `subject` is an expression for the cap's name. */
const capLeft = (subject: string) => `CASE WHEN ${subject} LIKE 'connection:%'
  THEN (SELECT remaining FROM connections WHERE id = substr(${subject}, 12))
  ELSE max(0, (SELECT cap_per_day FROM api_keys WHERE organisation_id = @organisationId AND id = substr(${subject}, 16))
    - (SELECT coalesce(sum(tokens), 0) FROM lease_caps WHERE organisation_id = @organisationId AND subject = ${subject}))
  END`;

const TAKE_CAPS = `INSERT INTO lease_caps (organisation_id, subject, lease_id, tokens)
  SELECT @organisationId, subject, @leaseId, CASE WHEN available >= need THEN min(want, available) ELSE 0 END
  FROM (SELECT value->>'subject' AS subject, value->>'need' AS need, value->>'want' AS want,
    coalesce(${capLeft("(value->>'subject')")}, 0) AS available FROM json_each(@capTakes))
  WHERE ${APPLIED}
  ON CONFLICT DO UPDATE SET tokens = tokens + excluded.tokens`;

const GIVE_CAPS = `UPDATE lease_caps SET tokens = tokens - given.give
  FROM (SELECT value->>'subject' AS subject, value->>'give' AS give FROM json_each(@capGives)) given
  WHERE organisation_id = @organisationId AND lease_id = @leaseId AND lease_caps.subject = given.subject AND ${APPLIED}`;

const READ = `SELECT o.balance, l.tokens, l.spent, l.sequence, l.state FROM organisations o
  LEFT JOIN leases l ON l.organisation_id = o.id AND l.id = @leaseId WHERE o.id = @organisationId`;

const READ_CAPS = `SELECT value AS subject, ${capLeft("value")} AS left, coalesce((SELECT tokens FROM lease_caps
    WHERE organisation_id = @organisationId AND subject = value AND lease_id = @leaseId), 0) AS tokens
  FROM (SELECT value FROM json_each(@subjects) UNION SELECT subject FROM lease_caps
    WHERE @recovers AND organisation_id = @organisationId AND lease_id = @leaseId)`;

/**
 * Applies an exchange exactly once, however often it is sent; when it throws because D1 does not answer, it may have been applied.
 * Returns the state of D1 afterwards and the results of `alongside`, further statements of the same transaction. Without
 * `listsCalls`, {@link listCalls} has written `calls` to another database, and only their sum is booked.
 */
export async function exchangeLease(
  db: D1Database,
  { organisationId, holder }: LeaseHolder,
  exchange: LeaseExchange,
  calls: LeasedCall[],
  alongside: () => D1PreparedStatement[],
  listsCalls = true,
): Promise<{ row: ExchangeRow | null; caps: CapRow[]; alongside: D1Result[] }> {
  const { take, capTakes, capGives, isOpen, closes, covers, recovers = false } = exchange;
  const subjects = [...capTakes, ...capGives].map(({ subject }) => subject);
  const values = {
    ...exchange,
    organisationId,
    holder,
    now: Date.now(),
    need: take?.need ?? null,
    want: take?.want ?? 0,
    keyHash: take?.keyHash ?? null,
    spent: calls.reduce((sum, { tokens }) => sum + tokens, 0),
    calls: JSON.stringify(calls),
    capTakes: JSON.stringify(capTakes),
    capGives: JSON.stringify(capGives),
    subjects: JSON.stringify(subjects),
    recovers: recovers ? 1 : 0,
  };
  const run = (text: string) => sql(db, text, values);
  // Not beside GIVE_UP: a request of it that arrives late would commit, and close the lease that was opened since.
  const opening = closes ? [GIVE_UP] : [...CLOSE_STRAYS, ...(covers ? COVER : [OPEN])];
  const writes = (isOpen ? [closes ? CLOSE : ADVANCE] : opening).map(run);
  if (calls.length > 0 && listsCalls) writes.push(run(DETAILS));
  if (calls.length > 0) writes.push(run(HOURS));
  if (capTakes.length > 0) writes.push(run(TAKE_CAPS));
  if (capGives.length > 0) writes.push(run(GIVE_CAPS));
  const readsCaps = subjects.length > 0 || recovers;
  const reads = () => [run(READ), ...(readsCaps ? [run(READ_CAPS)] : []), ...alongside()];
  const results = await sendOnce(db, writes, reads);
  const [row] = (results[0]?.results ?? []) as ExchangeRow[];
  const caps = readsCaps ? ((results[1]?.results ?? []) as CapRow[]) : [];
  return { row: row ?? null, caps, alongside: results.slice(readsCaps ? 2 : 1) };
}

/** Returns the tokens of the holder's leases other than `leaseId`. */
export async function closeStrayLeases(db: D1Database, holder: LeaseHolder, leaseId: string): Promise<void> {
  const values = { ...holder, leaseId, id: newId(Date.now()) };
  await withinTime(db.batch(CLOSE_STRAYS.map((text) => sql(db, text, values))), DATABASE_TIME_LIMIT_MS);
}

/**
 * A batch that repeats an applied exchange aborts, and its result is read instead. Any other failure is retried once. A request
 * without an answer counts as failed, because every other exchange of the lease waits for it.
 */
async function sendOnce(db: D1Database, writes: D1PreparedStatement[], reads: () => D1PreparedStatement[]) {
  const send = (statements: D1PreparedStatement[]) => withinTime(db.batch(statements), DATABASE_TIME_LIMIT_MS);
  for (let attempt = 1; ; attempt++) {
    try {
      return (await send([...writes, ...reads()])).slice(writes.length);
    } catch (error) {
      if (isAppliedBefore(error)) return send(reads());
      if (attempt > 1) throw error;
    }
  }
}

function isAppliedBefore(error: unknown): boolean {
  const text = String(error instanceof AppError ? error.cause : error);
  return text.includes("a lease advances by one") || text.includes("UNIQUE constraint failed: leases.");
}
