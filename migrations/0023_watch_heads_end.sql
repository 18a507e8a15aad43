-- What was last seen of a company is kept as long as a watch names it.

CREATE TRIGGER watch_heads_dropped AFTER DELETE ON watch_subscriptions
WHEN NOT EXISTS (SELECT 1 FROM watch_subscriptions WHERE domain = OLD.domain)
BEGIN
  DELETE FROM watch_heads WHERE domain = OLD.domain;
END;
