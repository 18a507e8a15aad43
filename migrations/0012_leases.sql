-- Leases: blocks of a balance that a Durable Object spends (src/ledger/lease.ts), and the calls paid from them.

CREATE TABLE `call_days` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`day` text NOT NULL,
	`tool` text NOT NULL,
	`key_id` text NOT NULL,
	`calls` integer NOT NULL,
	`tokens` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `calls` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`key_id` text NOT NULL,
	`tool` text NOT NULL,
	`held` integer NOT NULL,
	`tokens` integer NOT NULL,
	`state` text NOT NULL,
	`label` text,
	PRIMARY KEY(`organisation_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `late_settlements` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`tokens` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `lease_caps` (
	`organisation_id` text NOT NULL,
	`subject` text NOT NULL,
	`lease_id` text NOT NULL,
	`tokens` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `subject`, `lease_id`),
	CONSTRAINT "cap_not_negative" CHECK("lease_caps"."tokens" >= 0)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `leases` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`holder` text NOT NULL,
	`tokens` integer NOT NULL,
	`spent` integer DEFAULT 0 NOT NULL,
	`sequence` integer NOT NULL,
	`exchange` text NOT NULL,
	`state` text NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`),
	CONSTRAINT "lease_not_overspent" CHECK("leases"."spent" >= 0 AND "leases"."spent" <= "leases"."tokens")
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `leases_open` ON `leases` (`organisation_id`) WHERE "leases"."state" = 'open';--> statement-breakpoint
CREATE INDEX `api_keys_active` ON `api_keys` (`organisation_id`) WHERE "api_keys"."revoked_at" IS NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `cap_per_day` integer;--> statement-breakpoint
ALTER TABLE `organisations` ADD `settled_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER lease_opened AFTER INSERT ON leases
BEGIN
  UPDATE organisations SET balance = balance - NEW.tokens WHERE id = NEW.organisation_id;
END;
--> statement-breakpoint
-- An exchange that arrives a second time aborts its whole batch, so the statements beside it need no guard of their own.
CREATE TRIGGER lease_advances_by_one BEFORE UPDATE ON leases
WHEN OLD.state <> 'open' OR NEW.sequence <> OLD.sequence + 1
BEGIN
  SELECT RAISE(ABORT, 'a lease advances by one');
END;
--> statement-breakpoint
-- What is spent uses up tokens of an expired trial first. What comes back goes the way of a returned hold: it pays what is
-- owed, expires as far as it was trial tokens, and moves on if the organisation has been merged meanwhile.
CREATE TRIGGER lease_changed AFTER UPDATE OF tokens, spent ON leases
BEGIN
  UPDATE organisations SET balance = balance - (NEW.tokens - OLD.tokens)
    WHERE id = NEW.organisation_id AND NEW.tokens > OLD.tokens;
  UPDATE organisations SET forfeit = MAX(0, forfeit - (NEW.spent - OLD.spent))
    WHERE id = NEW.organisation_id AND NEW.spent > OLD.spent AND forfeit > 0;
  UPDATE organisations
    SET balance = balance + MAX(0, OLD.tokens - NEW.tokens - owed), owed = MAX(0, owed - (OLD.tokens - NEW.tokens))
    WHERE id = NEW.organisation_id AND NEW.tokens < OLD.tokens;
  INSERT INTO entries (id, organisation_id, type, tokens, reference)
    SELECT NEW.exchange || 'e', id, 'expire', -MIN(forfeit, OLD.tokens - NEW.tokens), 'refund-expired:' || NEW.exchange
    FROM organisations WHERE id = NEW.organisation_id AND NEW.tokens < OLD.tokens AND forfeit > 0;
  INSERT INTO entries (id, organisation_id, type, tokens, reference)
    SELECT NEW.exchange || 'o', id, 'transfer', -(OLD.tokens - NEW.tokens - MIN(forfeit, OLD.tokens - NEW.tokens)),
      'refund-out:' || NEW.exchange
    FROM organisations
    WHERE id = NEW.organisation_id AND merged_into IS NOT NULL AND forfeit < OLD.tokens - NEW.tokens;
  INSERT INTO entries (id, organisation_id, type, tokens, reference)
    SELECT NEW.exchange || 'i', merged_into, 'transfer', OLD.tokens - NEW.tokens - MIN(forfeit, OLD.tokens - NEW.tokens),
      'refund-in:' || NEW.exchange
    FROM organisations
    WHERE id = NEW.organisation_id AND merged_into IS NOT NULL AND forfeit < OLD.tokens - NEW.tokens;
  UPDATE organisations SET forfeit = MAX(0, forfeit - (OLD.tokens - NEW.tokens))
    WHERE id = NEW.organisation_id AND NEW.tokens < OLD.tokens AND forfeit > 0;
END;
--> statement-breakpoint
-- What is left of a connection's cap moves with the reserve; CHECK (remaining >= 0) is the belt.
CREATE TRIGGER cap_reserved AFTER INSERT ON lease_caps
WHEN NEW.subject LIKE 'connection:%'
BEGIN
  UPDATE connections SET remaining = remaining - NEW.tokens WHERE id = substr(NEW.subject, 12);
END;
--> statement-breakpoint
CREATE TRIGGER cap_reserve_changed AFTER UPDATE OF tokens ON lease_caps
WHEN NEW.subject LIKE 'connection:%'
BEGIN
  UPDATE connections SET remaining = remaining - (NEW.tokens - OLD.tokens) WHERE id = substr(NEW.subject, 12);
END;
