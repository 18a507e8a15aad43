import type { Config } from "../../config.ts";
import { sql } from "../../platform/database.ts";
import { mailAddressBudgets, wrongCodeBudgets } from "../../platform/limits/budgets.ts";
import { forgetBudget } from "../../platform/limits/limits.ts";
import { disableEndpointsWhere } from "../../webhooks/manage-endpoints.ts";
import { descendantsOf, endConnectionsWhere, REVOCABLE, storeRevocations } from "../keys/revoke.ts";
import { unlinkWalletsOf } from "../keys/wallet-links.ts";
import { deleteClaim, readCancelToken } from "./claims.ts";

const MADE = "SELECT made_hash FROM claims WHERE hash = @claim AND state = 'exchanged'";

/** The workspaces in which the session that the claim made could change something. */
const SESSIONS = `SELECT m.organisation_id AS organisationId, m.role, m.user_id AS userId, s.created_at AS since
  FROM sessions s JOIN members m ON m.user_id = s.user_id AND m.role <> 'viewer' WHERE s.hash = (${MADE})`;
const WORKSPACES = `SELECT organisationId FROM (${SESSIONS})`;
/** SQL: members who have joined since, maybe by an invitation of that session. */
const HAS_JOINED = `organisation_id IN (${WORKSPACES}) AND EXISTS (SELECT 1 FROM (${SESSIONS}) s
  WHERE s.role = 'owner' AND s.organisationId = members.organisation_id AND s.userId <> members.user_id AND s.since <= members.created_at)`;
const JOINED = `SELECT user_id FROM members WHERE ${HAS_JOINED}`;
/** The organisations whose key or session the claim made. */
const ORGANISATIONS = `SELECT organisation_id AS id FROM api_keys WHERE hash = (${MADE})
  UNION ${WORKSPACES}`;

/** Keys, session and wallets that originate from a claim; `made_by` has a key's id, a session's hash or a wallet. */
const DESCENT = descendantsOf(`SELECT 'key_' || substr(made_hash, 1, 24), made_hash FROM (${MADE})
    UNION SELECT made_hash, made_hash FROM (${MADE})
    UNION SELECT k.id, k.hash FROM sessions s JOIN api_keys k ON k.made_by = s.hash
      WHERE s.user_id IN (${JOINED}) AND k.organisation_id IN (${WORKSPACES})
    UNION SELECT k.id, k.hash FROM (${SESSIONS}) s JOIN api_keys k ON k.organisation_id = s.organisationId
      JOIN wallets w ON w.address = k.made_by WHERE k.created_at >= s.since`);

/** SQL: connections that the session, or members who joined since, have allowed. */
const IS_ALLOWED_SINCE = `session_hash = (${MADE}) OR user_id IN (${JOINED}) AND organisation_id IN (${WORKSPACES})`;

type Workspace = { organisationId: string; since: number };

/**
 * "This wasn't me": voids the claim or, if it was exchanged, ends everything that originates from it ({@link DESCENT}, and
 * the connections allowed in its session), disables the webhook endpoints of a session's workspaces, unlinks their wallets, removes
 * invitations and members since, and lifts the locks on the address. Idempotent. Null for a link that is forged or older than a day.
 * What a session made without a key is left to the caller, who gets its workspaces and its beginning, in milliseconds.
 */
export async function cancelClaim(env: Env, config: Config, token: string): Promise<Workspace[] | null> {
  const now = Date.now();
  const link = await readCancelToken(config, token, now);
  if (!link) return null;
  const claim = link.claimHash;
  const kill = `INSERT INTO claims (hash, state, created_at) VALUES (@claim, 'dead', @now)
    ON CONFLICT (hash) DO UPDATE SET state = 'dead' WHERE state <> 'exchanged'`;
  const revoke = `${DESCENT} UPDATE api_keys SET revoked_at = @now
    WHERE hash IN (SELECT hash FROM descent) AND ${REVOCABLE}`;
  const signOut = `UPDATE sessions SET revoked_at = @now WHERE hash = (${MADE}) AND revoked_at IS NULL`;
  // One transaction, so that a key created concurrently is either revoked here or finds its maker revoked.
  const statements = [
    ...[kill, revoke, signOut].map((text) => sql(env.DB, text, { claim, now })),
    ...endConnectionsWhere(env.DB, IS_ALLOWED_SINCE, { claim }, now),
    disableEndpointsWhere(env.DB, `organisation_id IN (${WORKSPACES})`, { claim }),
    unlinkWalletsOf(env.DB, ORGANISATIONS, { claim }),
    ...[
      `DELETE FROM invitations WHERE organisation_id IN (${WORKSPACES})`,
      `DELETE FROM members WHERE ${HAS_JOINED} AND NOT EXISTS (SELECT 1 FROM organisations o
        WHERE o.id = members.organisation_id AND o.owner_id = members.user_id)`,
      SESSIONS,
    ].map((text) => sql(env.DB, text, { claim })),
  ];
  const results = await storeRevocations(env, () => organisationsOf(env.DB, claim), statements);
  const locks = [...wrongCodeBudgets(config, link), ...mailAddressBudgets(config, link)];
  await Promise.allSettled([deleteClaim(env.CLAIMS, claim), ...locks.map((lock) => forgetBudget(env, lock))]);
  return (results.at(-1)?.results ?? []) as Workspace[];
}

async function organisationsOf(db: D1Database, claim: string): Promise<string[]> {
  return (await sql(db, ORGANISATIONS, { claim }).all<{ id: string }>()).results.map(({ id }) => id);
}
