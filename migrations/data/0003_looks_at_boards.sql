DROP INDEX `index_boards_due`;--> statement-breakpoint
ALTER TABLE `index_boards` ADD `listed_domain` text;--> statement-breakpoint
ALTER TABLE `index_boards` ADD `url` text;--> statement-breakpoint
ALTER TABLE `index_boards` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `index_boards_due` ON `index_boards` (`system`,`next_look_at`);