-- Watches: who wants to know of which changes, what was last seen, and the events, which are charged here.

CREATE TABLE `watch_events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`organisation_id` text NOT NULL,
	`type` text NOT NULL,
	`domain` text NOT NULL,
	`data_json` text NOT NULL,
	`watch_ids_json` text NOT NULL,
	`tokens` integer NOT NULL,
	`state` text NOT NULL,
	`paid_by` text,
	`tried_at` integer NOT NULL,
	`is_unsent` integer NOT NULL,
	`observed_at` integer NOT NULL,
	CONSTRAINT "event_tokens_positive" CHECK("watch_events"."tokens" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `watch_events_once` ON `watch_events` (`organisation_id`,`id`);--> statement-breakpoint
CREATE INDEX `watch_events_organisation` ON `watch_events` (`organisation_id`,`seq`);--> statement-breakpoint
CREATE INDEX `watch_events_domain` ON `watch_events` (`domain`);--> statement-breakpoint
CREATE INDEX `watch_events_observed` ON `watch_events` (`observed_at`);--> statement-breakpoint
CREATE INDEX `watch_events_withheld` ON `watch_events` (`organisation_id`,`seq`) WHERE "watch_events"."state" = 'withheld';--> statement-breakpoint
CREATE INDEX `watch_events_unsent` ON `watch_events` (`seq`) WHERE "watch_events"."is_unsent" = 1 AND "watch_events"."state" = 'ready';--> statement-breakpoint
CREATE TABLE `watch_heads` (
	`domain` text NOT NULL,
	`kind` text NOT NULL,
	`version` integer NOT NULL,
	`data_json` text,
	`look` text,
	`looked_at` integer,
	`previous_looked_at` integer,
	`is_pending` integer DEFAULT false NOT NULL,
	`reason` text,
	`reason_since` integer,
	PRIMARY KEY(`domain`, `kind`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `watch_subscriptions` (
	`domain` text NOT NULL,
	`watch_id` text NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`domain`, `watch_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `watch_subscriptions_watch` ON `watch_subscriptions` (`watch_id`);--> statement-breakpoint
CREATE TABLE `watches` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`name` text,
	`state` text NOT NULL,
	`events_json` text NOT NULL,
	`every_days` integer NOT NULL,
	`max_tokens_month` integer NOT NULL,
	`deliver_json` text NOT NULL,
	`key_id` text NOT NULL,
	`key_hash` text,
	`connection_id` text,
	`month` text DEFAULT '' NOT NULL,
	`spent_month` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `watches_organisation` ON `watches` (`organisation_id`,`id`);--> statement-breakpoint
CREATE INDEX `watches_deleted` ON `watches` (`updated_at`) WHERE "watches"."state" = 'deleted';--> statement-breakpoint
ALTER TABLE `watched_domains` ADD `looked_at` integer;--> statement-breakpoint
ALTER TABLE `watched_domains` ADD `attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `watched_domains` ADD `unreachable_reason` text;--> statement-breakpoint
ALTER TABLE `watched_domains` ADD `unreachable_since` integer;--> statement-breakpoint
CREATE INDEX `watched_domains_attempts` ON `watched_domains` (`attempts`) WHERE "watched_domains"."attempts" > 0;--> statement-breakpoint
CREATE TRIGGER watch_event_recorded AFTER INSERT ON watch_events
BEGIN
  UPDATE watch_events SET tried_at = NEW.tried_at WHERE seq = NEW.seq;
END;
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
      spent_month = NEW.tokens + iif(month = strftime('%Y-%m', NEW.tried_at / 1000, 'unixepoch'), spent_month, 0)
    WHERE id = (SELECT paid_by FROM watch_events WHERE seq = NEW.seq);
  UPDATE watch_events SET state = 'ready' WHERE seq = NEW.seq AND paid_by IS NOT NULL;
END;
