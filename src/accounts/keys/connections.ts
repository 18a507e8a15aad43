import { and, desc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  CLIENT_LIFETIME_SECONDS,
  CODE_LIFETIME_SECONDS,
  type Config,
  REFRESH_TOKEN_LIFETIME_SECONDS,
} from "../../config.ts";
import { AppError } from "../../errors.ts";
import { drizzle, mapDatabaseErrors, sql } from "../../platform/database.ts";
import { connections } from "../../platform/schema.ts";
import { open, seal } from "../../platform/sealed-handle.ts";
import { sha256Hex, signer } from "../../platform/secrets.ts";
import { issueKey } from "./key-format.ts";
import { endConnectionsWhere, type RevokedKey, tellRevoked } from "./revoke.ts";
import { ACTIVE_SESSION, type Session } from "./sessions.ts";

/**
 * What people allowed OAuth clients (OAuth 2.1). An access token is an API key of the user's organisation that lives an
 * hour, so context, revocation and money know nothing new. Codes and refresh tokens are sealed and name their connection:
 * a forged one costs no I/O, and one that is authentic but no longer the connection's own has been used before.
 */
type HandleUse = "authorization-code" | "refresh-token";
type Handle = { connectionId: string; hash: string };

const PREFIXES = { "authorization-code": "tgo_", "refresh-token": "tgr_" };
const ID_BYTES = 12;
/** With the seal a multiple of 3, so that base64 needs no padding. */
const HANDLE_BYTES = ID_BYTES + 20;

async function issueHandle(config: Config, use: HandleUse, connectionId: string) {
  const body = crypto.getRandomValues(new Uint8Array(HANDLE_BYTES));
  body.set(Uint8Array.fromHex(connectionId));
  const text = PREFIXES[use] + (await seal(await signer(config, use), body));
  return { text, hash: await sha256Hex(text) };
}

async function readHandle(config: Config, use: HandleUse, text: string): Promise<Handle | null> {
  const prefix = PREFIXES[use];
  if (!text.startsWith(prefix)) return null;
  const body = await open(await signer(config, use), text.slice(prefix.length), HANDLE_BYTES);
  return body && { connectionId: body.slice(0, ID_BYTES).toHex(), hash: await sha256Hex(text) };
}

export type Consent = {
  clientId: string;
  clientName: string;
  redirectUri: string;
  /** PKCE, S256. */
  codeChallenge: string;
  /** Tokens the connection may spend in all; null without a cap. */
  cap: number | null;
};

/** Writes down what the person signed in has allowed, and returns the authorization code. Throws `forbidden_origin`. */
export async function allowClient(env: Env, config: Config, session: Session, consent: Consent): Promise<string> {
  const now = Date.now();
  const id = crypto.getRandomValues(new Uint8Array(ID_BYTES)).toHex();
  const code = await issueHandle(config, "authorization-code", id);
  const { hash: sessionHash, organisationId } = session;
  const values = { ...consent, id, sessionHash, organisationId, codeHash: code.hash, now };
  const insert = `INSERT INTO connections (id, organisation_id, session_hash, client_id, client_name, redirect_uri, code_hash,
      code_challenge, cap, remaining, created_at, expires_at)
    SELECT @id, @organisationId, @sessionHash, @clientId, @clientName, @redirectUri, @codeHash,
      @codeChallenge, @cap, @cap, @now, @expiresAt
    WHERE EXISTS (SELECT 1 FROM sessions WHERE hash = @sessionHash AND ${ACTIVE_SESSION}) RETURNING 1`;
  const keep = "UPDATE oauth_clients SET expires_at = @keepUntil WHERE id = @clientId";
  const [made] = await mapDatabaseErrors(() =>
    env.DB.batch([
      sql(env.DB, insert, { ...values, expiresAt: now + CODE_LIFETIME_SECONDS * 1000 }),
      sql(env.DB, keep, { ...values, keepUntil: now + CLIENT_LIFETIME_SECONDS * 1000 }),
    ]),
  );
  if (made?.results.length) return code.text;
  throw new AppError("forbidden_origin", "You have been signed out meanwhile. Sign in and connect again.");
}

/** Answer of the token endpoint (RFC 6749, section 5.1). */
export type TokenAnswer = {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  refresh_token: string;
  scope: "api";
};

export type CodeExchange = { code: string; clientId: string; verifier: string; redirectUri: string | null };

/**
 * Exchanges an authorization code, once. A code that comes a second time was stolen, or is being stolen: it ends its
 * connection (RFC 6749, section 4.1.2). Throws `invalid_grant`.
 */
export async function exchangeCode(env: Env, config: Config, exchange: CodeExchange): Promise<TokenAnswer> {
  const { code, clientId, verifier, redirectUri } = exchange;
  const handle = await readHandle(config, "authorization-code", code);
  if (!handle) throw badGrant();
  const digest = Uint8Array.fromHex(await sha256Hex(verifier));
  const challenge = digest.toBase64({ alphabet: "base64url", omitPadding: true });
  const mayExchange = `refresh_hash IS NULL AND code_hash = @hash AND client_id = @clientId
    AND code_challenge = @challenge AND redirect_uri = coalesce(@redirectUri, redirect_uri)`;
  const tokens = await issueTokens(env, config, handle, mayExchange, { clientId, challenge, redirectUri });
  if (tokens) return tokens;
  await endWhere(env, "id = @connectionId AND refresh_hash IS NOT NULL", handle);
  throw badGrant();
}

