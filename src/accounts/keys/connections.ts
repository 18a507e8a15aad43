import { and, desc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import type { Config } from "../../config.ts";
import { CLIENT_LIFETIME_SECONDS, CODE_LIFETIME_SECONDS } from "../../constants.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { drizzle, type Row, sql } from "../../platform/database.ts";
import { connections } from "../../platform/schema.ts";
import { open, seal, sha256Hex, signer } from "../../platform/secrets.ts";
import { signedIn } from "../../platform/signed-in.ts";
import { endConnectionsWhere, storeRevocations } from "./revoke.ts";
import type { Session } from "./sessions.ts";

/** Codes and refresh tokens carry a MAC and their connection: a forged one costs no I/O, an old one was used before. */
type HandleUse = "authorization-code" | "refresh-token";
export type Handle = { connectionId: string; hash: string };

const PREFIXES = { "authorization-code": "tgo_", "refresh-token": "tgr_" };
const ID_BYTES = 12;
/** Together with the MAC a multiple of 3 bytes, so that base64 needs no padding. */
export const RANDOM_BYTES = 20;
const HANDLE_BYTES = ID_BYTES + RANDOM_BYTES;

export async function issueHandle(config: Config, use: HandleUse, connectionId: string, random?: Uint8Array) {
  const body = new Uint8Array(HANDLE_BYTES);
  body.set(Uint8Array.fromHex(connectionId));
  body.set(random ?? crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)), ID_BYTES);
  const text = PREFIXES[use] + (await seal(await signer(config, use), body));
  return { text, hash: await sha256Hex(text) };
}

export async function readHandle(config: Config, use: HandleUse, text: string): Promise<Handle | null> {
  const prefix = PREFIXES[use];
  if (!text.startsWith(prefix)) return null;
  const body = await open(await signer(config, use), text.slice(prefix.length), HANDLE_BYTES);
  return body && { connectionId: body.slice(0, ID_BYTES).toHex(), hash: await sha256Hex(text) };
}

/** A grant to an OAuth client (OAuth 2.1). Access tokens are API keys of the person's organisation for an hour. */
type Consent = Pick<
  Row<typeof connections>,
  "clientId" | "clientName" | "redirectUri" | "codeChallenge" | "audience" | "cap"
>;

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

export async function endConnections(env: Env, condition: string, values: Record<string, unknown>): Promise<void> {
  const find = sql(env.DB, `SELECT DISTINCT organisation_id AS id FROM connections WHERE ${condition}`, values);
  const organisationIds = async () => (await find.all<{ id: string }>()).results.map(({ id }) => id);
  await storeRevocations(env, organisationIds, endConnectionsWhere(env.DB, condition, values, Date.now()));
}

const LISTED_CONNECTIONS = 200;
const { id, clientName, redirectUri, cap, remaining, createdAt, refreshedAt } = connections;
const isOf = (organisationId: string) => eq(connections.organisationId, organisationId);

/** The connections that can still get tokens, newest first. `refreshedAt` is the time of the last access token: hourly while in use. */
export function listConnections(db: D1Database, organisationId: string) {
  const { revokedAt, expiresAt, refreshHash } = connections;
  const isOpen = and(isNull(revokedAt), gt(expiresAt, Date.now()), isNotNull(refreshHash));
  const columns = { id, clientName, redirectUri, cap, remaining, createdAt, refreshedAt };
  const isListed = and(isOf(organisationId), isOpen);
  const list = drizzle(db).select(columns).from(connections).where(isListed);
  return list.orderBy(desc(createdAt)).limit(LISTED_CONNECTIONS).all();
}

/** Client names of an organisation's connections, including ended ones. */
export function listConnectionNames(db: D1Database, organisationId: string) {
  const list = drizzle(db).select({ id, clientName }).from(connections).where(isOf(organisationId));
  return list.orderBy(desc(createdAt)).limit(LISTED_CONNECTIONS).all();
}

/** Throws `invalid_request` for an access token and for a key with a cap or categories: none of them manages keys, cards and automatic purchases. */
export function refuseLimited(caller: { connectionId?: string | null; isLimited?: boolean }): void {
  if (!caller.connectionId && !caller.isLimited) return;
  const who = caller.connectionId ? "A connection made by sign-in" : "A key with a daily cap or with categories";
  const detail = `${who} cannot do this. Ask its owner to do it in the console or with an API key that has neither.`;
  throw invalidRequest(detail);
}
