import { and, eq, gt, isNull } from "drizzle-orm";
import { drizzle, mapDatabaseErrors, statementOf } from "../../platform/database.ts";
import { sessions, users } from "../../platform/schema.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { disableEndpointsWhere } from "../../webhooks/manage-endpoints.ts";
import { endConnectionsStatement, revokeKeysStatement, storeRevocations } from "./revoke.ts";
import { unlinkWalletsOf } from "./wallet-links.ts";

/** A person signed in to the console, and their workspace. `hash` identifies the session in D1, `createdAt` is the sign-in. */
export type Session = { hash: string; userId: string; email: string; organisationId: string; createdAt: number };

/** Condition of an active row of `sessions` for hand-written SQL, with `@` parameters (platform/database.ts). */
export const ACTIVE_SESSION = "revoked_at IS NULL AND expires_at > @now";

/** The session of a cookie; null if it does not exist or has ended. */
export async function readSession(db: D1Database, id: string): Promise<Session | null> {
  // Looked up by hash, so that the duration of the query reveals nothing about the id.
  const hash = await sha256Hex(id);
  const find = drizzle(db)
    .select({
      hash: sessions.hash,
      userId: users.id,
      email: users.email,
      organisationId: users.organisationId,
      createdAt: sessions.createdAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.hash, hash), isNull(sessions.revokedAt), gt(sessions.expiresAt, Date.now())));
  return (await mapDatabaseErrors(() => find.get())) ?? null;
}

/** Signs one browser out. */
export async function endSession(db: D1Database, { hash }: Session): Promise<void> {
  const end = drizzle(db)
    .update(sessions)
    .set({ revokedAt: Date.now() })
    .where(and(eq(sessions.hash, hash), isNull(sessions.revokedAt)));
  await mapDatabaseErrors(() => end.run());
}

/** Ends all sessions of the person, the current one included. */
export async function endSessions(db: D1Database, session: Session): Promise<void> {
  await mapDatabaseErrors(() => endSessionsStatement(db, session, Date.now()).run());
}

/** "This wasn't me": ends every key, connection, webhook endpoint, wallet and browser of the workspace at once. */
export async function endEverything(env: Env, session: Session): Promise<void> {
  const now = Date.now();
  await storeRevocations(
    env,
    [session.organisationId],
    [
      revokeKeysStatement(env.DB, session.organisationId, now),
      endConnectionsStatement(env.DB, session.organisationId, now),
      disableEndpointsWhere(env.DB, "organisation_id = @organisationId", session),
      unlinkWalletsOf(env.DB, "@organisationId", session),
      endSessionsStatement(env.DB, session, now),
    ],
  );
}

function endSessionsStatement(db: D1Database, { userId }: Session, now: number): D1PreparedStatement {
  const active = and(eq(sessions.userId, userId), isNull(sessions.revokedAt));
  return statementOf(db, drizzle(db).update(sessions).set({ revokedAt: now }).where(active));
}
