/** The first owner deletes the workspace: access ends at once, rows once nothing is running, and the last statement is mailed. */
import { REVOCABLE, storeRevocations } from "../accounts/keys/revoke.ts";
import type { Session } from "../accounts/keys/sessions.ts";
import { batchOf, deleteBatchRecord } from "../batches/batch-records.ts";
import type { Config } from "../config.ts";
import { CLOSED_ORGANISATION } from "../constants.ts";
import { closeAccount } from "../ledger/account.ts";
import { newId, newOrganisationId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { DAY_MS, MINUTE_MS } from "../lib/time.ts";
import { type Row, sql, transact } from "../platform/database.ts";
import { ledgersWith, numberOfEmptiest } from "../platform/ledgers.ts";
import { sendMail } from "../platform/mail.ts";
import type { closings } from "../platform/schema.ts";
import {
  CALLS,
  closingStatements,
  countCallsElsewhere,
  dropCalls,
  EARLIER,
  IS_OWN,
  LARGE_TABLES,
  type LastStatement,
  lastStatementMail,
  MARKED,
  SPENT,
} from "./closing-entry.ts";

/** A deletion needs a sign-in that is at most this old, so that an open browser or a stolen cookie cannot delete. */
export const FRESH_SIGN_IN_MS = 10 * MINUTE_MS;
const DELETED_ROWS = 2_000;
const BATCHES_AT_ONCE = 20;
const RUN_MS = 5_000;
const CLOSINGS_PER_RUN = 20;
const MAIL_REPEAT_MS = 5 * MINUTE_MS;
/** A statement that cannot be mailed is dropped after this time, and the address with it. */
const KEPT_MS = 7 * DAY_MS;

const IS_CLOSING = "EXISTS (SELECT 1 FROM closings WHERE closings.organisation_id = @organisationId)";
const USERS = "(SELECT id FROM users WHERE organisation_id = @organisationId)";

/** Begins with the decision, which requires a fresh session; the statements after it depend on its row. */
const START = [
  `INSERT INTO closings (organisation_id, email, ids_json, asked_at)
    SELECT @organisationId, u.email, (SELECT json_group_array(id) FROM organisations
      WHERE id = @organisationId OR merged_into = @organisationId), @now
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.hash = @hash AND s.revoked_at IS NULL AND s.expires_at > @now AND s.created_at > @freshSince
      AND u.id = (SELECT owner_id FROM organisations WHERE id = @organisationId)
    ON CONFLICT DO NOTHING`,
  `UPDATE organisations SET blocked_at = coalesce(blocked_at, @now), reload_below = NULL
    WHERE id = @organisationId AND ${IS_CLOSING}`,
  `UPDATE api_keys SET revoked_at = @now WHERE organisation_id = @organisationId AND ${IS_CLOSING} AND ${REVOCABLE}`,
  `UPDATE connections SET revoked_at = @now WHERE organisation_id = @organisationId AND revoked_at IS NULL AND ${IS_CLOSING}`,
  `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'owner'
    WHERE organisation_id = @organisationId AND ${IS_CLOSING}`,
  `UPDATE watches SET state = 'deleted', updated_at = @now WHERE organisation_id = @organisationId AND ${IS_CLOSING}`,
  `DELETE FROM auto_reloads WHERE organisation_id = @organisationId AND ${IS_CLOSING}`,
  `UPDATE wallets SET is_linked = 0 WHERE ${IS_CLOSING} AND organisation_id IN
    (SELECT id FROM organisations WHERE id = @organisationId OR merged_into = @organisationId)`,
  `DELETE FROM sessions WHERE user_id IN ${USERS} AND ${IS_CLOSING}`,
  ...["members", "invitations"].map(
    (table) => `DELETE FROM ${table} WHERE organisation_id = @organisationId AND ${IS_CLOSING}`,
  ),
  // A member of another workspace gets a new one of their own at the next sign-in.
  `UPDATE users SET organisation_id = @fresh WHERE organisation_id = @organisationId AND ${IS_CLOSING}
    AND EXISTS (SELECT 1 FROM members WHERE user_id = users.id)`,
  // Without a user, no claim leads here and no anonymous organisation is merged into it any more.
  `DELETE FROM users WHERE organisation_id = @organisationId AND ${IS_CLOSING}`,
];

/** Ends all access at once. False without a fresh sign-in, and for any owner but the first. Idempotent. Throws `temporarily_unavailable`. */
export async function startClosing(env: Env, { organisationId, hash }: Session): Promise<boolean> {
  const now = Date.now();
  const fresh = newOrganisationId(await numberOfEmptiest(env));
  const values = { organisationId, hash, now, fresh, freshSince: now - FRESH_SIGN_IN_MS };
  const isStarted = sql(env.DB, `SELECT 1 WHERE ${IS_CLOSING}`, values);
  const statements = START.map((text) => sql(env.DB, text, values));
  const results = await storeRevocations(env, [organisationId], [...statements, isStarted]);
  return results.at(-1)?.results.length === 1;
}

const open = (table: string, state: string) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE ${IS_OWN} AND ${state})`;
const sumOf = (type: string) => `(SELECT coalesce(sum(tokens), 0) FROM entries WHERE ${IS_OWN} AND type = '${type}')`;
const total = (column: string) => `(SELECT sum(${column}) FROM organisations WHERE id = @id OR merged_into = @id)`;

/** Only once nothing can be charged or credited any more: no lease is open, and a blocked organisation gets none. */
const CLOSE = closingStatements({
  when: [
    "EXISTS (SELECT 1 FROM closings c WHERE c.organisation_id = o.id AND c.statement_json IS NULL)",
    open("leases", "state = 'open'"),
    open("holds", "state = 'open'"),
    open("batches", "state <> 'ended'"),
    open("machine_payments", "state IN ('running', 'settling')"),
    open("purchases", "kind = 'auto_reload' AND state = 'pending'"),
  ].join(" AND "),
  keep: [
    `UPDATE closings SET statement_json = json_object('granted', ${sumOf("grant")}, 'bought', ${sumOf("purchase")},
        'transferred', ${sumOf("transfer")}, 'returned', ${sumOf("reversal")}, 'expired', ${sumOf("expire")},
        'spent', ${SPENT}, 'calls', ${CALLS}, 'left', ${total("balance")}, 'owed', ${total("owed")},
        'paid_cents', (SELECT coalesce(sum(amount_cents), 0) FROM purchases WHERE ${IS_OWN} AND state = 'paid'))
      WHERE organisation_id = @id AND ${MARKED}`,
    // Payments are records that the operator has to keep. A late one is credited to nothing that anybody can spend.
    `UPDATE purchases SET organisation_id = '${CLOSED_ORGANISATION}' WHERE ${IS_OWN} AND ${MARKED}`,
    `UPDATE machine_payments SET organisation_id = '${CLOSED_ORGANISATION}', answer_json = NULL WHERE ${IS_OWN} AND ${MARKED}`,
    // References stay, without tokens: no payment is credited twice, and an address gets its welcome once.
    `INSERT OR REPLACE INTO entries (id, organisation_id, type, tokens, reference)
      SELECT id, '${CLOSED_ORGANISATION}', 'grant', 0, reference FROM entries
      WHERE ${IS_OWN} AND type IN ('grant', 'purchase', 'reversal') AND reference NOT LIKE 'withheld:%' AND ${MARKED}`,
  ],
});

type Closing = Row<typeof closings>;
const COLUMNS = `organisation_id AS organisationId, email, ids_json AS idsJson, asked_at AS askedAt,
  statement_json AS statementJson, mailed_at AS mailedAt`;

/** Goes on with a deletion; the last statement once the organisation is closed, else null. Repeatable: the cron runs it to its end. */
export async function finishClosing(env: Env, config: Config, id: string): Promise<LastStatement | null> {
  const read = sql(env.DB, `SELECT ${COLUMNS} FROM closings WHERE organisation_id = @id`, { id });
  const find = () => read.first<Closing>();
  let closing = await find();
  if (closing && closing.statementJson === null) {
    await close(env, closing);
    closing = await find();
  }
  if (!closing || closing.statementJson === null) return null;
  const statement = JSON.parse(closing.statementJson) as LastStatement;
  const isEmpty = await deleteLargeTables(env, closing);
  const isMailed = await mailStatement(env, config, closing, statement).catch((cause) => {
    log("error", "last_statement_not_mailed", { organisation: id, cause });
    return false;
  });
  if (isMailed && isEmpty) {
    await sql(env.DB, "DELETE FROM closings WHERE organisation_id = @id", { id }).run();
  }
  return statement;
}

/** For the cron: goes on with every deletion that was begun. */
export async function finishClosings(env: Env, config: Config): Promise<void> {
  const find = `SELECT organisation_id AS id FROM closings ORDER BY random() LIMIT ${CLOSINGS_PER_RUN}`;
  const { results } = await sql(env.DB, find, {}).all<{ id: string }>();
  for (const { id } of results) {
    await finishClosing(env, config, id).catch((cause) => {
      log("error", "workspace_not_closed", { organisation: id, cause });
    });
  }
}

/** Ends what still runs, and closes the organisation unless something remains open. */
async function close(env: Env, { organisationId, idsJson }: Closing): Promise<void> {
  const now = Date.now();
  const values = { id: organisationId, entry: newId(now), earlier: EARLIER };
  const hasBatches = !(await deleteBatches(env, values));
  const ids = JSON.parse(idsJson) as string[];
  await Promise.all(ids.map((id) => closeAccount(env, id)));
  if (hasBatches) return;
  const elsewhere = await countCallsElsewhere(env, ids);
  await transact(env.DB, { ...values, elsewhere }, CLOSE);
}

/** Stops and deletes batches, of which each deletes its list and results. False while a line still runs. */
async function deleteBatches(env: Env, values: { id: string }): Promise<boolean> {
  const deadline = Date.now() + RUN_MS;
  const find = sql(env.DB, `SELECT id FROM batches WHERE ${IS_OWN} LIMIT ${BATCHES_AT_ONCE}`, values);
  while (Date.now() < deadline) {
    const { results } = await find.all<{ id: string }>();
    const remove = async ({ id }: { id: string }) => {
      await batchOf(env, id).cancel();
      const isDeleted = await batchOf(env, id).delete();
      if (isDeleted) await deleteBatchRecord(env, id);
      return isDeleted;
    };
    const areDeleted = await Promise.all(results.map(remove));
    if (areDeleted.includes(false)) return false;
    if (results.length < BATCHES_AT_ONCE) return true;
  }
  return false;
}

/** True once it was sent, or given up. One run at a time sends it; one that dies may have sent it already. */
async function mailStatement(env: Env, config: Config, closing: Closing, statement: LastStatement): Promise<boolean> {
  const { organisationId, email, askedAt } = closing;
  const now = Date.now();
  if (now - askedAt > KEPT_MS) return true;
  const claim = `UPDATE closings SET mailed_at = @now WHERE organisation_id = @organisationId AND email <> ''
    AND (mailed_at IS NULL OR mailed_at < @before)`;
  const values = { organisationId, now, before: now - MAIL_REPEAT_MS };
  const { meta } = await sql(env.DB, claim, values).run();
  if (meta.changes === 1) {
    await sendMail(env, config, { to: email, ...lastStatementMail(config.SERVICE_NAME, statement) });
    const note = "UPDATE closings SET email = '' WHERE organisation_id = @organisationId";
    await sql(env.DB, note, values).run();
    return true;
  }
  return email === "";
}

/** Deletes rows that would be too many for one transaction, until they are gone or the time is up. */
async function deleteLargeTables(env: Env, { idsJson }: Closing): Promise<boolean> {
  const deadline = Date.now() + RUN_MS;
  for (const table of LARGE_TABLES) {
    const key = table === "watch_events" ? "seq" : "id";
    const some = `DELETE FROM ${table} WHERE organisation_id = @id AND ${key} IN (SELECT ${key} FROM ${table}
      WHERE organisation_id = @id LIMIT ${DELETED_ROWS})`;
    for (const id of JSON.parse(idsJson) as string[]) {
      for (const db of ledgersWith(env, id)) {
        for (let changes = DELETED_ROWS; changes === DELETED_ROWS; ) {
          if (Date.now() > deadline) return false;
          changes = (await sql(db, some, { id }).run()).meta.changes;
        }
        if (table === "call_logs" && db !== env.DB) await dropCalls(db, [id]);
      }
    }
  }
  return true;
}
