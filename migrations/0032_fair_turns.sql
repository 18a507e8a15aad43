DROP INDEX `watched_domains_turn`;--> statement-breakpoint
DROP INDEX `webhook_deliveries_waiting`;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting_of` ON `webhook_deliveries` (`host`,`endpoint_id`,`next_at`) WHERE "webhook_deliveries"."status" = 'pending';