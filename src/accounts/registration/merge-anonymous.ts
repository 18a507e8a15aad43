import { newId } from "../../lib/ids.ts";

/** Prepares a statement of the transaction: the exchange's values and `more` are its parameters. */
export type Run = (text: string, more?: Record<string, unknown>) => D1PreparedStatement;

/** Identifies the exchange that made the transition; every later statement of the transaction requires it. */
export const WON = "EXISTS (SELECT 1 FROM claims WHERE hash = @claim AND made_hash = @made)";
export const NEW_ENTRY = "INSERT INTO entries (id, organisation_id, type, tokens, reference)";
const ofAnonymous = (column: string) => `(SELECT ${column} FROM organisations WHERE id = @anonymous)`;
const MERGING = "@target IS NOT @anonymous";

const GRANTED = "(SELECT coalesce(sum(tokens), 0) FROM entries WHERE organisation_id = @anonymous AND type = 'grant')";
const sumOf = (tokens: string, table: string, state: string) =>
  `(SELECT coalesce(sum(${tokens}), 0) FROM ${table} WHERE organisation_id = @anonymous AND ${state})`;
const CHARGED = `(${sumOf("tokens", "holds", "state = 'settled'")} + ${sumOf("spent", "leases", "true")}
  + (SELECT settled_before FROM organisations WHERE id = @anonymous))`;
const HELD = `(${sumOf("tokens", "holds", "state = 'open'")} + ${sumOf("tokens - spent", "leases", "state = 'open'")})`;
// Trial tokens are spent first, so the rest of the trial is the grant minus the use.
const TRIAL_LEFT = `max(0, min(balance, ${GRANTED} - ${CHARGED} - ${HELD}))`;
const TRIAL_HELD = `max(0, min(${HELD}, ${GRANTED} - ${CHARGED}))`;
const TRIAL_EXPIRES = "(SELECT organisation_id FROM trial_addresses WHERE hash = @address) IS NOT @anonymous";

/** Moves everything from the anonymous organisation to the target, or keeps it in place when it is the target. */
export function takeAnonymous(run: Run, now: number): D1PreparedStatement[] {
  const fromAnonymous = `FROM organisations WHERE id = @anonymous AND ${WON}`;
  return [
    run(
      `INSERT INTO trial_addresses (hash, organisation_id) SELECT @address, @anonymous WHERE ${WON} ON CONFLICT (hash) DO NOTHING`,
    ),
    run(`UPDATE organisations SET forfeit = ${TRIAL_HELD} WHERE id = @anonymous AND ${WON} AND ${TRIAL_EXPIRES}`),
    run(
      `${NEW_ENTRY} SELECT @id, @anonymous, 'expire', -${TRIAL_LEFT}, 'trial-expired:' || @anonymous
       ${fromAnonymous} AND ${TRIAL_EXPIRES} AND ${TRIAL_LEFT} > 0`,
      { id: newId(now) },
    ),
    run(
      `${NEW_ENTRY} SELECT @id, @anonymous, 'transfer', -balance, 'merge-out:' || @anonymous
       ${fromAnonymous} AND balance > 0 AND ${MERGING}`,
      { id: newId(now) },
    ),
    run(
      `${NEW_ENTRY} SELECT @id, @target, 'transfer', -tokens, 'merge-in:' || @anonymous
       FROM entries WHERE reference = 'merge-out:' || @anonymous AND ${WON}`,
      { id: newId(now) },
    ),
    // The debt passes to the target.
    run(
      `${NEW_ENTRY} SELECT @id, @target, 'reversal', -owed, 'owed-in:' || @anonymous ${fromAnonymous} AND owed > 0 AND ${MERGING}`,
      { id: newId(now) },
    ),
    run(
      `${NEW_ENTRY} SELECT @id, @anonymous, 'reversal', owed, 'owed-out:' || @anonymous ${fromAnonymous} AND owed > 0 AND ${MERGING}`,
      { id: newId(now) },
    ),
    run(
      `UPDATE organisations SET
         plan = CASE WHEN plan = 'paid' OR ${ofAnonymous("plan")} = 'paid' THEN 'paid' ELSE 'free' END,
         stripe_customer_id = coalesce(stripe_customer_id, ${ofAnonymous("stripe_customer_id")})
       WHERE id = @target AND ${WON}`,
    ),
    run(
      `UPDATE organisations SET owner_id = (SELECT id FROM users WHERE email = @email),
         merged_into = CASE WHEN ${MERGING} THEN @target END WHERE id = @anonymous AND ${WON}`,
    ),
    // A wallet that paid for it would keep a door to the owner's workspace.
    run(`UPDATE wallets SET is_linked = 0 WHERE organisation_id = @anonymous AND ${WON}`),
    // Watches pass to the owner. In another workspace they are paused until its owner resumes them.
    run(
      `UPDATE watches SET organisation_id = @target, key_id = 'console', key_hash = NULL, connection_id = NULL,
         state = iif(${MERGING} AND state = 'active', 'paused', state)
       WHERE organisation_id = @anonymous AND ${WON}`,
    ),
    run(
      `UPDATE OR IGNORE watch_events SET organisation_id = @target WHERE organisation_id = @anonymous AND ${MERGING} AND ${WON}`,
    ),
    // Running batches stop with their key; the target can read their results.
    run(`UPDATE batches SET organisation_id = @target WHERE organisation_id = @anonymous AND ${WON} AND ${MERGING}`),
    run(`UPDATE api_keys SET revoked_at = @now WHERE organisation_id = @anonymous AND revoked_at IS NULL AND ${WON}`),
  ];
}
