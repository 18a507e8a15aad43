CREATE TABLE `welcome_grants` (
	`domain_hash` text NOT NULL,
	`day` text NOT NULL,
	`address_hash` text NOT NULL,
	PRIMARY KEY(`domain_hash`, `day`, `address_hash`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `welcome_grants_day` ON `welcome_grants` (`day`);