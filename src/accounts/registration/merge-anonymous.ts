/** SQL: the exchange that made the transition; every later statement of the transaction requires it. */
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
const FROM_ANONYMOUS = `FROM organisations WHERE id = @anonymous AND ${WON}`;

/** Names of the ids of new entries, which are parameters of {@link TAKE_ANONYMOUS}. */
export const ENTRY_IDS = ["expireId", "outId", "inId", "owedInId", "owedOutId"];

/** Moves everything from `@anonymous` to `@target`, or keeps it in place when they are the same. */
export const TAKE_ANONYMOUS = [
  `INSERT INTO trial_addresses (hash, organisation_id) SELECT @address, @anonymous WHERE ${WON} ON CONFLICT (hash) DO NOTHING`,
  `UPDATE organisations SET forfeit = ${TRIAL_HELD} WHERE id = @anonymous AND ${WON} AND ${TRIAL_EXPIRES}`,
  `${NEW_ENTRY} SELECT @expireId, @anonymous, 'expire', -${TRIAL_LEFT}, 'trial-expired:' || @anonymous
    ${FROM_ANONYMOUS} AND ${TRIAL_EXPIRES} AND ${TRIAL_LEFT} > 0`,
  `${NEW_ENTRY} SELECT @outId, @anonymous, 'transfer', -balance, 'merge-out:' || @anonymous
    ${FROM_ANONYMOUS} AND balance > 0 AND ${MERGING}`,
  `${NEW_ENTRY} SELECT @inId, @target, 'transfer', -tokens, 'merge-in:' || @anonymous
    FROM entries WHERE reference = 'merge-out:' || @anonymous AND ${WON}`,
  // The debt passes to the target.
  `${NEW_ENTRY} SELECT @owedInId, @target, 'reversal', -owed, 'owed-in:' || @anonymous ${FROM_ANONYMOUS} AND owed > 0 AND ${MERGING}`,
  `${NEW_ENTRY} SELECT @owedOutId, @anonymous, 'reversal', owed, 'owed-out:' || @anonymous ${FROM_ANONYMOUS} AND owed > 0 AND ${MERGING}`,
  `UPDATE organisations SET plan = CASE WHEN plan = 'paid' OR ${ofAnonymous("plan")} = 'paid' THEN 'paid' ELSE 'free' END,
      stripe_customer_id = coalesce(stripe_customer_id, ${ofAnonymous("stripe_customer_id")})
    WHERE id = @target AND ${WON}`,
  `UPDATE organisations SET owner_id = (SELECT id FROM users WHERE email = @email),
      merged_into = CASE WHEN ${MERGING} THEN @target END WHERE id = @anonymous AND ${WON}`,
  // A wallet that paid for it would keep a door to the owner's workspace.
  `UPDATE wallets SET is_linked = 0 WHERE organisation_id = @anonymous AND ${WON}`,
  // Watches pass to the owner. In another workspace they are paused until its owner resumes them.
  `UPDATE watches SET organisation_id = @target, key_id = 'console', key_hash = NULL, connection_id = NULL,
      state = iif(${MERGING} AND state = 'active', 'paused', state) WHERE organisation_id = @anonymous AND ${WON}`,
  `UPDATE OR IGNORE watch_events SET organisation_id = @target WHERE organisation_id = @anonymous AND ${MERGING} AND ${WON}`,
  // Running batches stop with their key; the target can read their results.
  `UPDATE batches SET organisation_id = @target WHERE organisation_id = @anonymous AND ${WON} AND ${MERGING}`,
  `UPDATE api_keys SET revoked_at = @now WHERE organisation_id = @anonymous AND revoked_at IS NULL AND ${WON} RETURNING id`,
];
