CREATE TABLE `closings` (
	`organisation_id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`ids_json` text NOT NULL,
	`asked_at` integer NOT NULL,
	`statement_json` text,
	`mailed_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `organisations_merged` ON `organisations` (`merged_into`) WHERE "organisations"."merged_into" IS NOT NULL;
