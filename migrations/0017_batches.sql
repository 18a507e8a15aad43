CREATE TABLE `batches` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`tool` text NOT NULL,
	`state` text NOT NULL,
	`status_json` text NOT NULL,
	`touched_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `batches_organisation` ON `batches` (`organisation_id`,`id`);--> statement-breakpoint
CREATE INDEX `batches_unfinished` ON `batches` (`touched_at`) WHERE "batches"."state" <> 'ended';