import {
  type Config,
  PRIVACY_LINK_LIFETIME_SECONDS,
  PRIVACY_RECORD_LIFETIME_SECONDS,
  UNCONFIRMED_PRIVACY_RECORD_LIFETIME_SECONDS,
} from "../config.ts";
import { mapDatabaseErrors, sql } from "../platform/database.ts";
import { lastingHash } from "../platform/secrets.ts";
import type { PrivacyRequest } from "./request-store.ts";

/**
 * The record of privacy requests, by which an operator shows that each was answered. It names nobody, so that it is no
 * new store of what people wanted gone. Times are milliseconds.
 */
export type PrivacyRecord = {
  id: string;
  type: PrivacyRequest["type"];
  addressHash: string;
  receivedAt: number;
  /** When the mailed link was first used. */
  confirmedAt: number | null;
  /** When everything was shown, or deleted. */
  doneAt: number | null;
  directoryRows: number | null;
  lookups: number | null;
};

/** `confirmed` and not `done` means that carrying it out failed: the link can be used again while it is good. */
export type PrivacyState = "waiting" | "expired" | "confirmed" | "done";

export function stateOf({ receivedAt, confirmedAt, doneAt }: PrivacyRecord, now: number): PrivacyState {
  if (doneAt !== null) return "done";
  if (confirmedAt !== null) return "confirmed";
  return now < receivedAt + PRIVACY_LINK_LIFETIME_SECONDS * 1000 ? "waiting" : "expired";
}

/** What the record knows an address by. */
export function recordedAddress(config: Config, email: string): Promise<string> {
  return lastingHash(config, "privacy-request", email.trim().toLowerCase());
}

type Received = { id: string; type: PrivacyRequest["type"]; addressHash: string; receivedAt: number };

export async function noteReceived(db: D1Database, received: Received): Promise<void> {
  const insert = `INSERT INTO privacy_requests (id, type, address_hash, received_at, keep_until)
    VALUES (@id, @type, @addressHash, @receivedAt, @keepUntil)`;
  const keepUntil = received.receivedAt + UNCONFIRMED_PRIVACY_RECORD_LIFETIME_SECONDS * 1000;
  await sql(db, insert, { ...received, keepUntil }).run();
}

/** The mail of a request could not be sent: it was never received. */
export async function forgetReceived(db: D1Database, id: string): Promise<void> {
  await sql(db, "DELETE FROM privacy_requests WHERE id = @id", { id }).run();
}

/** The link was used. False when it has done its work; only an access link works again. */
export async function noteConfirmed(db: D1Database, id: string): Promise<boolean> {
  const now = Date.now();
  const confirm = `UPDATE privacy_requests SET confirmed_at = coalesce(confirmed_at, @now), keep_until = @keepUntil
    WHERE id = @id AND (done_at IS NULL OR type = 'access') RETURNING 1`;
  const values = { id, now, keepUntil: now + PRIVACY_RECORD_LIFETIME_SECONDS * 1000 };
  return (await mapDatabaseErrors(() => sql(db, confirm, values).first())) !== null;
}

/** How much was shown, or deleted. */
export type Outcome = { directoryRows: number; lookups: number };

/** The statement that notes what came of a request; whoever comes second changes nothing. */
export function noteDone(db: D1Database, id: string, outcome: Outcome): D1PreparedStatement {
  const done = `UPDATE privacy_requests SET done_at = @now, directory_rows = @directoryRows, lookups = @lookups
    WHERE id = @id AND done_at IS NULL`;
  return sql(db, done, { id, ...outcome, now: Date.now() });
}

/** `address` as {@link recordedAddress} has it, or all; `before` is where the page before ended. */
export type RecordsAsked = { address?: string | null; before?: string | null; limit: number };

/** Greater than every id. */
const NEWEST = "g";

/** A page of the record, the newest first. `next` is the last id of the page, null on the last page. */
export async function readPrivacyRecords(
  db: D1Database,
  { address, before, limit }: RecordsAsked,
): Promise<{ records: PrivacyRecord[]; next: string | null }> {
  const read = `SELECT id, type, address_hash AS addressHash, received_at AS receivedAt, confirmed_at AS confirmedAt,
      done_at AS doneAt, directory_rows AS directoryRows, lookups
    FROM privacy_requests WHERE id < @before ${address ? "AND address_hash = @address" : ""}
    ORDER BY id DESC LIMIT @count`;
  const { results } = await mapDatabaseErrors(() =>
    sql(db, read, { address, before: before || NEWEST, count: limit + 1 }).all<PrivacyRecord>(),
  );
  const records = results.slice(0, limit);
  return { records, next: results.length > limit ? (records.at(-1)?.id ?? null) : null };
}
