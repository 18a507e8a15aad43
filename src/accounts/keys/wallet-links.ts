import { sql } from "../../platform/database.ts";
import { signedIn } from "../../platform/signed-in.ts";
import { descendantsOf, REVOCABLE, storeRevocations } from "./revoke.ts";

/** A wallet whose payments without a key made an organisation that a person now owns; it has access only while it is linked. */
type LinkedWallet = { address: string; isLinked: 0 | 1; createdAt: number };

/** SQL: the organisations of a workspace, those merged into it included. */
const ofWorkspace = (workspaces: string) =>
  `organisation_id IN (SELECT id FROM organisations WHERE id IN (${workspaces}) OR merged_into IN (${workspaces}))`;
const IS_OWN = `address = @address AND ${ofWorkspace("@organisationId")}`;

/** The wallets of a workspace that have not made an account of their own since, the newest first. */
export async function listWallets(db: D1Database, organisationId: string): Promise<LinkedWallet[]> {
  const find = `SELECT address, is_linked AS isLinked, created_at AS createdAt FROM wallets
    WHERE ${ofWorkspace("@organisationId")} ORDER BY created_at DESC`;
  return (await sql(db, find, { organisationId }).all<LinkedWallet>()).results;
}

/** Lets a wallet sign in to the workspace. Requires the session, so that "this wasn't me" of the same moment stays in effect. */
export async function keepWallet(
  db: D1Database,
  { organisationId, hash }: { organisationId: string; hash: string },
  address: string,
): Promise<boolean> {
  const keep = `UPDATE wallets SET is_linked = 1, organisation_id = @organisationId WHERE ${IS_OWN} AND ${signedIn("owner")}`;
  const { meta } = await sql(db, keep, { organisationId, sessionHash: hash, address, now: Date.now() }).run();
  return meta.changes === 1;
}

/** Ends a wallet's access to the workspace, with the keys that it made and what was made with those. */
export async function unlinkWallet(env: Env, organisationId: string, address: string): Promise<void> {
  const values = { organisationId, address, now: Date.now() };
  const made = `SELECT id, hash FROM api_keys WHERE made_by = @address AND organisation_id = @organisationId`;
  const revoke = `${descendantsOf(made)} UPDATE api_keys SET revoked_at = @now
    WHERE hash IN (SELECT hash FROM descent) AND ${REVOCABLE}`;
  const unlink = `UPDATE wallets SET is_linked = 0 WHERE ${IS_OWN}`;
  const statements = [unlink, revoke].map((text) => sql(env.DB, text, values));
  await storeRevocations(env, [organisationId], statements);
}

/** The statement that unlinks all wallets of workspaces, which are SQL: a parameter or a query. */
export function unlinkWalletsOf(db: D1Database, workspaces: string, values: Record<string, unknown>) {
  return sql(db, `UPDATE wallets SET is_linked = 0 WHERE ${ofWorkspace(workspaces)}`, values);
}
