ALTER TABLE `companies` ADD `name_key` text;--> statement-breakpoint
CREATE INDEX `companies_name` ON `companies` (`name_key`);