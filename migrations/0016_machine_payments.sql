-- Payments by wallets. A claim is here before a facilitator hears of it, so a payment always finds its claim.

CREATE TABLE `machine_payments` (
	`reference` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`payer` text NOT NULL,
	`purchase_id` text NOT NULL,
	`tokens` integer NOT NULL,
	`payload_json` text,
	`valid_before` integer NOT NULL,
	`state` text NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`next_check_at` integer,
	`transaction_hash` text,
	`call_id` text,
	`tool` text,
	`fingerprint` text,
	`idempotency_key` text,
	`answer_json` text,
	`created_at` integer NOT NULL,
	`ended_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `machine_payments_payer` ON `machine_payments` (`payer`,`created_at`);--> statement-breakpoint
CREATE INDEX `machine_payments_due` ON `machine_payments` (`next_check_at`) WHERE "machine_payments"."next_check_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `machine_payments_answers` ON `machine_payments` (`ended_at`) WHERE "machine_payments"."answer_json" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `machine_payments_one_unsettled_call` ON `machine_payments` (`payer`) WHERE "machine_payments"."call_id" IS NOT NULL AND "machine_payments"."state" IN ('running', 'settling');--> statement-breakpoint
CREATE TABLE `wallets` (
	`address` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
