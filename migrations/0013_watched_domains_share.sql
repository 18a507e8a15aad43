ALTER TABLE `watched_domains` ADD `organisation_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `watched_domains` ADD `is_paid` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `watched_domains_turn` ON `watched_domains` (`is_paid`,`due_at`);--> statement-breakpoint
CREATE INDEX `watched_domains_organisation` ON `watched_domains` (`organisation_id`);