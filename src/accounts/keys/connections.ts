import { and, desc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  CLIENT_LIFETIME_SECONDS,
  CODE_LIFETIME_SECONDS,
  type Config,
  REFRESH_REPEAT_SECONDS,
  REFRESH_TOKEN_LIFETIME_SECONDS,
} from "../../config.ts";
import { AppError } from "../../errors.ts";
import { refreshAccount, revokeInAccount } from "../../ledger/account.ts";
import { drizzle, mapDatabaseErrors, type Row, sql } from "../../platform/database.ts";
import { apiKeys, connections } from "../../platform/schema.ts";
import { open, seal } from "../../platform/sealed-handle.ts";
import { sha256Hex, signer } from "../../platform/secrets.ts";
import { type Audience, issueKey } from "./key-format.ts";
import { endConnectionsWhere, type RevokedKey } from "./revoke.ts";
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
const RANDOM_BYTES = 20;
const HANDLE_BYTES = ID_BYTES + RANDOM_BYTES;

async function issueHandle(config: Config, use: HandleUse, connectionId: string, random?: Uint8Array) {
  const body = new Uint8Array(HANDLE_BYTES);
  body.set(Uint8Array.fromHex(connectionId));
  body.set(random ?? crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)), ID_BYTES);
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
  /** Where its tokens will be accepted. */
  audience: Audience;
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
      code_challenge, audience, cap, remaining, created_at, expires_at)
    SELECT @id, @organisationId, @sessionHash, @clientId, @clientName, @redirectUri, @codeHash,
      @codeChallenge, @audience, @cap, @cap, @now, @expiresAt
    WHERE EXISTS (SELECT 1 FROM sessions WHERE hash = @sessionHash AND ${ACTIVE_SESSION}) RETURNING 1`;
  const keep = "UPDATE oauth_clients SET expires_at = @keepUntil WHERE id = @clientId";
  const [made] = await mapDatabaseErrors(() =>
    env.DB.batch([
      sql(env.DB, insert, { ...values, expiresAt: now + CODE_LIFETIME_SECONDS * 1000 }),
      sql(env.DB, keep, { ...values, keepUntil: now + CLIENT_LIFETIME_SECONDS * 1000 }),
    ]),
  );
  if (made?.results.length) return code.text;
  throw new AppError("forbidden_origin", "Your session has ended. Sign in and connect again.");
}

/** Answer of the token endpoint (RFC 6749, section 5.1). */
export type TokenAnswer = {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  refresh_token: string;
  scope: "api";
};

/** What a client says beside its grant; `audience` is null when it sends no `resource`. */
export type GrantRequest = { clientId: string; audience: Audience | null };
export type CodeExchange = GrantRequest & { code: string; verifier: string; redirectUri: string | null };

/**
 * Exchanges an authorization code, once. A code that comes a second time was stolen, or is being stolen: it ends its
 * connection (RFC 6749, section 4.1.2). Throws `invalid_grant`.
 */
export async function exchangeCode(env: Env, config: Config, exchange: CodeExchange): Promise<TokenAnswer> {
  const { code, clientId, audience, verifier, redirectUri } = exchange;
  const handle = await readHandle(config, "authorization-code", code);
  if (!handle) throw badGrant();
  const digest = Uint8Array.fromHex(await sha256Hex(verifier));
  const challenge = digest.toBase64({ alphabet: "base64url", omitPadding: true });
  const mayExchange = `refresh_hash IS NULL AND code_hash = @hash AND client_id = @clientId
    AND code_challenge = @challenge AND redirect_uri = coalesce(@redirectUri, redirect_uri)`;
  const tokens = await issueTokens(env, config, handle, mayExchange, { clientId, challenge, redirectUri }, audience);
  if (tokens) return tokens;
  await endWhere(env, "id = @connectionId AND refresh_hash IS NOT NULL", handle);
  throw badGrant();
}

/**
 * Exchanges a refresh token for its successor. A repeat within {@link REFRESH_REPEAT_SECONDS}, while the successor is
 * unused, gets the same tokens: the client lost the answer. Any other reuse ends the whole family, because thief and
 * owner cannot be told apart (OAuth 2.1, section 4.3.1). Throws `invalid_grant`, `invalid_target`.
 */
export async function refresh(env: Env, config: Config, token: string, asked: GrantRequest): Promise<TokenAnswer> {
  const handle = await readHandle(config, "refresh-token", token);
  if (!handle) throw badGrant();
  const { clientId, audience } = asked;
  const mayRefresh = "refresh_hash = @hash AND client_id = @clientId";
  const tokens =
    (await issueTokens(env, config, handle, mayRefresh, { clientId }, audience)) ??
    (await repeatTokens(env, config, handle, asked));
  if (tokens) return tokens;
  await endWhere(env, "id = @connectionId AND refresh_hash IS NOT @hash", handle);
  throw badGrant();
}

/** One guarded UPDATE decides who gets the next tokens; null for all others. Throws `invalid_target`. */
async function issueTokens(
  env: Env,
  config: Config,
  handle: Handle,
  guard: string,
  parameters: Record<string, unknown>,
  audience: Audience | null,
): Promise<TokenAnswer | null> {
  const now = Date.now();
  const connection = await findConnection(env.DB, handle.connectionId);
  if (!connection) return null;
  const { access, next } = await nextTokens(config, handle, connection, audience, now);
  const { hash: keyHash, id: keyId, masked, expiresAt: keyExpiresAt } = access;
  const refreshUntil = now + REFRESH_TOKEN_LIFETIME_SECONDS * 1000;
  const values = { ...handle, ...parameters, keyHash, keyId, masked, keyExpiresAt, next: next.hash, refreshUntil, now };
  const turn = `UPDATE connections SET refresh_hash = @next, refreshed_at = @now, expires_at = @refreshUntil
    WHERE id = @connectionId AND revoked_at IS NULL AND expires_at > @now AND ${guard} RETURNING 1`;
  const insert = `INSERT INTO api_keys (hash, id, organisation_id, name, masked, created_at, expires_at, connection_id)
    SELECT @keyHash, @keyId, organisation_id, client_name, @masked, @now, @keyExpiresAt, id
    FROM connections WHERE id = @connectionId AND refresh_hash = @next AND refreshed_at = @now
    ON CONFLICT (hash) DO NOTHING`;
  const statements = [turn, insert].map((text) => sql(env.DB, text, values));
  const [turned] = await mapDatabaseErrors(() => env.DB.batch(statements));
  if (!turned?.results.length) return null;
  await refreshAccount(env, connection.organisationId);
  return tokenAnswer(access.key, next.text);
}

/** The tokens that `handle` was exchanged for moments ago, if they are still the latest of its connection. */
async function repeatTokens(
  env: Env,
  config: Config,
  handle: Handle,
  { clientId, audience }: GrantRequest,
): Promise<TokenAnswer | null> {
  const connection = await findConnection(env.DB, handle.connectionId);
  if (!connection?.refreshedAt || connection.revokedAt !== null || connection.clientId !== clientId) return null;
  if (Date.now() >= connection.refreshedAt + REFRESH_REPEAT_SECONDS * 1000) return null;
  const { access, next } = await nextTokens(config, handle, connection, audience, connection.refreshedAt);
  if (next.hash !== connection.refreshHash) return null;
  const find = drizzle(env.DB).select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.hash, access.hash));
  // Asked for another audience than the first time: nothing was issued for it.
  if (!(await mapDatabaseErrors(() => find.get()))) throw badGrant();
  return tokenAnswer(access.key, next.text);
}

type ConnectionRow = Row<typeof connections>;

async function findConnection(db: D1Database, id: string): Promise<ConnectionRow | undefined> {
  const find = drizzle(db).select().from(connections).where(eq(connections.id, id));
  return mapDatabaseErrors(() => find.get());
}

/**
 * What a code or refresh token is exchanged for at `now`. Derived from its hash and the signing secret, so that a repeat
 * makes the same tokens and none has to be stored. Throws `invalid_target` for an audience that was not allowed.
 */
async function nextTokens(
  config: Config,
  { connectionId, hash }: Handle,
  granted: ConnectionRow,
  asked: Audience | null,
  now: number,
) {
  if (asked !== null && granted.audience !== "all" && asked !== granted.audience) {
    throw new AppError("invalid_target", "The user did not allow this `resource`. Ask for the one that was allowed.");
  }
  const { sign } = await signer(config, "next-tokens");
  const derive = async (what: string, bytes: number) =>
    (await sign(new TextEncoder().encode(`${what}:${hash}`))).subarray(0, bytes);
  const access = await issueKey(await signer(config, "api-key"), {
    organisationId: granted.organisationId,
    now,
    lifetimeSeconds: ACCESS_TOKEN_LIFETIME_SECONDS,
    audience: asked ?? granted.audience,
    random: await derive("access", 16),
  });
  return {
    access,
    next: await issueHandle(config, "refresh-token", connectionId, await derive("refresh", RANDOM_BYTES)),
  };
}

function tokenAnswer(accessToken: string, refreshToken: string): TokenAnswer {
  return {
    access_token: accessToken,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_LIFETIME_SECONDS,
    refresh_token: refreshToken,
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
  if (organisationId) await revokeInAccount(env, organisationId, keys?.results.map(({ id }) => id) ?? []);
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
    "A connection made by sign-in cannot do this. Ask its owner to do it in the console or with an API key.",
  );
}

function badGrant(): AppError {
  return new AppError("invalid_grant", "This grant is unknown, used or expired. Send the user to sign in again.");
}
