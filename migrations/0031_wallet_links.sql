ALTER TABLE `wallets` ADD `is_linked` integer DEFAULT true NOT NULL;
--> statement-breakpoint
-- A wallet does not reach an organisation that a person has taken over.
UPDATE `wallets` SET `is_linked` = 0 WHERE `organisation_id` IN (SELECT `id` FROM `organisations` WHERE `owner_id` IS NOT NULL OR `merged_into` IS NOT NULL);
