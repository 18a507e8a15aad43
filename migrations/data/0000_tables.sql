CREATE TABLE `companies` (
	`id` integer PRIMARY KEY NOT NULL,
	`domain` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text,
	`network_url` text,
	`website` text,
	`size_band` text,
	`industry` text,
	`country` text,
	`city` text,
	`founded_year` integer,
	`description` text,
	`confidence` real DEFAULT 0.99 NOT NULL,
	`source` text NOT NULL,
	`source_url` text,
	`observed_at` integer NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `companies_domain_unique` ON `companies` (`domain`);--> statement-breakpoint
CREATE INDEX `companies_name` ON `companies` (`name_key`);--> statement-breakpoint
CREATE INDEX `companies_source` ON `companies` (`source`);--> statement-breakpoint
CREATE INDEX `companies_expiry` ON `companies` (`expires_at`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`source_name` text,
	`licence_note` text NOT NULL,
	`rows_ok` integer DEFAULT 0 NOT NULL,
	`rows_failed` integer DEFAULT 0 NOT NULL,
	`errors_json` text DEFAULT '[]' NOT NULL,
	`last_line` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `people` (
	`id` integer PRIMARY KEY NOT NULL,
	`domain` text NOT NULL,
	`name` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`name_folded` text NOT NULL,
	`name_tokens` text NOT NULL,
	`title` text,
	`title_tokens` text DEFAULT '' NOT NULL,
	`location` text,
	`profile_url` text DEFAULT '' NOT NULL,
	`email` text,
	`email_status` text,
	`is_current` integer DEFAULT true NOT NULL,
	`source` text NOT NULL,
	`source_url` text,
	`observed_at` integer NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `people_person` ON `people` (`domain`,`name_folded`,`profile_url`);--> statement-breakpoint
CREATE INDEX `people_email` ON `people` (lower("email")) WHERE "people"."email" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `people_source` ON `people` (`source`);--> statement-breakpoint
CREATE INDEX `people_expiry` ON `people` (`expires_at`);--> statement-breakpoint
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
CREATE INDEX `entities_expiry` ON `entities` (`expires_at`);--> statement-breakpoint
CREATE TABLE `reddit_comments` (
	`id` integer PRIMARY KEY NOT NULL,
	`post_id` integer NOT NULL,
	`author` text,
	`created_at` integer NOT NULL,
	`score` integer NOT NULL,
	`comment_json` text NOT NULL,
	`observed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reddit_comments_post` ON `reddit_comments` (`post_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reddit_comments_author` ON `reddit_comments` (`author`,`created_at`);--> statement-breakpoint
CREATE TABLE `reddit_posts` (
	`id` integer PRIMARY KEY NOT NULL,
	`subreddit` text NOT NULL,
	`author` text,
	`created_at` integer NOT NULL,
	`score` integer NOT NULL,
	`num_comments` integer NOT NULL,
	`post_json` text NOT NULL,
	`observed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reddit_posts_subreddit` ON `reddit_posts` (`subreddit`,`created_at`);--> statement-breakpoint
CREATE INDEX `reddit_posts_author` ON `reddit_posts` (`author`,`created_at`);--> statement-breakpoint
CREATE TABLE `fact_subjects` (
	`term` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`term`, `kind`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `fact_subjects_expiry` ON `fact_subjects` (`expires_at`);--> statement-breakpoint
CREATE TABLE `source_cache` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`data_json` text NOT NULL,
	`observed_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `source_cache_expiry` ON `source_cache` (`expires_at`);