import { eq } from "drizzle-orm";
import type { Config } from "../../config.ts";
import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  REFRESH_REPEAT_SECONDS,
  REFRESH_TOKEN_LIFETIME_SECONDS,
} from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { refreshAccount } from "../../ledger/account.ts";
import { base64Url, utf8 } from "../../lib/bytes.ts";
import { drizzle, type Row, sql } from "../../platform/database.ts";
import { apiKeys, connections } from "../../platform/schema.ts";
import { sha256Hex, signer } from "../../platform/secrets.ts";
import { endConnections, type Handle, issueHandle, RANDOM_BYTES, readHandle } from "./connections.ts";
import { type Audience, issueKey } from "./key-format.ts";

/** What a client sends with its grant; `audience` is null without a `resource`. */
type GrantRequest = { clientId: string; audience: Audience | null };
type CodeExchange = GrantRequest & { code: string; verifier: string; redirectUri: string | null };

/** Exchanges a code, once. A repeated one means theft and ends its connection (RFC 6749, section 4.1.2). */
export async function exchangeCode(env: Env, config: Config, exchange: CodeExchange) {
  const { code, clientId, audience, verifier, redirectUri } = exchange;
  const handle = await readHandle(config, "authorization-code", code);
  if (!handle) throw badGrant();
  const challenge = base64Url(Uint8Array.fromHex(await sha256Hex(verifier)));
  const guard = `refresh_hash IS NULL AND code_hash = @hash AND client_id = @clientId
    AND code_challenge = @challenge AND redirect_uri = coalesce(@redirectUri, redirect_uri)`;
  const tokens = await issueTokens(env, config, { handle, guard, clientId, audience, challenge, redirectUri });
  if (tokens) return tokens;
  await endConnections(env, "id = @connectionId AND refresh_hash IS NOT NULL", handle);
  throw badGrant();
}

/**
 * Exchanges a refresh token for its successor. A repeat within {@link REFRESH_REPEAT_SECONDS}, while the successor is unused,
 * gets the same tokens, because the client lost the response. Any other reuse ends the whole family, because a thief cannot
 * be told from the owner (OAuth 2.1, section 4.3.1). Throws `invalid_grant`, `invalid_target`.
 */
export async function refresh(env: Env, config: Config, token: string, asked: GrantRequest) {
  const handle = await readHandle(config, "refresh-token", token);
  if (!handle) throw badGrant();
  const guard = "refresh_hash = @hash AND client_id = @clientId";
  const tokens =
    (await issueTokens(env, config, { handle, guard, ...asked })) ?? (await repeatTokens(env, config, handle, asked));
  if (tokens) return tokens;
  await endConnections(env, "id = @connectionId AND refresh_hash IS NOT @hash", handle);
  throw badGrant();
}

/** `guard` is SQL, with the rest as its parameters. */
type Turn = GrantRequest & { handle: Handle; guard: string; challenge?: string; redirectUri?: string | null };

/** One guarded UPDATE decides which request gets the next tokens; null for all others. Throws `invalid_target`. */
async function issueTokens(env: Env, config: Config, { handle, guard, audience, ...proof }: Turn) {
  const now = Date.now();
  const connection = await findConnection(env.DB, handle.connectionId);
  if (!connection) return null;
  const { access, next } = await nextTokens(config, handle, connection, audience, now);
  const { hash: keyHash, id: keyId, masked, expiresAt: keyExpiresAt } = access;
  const refreshUntil = now + REFRESH_TOKEN_LIFETIME_SECONDS * 1000;
  const values = { ...handle, ...proof, keyHash, keyId, masked, keyExpiresAt, next: next.hash, refreshUntil, now };
  const turn = `UPDATE connections SET refresh_hash = @next, refreshed_at = @now, expires_at = @refreshUntil
    WHERE id = @connectionId AND revoked_at IS NULL AND expires_at > @now AND ${guard} RETURNING 1`;
  const insert = `INSERT INTO api_keys (hash, id, organisation_id, name, masked, created_at, expires_at, connection_id)
    SELECT @keyHash, @keyId, organisation_id, client_name, @masked, @now, @keyExpiresAt, id
    FROM connections WHERE id = @connectionId AND refresh_hash = @next AND refreshed_at = @now
    ON CONFLICT (hash) DO NOTHING`;
  const statements = [turn, insert].map((text) => sql(env.DB, text, values));
  const [turned] = await env.DB.batch(statements);
  if (!turned?.results.length) return null;
  await refreshAccount(env, connection.organisationId);
  return tokenAnswer(access.key, next.text);
}

/** The tokens that `handle` was just exchanged for, if they are still the latest of its connection. */
async function repeatTokens(env: Env, config: Config, handle: Handle, { clientId, audience }: GrantRequest) {
  const connection = await findConnection(env.DB, handle.connectionId);
  if (!connection?.refreshedAt || connection.revokedAt !== null || connection.clientId !== clientId) return null;
  if (Date.now() >= connection.refreshedAt + REFRESH_REPEAT_SECONDS * 1000) return null;
  const { access, next } = await nextTokens(config, handle, connection, audience, connection.refreshedAt);
  if (next.hash !== connection.refreshHash) return null;
  const find = drizzle(env.DB).select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.hash, access.hash));
  // A repeat with another audience: nothing was issued for that one.
  if (!(await find.get())) throw badGrant();
  return tokenAnswer(access.key, next.text);
}

async function findConnection(db: D1Database, id: string): Promise<Row<typeof connections> | undefined> {
  return drizzle(db).select().from(connections).where(eq(connections.id, id)).get();
}

/** The tokens of a code or refresh token at `now`, derived from its hash, so that a repeat gives the same ones. */
async function nextTokens(
  config: Config,
  { connectionId, hash }: Handle,
  granted: Pick<Row<typeof connections>, "audience" | "organisationId">,
  asked: Audience | null,
  now: number,
) {
  if (asked !== null && granted.audience !== "all" && asked !== granted.audience) {
    throw new AppError("invalid_target", "The user did not allow this `resource`. Ask for the one that was allowed.");
  }
  const { sign } = await signer(config, "next-tokens");
  const derive = async (what: string, bytes: number) => (await sign(utf8(`${what}:${hash}`))).subarray(0, bytes);
  const access = await issueKey(config, {
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

/** Answer of the token endpoint (RFC 6749, section 5.1). */
function tokenAnswer(access_token: string, refresh_token: string) {
  const expires_in = ACCESS_TOKEN_LIFETIME_SECONDS;
  return { access_token, token_type: "bearer", expires_in, refresh_token, scope: "api" };
}

function badGrant(): AppError {
  return new AppError("invalid_grant", "This grant is unknown, used or expired. Send the user to sign in again.");
}
