CREATE TABLE `call_logs` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`calls_json` text NOT NULL,
	`subjects` text,
	PRIMARY KEY(`organisation_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `call_logs_subjects` ON `call_logs` (`organisation_id`,`id`) WHERE "call_logs"."subjects" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `organisations` ADD `keeps_subjects` integer DEFAULT false NOT NULL;