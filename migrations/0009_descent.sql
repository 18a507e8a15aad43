ALTER TABLE `api_keys` ADD `made_by` text;--> statement-breakpoint
CREATE INDEX `api_keys_made_by` ON `api_keys` (`made_by`) WHERE "api_keys"."made_by" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `connections` ADD `audience` text DEFAULT 'all' NOT NULL;