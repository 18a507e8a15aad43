-- The hot path reads one column of the organisation to know whether to reload; it follows the settings from here alone.

CREATE TRIGGER auto_reload_set AFTER INSERT ON auto_reloads
BEGIN
  UPDATE organisations SET reload_below = CASE WHEN NEW.state = 'on' THEN NEW.threshold END WHERE id = NEW.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER auto_reload_changed AFTER UPDATE ON auto_reloads
BEGIN
  UPDATE organisations SET reload_below = CASE WHEN NEW.state = 'on' THEN NEW.threshold END WHERE id = NEW.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER auto_reload_removed AFTER DELETE ON auto_reloads
BEGIN
  UPDATE organisations SET reload_below = NULL WHERE id = OLD.organisation_id;
END;
