/** Withheld events, which are charged and shown oldest first once the balance and the monthly cap allow. */
import { LEASED, recallAccount, refreshAccount } from "../ledger/account.ts";
import { log } from "../lib/log.ts";
import { sql } from "../platform/database.ts";
import { IS_LIVE, MONTH_LEFT, monthOf } from "./live-watch.ts";

const MAX_EVENTS = 100;
const MAX_ORGANISATIONS = 50;

const IS_PAYABLE = `o.balance + ${LEASED} >= e.tokens AND EXISTS (SELECT 1 FROM watches w
  WHERE w.organisation_id = e.organisation_id AND instr(e.watch_ids_json, w.id) > 0 AND ${IS_LIVE}
    AND ${MONTH_LEFT} >= e.tokens)`;

const PAYABLE = `FROM watch_events e JOIN organisations o ON o.id = e.organisation_id
  WHERE e.state = 'withheld' AND ${IS_PAYABLE}`;

/** Takes a new `seq` as an insertion does: unlike the highest one plus 1, it was never that of an event deleted since. */
const COPIED = `id, organisation_id, type, domain, data_json, watch_ids_json, tokens, state, tried_at, is_unsent, observed_at`;
const MOVE = `INSERT INTO watch_events (${COPIED}) SELECT ${COPIED} FROM watch_events
  WHERE seq = @seq AND state = 'ready' AND tried_at = @now
  ON CONFLICT (organisation_id, id) DO UPDATE SET seq = excluded.seq`;

/** Charges withheld events in order as far as tokens allow, and moves them behind every cursor. Safe to run twice. */
export async function releaseEvents(env: Env, organisationId: string): Promise<void> {
  const now = Date.now();
  const values = { organisationId, now, month: monthOf(now) };
  const find = `SELECT e.seq, e.tokens, o.balance ${PAYABLE} AND e.organisation_id = @organisationId
    ORDER BY e.seq LIMIT ${MAX_EVENTS}`;
  const { results } = await sql(env.DB, find, values).all<{ seq: number; tokens: number; balance: number }>();
  const [first] = results;
  if (!first) return;
  const wanted = results.reduce((sum, { tokens }) => sum + tokens, 0);
  if (first.balance < wanted) await recallAccount(env, organisationId);
  try {
    const charge = "UPDATE watch_events SET tried_at = @now WHERE seq = @seq AND state = 'withheld'";
    await env.DB.batch(results.flatMap(({ seq }) => [charge, MOVE].map((text) => sql(env.DB, text, { seq, now }))));
  } finally {
    await refreshAccount(env, organisationId);
  }
}

/** For the cron: retries organisations that bought tokens, raised a cap or started a new month. Returns their ids. */
export async function releaseAllEvents(env: Env, now: number): Promise<string[]> {
  const find = `SELECT e.organisation_id AS id ${PAYABLE}
    GROUP BY e.organisation_id ORDER BY min(e.tried_at) LIMIT ${MAX_ORGANISATIONS}`;
  const { results } = await sql(env.DB, find, { now, month: monthOf(now) }).all<{ id: string }>();
  for (const { id } of results) {
    await releaseEvents(env, id).catch((cause: unknown) =>
      log("error", "events_not_released", { organisation: id, cause }),
    );
  }
  return results.map(({ id }) => id);
}
