CREATE TABLE `index_boards` (
	`id` integer PRIMARY KEY NOT NULL,
	`system` text NOT NULL,
	`token` text NOT NULL,
	`company_id` integer NOT NULL,
	`domain` text,
	`proof_json` text,
	`name` text,
	`state` text DEFAULT 'open' NOT NULL,
	`reason` text,
	`etag` text,
	`body_hash` text,
	`misses` integer DEFAULT 0 NOT NULL,
	`open_jobs` integer DEFAULT 0 NOT NULL,
	`first_seen_at` integer NOT NULL,
	`last_seen_at` integer,
	`next_look_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `index_boards_board` ON `index_boards` (`system`,`token`);--> statement-breakpoint
CREATE INDEX `index_boards_company` ON `index_boards` (`company_id`);--> statement-breakpoint
CREATE INDEX `index_boards_due` ON `index_boards` (`next_look_at`) WHERE "index_boards"."next_look_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `index_companies` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`domain` text,
	`name` text,
	`name_key` text,
	`country` text,
	`city` text,
	`size_band` text,
	`founded_year` integer,
	`raised_at` integer,
	`facts_json` text DEFAULT '{}' NOT NULL,
	`first_seen_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`text_version` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `index_companies_key_unique` ON `index_companies` (`key`);--> statement-breakpoint
CREATE INDEX `index_companies_name` ON `index_companies` (`name_key`);--> statement-breakpoint
CREATE INDEX `index_companies_stale` ON `index_companies` (`id`) WHERE "index_companies"."text_version" <> "index_companies"."version";--> statement-breakpoint
CREATE TABLE `index_jobs` (
	`id` integer PRIMARY KEY NOT NULL,
	`board_id` integer NOT NULL,
	`job_key` text NOT NULL,
	`title` text NOT NULL,
	`url` text,
	`location` text,
	`country` text,
	`workplace` text,
	`department` text,
	`employment_type` text,
	`posted_at` integer,
	`first_seen_at` integer NOT NULL,
	`closed_at` integer,
	`reposted_of` integer,
	`rest_json` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `index_jobs_job` ON `index_jobs` (`board_id`,`job_key`);
--> statement-breakpoint
-- Full-text indexes of the search index. They keep no text and no positions: `words` (src/readers/words/search-words.ts) makes
-- what is put in, and of a query. A job's words are found in `title`, `body` (company, place, department, description), `parts`
-- (the ends of compound words of the title), `tokens` (of title and department, for title filters), and `facets` (country,
-- workplace, technologies).
CREATE VIRTUAL TABLE index_jobs_fts USING fts5 (
  title, body, parts, tokens, facets,
  content = '', contentless_delete = 1, detail = column, tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint
-- `titles` and `tokens` are of the open jobs of the company.
CREATE VIRTUAL TABLE index_companies_fts USING fts5 (
  name, body, titles, tokens, facets,
  content = '', contentless_delete = 1, detail = column, tokenize = 'unicode61 remove_diacritics 2'
);