/**
 * Exchanges a refresh token for its successor. One that has been exchanged before ends the whole family: thief and owner
 * cannot be told apart (OAuth 2.1, section 4.3.1). Throws `invalid_grant`.
 */
export async function refresh(env: Env, config: Config, token: string, clientId: string): Promise<TokenAnswer> {
  const handle = await readHandle(config, "refresh-token", token);
  if (!handle) throw badGrant();
  const mayRefresh = "refresh_hash = @hash AND client_id = @clientId";
  const tokens = await issueTokens(env, config, handle, mayRefresh, { clientId });
  if (tokens) return tokens;
  await endWhere(env, "id = @connectionId AND refresh_hash IS NOT @hash", handle);
  throw badGrant();
}

/** One guarded UPDATE decides who gets the next tokens; null for everybody else. */
async function issueTokens(
  env: Env,
  config: Config,
  handle: Handle,
  guard: string,
  parameters: Record<string, unknown>,
): Promise<TokenAnswer | null> {
  const now = Date.now();
  const find = drizzle(env.DB).select().from(connections).where(eq(connections.id, handle.connectionId));
  const connection = await mapDatabaseErrors(() => find.get());
  if (!connection) return null;
  const { organisationId } = connection;
  const issued = await issueKey(await signer(config, "api-key"), organisationId, now, ACCESS_TOKEN_LIFETIME_SECONDS);
  const { key, hash: keyHash, id: keyId, masked, expiresAt: keyExpiresAt } = issued;
  const next = await issueHandle(config, "refresh-token", handle.connectionId);
  const refreshUntil = now + REFRESH_TOKEN_LIFETIME_SECONDS * 1000;
  const values = { ...handle, ...parameters, keyHash, keyId, masked, keyExpiresAt, next: next.hash, refreshUntil, now };
  const turn = `UPDATE connections SET refresh_hash = @next, refreshed_at = @now, expires_at = @refreshUntil
    WHERE id = @connectionId AND revoked_at IS NULL AND expires_at > @now AND ${guard}`;
  const insert = `INSERT INTO api_keys (hash, id, organisation_id, name, masked, created_at, expires_at, connection_id)
    SELECT @keyHash, @keyId, organisation_id, client_name, @masked, @now, @keyExpiresAt, id
    FROM connections WHERE id = @connectionId AND refresh_hash = @next RETURNING 1`;
  const [, made] = await mapDatabaseErrors(() => env.DB.batch([turn, insert].map((text) => sql(env.DB, text, values))));
  if (!made?.results.length) return null;
  return {
    access_token: key,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_LIFETIME_SECONDS,
    refresh_token: next.text,
    scope: "api",
  };
}

/** Ends the connection of a refresh token; any other text changes nothing (RFC 7009, section 2.2). */
export async function revokeRefreshToken(env: Env, config: Config, token: string): Promise<void> {
  const handle = await readHandle(config, "refresh-token", token);
  if (handle) await endWhere(env, "id = @connectionId", handle);
}

/** Ends a connection of an organisation; its tokens are refused from now on. An unknown id changes nothing. */
export async function endConnection(env: Env, organisationId: string, id: string): Promise<void> {
  await endWhere(env, "id = @id AND organisation_id = @organisationId", { id, organisationId });
}

async function endWhere(env: Env, condition: string, parameters: Record<string, unknown>): Promise<void> {
  const statements = endConnectionsWhere(env.DB, condition, parameters, Date.now());
  const [, keys] = await mapDatabaseErrors(() => env.DB.batch<RevokedKey>(statements));
  const organisationId = keys?.results[0]?.organisationId;
  if (organisationId) await tellRevoked(env, organisationId, keys?.results.map(({ id }) => id) ?? []);
}

/** What the console shows of a connection. `refreshedAt` is when it last got an access token: hourly while in use. */
const LISTED = {
  id: connections.id,
  clientId: connections.clientId,
  clientName: connections.clientName,
  redirectUri: connections.redirectUri,
  cap: connections.cap,
  remaining: connections.remaining,
  createdAt: connections.createdAt,
  refreshedAt: connections.refreshedAt,
};

const LISTED_CONNECTIONS = 200;

/** The connections of an organisation that can still get tokens, newest first. */
export async function listConnections(db: D1Database, organisationId: string) {
  const isUsable = and(
    eq(connections.organisationId, organisationId),
    isNull(connections.revokedAt),
    gt(connections.expiresAt, Date.now()),
    isNotNull(connections.refreshHash),
  );
  const list = drizzle(db).select(LISTED).from(connections).where(isUsable).orderBy(desc(connections.createdAt));
  return mapDatabaseErrors(() => list.limit(LISTED_CONNECTIONS).all());
}

/** Throws `invalid_request` for an access token: keys, cards and automatic purchases are its owner's business. */
export function refuseConnection(caller: { connectionId?: string | null }): void {
  if (!caller.connectionId) return;
  throw new AppError(
    "invalid_request",
    "A connection made by sign-in cannot do this. Ask its owner, who can in the console or with an API key.",
  );
}

function badGrant(): AppError {
  return new AppError("invalid_grant", "This grant is unknown, used or expired. Send the user to sign in again.");
}
