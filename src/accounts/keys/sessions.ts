import { mapDatabaseErrors, sql } from "../../platform/database.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { endConnectionsStatement, revokeKeysStatement, tellRevoked } from "./revoke.ts";

/** A person signed in to the console, and the workspace that is theirs. `hash` names the session in D1. */
export type Session = { hash: string; userId: string; email: string; organisationId: string };

/** What makes a session's row count; `@` parameters as in platform/database.ts. */
export const ACTIVE_SESSION = "revoked_at IS NULL AND expires_at > @now";

/** The session a cookie names. Null when D1 has none such, or it has ended. */
export async function readSession(db: D1Database, id: string): Promise<Session | null> {
  // Only a hash is looked up, so how long that takes says nothing about an id.
  const find = `SELECT hash, u.id AS userId, u.email, u.organisation_id AS organisationId
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE hash = @hash AND ${ACTIVE_SESSION}`;
  const hash = await sha256Hex(id);
  return mapDatabaseErrors(() => sql(db, find, { hash, now: Date.now() }).first<Session>());
}

/** Signs one browser out. */
export async function endSession(db: D1Database, { hash }: Session): Promise<void> {
  const end = "UPDATE sessions SET revoked_at = ?2 WHERE hash = ?1 AND revoked_at IS NULL";
  await mapDatabaseErrors(() => db.prepare(end).bind(hash, Date.now()).run());
}

/** Signs the person out everywhere, here too. */
export async function endSessions(db: D1Database, session: Session): Promise<void> {
  await mapDatabaseErrors(() => endSessionsStatement(db, session, Date.now()).run());
}

/** "This wasn't me": every key of the workspace is revoked, every connection ended and every browser signed out, in one transaction. */
export async function endEverything(env: Env, session: Session): Promise<void> {
  const now = Date.now();
  const [keys] = await mapDatabaseErrors(() =>
    env.DB.batch<{ id: string }>([
      revokeKeysStatement(env.DB, session.organisationId, now),
      endConnectionsStatement(env.DB, session.organisationId, now),
      endSessionsStatement(env.DB, session, now),
    ]),
  );
  await tellRevoked(env, session.organisationId, keys?.results.map(({ id }) => id) ?? []);
}

function endSessionsStatement(db: D1Database, { userId }: Session, now: number): D1PreparedStatement {
  return db.prepare("UPDATE sessions SET revoked_at = ?2 WHERE user_id = ?1 AND revoked_at IS NULL").bind(userId, now);
}
