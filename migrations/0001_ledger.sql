-- Money moves here and nowhere else: whoever inserts or ends a row has moved the balance in the same transaction.
-- For every organisation: balance - owed = sum(entries) - sum(holds that are open or settled).

CREATE TRIGGER hold_taken AFTER INSERT ON holds
BEGIN
  UPDATE organisations SET balance = balance - NEW.tokens WHERE id = NEW.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER hold_ends_once BEFORE UPDATE OF state ON holds
WHEN OLD.state <> 'open'
BEGIN
  SELECT RAISE(ABORT, 'a hold ends once');
END;
--> statement-breakpoint
-- A refund pays what is owed first. Tokens of an expired trial expire too, and if the organisation has been merged
-- meanwhile the rest moves on to the target.
CREATE TRIGGER hold_returned AFTER UPDATE OF state ON holds
WHEN NEW.state IN ('released', 'expired')
BEGIN
  UPDATE organisations
    SET balance = balance + MAX(0, NEW.tokens - owed), owed = MAX(0, owed - NEW.tokens)
    WHERE id = NEW.organisation_id;
  INSERT INTO entries (id, organisation_id, type, tokens, reference)
    SELECT NEW.id || 'e', id, 'expire', -MIN(forfeit, NEW.tokens), 'refund-expired:' || NEW.id
    FROM organisations WHERE id = NEW.organisation_id AND forfeit > 0;
  INSERT INTO entries (id, organisation_id, type, tokens, reference)
    SELECT NEW.id || 'o', id, 'transfer', -(NEW.tokens - MIN(forfeit, NEW.tokens)), 'refund-out:' || NEW.id
    FROM organisations WHERE id = NEW.organisation_id AND merged_into IS NOT NULL AND forfeit < NEW.tokens;
  INSERT INTO entries (id, organisation_id, type, tokens, reference)
    SELECT NEW.id || 'i', merged_into, 'transfer', NEW.tokens - MIN(forfeit, NEW.tokens), 'refund-in:' || NEW.id
    FROM organisations WHERE id = NEW.organisation_id AND merged_into IS NOT NULL AND forfeit < NEW.tokens;
  UPDATE organisations SET forfeit = MAX(0, forfeit - NEW.tokens) WHERE id = NEW.organisation_id AND forfeit > 0;
END;
--> statement-breakpoint
-- Credits pay what is owed first. A reversal takes what is there and the rest is owed, and so does the expiry of a trial,
-- whose late refund may have paid a debt by then; nothing else may overdraw.
CREATE TRIGGER entry_booked AFTER INSERT ON entries
BEGIN
  UPDATE organisations SET
    balance = CASE
      WHEN NEW.tokens >= 0 THEN balance + MAX(0, NEW.tokens - owed)
      WHEN NEW.type IN ('reversal', 'expire') THEN MAX(0, balance + NEW.tokens)
      ELSE balance + NEW.tokens END,
    owed = CASE
      WHEN NEW.tokens >= 0 THEN MAX(0, owed - NEW.tokens)
      WHEN NEW.type IN ('reversal', 'expire') THEN owed + MAX(0, -(balance + NEW.tokens))
      ELSE owed END,
    plan = CASE WHEN NEW.type = 'purchase' THEN 'paid' ELSE plan END
  WHERE id = NEW.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER entry_is_final BEFORE UPDATE ON entries
BEGIN
  SELECT RAISE(ABORT, 'an entry is final');
END;
