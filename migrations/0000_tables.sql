CREATE TABLE `address_claims` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`claim_hash` text NOT NULL,
	`expires_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `address_claims_expiry` ON `address_claims` (`expires_at`);--> statement-breakpoint
CREATE TABLE `admin_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`kind` text NOT NULL,
	`tokens` integer,
	`plan` text,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `admin_actions_organisation` ON `admin_actions` (`organisation_id`,`id`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`organisation_id` text NOT NULL,
	`name` text NOT NULL,
	`masked` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_on` text,
	`revoked_at` integer,
	`country` text,
	`connection_id` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `api_keys_organisation` ON `api_keys` (`organisation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `api_keys_connection` ON `api_keys` (`connection_id`) WHERE "api_keys"."connection_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `auto_reloads` (
	`organisation_id` text PRIMARY KEY NOT NULL,
	`threshold` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`monthly_cap_cents` integer NOT NULL,
	`provider` text NOT NULL,
	`state` text NOT NULL,
	`stopped_reason` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `claims` (
	`hash` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`email` text,
	`code_hash` text,
	`anonymous_organisation_id` text,
	`bound_at` integer,
	`made_hash` text,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `claims_created` ON `claims` (`created_at`);--> statement-breakpoint
CREATE TABLE `companies` (
	`id` integer PRIMARY KEY NOT NULL,
	`domain` text NOT NULL,
	`name` text NOT NULL,
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
CREATE INDEX `companies_source` ON `companies` (`source`);--> statement-breakpoint
CREATE INDEX `companies_expiry` ON `companies` (`expires_at`);--> statement-breakpoint
CREATE TABLE `connections` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`session_hash` text NOT NULL,
	`client_id` text NOT NULL,
	`client_name` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`code_hash` text NOT NULL,
	`code_challenge` text NOT NULL,
	`refresh_hash` text,
	`cap` integer,
	`remaining` integer,
	`created_at` integer NOT NULL,
	`refreshed_at` integer,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	CONSTRAINT "remaining_not_negative" CHECK("connections"."remaining" >= 0)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `connections_organisation` ON `connections` (`organisation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `connections_session` ON `connections` (`session_hash`);--> statement-breakpoint
CREATE INDEX `connections_expiry` ON `connections` (`expires_at`);--> statement-breakpoint
CREATE TABLE `disposable_domains` (
	`domain` text PRIMARY KEY NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_intent_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`stage` integer NOT NULL,
	`is_taken` integer NOT NULL,
	`seen_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `disputes_payment_intent` ON `disputes` (`payment_intent_id`);--> statement-breakpoint
CREATE TABLE `entries` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`type` text NOT NULL,
	`tokens` integer NOT NULL,
	`reference` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `entries_reference` ON `entries` (`reference`);--> statement-breakpoint
CREATE INDEX `entries_organisation` ON `entries` (`organisation_id`,`id`);--> statement-breakpoint
CREATE TABLE `holds` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`key_id` text NOT NULL,
	`tool` text NOT NULL,
	`tokens` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`label` text,
	`connection_id` text,
	CONSTRAINT "tokens_positive" CHECK("holds"."tokens" > 0)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `holds_organisation` ON `holds` (`organisation_id`,`id`);--> statement-breakpoint
CREATE TABLE `idempotency` (
	`organisation_id` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`request_id` text NOT NULL,
	`state` text NOT NULL,
	`answer_json` text,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `idempotency_expiry` ON `idempotency` (`expires_at`);--> statement-breakpoint
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
CREATE TABLE `oauth_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`redirect_uris_json` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `oauth_clients_expiry` ON `oauth_clients` (`expires_at`);--> statement-breakpoint
CREATE TABLE `organisations` (
	`id` text PRIMARY KEY NOT NULL,
	`plan` text NOT NULL,
	`balance` integer DEFAULT 0 NOT NULL,
	`owed` integer DEFAULT 0 NOT NULL,
	`owner_id` text,
	`merged_into` text,
	`forfeit` integer DEFAULT 0 NOT NULL,
	`reload_below` integer,
	`stripe_customer_id` text,
	`signals_order_json` text,
	`country` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "balance_not_negative" CHECK("organisations"."balance" >= 0),
	CONSTRAINT "owed_not_negative" CHECK("organisations"."owed" >= 0)
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
CREATE INDEX `people_source` ON `people` (`source`);--> statement-breakpoint
CREATE INDEX `people_expiry` ON `people` (`expires_at`);--> statement-breakpoint
CREATE TABLE `purchases` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`kind` text NOT NULL,
	`provider` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`tokens` integer NOT NULL,
	`state` text DEFAULT 'pending' NOT NULL,
	`session_id` text,
	`payment_intent_id` text,
	`reversed_tokens` integer DEFAULT 0 NOT NULL,
	`next_check_at` integer,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `purchases_organisation` ON `purchases` (`organisation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `purchases_payment_intent` ON `purchases` (`payment_intent_id`);--> statement-breakpoint
CREATE INDEX `purchases_due` ON `purchases` (`next_check_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_one_reload_in_flight` ON `purchases` (`organisation_id`) WHERE "purchases"."kind" = 'auto_reload' AND "purchases"."state" = 'pending';--> statement-breakpoint
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
CREATE TABLE `refunds` (
	`payment_intent_id` text PRIMARY KEY NOT NULL,
	`refunded_cents` integer NOT NULL,
	`lowered_at` integer DEFAULT 0 NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sessions` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`country` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `snapshots` (
	`domain` text NOT NULL,
	`kind` text NOT NULL,
	`observed_at` integer NOT NULL,
	`digest` text NOT NULL,
	`data_json` text NOT NULL,
	PRIMARY KEY(`domain`, `kind`, `observed_at`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `source_cache` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`data_json` text NOT NULL,
	`observed_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `source_cache_expiry` ON `source_cache` (`expires_at`);--> statement-breakpoint
CREATE TABLE `state` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `suppressions` (
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `hash`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `trial_addresses` (
	`hash` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `users` (
	`email` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`organisation_id` text NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_id_unique` ON `users` (`id`);--> statement-breakpoint
CREATE TABLE `vendor_spending` (
	`vendor` text NOT NULL,
	`day` text NOT NULL,
	`credits` integer NOT NULL,
	PRIMARY KEY(`vendor`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `watched_domains` (
	`domain` text PRIMARY KEY NOT NULL,
	`base_url` text NOT NULL,
	`asked_at` integer NOT NULL,
	`due_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `watched_domains_due` ON `watched_domains` (`due_at`);