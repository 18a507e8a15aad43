import { and, desc, eq, gt, isNull, sql as sqlText } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Config } from "../../config.ts";
import { ROLES, type Role, SESSION_LIFETIME_SECONDS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { utf8 } from "../../lib/bytes.ts";
import { drizzle, sql } from "../../platform/database.ts";
import { members, organisations, sessions, users } from "../../platform/schema.ts";
import { sha256Hex, signer } from "../../platform/secrets.ts";
import { disableEndpointsWhere } from "../../webhooks/manage-endpoints.ts";
import { revokeKeysStatements, storeRevocations } from "./revoke.ts";
import { unlinkWalletsOf } from "./wallet-links.ts";

/**
 * A person signed in to the console, and the workspace that it shows: `workspace` is the address of its first owner. `hash`
 * identifies the session in D1, `createdAt` is the sign-in.
 */
export type Session = NonNullable<Awaited<ReturnType<typeof readSession>>>;

export function hasRole({ role }: Pick<Session, "role">, least: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(least);
}

/** Throws `forbidden_role` for a person who is less than `least` in the shown workspace. */
export function requireRole(session: Session, least: Role): void {
  if (!hasRole(session, least)) throw new AppError("forbidden_role", needs(least));
}

/** Who may do what a person may not. */
export function needs(least: Role): string {
  return `Only ${least === "owner" ? "an owner" : "an owner or a developer"} of the workspace can do this.`;
}

/** A session id `{expires}.{nonce}.{tag}` (Unix seconds), whose tag refuses a forged or expired one without a query. */
export async function issueSessionId(config: Config, now: number): Promise<string> {
  const expires = Math.floor(now / 1000) + SESSION_LIFETIME_SECONDS;
  const body = `${expires}.${crypto.getRandomValues(new Uint8Array(32)).toHex()}`;
  const { sign } = await signer(config, "session-id");
  return `${body}.${(await sign(utf8(body))).toHex()}`;
}

/** True for an unexpired id issued by this service. Only the database knows whether the session was ended. */
export async function verifySessionId(config: Config, id: string): Promise<boolean> {
  const [, body = "", expires = "", tag = ""] = /^((\d{1,12})\.[0-9a-f]{64})\.([0-9a-f]{64})$/.exec(id) ?? [];
  if (!body || Number(expires) * 1000 <= Date.now()) return false;
  return (await signer(config, "session-id")).verify(utf8(body), Uint8Array.fromHex(tag));
}

/** The session of a cookie; null if it does not exist or has ended, or the person is no member any more. */
export async function readSession(db: D1Database, id: string) {
  // Looked up by hash, so that the duration of the query reveals nothing about the id.
  const hash = await sha256Hex(id);
  const owners = alias(users, "owners");
  // The chosen workspace, as long as the person is its member, else their own.
  const reachable = [sessions.organisationId, users.organisationId];
  const find = drizzle(db)
    .select({
      hash: sessions.hash,
      userId: users.id,
      email: users.email,
      organisationId: members.organisationId,
      role: members.role,
      workspace: owners.email,
      createdAt: sessions.createdAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(members, and(eq(members.userId, users.id), sqlText`${members.organisationId} IN ${reachable}`))
    .leftJoin(organisations, eq(organisations.id, members.organisationId))
    .leftJoin(owners, eq(owners.id, organisations.ownerId))
    .where(and(eq(sessions.hash, hash), isNull(sessions.revokedAt), gt(sessions.expiresAt, Date.now())))
    .orderBy(desc(sqlText`${members.organisationId} IS ${sessions.organisationId}`))
    .limit(1);
  return (await find.get()) ?? null;
}

const END = "UPDATE sessions SET revoked_at = @now WHERE revoked_at IS NULL";

/** Signs one browser out. */
export async function endSession(db: D1Database, { hash }: Session): Promise<void> {
  await sql(db, `${END} AND hash = @hash`, { hash, now: Date.now() }).run();
}

const END_ALL = `${END} AND user_id = @userId`;

/** Ends all sessions of the person, the current one included. */
export async function endSessions(db: D1Database, { userId }: Session): Promise<void> {
  await sql(db, END_ALL, { userId, now: Date.now() }).run();
}

/** SQL: members who joined, or got more rights, since the person's oldest known sign-in: maybe by a stolen one. */
const JOINED_SINCE = `organisation_id = @organisationId AND user_id <> @userId
  AND created_at >= (SELECT min(created_at) FROM sessions WHERE user_id = @userId)
  AND NOT EXISTS (SELECT 1 FROM organisations WHERE id = @organisationId AND owner_id = members.user_id)`;

/**
 * "This wasn't me": ends every key, connection, webhook endpoint, wallet, invitation and own browser at once, and removes members
 * who joined or got more rights in the last week, as far as the person was signed in. The first owner stays.
 */
export async function endEverything(env: Env, session: Session): Promise<void> {
  const { organisationId } = session;
  const now = Date.now();
  const statements = [
    ...revokeKeysStatements(env.DB, organisationId, now),
    disableEndpointsWhere(env.DB, "organisation_id = @organisationId", session),
    unlinkWalletsOf(env.DB, "@organisationId", session),
    sql(env.DB, "DELETE FROM invitations WHERE organisation_id = @organisationId", session),
    sql(env.DB, `DELETE FROM members WHERE ${JOINED_SINCE}`, session),
    sql(env.DB, END_ALL, { ...session, now }),
  ];
  await storeRevocations(env, [organisationId], statements);
}
