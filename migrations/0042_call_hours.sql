CREATE TABLE `call_hours` (
	`hour` integer NOT NULL,
	`tool` text NOT NULL,
	`delivered` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`tokens` integer DEFAULT 0 NOT NULL,
	`warm` integer DEFAULT 0 NOT NULL,
	`fresh` integer DEFAULT 0 NOT NULL,
	`warm_ms` integer DEFAULT 0 NOT NULL,
	`fresh_ms` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`hour`, `tool`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `purchases_created` ON `purchases` (`created_at`);--> statement-breakpoint
-- A direct hold ends once. Calls paid from a lease are counted by the exchange that books them (src/ledger/lease-exchange.ts).
CREATE TRIGGER hold_counted AFTER UPDATE OF state ON holds
WHEN OLD.state = 'open' AND NEW.state <> 'open'
BEGIN
  INSERT INTO call_hours (hour, tool, delivered, failed, tokens)
    VALUES (unixepoch() / 3600 * 3600000, NEW.tool, NEW.state = 'settled', NEW.state <> 'settled',
      iif(NEW.state = 'settled', NEW.tokens, 0))
    ON CONFLICT (hour, tool) DO UPDATE SET delivered = delivered + excluded.delivered, failed = failed + excluded.failed,
      tokens = tokens + excluded.tokens;
END;
