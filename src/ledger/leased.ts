/**
 * SQL: tokens of the organisation `o` that are leased to its account object and not spent. They are not in `balance`, but calls
 * can still spend them, and the object returns them when it is asked.
 */
export const LEASED = `(SELECT coalesce(sum(l.tokens - l.spent), 0) FROM leases l
  WHERE l.organisation_id = o.id AND l.state = 'open' AND l.holder = 'account')`;
