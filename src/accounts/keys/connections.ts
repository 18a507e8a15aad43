import type { Config } from "../../config.ts";
import { CLIENT_LIFETIME_SECONDS, CODE_LIFETIME_SECONDS } from "../../constants.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { type Row, sql } from "../../platform/database.ts";
import type { connections } from "../../platform/schema.ts";
import { signedIn } from "../../platform/signed-in.ts";
import { ID_BYTES, issueHandle, readHandle } from "./connection-handles.ts";
import type { Audience } from "./key-format.ts";
import { endConnectionsWhere, storeRevocations } from "./revoke.ts";
import type { Session } from "./sessions.ts";

/** Grants to OAuth clients (OAuth 2.1). Access tokens are API keys of the person's organisation for an hour. */
type Consent = {
  clientId: string;
  clientName: string;
  redirectUri: string;
  /** PKCE, S256. */
  codeChallenge: string;
  /** Where tokens of the connection are accepted. */
  audience: Audience;
  /** Total tokens that the connection may spend; null without a cap. */
  cap: number | null;
};

/** Records the grant of the signed-in person and returns the authorization code. Throws `forbidden_origin`. */
export async function allowClient(env: Env, config: Config, session: Session, consent: Consent): Promise<string> {
  const now = Date.now();
  const id = crypto.getRandomValues(new Uint8Array(ID_BYTES)).toHex();
  const code = await issueHandle(config, "authorization-code", id);
  const { hash: sessionHash, organisationId, userId } = session;
  const values = { ...consent, id, sessionHash, userId, organisationId, codeHash: code.hash, now };
  const insert = `INSERT INTO connections (id, organisation_id, session_hash, user_id, client_id, client_name, redirect_uri, code_hash,
      code_challenge, audience, cap, remaining, created_at, expires_at)
    SELECT @id, @organisationId, @sessionHash, @userId, @clientId, @clientName, @redirectUri, @codeHash,
      @codeChallenge, @audience, @cap, @cap, @now, @expiresAt
    WHERE ${signedIn("developer")} RETURNING 1`;
  const keep = "UPDATE oauth_clients SET expires_at = @keepUntil WHERE id = @clientId";
  const [made] = await env.DB.batch([
    sql(env.DB, insert, { ...values, expiresAt: now + CODE_LIFETIME_SECONDS * 1000 }),
    sql(env.DB, keep, { ...values, keepUntil: now + CLIENT_LIFETIME_SECONDS * 1000 }),
  ]);
  if (made?.results.length) return code.text;
  throw new AppError("forbidden_origin", "Your session has ended. Sign in and connect again.");
}

/** Ends the connection of a refresh token. Any other text has no effect (RFC 7009, section 2.2). */
export async function revokeRefreshToken(env: Env, config: Config, token: string): Promise<void> {
  const handle = await readHandle(config, "refresh-token", token);
  if (handle) await endConnections(env, "id = @connectionId", handle);
}

/** Ends a connection of an organisation; its tokens are refused from then on. An unknown id has no effect. */
export async function endConnection(env: Env, organisationId: string, id: string): Promise<void> {
  await endConnections(env, "id = @id AND organisation_id = @organisationId", { id, organisationId });
}

export async function endConnections(env: Env, condition: string, parameters: Record<string, unknown>): Promise<void> {
  const organisationIds = async () => {
    const find = sql(env.DB, `SELECT DISTINCT organisation_id AS id FROM connections WHERE ${condition}`, parameters);
    return (await find.all<{ id: string }>()).results.map(({ id }) => id);
  };
  await storeRevocations(env, organisationIds, endConnectionsWhere(env.DB, condition, parameters, Date.now()));
}

const LISTED_CONNECTIONS = 200;
const LIST = `FROM connections WHERE organisation_id = @organisationId`;
const NEWEST_FIRST = `ORDER BY created_at DESC LIMIT ${LISTED_CONNECTIONS}`;

type ListedConnection = Pick<
  Row<typeof connections>,
  "id" | "clientId" | "clientName" | "redirectUri" | "cap" | "remaining" | "createdAt" | "refreshedAt"
>;

/** The connections that can still get tokens, newest first. `refreshedAt` is the time of the last access token: hourly while in use. */
export async function listConnections(db: D1Database, organisationId: string): Promise<ListedConnection[]> {
  const list = `SELECT id, client_id AS clientId, client_name AS clientName, redirect_uri AS redirectUri, cap, remaining,
      created_at AS createdAt, refreshed_at AS refreshedAt
    ${LIST} AND revoked_at IS NULL AND expires_at > @now AND refresh_hash IS NOT NULL ${NEWEST_FIRST}`;
  return (await sql(db, list, { organisationId, now: Date.now() }).all<ListedConnection>()).results;
}

/** Client names of an organisation's connections, including ended ones. */
export async function listConnectionNames(db: D1Database, organisationId: string) {
  const list = `SELECT id, client_name AS clientName ${LIST} ${NEWEST_FIRST}`;
  return (await sql(db, list, { organisationId }).all<Pick<ListedConnection, "id" | "clientName">>()).results;
}

/** Throws `invalid_request` for an access token and for a key with a cap or categories: none of them manages keys, cards and automatic purchases. */
export function refuseLimited(caller: { connectionId?: string | null; isLimited?: boolean }): void {
  if (!caller.connectionId && !caller.isLimited) return;
  const who = caller.connectionId ? "A connection made by sign-in" : "A key with a daily cap or with categories";
  const detail = `${who} cannot do this. Ask its owner to do it in the console or with an API key that has neither.`;
  throw invalidRequest(detail);
}
