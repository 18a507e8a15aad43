-- The spending cap of a connection moves with its holds, in their transaction. A hold names a connection only if that has
-- a cap, so other calls write nothing here; CHECK (remaining >= 0) is the belt.

CREATE TRIGGER cap_used AFTER INSERT ON holds
WHEN NEW.connection_id IS NOT NULL
BEGIN
  UPDATE connections SET remaining = remaining - NEW.tokens WHERE id = NEW.connection_id;
END;
--> statement-breakpoint
CREATE TRIGGER cap_returned AFTER UPDATE OF state ON holds
WHEN NEW.connection_id IS NOT NULL AND NEW.state IN ('released', 'expired')
BEGIN
  UPDATE connections SET remaining = remaining + NEW.tokens WHERE id = NEW.connection_id;
END;
