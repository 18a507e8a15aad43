CREATE TABLE `fact_subjects` (
	`term` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`term`, `kind`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `fact_subjects_expiry` ON `fact_subjects` (`expires_at`);--> statement-breakpoint
CREATE INDEX `people_email` ON `people` (lower("email")) WHERE "people"."email" IS NOT NULL;--> statement-breakpoint
-- Facts that were cached before have no subjects, so no request would find them: they are looked up again.
DELETE FROM source_cache WHERE kind IN ('brave_profiles', 'hunter_directory', 'hunter_finder', 'pdl_people', 'published_emails', 'site_people');
--> statement-breakpoint
-- Isolates keep the prints of the list in memory; the version tells them when to read it again.
CREATE TRIGGER suppression_added AFTER INSERT ON suppressions
BEGIN
  INSERT INTO state (name, value) SELECT 'suppressions_version', '0'
    WHERE NOT EXISTS (SELECT 1 FROM state WHERE name = 'suppressions_version');
  UPDATE state SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = 'suppressions_version';
END;
--> statement-breakpoint
CREATE TRIGGER suppression_removed AFTER DELETE ON suppressions
BEGIN
  INSERT INTO state (name, value) SELECT 'suppressions_version', '0'
    WHERE NOT EXISTS (SELECT 1 FROM state WHERE name = 'suppressions_version');
  UPDATE state SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = 'suppressions_version';
END;
--> statement-breakpoint
INSERT INTO state (name, value) SELECT 'suppressions_version', '1' WHERE EXISTS (SELECT 1 FROM suppressions);
