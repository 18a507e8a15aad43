/** SQL: tokens leased to the account object of `o` and not spent. Not in `balance`, yet calls can spend them. */
export const LEASED = `(SELECT coalesce(sum(l.tokens - l.spent), 0) FROM leases l
  WHERE l.organisation_id = o.id AND l.state = 'open' AND l.holder = 'account')`;
