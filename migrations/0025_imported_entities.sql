CREATE TABLE `entities` (
	`scheme` text NOT NULL,
	`number` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`country` text,
	`status` text NOT NULL,
	`form` text,
	`founded` text,
	`street` text,
	`postal_code` text,
	`city` text,
	`region` text,
	`industry_code` text,
	`other_scheme` text,
	`other_number` text,
	`source` text NOT NULL,
	`observed_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`scheme`, `number`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `entities_name` ON `entities` (`name_key`);--> statement-breakpoint
CREATE INDEX `entities_other_number` ON `entities` (`other_number`);--> statement-breakpoint
CREATE INDEX `entities_source` ON `entities` (`source`);--> statement-breakpoint
CREATE INDEX `entities_expiry` ON `entities` (`expires_at`);