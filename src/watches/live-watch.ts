/** SQL: whether the watch `w` is live at `@now`. It ends with its key or connection, and pauses while blocked. */
export const IS_LIVE = `w.state = 'active' AND EXISTS (
    SELECT 1 FROM organisations b WHERE b.id = w.organisation_id AND b.blocked_at IS NULL) AND CASE WHEN w.connection_id IS NOT NULL
  THEN EXISTS (SELECT 1 FROM connections c WHERE c.id = w.connection_id AND c.revoked_at IS NULL AND c.expires_at > @now)
  ELSE w.key_hash IS NULL OR EXISTS (
    SELECT 1 FROM api_keys k WHERE k.hash = w.key_hash AND k.revoked_at IS NULL AND k.expires_at > @now) END`;

/** SQL: tokens that the watch `w` may still spend in the month `@month` (`YYYY-MM`, UTC). */
export const MONTH_LEFT = "(w.max_tokens_month - iif(w.month = @month, w.spent_month, 0))";

export function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}
