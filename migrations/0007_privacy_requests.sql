-- What became of privacy requests, and access tokens found by when they end.

CREATE TABLE `privacy_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`address_hash` text NOT NULL,
	`received_at` integer NOT NULL,
	`confirmed_at` integer,
	`done_at` integer,
	`directory_rows` integer,
	`lookups` integer,
	`keep_until` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `privacy_requests_address` ON `privacy_requests` (`address_hash`,`id`);--> statement-breakpoint
CREATE INDEX `privacy_requests_keep` ON `privacy_requests` (`keep_until`);--> statement-breakpoint
CREATE INDEX `api_keys_access_expiry` ON `api_keys` (`expires_at`) WHERE "api_keys"."connection_id" IS NOT NULL;
