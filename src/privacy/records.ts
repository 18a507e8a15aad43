import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Config } from "../config.ts";
import {
  PRIVACY_LINK_LIFETIME_SECONDS,
  PRIVACY_RECORD_LIFETIME_SECONDS,
  UNCONFIRMED_PRIVACY_RECORD_LIFETIME_SECONDS,
} from "../constants.ts";
import { drizzle, type Row, statementOf } from "../platform/database.ts";
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
  const insert = drizzle(db)
    .insert(privacyRequests)
    .values({ ...received, keepUntil });
  await insert.run();
}

/** Removes a request whose mail could not be sent. */
export async function forgetReceived(db: D1Database, id: string): Promise<void> {
  await drizzle(db).delete(privacyRequests).where(eq(privacyRequests.id, id)).run();
}

export async function findPrivacyRecord(db: D1Database, id: string): Promise<PrivacyRecord | undefined> {
  return drizzle(db).select().from(privacyRequests).where(eq(privacyRequests.id, id)).get();
}

/** Notes that the link was used. False when its work is done already; only an access link works again. */
export async function noteConfirmed(db: D1Database, id: string): Promise<boolean> {
  const now = Date.now();
  const { confirmedAt, doneAt, type } = privacyRequests;
  const confirm = drizzle(db)
    .update(privacyRequests)
    .set({
      confirmedAt: sql`coalesce(${confirmedAt}, ${now})`,
      keepUntil: now + PRIVACY_RECORD_LIFETIME_SECONDS * 1000,
    })
    .where(and(eq(privacyRequests.id, id), or(isNull(doneAt), eq(type, "access"))))
    .returning({ id: privacyRequests.id });
  return (await confirm.all()).length > 0;
}

/** How much was shown or deleted. */
type RequestOutcome = { directoryRows: number; lookups: number };

/** The statement that counts the rows about to be shown or deleted; of several tries the largest numbers stay. */
export function noteFound(db: D1Database, id: string, { directoryRows, lookups }: RequestOutcome): D1PreparedStatement {
  return updateOpen(db, id, {
    directoryRows: sql`max(coalesce(${privacyRequests.directoryRows}, 0), ${directoryRows})`,
    lookups: sql`max(coalesce(${privacyRequests.lookups}, 0), ${lookups})`,
  });
}

/** The statement that notes the end of a request. Idempotent. */
export function noteDone(db: D1Database, id: string): D1PreparedStatement {
  return updateOpen(db, id, { doneAt: Date.now() });
}

function updateOpen(db: D1Database, id: string, change: SQLiteUpdateSetSource<typeof privacyRequests>) {
  const isOpen = and(eq(privacyRequests.id, id), isNull(privacyRequests.doneAt));
  return statementOf(db, drizzle(db).update(privacyRequests).set(change).where(isOpen));
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
