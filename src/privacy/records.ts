import { and, desc, eq, lt } from "drizzle-orm";
import type { Config } from "../config.ts";
import {
  KV_CACHE_SECONDS,
  PRIVACY_LINK_LIFETIME_SECONDS,
  PRIVACY_RECORD_LIFETIME_SECONDS,
  UNCONFIRMED_PRIVACY_RECORD_LIFETIME_SECONDS,
} from "../constants.ts";
import { AppError, asUnavailable } from "../errors.ts";
import { newId } from "../lib/ids.ts";
import { drizzle, type Row, sql } from "../platform/database.ts";
import { mailBudgetsFor } from "../platform/limits/budgets.ts";
import { withBudgets } from "../platform/limits/limits.ts";
import { sendMail } from "../platform/mail.ts";
import { privacyRequests } from "../platform/schema.ts";
import { lastingHash, openUntil, sealUntil, signer } from "../platform/secrets.ts";
import { type PrivacyRequest, privacyMail } from "./form.ts";

/** The record of privacy requests, by which each is shown to be answered. No names; times are milliseconds. */
export type PrivacyRecord = Row<typeof privacyRequests>;

/** `confirmed`: carrying it out failed, and the link can be used again while it is valid. */
export function stateOf({ receivedAt, confirmedAt, doneAt }: PrivacyRecord, now: number) {
  if (doneAt !== null) return "done";
  if (confirmedAt !== null) return "confirmed";
  return now < receivedAt + PRIVACY_LINK_LIFETIME_SECONDS * 1000 ? "waiting" : "expired";
}

/** The key of an address in the record. */
export function recordedAddress(config: Config, email: string): Promise<string> {
  return lastingHash(config, "privacy-request", email.trim().toLowerCase());
}

/** Notes that the link was used. False when its work is done already; only an access link works again. */
export async function noteConfirmed(db: D1Database, id: string): Promise<boolean> {
  const now = Date.now();
  const confirm = `UPDATE privacy_requests SET confirmed_at = coalesce(confirmed_at, @now), keep_until = @keepUntil
    WHERE id = @id AND (done_at IS NULL OR type = 'access')`;
  const keepUntil = now + PRIVACY_RECORD_LIFETIME_SECONDS * 1000;
  return (await sql(db, confirm, { id, now, keepUntil }).run()).meta.changes > 0;
}

/** The statement that counts the rows about to be shown or deleted; of several tries the largest numbers stay. */
export function noteFound(
  db: D1Database,
  id: string,
  outcome: { directoryRows: number; lookups: number },
): D1PreparedStatement {
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
export async function readPrivacyRecords(db: D1Database, { address, before, limit }: RecordsAsked) {
  const { id, addressHash } = privacyRequests;
  const isAsked = and(lt(id, before || NEWEST), address ? eq(addressHash, address) : undefined);
  const read = drizzle(db).select().from(privacyRequests).where(isAsked).orderBy(desc(id));
  const results: PrivacyRecord[] = await read.limit(limit + 1).all();
  const records = results.slice(0, limit);
  return { records, next: results.length > limit ? (records.at(-1)?.id ?? null) : null };
}

const TOKEN = "tgp_";
const ID_BYTES = 16;
/** A request with its subject is kept in KV until its link is used or expires. */
const keyOf = (id: string) => `privacy:${id}`;

type Asked = { request: PrivacyRequest; ip: string | null; baseUrl: string };

/** Mails a link; nothing happens before it is used, and neither link nor log has the subject. Throws `rate_limited`, `temporarily_unavailable`. */
export async function openPrivacyRequest(env: Env, config: Config, { request, ip, baseUrl }: Asked): Promise<void> {
  const budgets = await mailBudgetsFor(config, ip, request.email);
  const records = drizzle(env.DB);
  const receivedAt = Date.now();
  const id = newId(receivedAt);
  const expiresAt = receivedAt + PRIVACY_LINK_LIFETIME_SECONDS * 1000;
  const token = TOKEN + (await sealUntil(await signer(config, "privacy-link"), id, expiresAt));
  const send = async () => {
    const { type, email } = request;
    const keepUntil = receivedAt + UNCONFIRMED_PRIVACY_RECORD_LIFETIME_SECONDS * 1000;
    const addressHash = await recordedAddress(config, email);
    await records.insert(privacyRequests).values({ id, type, addressHash, receivedAt, keepUntil });
    const life = { expirationTtl: PRIVACY_LINK_LIFETIME_SECONDS };
    await env.CLAIMS.put(keyOf(id), JSON.stringify(request), life);
    const link = `${baseUrl}/privacy/confirm?t=${token}`;
    await sendMail(env, config, { to: email, ...privacyMail(config.SERVICE_NAME, request, link) });
  };
  await withBudgets(env, budgets, send).catch(async (error: unknown) => {
    const isRefused = eq(privacyRequests.id, id);
    await Promise.allSettled([records.delete(privacyRequests).where(isRefused), forgetRequest(env, id)]);
    throw asUnavailable(error, "The request could not be created. Try again.");
  });
}

export async function forgetRequest({ CLAIMS }: Env, id: string): Promise<void> {
  await CLAIMS.delete(keyOf(id));
}

/** The request of a mailed link; null when forged, expired or used. Throws while KV may not show a new one yet. */
export async function readPrivacyRequest(env: Env, config: Config, token: string) {
  const id = await readLink(config, token);
  if (id === null) return null;
  const request = await env.CLAIMS.get<PrivacyRequest>(keyOf(id), "json");
  if (request) return { id, ...request };
  const record = await drizzle(env.DB).select().from(privacyRequests).where(eq(privacyRequests.id, id)).get();
  const isNew = record?.doneAt === null && Date.now() < record.receivedAt + KV_CACHE_SECONDS * 1000;
  if (!isNew) return null;
  throw new AppError("temporarily_unavailable", "Your request is not available yet. Open the link again in a minute.", {
    retryAfterSeconds: KV_CACHE_SECONDS,
  });
}

async function readLink(config: Config, token: string): Promise<string | null> {
  const sealed = token.startsWith(TOKEN) ? token.slice(TOKEN.length) : "";
  const opened = await openUntil(await signer(config, "privacy-link"), sealed, ID_BYTES);
  return opened && Date.now() < opened.expiresAt ? opened.hex : null;
}
