CREATE TABLE `alerts` (
	`cause` text PRIMARY KEY NOT NULL,
	`detail_json` text NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`told_at` integer
);
