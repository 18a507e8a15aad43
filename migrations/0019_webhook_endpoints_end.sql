ALTER TABLE `webhook_endpoints` ADD `mail_due_since` integer;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_mail_due` ON `webhook_endpoints` (`mail_due_since`) WHERE "webhook_endpoints"."mail_due_since" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`host`,`next_at`) WHERE "webhook_deliveries"."status" = 'pending';--> statement-breakpoint
CREATE TRIGGER webhook_endpoint_disabled AFTER UPDATE OF status ON webhook_endpoints
WHEN NEW.status <> 'active' AND OLD.status = 'active'
BEGIN
  UPDATE webhook_deliveries SET status = 'failed', next_at = NULL
  WHERE endpoint_id = NEW.id AND status IN ('pending', 'sending');
END;
--> statement-breakpoint
CREATE TRIGGER webhook_endpoint_deleted AFTER DELETE ON webhook_endpoints
BEGIN
  DELETE FROM webhook_tries WHERE delivery_id IN (SELECT id FROM webhook_deliveries WHERE endpoint_id = OLD.id);
  DELETE FROM webhook_deliveries WHERE endpoint_id = OLD.id;
END;
