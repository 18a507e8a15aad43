-- The spending of a day is kept by organisation. What was spent before the migration on its day is forgotten.
DROP TABLE `vendor_spending`;
--> statement-breakpoint
CREATE TABLE `vendor_spending` (
	`day` text NOT NULL,
	`vendor` text NOT NULL,
	`organisation_id` text NOT NULL,
	`credits` integer NOT NULL,
	PRIMARY KEY(`day`, `vendor`, `organisation_id`)
) WITHOUT ROWID;
