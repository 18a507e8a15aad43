import { and, desc, eq, lt } from "drizzle-orm";
import type { Config } from "../config.ts";
import {
  PRIVACY_LINK_LIFETIME_SECONDS,
  PRIVACY_RECORD_LIFETIME_SECONDS,
  UNCONFIRMED_PRIVACY_RECORD_LIFETIME_SECONDS,
} from "../constants.ts";
import { drizzle, type Row, sql } from "../platform/database.ts";
import { privacyRequests } from "../platform/schema.ts";
import { lastingHash } from "../platform/secrets.ts";

/** The record of privacy requests, by which each is shown to be answered. No names; times are milliseconds. */
export type PrivacyRecord = Row<typeof privacyRequests>;

/** `confirmed` without `done`: carrying it out failed, and the link can be used again while it is valid. */
export type PrivacyState = "waiting" | "expired" | "confirmed" | "done";

export function stateOf({ receivedAt, confirmedAt, doneAt }: PrivacyRecord, now: number): PrivacyState {
  if (doneAt !== null) return "done";
  if (confirmedAt !== null) return "confirmed";
  return now < receivedAt + PRIVACY_LINK_LIFETIME_SECONDS * 1000 ? "waiting" : "expired";
}

/** The key of an address in the record. */
export function recordedAddress(config: Config, email: string): Promise<string> {
  return lastingHash(config, "privacy-request", email.trim().toLowerCase());
}

type Received = Pick<PrivacyRecord, "id" | "type" | "addressHash" | "receivedAt">;

export async function noteReceived(db: D1Database, received: Received): Promise<void> {
  const keepUntil = received.receivedAt + UNCONFIRMED_PRIVACY_RECORD_LIFETIME_SECONDS * 1000;
  await drizzle(db)
    .insert(privacyRequests)
    .values({ ...received, keepUntil });
}

/** Removes a request whose mail could not be sent. */
export async function forgetReceived(db: D1Database, id: string): Promise<void> {
  await drizzle(db).delete(privacyRequests).where(eq(privacyRequests.id, id));
}

export async function findPrivacyRecord(db: D1Database, id: string): Promise<PrivacyRecord | undefined> {
  return drizzle(db).select().from(privacyRequests).where(eq(privacyRequests.id, id)).get();
}

/** Notes that the link was used. False when its work is done already; only an access link works again. */
export async function noteConfirmed(db: D1Database, id: string): Promise<boolean> {
  const now = Date.now();
  const confirm = `UPDATE privacy_requests SET confirmed_at = coalesce(confirmed_at, @now), keep_until = @keepUntil
    WHERE id = @id AND (done_at IS NULL OR type = 'access')`;
  const keepUntil = now + PRIVACY_RECORD_LIFETIME_SECONDS * 1000;
  return (await sql(db, confirm, { id, now, keepUntil }).run()).meta.changes > 0;
}

/** How much was shown or deleted. */
type RequestOutcome = { directoryRows: number; lookups: number };

/** The statement that counts the rows about to be shown or deleted; of several tries the largest numbers stay. */
export function noteFound(db: D1Database, id: string, outcome: RequestOutcome): D1PreparedStatement {
  const note = `UPDATE privacy_requests SET directory_rows = max(coalesce(directory_rows, 0), @directoryRows),
    lookups = max(coalesce(lookups, 0), @lookups) WHERE id = @id AND done_at IS NULL`;
  return sql(db, note, { id, ...outcome });
}

/** The statement that notes the end of a request. Idempotent. */
export function noteDone(db: D1Database, id: string): D1PreparedStatement {
  const note = "UPDATE privacy_requests SET done_at = @now WHERE id = @id AND done_at IS NULL";
  return sql(db, note, { id, now: Date.now() });
}

/** `address` is an address as {@link recordedAddress} writes it, or null for all; `before` is where the previous page ended. */
type RecordsAsked = { address?: string | null; before?: string | null; limit: number };

/** Greater than every id. */
const NEWEST = "g";

/** A page of the record, newest first. `next` is the last id of the page; null on the last page. */
export async function readPrivacyRecords(
  db: D1Database,
  { address, before, limit }: RecordsAsked,
): Promise<{ records: PrivacyRecord[]; next: string | null }> {
  const isAsked = and(
    lt(privacyRequests.id, before || NEWEST),
    address ? eq(privacyRequests.addressHash, address) : undefined,
  );
  const read = drizzle(db)
    .select()
    .from(privacyRequests)
    .where(isAsked)
    .orderBy(desc(privacyRequests.id))
    .limit(limit + 1);
  const results = await read.all();
  const records = results.slice(0, limit);
  return { records, next: results.length > limit ? (records.at(-1)?.id ?? null) : null };
}
