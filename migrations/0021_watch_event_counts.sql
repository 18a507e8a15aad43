-- A watch counts its events of the month, so that showing it reads none of them.

ALTER TABLE `watches` ADD `events_month` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
DROP TRIGGER watch_event_charged;
--> statement-breakpoint
-- An event is charged once: against the first of its watches that is active, may still be paid by its key, and has enough left
-- of its month, if the balance suffices. Otherwise it stays withheld until it is tried again.
CREATE TRIGGER watch_event_charged AFTER UPDATE OF tried_at ON watch_events
WHEN NEW.state = 'withheld'
BEGIN
  UPDATE watch_events SET paid_by = (
    SELECT w.id FROM watches w JOIN organisations o ON o.id = w.organisation_id
    LEFT JOIN api_keys k ON k.hash = w.key_hash
    LEFT JOIN connections c ON c.id = w.connection_id
    WHERE w.organisation_id = NEW.organisation_id AND instr(NEW.watch_ids_json, w.id) > 0 AND w.state = 'active'
      AND o.balance >= NEW.tokens
      AND w.max_tokens_month - iif(w.month = strftime('%Y-%m', NEW.tried_at / 1000, 'unixepoch'), w.spent_month, 0) >= NEW.tokens
      AND CASE WHEN w.connection_id IS NOT NULL THEN c.revoked_at IS NULL AND c.expires_at > NEW.tried_at
        ELSE w.key_hash IS NULL OR (k.revoked_at IS NULL AND k.expires_at > NEW.tried_at) END
      AND (c.remaining IS NULL OR c.remaining >= NEW.tokens)
      AND (k.cap_per_day IS NULL OR k.cap_per_day - (SELECT coalesce(sum(l.tokens), 0) FROM lease_caps l
        WHERE l.organisation_id = w.organisation_id
          AND l.subject = 'day:' || date(NEW.tried_at / 1000, 'unixepoch') || ':' || k.id) >= NEW.tokens)
    ORDER BY w.id LIMIT 1)
  WHERE seq = NEW.seq;
  INSERT INTO holds (id, organisation_id, key_id, tool, tokens, state, label, connection_id)
    SELECT printf('%012x', NEW.tried_at) || lower(hex(randomblob(10))), w.organisation_id, w.key_id, 'watch_event', NEW.tokens,
      'settled', NEW.id, (SELECT id FROM connections WHERE id = w.connection_id AND remaining IS NOT NULL)
    FROM watch_events e JOIN watches w ON w.id = e.paid_by WHERE e.seq = NEW.seq;
  INSERT INTO lease_caps (organisation_id, subject, lease_id, tokens)
    SELECT w.organisation_id, 'day:' || date(NEW.tried_at / 1000, 'unixepoch') || ':' || k.id, 'watch_events', NEW.tokens
    FROM watch_events e JOIN watches w ON w.id = e.paid_by JOIN api_keys k ON k.hash = w.key_hash
    WHERE e.seq = NEW.seq AND k.cap_per_day IS NOT NULL
    ON CONFLICT DO UPDATE SET tokens = tokens + excluded.tokens;
  UPDATE watches SET month = strftime('%Y-%m', NEW.tried_at / 1000, 'unixepoch'),
      spent_month = NEW.tokens + iif(month = strftime('%Y-%m', NEW.tried_at / 1000, 'unixepoch'), spent_month, 0),
      events_month = 1 + iif(month = strftime('%Y-%m', NEW.tried_at / 1000, 'unixepoch'), events_month, 0)
    WHERE id = (SELECT paid_by FROM watch_events WHERE seq = NEW.seq);
  UPDATE watch_events SET state = 'ready' WHERE seq = NEW.seq AND paid_by IS NOT NULL;
END;
