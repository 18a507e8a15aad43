ALTER TABLE `batches` ADD `request_hash` text;--> statement-breakpoint
ALTER TABLE `batches` ADD `expires_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `batches_request` ON `batches` (`request_hash`) WHERE "batches"."request_hash" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `batches_expired` ON `batches` (`expires_at`) WHERE "batches"."expires_at" IS NOT NULL;--> statement-breakpoint
UPDATE batches SET expires_at = 1000 * unixepoch(status_json->>'$.expires_at') WHERE state = 'ended';
